// Who wrote each byte of an operand last, who read it last, and whether what it holds comes from memory that nobody wrote.

#ifndef PTOCONF_NPU_SHADOW_HPP
#define PTOCONF_NPU_SHADOW_HPP

#include "order.hpp"

#include <cstddef>
#include <cstdint>

// clang needs the second word for atomic accesses.
#ifdef __clang__
#define PTOCONF_NPU_UNSEEN __attribute__((no_sanitize("thread"), disable_sanitizer_instrumentation))
#else
#define PTOCONF_NPU_UNSEEN __attribute__((no_sanitize("thread")))
#endif

namespace npu {

// For a byte: the step that wrote it, with the highest bit if from memory that nobody wrote; the vector step that read it.
struct Byte {
    std::uint32_t writer, reader;
};

constexpr std::uint32_t undefined_bit = 0x80000000u;

PTOCONF_NPU_UNSEEN inline bool is_undefined(const Byte& byte) { return byte.writer == nobody || byte.writer >= undefined_bit; }

// An operand: its memory, and what is known of each byte, if there is room for that.
struct Extent {
    const unsigned char* start;
    std::size_t bytes;
    Byte* shadow;
};

constexpr std::size_t most_extents = 64;

struct Extents {
    Extent all[most_extents];
    std::size_t count;
    const unsigned char *low, *high; // all of them lie in there
};

inline Extents extents;

// Bytes that an instruction takes at once: a block. A mask has a bit for each.
constexpr unsigned window = 32;

// What is wrong with bytes that were read.
struct Flaws {
    std::uint32_t undefined, early;
};

// The last access that was not in order: the step that it should have waited for, and the one that did not.
struct Race {
    std::uint32_t before, after;
};

inline Race race;

// The operand that has this address; none if no operand does.
const Extent* find(const void* address);

// Somebody reads bytes, here the current step.
Flaws reads(Agent agent, const void* from, std::uint32_t mask);

// The current step writes bytes; `undefined` ones come from memory that nobody wrote. Where `values` are known, those that are
// there already do not count: whoever comes too early finds the same.
void writes(Agent agent, const void* into, const void* values, std::uint32_t mask, std::uint32_t undefined);

// Stops at the last race.
[[noreturn]] void stop_at_race(const char* does, const char* did);

} // namespace npu

#endif
