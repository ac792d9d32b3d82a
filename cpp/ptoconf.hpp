// Lets an implementation of PTO tile operations in C++17 be judged by ptoconf. One header, no library.
//
//     #include "ptoconf.hpp"
//     void tcolsum(ptoconf::Case &c) { ... c["dst"], c["src"] ... throw ptoconf::Rejected("why"); }
//     int main(int argc, char **argv) { return ptoconf::run_main(argc, argv, {"my simulator", "1.0"}, tcolsum); }
//
//     ./program SET RESULTS DIGEST        DIGEST is what `ptoconf verify SET --digest` prints
//
// It reads the set in a folder, calls the function for every case, legal or not, and writes results for `ptoconf check`. Each tile
// lies between guard bands, so that stray writes show. A crash of the process loses the results: what may crash is better run case
// by case by `ptoconf run --impl exec:...`.

#ifndef PTOCONF_HPP
#define PTOCONF_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ptoconf {

// --- what an implementation sees ----------------------------------------------------------------

// The tuple is illegal. A rule that is named, such as "tcolsum/same-dtype", has to be the right one.
struct Rejected : std::runtime_error {
    explicit Rejected(const std::string &message, std::string named = "") : std::runtime_error(message), rule(std::move(named)) {}
    std::string rule;
};

// The implementation does not have this operation, form or type.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Json;

// An operand of a case. Extents are in elements.
struct Operand {
    std::string name, role;   // role: "in", "out" or "scratch"
    std::string loc, dtype;   // such as "vec", "f16"
    size_t rows = 0, cols = 0, valid_rows = 0, valid_cols = 0;
    bool dynamic_rows = false, dynamic_cols = false;  // whether a valid extent is a run-time value
    std::string blayout, slayout, pad, same_as;       // same_as: the operand whose memory this one shares, or empty
    size_t fractal = 0;
    std::optional<uint64_t> address;
    uint8_t *bytes = nullptr;  // the physical tile, row after row whatever its layout; null where the tuple carries no data

    size_t size() const { return rows * cols * element(); }
    size_t element() const { return dtype == "bf16" ? 2 : std::stoul(dtype.substr(1)) / 8; }
    // The tile as numbers of a type of the dtype's size: float for f32, uint16_t for f16 and bf16.
    template <typename T>
    T *tile() const {
        if (sizeof(T) != element()) throw std::logic_error("operand " + name + " of " + dtype + " asked for elements of another size");
        return reinterpret_cast<T *>(bytes);
    }
    template <typename T>
    T &at(size_t row, size_t col) const {
        if (row >= rows || col >= cols || !bytes) throw std::out_of_range("no such element of " + name);
        return tile<T>()[row * cols + col];
    }
};

// A case: an operation, its operands, and data.
struct Case {
    std::string id, op, form;
    std::map<std::string, bool> flags;          // attributes that are yes or no, such as isBinary
    std::map<std::string, std::string> words;   // attributes that are words, such as a precision
    std::deque<Operand> operands;               // in the order of the call
    uint64_t ub_bytes = 0;                      // memory that the profile promises
    bool has_data = false;                      // what is too large carries no data: it is accepted or rejected only

    Operand &operator[](const std::string &name) {
        for (Operand &operand : operands)
            if (operand.name == name) return operand;
        throw std::out_of_range(op + " " + form + " has no operand " + name);
    }
};

using Function = std::function<void(Case &)>;

// Who made the results; `details` are anything worth keeping, such as {"compiler", "g++ 14"}.
struct Implementation {
    std::string name, version;
    std::map<std::string, std::string> details = {};
};

// --- JSON ---------------------------------------------------------------------------------------

struct Json {
    enum Kind { Null, Bool, Number, String, List, Object } kind = Null;
    bool yes = false;
    uint64_t number = 0;  // of whole numbers from 0 on: sets have no others where this header looks
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> fields;

    const Json &operator[](const std::string &key) const {
        static const Json none;
        const auto found = fields.find(key);
        return found == fields.end() ? none : found->second;
    }
    const Json &operator[](size_t index) const { return list.at(index); }
    explicit operator bool() const { return kind != Null; }
};

class JsonReader {
public:
    explicit JsonReader(const std::string &whole_text) : text(whole_text) {}

    Json whole() {
        Json value = read(0);
        space();
        if (at != text.size()) fail();
        return value;
    }

private:
    const std::string &text;
    size_t at = 0;

    [[noreturn]] void fail() const { throw std::runtime_error("no JSON at byte " + std::to_string(at)); }
    void space() { at = std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }
    bool eat(char c) {
        space();
        if (at < text.size() && text[at] == c) return ++at, true;
        return false;
    }
    void need(char c) {
        if (!eat(c)) fail();
    }
    bool word(const char *word) {
        const size_t length = std::strlen(word);
        if (text.compare(at, length, word) != 0) return false;
        return at += length, true;
    }

    Json read(int depth) {
        if (depth > 64) fail();
        Json value;
        if (eat('{')) {
            value.kind = Json::Object;
            for (bool more = !eat('}'); more; more = !eat('}')) {
                if (!value.fields.empty()) need(',');
                space();
                const std::string key = string();
                need(':');
                value.fields[key] = read(depth + 1);
            }
        } else if (eat('[')) {
            value.kind = Json::List;
            for (bool more = !eat(']'); more; more = !eat(']')) {
                if (!value.list.empty()) need(',');
                value.list.push_back(read(depth + 1));
            }
        } else {
            scalar(value);
        }
        return value;
    }

    void scalar(Json &value) {
        space();
        if (at < text.size() && text[at] == '"') value.kind = Json::String, value.text = string();
        else if (word("true")) value.kind = Json::Bool, value.yes = true;
        else if (word("false")) value.kind = Json::Bool;
        else if (!word("null")) number(value);
    }

    void number(Json &value) {
        const size_t end = std::min(text.find_first_not_of("+-.0123456789eE", at), text.size());
        if (end == at) fail();
        value.kind = Json::Number, value.text = text.substr(at, end - at);
        if (value.text.find_first_not_of("0123456789") == std::string::npos) value.number = std::stoull(value.text);
        at = end;
    }

    std::string string() {
        std::string value;
        if (at >= text.size() || text[at] != '"') fail();
        for (++at; at < text.size() && text[at] != '"'; ++at) {
            if (text[at] != '\\') value += text[at];
            else escape(value);
        }
        if (at >= text.size()) fail();
        ++at;
        return value;
    }

    void escape(std::string &value) {
        static const std::string from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
        if (++at >= text.size()) fail();
        const size_t known = from.find(text[at]);
        if (known != std::string::npos) return void(value += to[known]);
        if (text[at] != 'u' || text.size() - at < 5) fail();
        // Nothing that this header looks at has other characters than these.
        const unsigned long code = std::stoul(text.substr(at + 1, 4), nullptr, 16);
        value += code < 128 ? static_cast<char>(code) : '?';
        at += 4;
    }
};

inline bool is_utf8(const std::string &text) {
    size_t follow = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (follow > 0 && byte >> 6 != 2) return false;
        if (follow > 0) --follow;
        else if (byte >= 0xC2 && byte < 0xE0) follow = 1;
        else if (byte >= 0xE1 && byte < 0xF0 && byte != 0xED) follow = 2;  // others begin characters that are rare, or none
        else if (byte > 127) return false;
    }
    return follow == 0;
}

inline std::string quoted(const std::string &text) {
    static const char digits[] = "0123456789abcdef";
    std::string out = "\"";
    const bool readable = is_utf8(text);
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') out += '\\';
        if (code > 127 && !readable) out += '?';
        else if (code < 32) out += std::string("\\u00") + digits[code >> 4] + digits[code & 15];
        else out += c;
    }
    return out + '"';
}

// --- containers ---------------------------------------------------------------------------------

inline std::string slurp(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path.string());
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// A name in a set that is used as a path: of something in a folder, never of what lies outside.
inline const std::string &plain(const std::string &name) {
    if (name.empty() || name == "." || name == ".." || name.find_first_of("/\\") != std::string::npos)
        throw std::runtime_error("the set names a file `" + name + "`, which is no name in a folder");
    return name;
}

// The arrays of a container, by the names of its members, without `.npy`.
class Npz {
public:
    explicit Npz(const std::filesystem::path &path) : zip(slurp(path)) {
        const size_t end = zip.rfind("PK\5\6");
        if (end == std::string::npos) throw std::runtime_error(path.string() + " is no zip file");
        size_t entry = number<uint32_t>(end + 16);
        for (unsigned left = number<uint16_t>(end + 10); left > 0; --left) {
            const size_t length = number<uint16_t>(entry + 28), size = number<uint32_t>(entry + 24), local = number<uint32_t>(entry + 42);
            const size_t npy = local + 30 + number<uint16_t>(local + 26) + number<uint16_t>(local + 28);
            const size_t data = npy + 10 + number<uint16_t>(npy + 8);
            if (npy + size > zip.size() || data > npy + size || length < 4) throw std::runtime_error(path.string() + " is cut short");
            members[zip.substr(entry + 46, length - 4)] = {data, npy + size - data};
            entry += 46 + length + number<uint16_t>(entry + 30) + number<uint16_t>(entry + 32);
        }
    }

    // Copies part number `slot` of an array into `to`, which has the size of a part; false where there is no such array.
    bool copy(const std::string &name, size_t slot, uint8_t *to, size_t size) const {
        const auto found = members.find(name);
        if (found == members.end()) return false;
        const auto [data, length] = found->second;
        if ((slot + 1) * size > length) throw std::runtime_error("array " + name + " is shorter than its tiles");
        if (size > 0) std::memcpy(to, zip.data() + data + slot * size, size);
        return true;
    }

private:
    std::string zip;
    std::map<std::string, std::pair<size_t, size_t>> members;

    template <typename T>
    T number(size_t at) const {
        T value;
        if (at > zip.size() || zip.size() - at < sizeof value) throw std::runtime_error("a container is cut short");
        std::memcpy(&value, zip.data() + at, sizeof value);
        return value;
    }
};

inline uint32_t crc32(const std::string &bytes) {
    static const std::array<uint32_t, 256> table = [] {
        std::array<uint32_t, 256> made{};
        for (uint32_t n = 0; n < 256; ++n) {
            made[n] = n;
            for (int bit = 0; bit < 8; ++bit) made[n] = made[n] & 1 ? 0xEDB88320u ^ (made[n] >> 1) : made[n] >> 1;
        }
        return made;
    }();
    uint32_t crc = ~0u;
    for (const char byte : bytes) crc = table[(crc ^ static_cast<uint8_t>(byte)) & 255] ^ (crc >> 8);
    return ~crc;
}

// Writes the outputs of an operation into containers of a bounded size.
class Outputs {
public:
    explicit Outputs(std::filesystem::path into) : folder(std::move(into)) {}
    ~Outputs() noexcept(false) {
        if (!std::uncaught_exceptions()) close();
    }
    Outputs(const Outputs &) = delete;
    Outputs &operator=(const Outputs &) = delete;

    // Adds the tiles of all cases of a tuple, [cases, rows, cols].
    void add(const std::string &name, const Operand &operand, size_t cases, const std::string &tiles) {
        static const std::map<std::string, std::string> numpy = {{"i8", "|i1"}, {"u8", "|u1"}, {"i16", "<i2"}, {"u16", "<u2"},
            {"f16", "<f2"}, {"bf16", "<u2"}, {"i32", "<i4"}, {"u32", "<u4"}, {"f32", "<f4"}, {"i64", "<i8"}, {"u64", "<u8"}};
        if (file.is_open() && (offset > LARGE || members > MANY)) close();
        if (!file.is_open()) open();
        std::string head = "{'descr': '" + numpy.at(operand.dtype) + "', 'fortran_order': False, 'shape': (" + std::to_string(cases) + ", " +
                           std::to_string(operand.rows) + ", " + std::to_string(operand.cols) + "), }";
        head.append(63 - (10 + head.size()) % 64, ' ');
        head += '\n';
        const std::string npy = std::string("\x93NUMPY\1\0", 8) + field(head.size(), 2) + head + tiles;
        const std::string file_name = name + ".npy";
        const std::string common = field(0, 2) + field(0, 2) + field(0, 2) + field(0x21, 2) + field(crc32(npy), 4) + field(npy.size(), 4) +
                                   field(npy.size(), 4) + field(file_name.size(), 2) + field(0, 2);
        directory += "PK\1\2" + field(10, 2) + field(10, 2) + common + field(0, 10) + field(offset, 4) + file_name;
        write("PK\3\4" + field(10, 2) + common + file_name + npy);
        ++members;
    }

private:
    static constexpr uint64_t LARGE = 256u << 20, MANY = 60000;
    std::filesystem::path folder;
    std::ofstream file;
    std::string directory;
    uint64_t offset = 0, members = 0;
    int containers = 0;

    static std::string field(uint64_t value, int bytes) {
        std::string out;
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(i < 8 ? value >> (8 * i) & 255 : 0);
        return out;
    }
    void write(const std::string &bytes) {
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        offset += bytes.size();
    }
    void open() {
        std::filesystem::create_directories(folder);
        std::string number = std::to_string(containers++);
        number.insert(0, number.size() < 3 ? 3 - number.size() : 0, '0');
        file.open(folder / ("outputs-" + number + ".npz"), std::ios::binary);
        directory.clear();
        offset = members = 0;
    }
    void close() {
        if (!file.is_open()) return;
        const std::string end = "PK\5\6" + field(0, 4) + field(members, 2) + field(members, 2) + field(directory.size(), 4) + field(offset, 4) + field(0, 2);
        write(directory);
        write(end);
        file.close();
        if (!file) throw std::runtime_error("cannot write results into " + folder.string());
    }
};

// --- cases and their memory ---------------------------------------------------------------------

// The memory of an operand, or of several that share it, between two guard bands.
class Memory {
public:
    Memory(size_t size, uint8_t canary) : bytes(size + 2 * GUARD, canary) {
        // A band is unlike the others: what was copied out of another one shows, too.
        for (size_t i = 0; i < bytes.size(); ++i)
            if (i < GUARD || i >= size + GUARD) bytes[i] = static_cast<uint8_t>((i + size) % 251);
    }
    uint8_t *tile() { return bytes.data() + GUARD; }
    void remember() { before = bytes; }
    // Whether something was written around the tile, or in it although it is an input alone.
    bool touched() const {
        const auto differs = [this](size_t from, size_t to) { return std::memcmp(bytes.data() + from, before.data() + from, to - from) != 0; };
        return is_input ? differs(0, bytes.size()) : differs(0, GUARD) || differs(bytes.size() - GUARD, bytes.size());
    }
    bool is_input = true;

private:
    static constexpr size_t GUARD = 64;
    std::vector<uint8_t> bytes, before;
};

inline Operand operand_of(const Json &json) {
    const Json &tile = json["tile"];
    Operand o;
    o.name = json["name"].text, o.role = json["role"].text;
    o.loc = tile["loc"].text, o.dtype = tile["dtype"].text;
    o.rows = tile["shape"][0].number, o.cols = tile["shape"][1].number;
    o.valid_rows = tile["valid"][0].number, o.valid_cols = tile["valid"][1].number;
    o.dynamic_rows = tile["dynamic"][0].yes, o.dynamic_cols = tile["dynamic"][1].yes;
    o.blayout = tile["blayout"].text, o.slayout = tile["slayout"].text, o.pad = tile["pad"].text, o.same_as = tile["same_as"].text;
    o.fractal = tile["fractal"].number;
    if (tile["address"]) o.address = tile["address"].number;
    return o;
}

inline Case case_of(const Json &line, size_t slot, uint64_t ub_bytes) {
    const Json &tuple = line["tuple"];
    Case c;
    c.op = tuple["op"].text, c.form = tuple["form"].text;
    c.id = c.op + "/" + line["name"].text + "/" + std::to_string(slot);
    for (const auto &[name, value] : tuple["attributes"].fields) {
        if (value.kind == Json::Bool) c.flags[name] = value.yes;
        else c.words[name] = value.text;
    }
    for (const Json &operand : tuple["operands"].list) c.operands.push_back(operand_of(operand));
    c.ub_bytes = ub_bytes;
    c.has_data = static_cast<bool>(line["inputs"]);
    return c;
}

using Memories = std::map<std::string, Memory>;

// Gives each operand of a case its memory, by the name of the operand that owns it.
inline Memories place(Case &c, const Npz &inputs, size_t slot, uint8_t canary) {
    Memories memories;
    const auto owner = [](const Operand &o) { return o.same_as.empty() ? o.name : o.same_as; };
    std::map<std::string, size_t> sizes;
    for (const Operand &o : c.operands) sizes[owner(o)] = std::max(sizes[owner(o)], o.size());
    for (const auto &[name, size] : sizes) memories.emplace(name, Memory(size, canary));
    for (Operand &o : c.operands) {
        Memory &memory = memories.at(owner(o));
        o.bytes = memory.tile();
        const std::string array = c.id.substr(c.op.size() + 1, c.id.rfind('/') - c.op.size() - 1) + "/" + o.name;
        if (o.role == "in") inputs.copy(array, slot, o.bytes, o.size());
        else memory.is_input = false;
    }
    for (auto &[name, memory] : memories) memory.remember();
    return memories;
}

// --- the run ------------------------------------------------------------------------------------

// Calls the function for a case; the fields of its line of results.
inline std::string outcome(const Function &function, Case &c, bool &ran) {
    const auto ended = [](const char *outcome, const std::string &message) {
        return std::string(",\"outcome\":\"") + outcome + "\"" + (message.empty() ? "" : ",\"message\":" + quoted(message.substr(0, 1000)));
    };
    ran = false;
    try {
        function(c);
    } catch (const Rejected &rejected) {
        return ended("rejected", rejected.what()) + (rejected.rule.empty() ? "" : ",\"rule\":" + quoted(rejected.rule));
    } catch (const Unsupported &unsupported) {
        return ended("unsupported", unsupported.what());
    } catch (const std::exception &error) {
        return ended("crashed", error.what());  // a mistake is no rejection
    } catch (...) {
        return ended("crashed", "an exception that is no std::exception");
    }
    ran = true;
    return ended("ok", "");
}

inline std::string touched(const Case &c, const Memories &memories) {
    std::string names;
    for (const Operand &o : c.operands)
        if (memories.at(o.same_as.empty() ? o.name : o.same_as).touched()) names += (names.empty() ? "" : ",") + quoted(o.name);
    return ",\"touched\":[" + names + "]";
}

// Runs all cases of a tuple.
inline void run_tuple(const Function &function, const Json &suite, const Json &line, const Npz *inputs, Outputs &outputs, std::ostream &lines) {
    std::map<std::string, std::string> tiles;
    bool some = false;
    const size_t cases = line["cases"].number;
    Case c;
    for (size_t slot = 0; slot < cases; ++slot) {
        c = case_of(line, slot, suite["profile"]["limits"]["ub_bytes"].number);
        Memories memories;
        if (c.has_data) memories = place(c, *inputs, slot, static_cast<uint8_t>(suite["canary"].number));
        bool ran;
        lines << "{\"case\":" << quoted(c.id) << outcome(function, c, ran);
        if (ran && c.has_data) lines << touched(c, memories);
        lines << "}\n";
        some = some || (ran && c.has_data);
        for (const Operand &o : c.operands)
            if (o.role == "out" && c.has_data) tiles[o.name].append(reinterpret_cast<const char *>(o.bytes), o.size());
    }
    for (const Operand &o : c.operands)
        if (o.role == "out" && some) outputs.add(line["name"].text + "/" + o.name, o, cases, tiles[o.name]);
}

inline std::string head(const std::string &digest, const Implementation &implementation) {
    std::string details;
    for (const auto &[name, text] : implementation.details) details += (details.empty() ? "" : ",") + quoted(name) + ":" + quoted(text);
    return "{\"format\":\"ptoconf-results/1\",\"suite\":" + quoted(digest) + ",\"implementation\":{\"name\":" + quoted(implementation.name) +
           ",\"version\":" + quoted(implementation.version) + ",\"observes\":[\"inputs\",\"surroundings\",\"scratch\"]" +
           (details.empty() ? "" : ",\"details\":{" + details + "}") + "}}\n";
}

// While a run is under way a function that ends the program, with whatever exit code, ends it with 1.
class Running {
public:
    Running() {
        static const int registered = std::atexit([] {
            if (!is_on()) return;
            std::cerr << "error: the program ended in the middle of a case: there are no results" << std::endl;
            std::_Exit(1);
        });
        static_cast<void>(registered);
        is_on() = true;
    }
    ~Running() { is_on() = false; }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;

private:
    static bool &is_on() {
        static bool on = false;
        return on;
    }
};

inline Json parsed(const std::string &text, const std::filesystem::path &file) {
    try {
        return JsonReader(text).whole();
    } catch (const std::exception &error) {
        throw std::runtime_error(file.string() + ": " + error.what());
    }
}

// Runs a function over the set in a folder, and writes results into another one, which must not be there: whole or not at all.
inline void run(const std::filesystem::path &set, const std::filesystem::path &results, const std::string &digest,
                const Implementation &implementation, const Function &function) {
    const bool is_digest = digest.size() == 64 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!is_digest) throw std::runtime_error("`" + digest + "` is no digest of a set; next: ptoconf verify " + set.string() + " --digest");
    if (std::filesystem::weakly_canonical(results).parent_path() == std::filesystem::weakly_canonical(set))
        throw std::runtime_error(results.string() + " is in the folder of the set, which holds nothing else; next: give another folder");
    if (std::filesystem::exists(results)) throw std::runtime_error(results.string() + " is there already; next: remove it, or give another folder");
    const std::string suite_text = slurp(set / "suite.json");
    const Json suite = parsed(suite_text, set / "suite.json");
    std::filesystem::path writing = results;
    writing += ".unfinished";
    std::filesystem::remove_all(writing);
    std::filesystem::create_directories(writing);
    const Running running;
    std::ofstream(writing / "results.json") << head(digest, implementation);
    std::ofstream lines(writing / "results.jsonl", std::ios::binary);
    for (const Json &operation : suite["operations"].list) {
        const std::string &name = plain(operation["name"].text);
        std::ifstream tuples(set / name / "tuples.jsonl");
        Outputs outputs(writing / name);
        std::unique_ptr<Npz> container;
        std::string opened;
        for (std::string text; std::getline(tuples, text);) {
            const Json line = parsed(text, set / name / "tuples.jsonl");
            const std::string &inputs = line["inputs"].text;
            if (line["inputs"] && inputs != opened) container = std::make_unique<Npz>(set / name / plain(inputs)), opened = inputs;
            run_tuple(function, suite, line, container.get(), outputs, lines);
        }
    }
    lines.close();
    if (!lines) throw std::runtime_error("cannot write results into " + writing.string());
    std::filesystem::rename(writing, results);
}

// A program around one function: its arguments are SET, RESULTS and DIGEST. Gives the exit code.
inline int run_main(int argc, char **argv, const Implementation &implementation, const Function &function) {
    try {
        if (argc != 4) throw std::runtime_error("usage: " + std::string(argc > 0 ? argv[0] : "program") + " SET RESULTS DIGEST\nDIGEST is what `ptoconf verify SET --digest` prints");
        run(argv[1], argv[2], argv[3], implementation, function);
        return 0;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return 1;
    }
}

}  // namespace ptoconf

#endif
