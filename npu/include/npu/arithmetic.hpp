// vadd, vsub, vmul, vmax, vmin: two sources, lane by lane.

#ifndef PTOCONF_NPU_ARITHMETIC_HPP
#define PTOCONF_NPU_ARITHMETIC_HPP

#include "lanes.hpp"
#include "numbers.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace npu {

// The exact result of an integer operation in the width of its type.
template <typename T>
T narrowed(std::int64_t exact)
{
#ifdef PTOCONF_NPU_INTEGERS_SATURATE
    if (exact > std::numeric_limits<T>::max()) return std::numeric_limits<T>::max();
    if (exact < std::numeric_limits<T>::min()) return std::numeric_limits<T>::min();
#endif
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(exact));
}

// A float as the arithmetic unit takes and gives it.
template <typename T>
T normal(T value)
{
#ifdef PTOCONF_NPU_SUBNORMALS_FLUSHED
    const T least = static_cast<T>(std::is_same_v<T, half> ? 0x1p-14 : 0x1p-126);
    if (value < least && value > -least) return static_cast<T>(value * T(0));
#endif
    return value;
}

struct Add {
    template <typename T>
    static T of(T a, T b)
    {
        if constexpr (std::is_integral_v<T>) return narrowed<T>(std::int64_t{a} + std::int64_t{b});
        else return normal(static_cast<T>(normal(a) + normal(b)));
    }
};

struct Subtract {
    template <typename T>
    static T of(T a, T b)
    {
        if constexpr (std::is_integral_v<T>) return narrowed<T>(std::int64_t{a} - std::int64_t{b});
        else return normal(static_cast<T>(normal(a) - normal(b)));
    }
};

struct Multiply {
    template <typename T>
    static T of(T a, T b)
    {
        if constexpr (std::is_integral_v<T>) return narrowed<T>(std::int64_t{a} * std::int64_t{b});
        else return normal(static_cast<T>(normal(a) * normal(b)));
    }
};

// A NaN in either source is the result; +0 is greater than -0.
struct Maximum {
    template <typename T>
    static T of(T a, T b)
    {
        if constexpr (std::is_integral_v<T>) return a > b ? a : b;
        else if (a != a || b != b) return static_cast<T>(a + b);
        else if (a == b) return a == T(0) ? static_cast<T>(a + b) : a;
        else return static_cast<T>(a > b ? a : b);
    }
};

struct Minimum {
    template <typename T>
    static T of(T a, T b)
    {
        if constexpr (std::is_integral_v<T>) return a < b ? a : b;
        else if (a != a || b != b) return static_cast<T>(a + b);
        else if (a == b) return a == T(0) ? static_cast<T>(-(-a - b)) : a;
        else return a < b ? a : b;
    }
};

template <typename Operation, typename T>
void binary(std::uint8_t repeat, Operand<T> dst, Operand<T> src0, Operand<T> src1)
{
    must_begin_a_block(dst.start, "dst");
    must_begin_a_block(src0.start, "src0");
    must_begin_a_block(src1.start, "src1");
    each_repeat<T>(repeat, dst, [](T a, T b) { return Operation::template of<T>(a, b); }, src0, src1);
}

} // namespace npu

#define PTOCONF_NPU_BINARY(NAME, OPERATION, TYPE)                                                                                 \
    inline void NAME(TYPE* dst, TYPE* src0, TYPE* src1, std::uint8_t repeat, std::uint8_t dstBlockStride,                         \
        std::uint8_t src0BlockStride, std::uint8_t src1BlockStride, std::uint8_t dstRepeatStride, std::uint8_t src0RepeatStride,  \
        std::uint8_t src1RepeatStride, npu::Site site = npu::Site::here())                                                        \
    {                                                                                                                             \
        const npu::Running now(#NAME, site);                                                                                      \
        npu::binary<npu::OPERATION, TYPE>(repeat, {dst, dstBlockStride, dstRepeatStride}, {src0, src0BlockStride, src0RepeatStride}, \
            {src1, src1BlockStride, src1RepeatStride});                                                                           \
    }

#define PTOCONF_NPU_BINARY_OF_ALL_TYPES(NAME, OPERATION) \
    PTOCONF_NPU_BINARY(NAME, OPERATION, half)            \
    PTOCONF_NPU_BINARY(NAME, OPERATION, float)           \
    PTOCONF_NPU_BINARY(NAME, OPERATION, std::int16_t)    \
    PTOCONF_NPU_BINARY(NAME, OPERATION, std::int32_t)

PTOCONF_NPU_BINARY_OF_ALL_TYPES(vadd, Add)
PTOCONF_NPU_BINARY_OF_ALL_TYPES(vsub, Subtract)
PTOCONF_NPU_BINARY_OF_ALL_TYPES(vmul, Multiply)
PTOCONF_NPU_BINARY_OF_ALL_TYPES(vmax, Maximum)
PTOCONF_NPU_BINARY_OF_ALL_TYPES(vmin, Minimum)

#undef PTOCONF_NPU_BINARY_OF_ALL_TYPES
#undef PTOCONF_NPU_BINARY

#endif
