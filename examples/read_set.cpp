// Reads the inputs of every tuple of one operation of a vector set. C++17, no libraries.
//
//     g++ -std=c++17 -O2 -o read_set read_set.cpp
//     ./read_set SET/OPERATION
//
// Containers are zip files with stored members, each an array in numpy's .npy format. Every member
// has its true size in the directory at the end of the file, so that a few lines find it.

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

using Text = std::string;

// Little-endian unsigned number of T's size.
template <typename T>
static T number(const Text &bytes, size_t at) {
    T value;
    if (at > bytes.size() || bytes.size() - at < sizeof value) throw std::runtime_error("file cut short");
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

static Text slurp(const Text &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path);
    return Text(std::istreambuf_iterator<char>(file), {});
}

// The members of a zip file: name to content.
static std::map<Text, Text> members(const Text &zip) {
    const size_t end = zip.rfind("PK\5\6");
    if (end == Text::npos) throw std::runtime_error("no zip file");
    std::map<Text, Text> found;
    size_t entry = number<uint32_t>(zip, end + 16);
    for (unsigned left = number<uint16_t>(zip, end + 10); left > 0; --left) {
        const size_t name_length = number<uint16_t>(zip, entry + 28);
        const size_t size = number<uint32_t>(zip, entry + 24);
        const size_t local = number<uint32_t>(zip, entry + 42);
        const size_t data = local + 30 + number<uint16_t>(zip, local + 26) + number<uint16_t>(zip, local + 28);
        if (data > zip.size() || zip.size() - data < size) throw std::runtime_error("zip member cut short");
        found[zip.substr(entry + 46, name_length)] = zip.substr(data, size);
        entry += 46 + name_length + number<uint16_t>(zip, entry + 30) + number<uint16_t>(zip, entry + 32);
    }
    return found;
}

// What follows `key` up to `end`: enough for the header of an array, and for names in a line.
static Text after(const Text &text, const Text &key, const Text &end) {
    const size_t at = text.find(key);
    if (at == Text::npos) return "";
    const size_t from = at + key.size();
    return text.substr(from, text.find(end, from) - from);
}

template <typename T>
static void print(const Text &npy, size_t data) {
    for (size_t i = 0; i < 4 && data + (i + 1) * sizeof(T) <= npy.size(); ++i)
        std::cout << ' ' << +number<T>(npy, data + i * sizeof(T));
}

// Prints type, shape and the first elements of an array; 16-bit floats as their bits.
static void print(const Text &name, const Text &npy) {
    const Text header = npy.substr(10, number<uint16_t>(npy, 8));
    const Text type = after(header, "'descr': '", "'");
    const size_t data = 10 + header.size();
    std::cout << name << ' ' << type << " (" << after(header, "'shape': (", ")") << "):";
    if (type == "<f4") print<float>(npy, data);
    else if (type == "|i1") print<int8_t>(npy, data);
    else if (type == "|u1") print<uint8_t>(npy, data);
    else if (type == "<i2") print<int16_t>(npy, data);
    else if (type == "<i4") print<int32_t>(npy, data);
    else if (type == "<u4") print<uint32_t>(npy, data);
    else if (type == "<i8") print<int64_t>(npy, data);
    else if (type == "<u8") print<uint64_t>(npy, data);
    else print<uint16_t>(npy, data);
    std::cout << '\n';
}

int main(int argc, char **argv) try {
    const Text folder = argc == 2 ? argv[1] : throw std::runtime_error("usage: read_set SET/OPERATION");
    std::map<Text, std::map<Text, Text>> containers;
    std::ifstream tuples(folder + "/tuples.jsonl");
    if (!tuples) throw std::runtime_error("cannot open " + folder + "/tuples.jsonl");
    for (Text line; std::getline(tuples, line);) {
        // A line begins with {"name":...; these keys have no escapes in their values.
        const Text tuple = after(line, "{\"name\":\"", "\""), file = after(line, "\"inputs\":\"", "\"");
        if (file.empty()) continue;  // an illegal tuple, without data
        auto &arrays = containers[file];
        if (arrays.empty()) arrays = members(slurp(folder + "/" + file));
        for (auto at = arrays.lower_bound(tuple + "/"); at != arrays.end() && at->first.rfind(tuple + "/", 0) == 0; ++at)
            print(at->first, at->second);
    }
} catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
}
