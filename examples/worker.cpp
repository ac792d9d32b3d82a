// A worker with TCOLEXPAND(dst, src) for profile a2a3, to start your own from. C++17, no libraries.
//
//     g++ -std=c++17 -O2 -o worker worker.cpp
//     ptoconf run --op tcolexpand --profile a2a3 --impl exec:./worker --exec-observes inputs,surroundings
//
// It reads a case a line, and answers with a line. Replace `why_illegal` with your verifier and `run`
// with your simulator or device; keep the rest, as far as you can see the memory around your tiles.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Text = std::string;

// --- requests ------------------------------------------------------------------------------------

// What follows `key` up to one of `ends`; "" where there is no such key. A request has no spaces, and
// its keys stand in the order of the schema.
static Text after(const Text &text, const Text &key, const char *ends = "\"") {
    const size_t at = text.find(key);
    if (at == Text::npos) return "";
    const size_t from = at + key.size();
    return text.substr(from, text.find_first_of(ends, from) - from);
}

static uint64_t number(const Text &text) { return std::strtoull(text.c_str(), nullptr, 10); }

struct Tile {
    Text loc, dtype, blayout, slayout;
    uint64_t rows, cols, valid_rows, valid_cols, fractal, address, size;
    bool static_empty, shared, placed;

    // The operand `name` of a request.
    Tile(const Text &request, const Text &name) {
        const size_t from = request.find("{\"name\":\"" + name + "\"");
        if (from == Text::npos) throw std::runtime_error("no operand " + name);
        const Text tile = request.substr(from, request.find("}}", from) - from) + ",";
        const Text shape = after(tile, "\"shape\":[", "]"), valid = after(tile, "\"valid\":[", "]");
        const Text dynamic = after(tile, "\"dynamic\":[", "]");
        loc = after(tile, "\"loc\":\""), dtype = after(tile, "\"dtype\":\"");
        blayout = after(tile, "\"blayout\":\""), slayout = after(tile, "\"slayout\":\"");
        rows = number(shape), cols = number(after(shape, ",", "]"));
        valid_rows = number(valid), valid_cols = number(after(valid, ",", "]"));
        fractal = number(after(tile, "\"fractal\":", ",")), address = number(after(tile, "\"address\":", ","));
        size = dtype == "bf16" ? 2 : number(dtype.substr(1)) / 8;
        const bool fixed_rows = dynamic.rfind("false", 0) == 0, fixed_cols = after(dynamic, ",", "]") == "false";
        static_empty = (valid_rows == 0 && fixed_rows) || (valid_cols == 0 && fixed_cols);
        shared = tile.find("\"same_as\"") != Text::npos;
        placed = tile.find("\"address\"") != Text::npos;
    }

    uint64_t bytes() const { return rows * cols * size; }
    bool row_major() const { return blayout == "row_major"; }
    bool boxed() const { return slayout != "none_box"; }
};

// --- the implementation --------------------------------------------------------------------------

// The rule of the tile class that a tile breaks, "" if it breaks none.
static Text why_illegal_tile(const Tile &t) {
    if (t.rows == 0) return "tile/rows-positive";
    if (t.cols == 0) return "tile/cols-positive";
    if (t.valid_rows > t.rows || t.valid_cols > t.cols) return "tile/valid-within-physical";
    if (t.static_empty) return "tile/static-extent-positive";
    if (t.fractal != 512 && t.fractal != 1024 && t.fractal != 32) return "tile/fractal-size";
    if (!t.boxed() && (t.row_major() ? t.cols : t.rows) * t.size % 32 != 0) return "tile/line-aligned";
    uint64_t box_rows = 16, box_cols = t.fractal == 32 ? 2 : 32 / t.size;
    if (t.fractal == 512 && !t.boxed()) box_rows = box_cols = 1;
    else if (t.fractal == 1024) box_cols = 16;
    else if (t.slayout != "row_major") std::swap(box_rows, box_cols);
    const bool any_rows = t.loc == "vec" || t.fractal == 32 || t.rows == 1;
    if (t.cols % box_cols != 0 || (!any_rows && t.rows % box_rows != 0)) return "tile/boxes-divide";
    return t.address % 32 != 0 ? "tile/address-aligned" : "";
}

// The rule that a tuple breaks, "" if it breaks none.
static Text why_illegal(const Tile &dst, const Tile &src) {
    uint64_t start = 0;
    bool fits = true, shared = false, vec = true, nd = true;
    for (const Tile *t : {&dst, &src}) {
        const Text rule = why_illegal_tile(*t);
        if (!rule.empty()) return rule;
        const uint64_t end = (t->placed ? t->address : start) + t->bytes();
        fits = fits && end <= 192 << 10;
        start = std::max(start, (end + 31) / 32 * 32);
        shared = shared || t->shared;
        vec = vec && t->loc == "vec";
        nd = nd && t->row_major() && !t->boxed();
    }
    if (shared) return "tile/no-alias";
    if (!fits) return "tile/fits-memory";
    if (!vec) return "tcolexpand/vec";
    if (!nd) return "tcolexpand/nd-layout";
    if (dst.dtype != src.dtype) return "tcolexpand/same-dtype";
    if (dst.size > 4) return "tcolexpand/dtype-supported";
    return dst.valid_cols != src.valid_cols ? "tcolexpand/cols-equal" : "";
}

// Copies row 0 of src into each row of dst.
static void run(const Tile &dst, const Tile &src, char *to, const char *from) {
    if (dst.valid_rows == 0 || dst.valid_cols == 0 || src.valid_rows == 0) return;
    for (uint64_t i = 0; i < dst.valid_rows; ++i) std::memcpy(to + i * dst.cols * dst.size, from, dst.valid_cols * dst.size);
}

// --- the worker ----------------------------------------------------------------------------------

// The tiles of a case, each between two guard bands, so that stray writes show.
struct Memory {
    static constexpr size_t guard = 64;
    struct Place {
        Text name, file;
        bool output;
        size_t start, end;
    };
    std::vector<Place> places;
    std::vector<char> bytes, before;

    // A band is unlike the others: what was copied out of another one shows, too.
    void band() {
        for (size_t i = 0; i < guard; ++i) bytes.push_back(static_cast<char>(bytes.size() % 251));
    }

    void add(const Text &name, const Text &file, bool output) {
        band();
        const size_t start = bytes.size();
        std::ifstream in(file, std::ios::binary);
        if (!in) throw std::runtime_error("cannot read " + file);
        bytes.insert(bytes.end(), std::istreambuf_iterator<char>(in), {});
        places.push_back({name, file, output, start, bytes.size()});
        band();
        before = bytes;
    }

    // The operands around which something was written, or in which although they are no outputs.
    Text touched() const {
        Text names;
        for (const Place &p : places) {
            bool same = true;
            for (size_t i = p.start - guard; i < p.end + guard; ++i)
                same = same && (bytes[i] == before[i] || (p.output && i >= p.start && i < p.end));
            if (!same) names += (names.empty() ? "\"" : ",\"") + p.name + "\"";
        }
        return names;
    }

    void save() const {
        for (const Place &p : places) {
            if (!p.output) continue;
            std::ofstream out(p.file, std::ios::binary);
            if (!out.write(&bytes[p.start], p.end - p.start).flush()) throw std::runtime_error("cannot write " + p.file);
        }
    }
};

// The end of an answer: what follows the case.
static Text answer(const Text &request) {
    if (after(request, "\"op\":\"") != "tcolexpand" || after(request, "\"form\":\"") != "plain") return "\"outcome\":\"unsupported\"";
    const Tile dst(request, "dst"), src(request, "src");
    const Text rule = why_illegal(dst, src);
    if (!rule.empty()) return "\"outcome\":\"rejected\",\"rule\":\"" + rule + "\"";
    const size_t files = request.find("\"files\":{");
    if (files == Text::npos) return "\"outcome\":\"ok\"";
    const Text paths = request.substr(files);
    Memory memory;
    memory.add("dst", after(paths, "\"dst\":\""), true);
    memory.add("src", after(paths, "\"src\":\""), false);
    run(dst, src, &memory.bytes[memory.places[0].start], &memory.bytes[memory.places[1].start]);
    memory.save();
    return "\"outcome\":\"ok\",\"touched\":[" + memory.touched() + "]";
}

int main() try {
    for (Text request; std::getline(std::cin, request);)
        std::cout << "{\"case\":\"" << after(request, "{\"case\":\"") << "\"," << answer(request) << "}" << std::endl;
} catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
}
