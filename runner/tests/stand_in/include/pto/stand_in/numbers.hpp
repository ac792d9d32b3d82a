// Element types, and arithmetic in them: integers wrap.

#ifndef STAND_IN_NUMBERS_HPP
#define STAND_IN_NUMBERS_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

typedef _Float16 half;

#ifdef STAND_IN_FAULT_NO_BF16
typedef half bfloat16_t;
#else
// Only moved here, never computed with.
struct bfloat16_t {
    std::uint16_t bits;
};
#endif

namespace pto {

template <typename T, typename... Types>
constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);

template <typename T, typename... Types>
constexpr bool all_same = (std::is_same_v<T, Types> && ...);

template <typename T>
T plus(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    } else {
        return a + b;
    }
}

template <typename T>
T minus(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
    } else {
        return a - b;
    }
}

// The quotient of two half has no middle of two in float, so that rounding it again is as if it was done once. Over zero an
// integer is zero; the smallest one over -1 stays what it is.
template <typename T>
T over(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        return b == 0 ? T{0} : static_cast<T>(static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b));
    } else if constexpr (std::is_same_v<T, half>) {
        return static_cast<half>(static_cast<float>(a) / static_cast<float>(b));
    } else {
        return a / b;
    }
}

// The product of two half is exact in float, and rounded once.
template <typename T>
T times(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    } else if constexpr (std::is_same_v<T, half>) {
        return static_cast<half>(static_cast<float>(a) * static_cast<float>(b));
    } else {
        return a * b;
    }
}

// e to a difference that is rounded to the type first, in double.
template <typename T>
T exponential(T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        return a;
    } else {
        const T difference = minus(a, b);
        return static_cast<T>(std::exp(static_cast<double>(difference)));
    }
}

// The first of two stays unless the second is larger: a NaN, or a zero of either sign, stays too.
template <typename T>
T larger(T a, T b)
{
    return b > a ? b : a;
}

// The first of two stays unless the second is smaller.
template <typename T>
T smaller(T a, T b)
{
    return b < a ? b : a;
}

} // namespace pto

#endif
