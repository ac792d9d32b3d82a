// The memory of the operands. A vector load takes 256 bytes, however few of them are wanted: what lies past the operand
// is memory of somebody else, and poison here.

#ifndef PTOCONF_NPU_OPERANDS_HPP
#define PTOCONF_NPU_OPERANDS_HPP

#include "error.hpp"
#include "shadow.hpp"

#include <cstddef>
#include <cstring>

namespace npu {

constexpr unsigned char poison = 0xdb;

// Copies bytes out of an operand, and poison for those past its end. Gives how many there were.
inline std::size_t read(void* into, const void* from, std::size_t bytes)
{
    const Extent* extent = find(from);
    if (extent == nullptr) stop("src begins outside of every operand");
    const std::size_t left = static_cast<std::size_t>(extent->start + extent->bytes - static_cast<const unsigned char*>(from));
    const std::size_t there = left < bytes ? left : bytes;
    std::memset(into, poison, bytes);
    std::memcpy(into, from, there);
    return there;
}

// The parts of results that a case is judged by.
struct Results {
    struct Part {
        const unsigned char* start;
        std::size_t bytes;
    };
    Part* all = nullptr;
    std::size_t count = 0, room = 0;
};

inline Results results;

} // namespace npu

#endif
