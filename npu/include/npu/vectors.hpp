// Vector registers of 256 bytes, and masks with a bit for each of their bytes.

#ifndef PTOCONF_NPU_VECTORS_HPP
#define PTOCONF_NPU_VECTORS_HPP

#include "numbers.hpp"

#include <bitset>
#include <cstdint>
#include <cstring>

namespace npu {

constexpr unsigned vector_bytes = 256;

template <typename T>
constexpr unsigned vector_lanes = vector_bytes / sizeof(T);

// What is wrong with each byte of a register. A lane that is wrong in one byte is wrong in all.
struct Flawed {
    enum : unsigned char { undefined = 1, early = 2 };
    unsigned char bytes[vector_bytes];

    // A register that nobody filled.
    Flawed() { std::memset(bytes, undefined, sizeof bytes); }
};

template <typename T>
struct Vector {
    T lanes[vector_lanes<T>];
    Flawed flawed;

    unsigned char flaws(unsigned lane) const
    {
        unsigned char all = 0;
        for (unsigned i = 0; i < sizeof(T); ++i) all |= flawed.bytes[lane * sizeof(T) + i];
        return all;
    }

    void set(unsigned lane, T value, unsigned char flaws)
    {
        lanes[lane] = value;
        std::memset(flawed.bytes + lane * sizeof(T), flaws, sizeof(T));
    }
};

// A lane takes part if the bit of its lowest byte is set.
struct Mask {
    std::bitset<vector_bytes> bytes;

    template <typename T>
    bool active(unsigned lane) const
    {
        return bytes[lane * sizeof(T)];
    }
};

} // namespace npu

using vector_s8 = npu::Vector<std::int8_t>;
using vector_u8 = npu::Vector<std::uint8_t>;
using vector_s16 = npu::Vector<std::int16_t>;
using vector_u16 = npu::Vector<std::uint16_t>;
using vector_f16 = npu::Vector<half>;
using vector_bf16 = npu::Vector<bfloat16_t>;
using vector_s32 = npu::Vector<std::int32_t>;
using vector_u32 = npu::Vector<std::uint32_t>;
using vector_f32 = npu::Vector<float>;
using vector_s64 = npu::Vector<std::int64_t>;
using vector_u64 = npu::Vector<std::uint64_t>;
using vector_bool = npu::Mask;

// Defines something for every element type that vector instructions compute with.
#define PTOCONF_NPU_FOR_ALL_TYPES(DEFINE) \
    DEFINE(std::int8_t)                   \
    DEFINE(std::uint8_t)                  \
    DEFINE(std::int16_t)                  \
    DEFINE(std::uint16_t)                 \
    DEFINE(half)                          \
    DEFINE(bfloat16_t)                    \
    DEFINE(std::int32_t)                  \
    DEFINE(std::uint32_t)                 \
    DEFINE(float)

#endif
