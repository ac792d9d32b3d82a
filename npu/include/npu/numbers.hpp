// Number types of the device that C++ does not have everywhere.

#ifndef PTOCONF_NPU_NUMBERS_HPP
#define PTOCONF_NPU_NUMBERS_HPP

#include <cstdint>
#include <cstring>

using half = _Float16;
using float16_t = half;
using float32_t = float;

// The kernels of the suite only move bfloat16; arithmetic goes through float and rounds to nearest, ties to even.
struct bfloat16_t {
    std::uint16_t bits;

    bfloat16_t() = default;
    bfloat16_t(float value)
    {
        std::uint32_t wide;
        std::memcpy(&wide, &value, sizeof wide);
        const bool is_nan = (wide & 0x7fffffffu) > 0x7f800000u;
        bits = static_cast<std::uint16_t>(is_nan ? (wide >> 16) | 0x40u : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16);
    }

    operator float() const
    {
        const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
        float value;
        std::memcpy(&value, &wide, sizeof value);
        return value;
    }
};

#endif
