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

inline void add_result(const void* start, std::size_t bytes)
{
    if (results.count == results.room) {
        results.room = 2 * results.room + 64;
        results.all = static_cast<Results::Part*>(std::realloc(results.all, results.room * sizeof(Results::Part)));
        if (results.all == nullptr) stop("no memory for the results of the kernel");
    }
    results.all[results.count++] = {static_cast<const unsigned char*>(start), bytes};
}

} // namespace npu

// The driver of the cases calls this with each operand before a case.
extern "C" __attribute__((used)) inline void ptoconf_take_operand(const void* start, std::size_t bytes)
{
    npu::Extents& all = npu::extents;
    if (all.count == npu::most_extents) npu::stop("more than %zu operands", npu::most_extents);
    const auto* first = static_cast<const unsigned char*>(start);
    all.all[all.count++] = {first, bytes, npu::new_shadow(bytes)};
    if (all.low == nullptr || first < all.low) all.low = first;
    if (first + bytes > all.high) all.high = first + bytes;
}

// And then with each part of their valid regions: what the inputs fill, and what results are judged by.
extern "C" __attribute__((used)) inline void ptoconf_take_valid(const void* start, std::size_t bytes, bool is_result)
{
    if (is_result) npu::add_result(start, bytes);
    else npu::is_given(start, bytes);
}

#endif
