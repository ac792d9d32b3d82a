// What watches memory. For one translation unit of a program, where it is compiled once: the driver's, or that of a test.

#ifndef PTOCONF_NPU_WATCHING_HPP
#define PTOCONF_NPU_WATCHING_HPP

#include "ending.hpp"
#include "operands.hpp"
#include "seen.hpp"
#include "shadow.hpp"

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>

// Cases are compiled without optimization, but this is done for every byte of memory that they touch.
#pragma GCC push_options
#pragma GCC optimize("O2")

namespace npu {

#ifdef PTOCONF_NPU_IN_ORDER
constexpr bool in_order = true;
#else
constexpr bool in_order = false;
#endif
#ifdef PTOCONF_NPU_OVERWRITING_WAITS
constexpr bool overwriting_waits = true;
#else
constexpr bool overwriting_waits = false;
#endif

PTOCONF_NPU_UNSEEN const Extent* find(const void* address)
{
    const auto* at = static_cast<const unsigned char*>(address);
    if (at < extents.low || at >= extents.high) return nullptr;
    const Extent* found = nullptr;
    for (const Extent* e = extents.all; e < extents.all + extents.count; ++e) {
        if (at >= e->start && at < e->start + e->bytes && (found == nullptr || e->bytes > found->bytes)) found = e;
    }
    return found;
}

PTOCONF_NPU_UNSEEN const char* way(Agent a, Agent b) { return (a == scalar) == (b == scalar) ? "barrier" : "flag"; }

[[noreturn]] void stop_at_race(const char* does, const char* did)
{
    const Step& before = step(race.before);
    const char* what = way(before.agent, step(race.after).agent);
    if (before.agent == scalar) stop("%s bytes that scalar code %s, with no %s between them", does, did, what);
    stop("%s bytes that %s at %s:%d %s, with no %s between them", does, before.name, before.site.file, before.site.line, did, what);
}

// Whether a step was made with the register of the current one: those run in the order of the program.
PTOCONF_NPU_UNSEEN bool is_same_register(std::uint32_t number)
{
    const void* with = step(steps.last).with;
    return with != nullptr && step(number).with == with;
}

PTOCONF_NPU_UNSEEN Flaws reads(Agent agent, const void* from, std::uint32_t mask)
{
    const Extent* extent = find(from);
    if (extent == nullptr || extent->shadow == nullptr) return {0, 0};
    const std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char*>(from) - extent->start);
    Flaws flaws{0, 0};
    std::uint32_t seen = nobody; // over, or nothing to look at again
    for (unsigned i = 0; i < window && offset + i < extent->bytes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        Byte& byte = extent->shadow[offset + i];
        if (is_undefined(byte)) flaws.undefined |= 1u << i;
        const std::uint32_t writer = byte.writer & ~undefined_bit;
        if (agent != scalar) byte.reader = steps.last;
        // Who reads what is undefined has no right to anything.
        if (in_order || writer == seen || is_undefined(byte)) continue;
        if (is_over(writer, vector_store, agent) || is_same_register(writer)) {
            seen = writer;
        } else {
            flaws.early |= 1u << i;
            race = {writer, steps.last};
        }
    }
    return flaws;
}

// Whether a step that touched a byte has to be over before another overwrites it, and may not be. In one pipe that is a switch.
PTOCONF_NPU_UNSEEN bool is_overwritten_early(std::uint32_t number, Agent as, Agent agent)
{
    if (in_order || is_over(number, as, agent)) return false;
    const bool same_pipe = agent != scalar && step(number).agent != scalar;
    return !same_pipe || (overwriting_waits && !is_same_register(number));
}

PTOCONF_NPU_UNSEEN void writes(Agent agent, const void* into, const void* values, std::uint32_t mask, std::uint32_t undefined)
{
    const Extent* extent = find(into);
    if (extent == nullptr || extent->shadow == nullptr) return;
    const std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char*>(into) - extent->start);
    const auto* value = static_cast<const unsigned char*>(values);
    const char* does = agent == scalar ? "scalar code overwrites" : "overwrites";
    Byte seen{nobody, nobody};
    for (unsigned i = 0; i < window && offset + i < extent->bytes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        Byte& byte = extent->shadow[offset + i];
        const bool is_defined = (undefined >> i & 1) == 0;
        if (value != nullptr && is_defined && !is_undefined(byte) && value[i] == extent->start[offset + i]) continue;
        const std::uint32_t writer = byte.writer & ~undefined_bit;
        if (writer != seen.writer && is_overwritten_early(writer, vector_store, agent)) {
            race = {writer, steps.last};
            stop_at_race(does, "writes");
        }
        if (byte.reader != seen.reader && is_overwritten_early(byte.reader, vector_load, agent)) {
            race = {byte.reader, steps.last};
            stop_at_race(does, "reads");
        }
        seen = {writer, byte.reader};
        byte = {steps.last | (is_defined ? 0 : undefined_bit), nobody};
    }
}

// A part of an operand that the case's input fills.
PTOCONF_NPU_UNSEEN void is_given(const void* start, std::size_t bytes)
{
    const Extent* extent = find(start);
    if (extent == nullptr || extent->shadow == nullptr) return;
    const std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char*>(start) - extent->start);
    for (std::size_t i = offset; i < offset + bytes && i < extent->bytes; ++i) extent->shadow[i].writer = input;
}

// The first step that filled one of these bytes from memory that nobody wrote.
PTOCONF_NPU_UNSEEN std::uint32_t first_undefined(const void* start, std::size_t bytes)
{
    const Extent* extent = find(start);
    if (extent == nullptr || extent->shadow == nullptr) return nobody;
    const std::size_t offset = static_cast<std::size_t>(static_cast<const unsigned char*>(start) - extent->start);
    for (std::size_t i = offset; i < offset + bytes && i < extent->bytes; ++i) {
        if (extent->shadow[i].writer >= undefined_bit) return extent->shadow[i].writer & ~undefined_bit;
    }
    return nobody;
}

// The shadow of an operand, which is empty: nobody wrote anything.
Byte* new_shadow(std::size_t bytes)
{
    void* memory = mmap(nullptr, bytes * sizeof(Byte), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<Byte*>(memory);
}

void add_result(const void* start, std::size_t bytes)
{
    if (results.count == results.room) {
        results.room = 2 * results.room + 64;
        results.all = static_cast<Results::Part*>(std::realloc(results.all, results.room * sizeof(Results::Part)));
        if (results.all == nullptr) stop("no memory for the results of the kernel");
    }
    results.all[results.count++] = {static_cast<const unsigned char*>(start), bytes};
}

} // namespace npu

#pragma GCC pop_options

// The driver of the cases calls this with each operand before a case.
extern "C" void ptoconf_take_operand(const void* start, std::size_t bytes)
{
    npu::Extents& all = npu::extents;
    if (all.count == npu::most_extents) npu::stop("more than %zu operands", npu::most_extents);
    const auto* first = static_cast<const unsigned char*>(start);
    all.all[all.count++] = {first, bytes, npu::new_shadow(bytes)};
    if (all.low == nullptr || first < all.low) all.low = first;
    if (first + bytes > all.high) all.high = first + bytes;
}

// And then with each part of their valid regions: what the inputs fill, and what results are judged by.
extern "C" void ptoconf_take_valid(const void* start, std::size_t bytes, bool is_result)
{
    if (is_result) npu::add_result(start, bytes);
    else npu::is_given(start, bytes);
}

#endif
