// TCOLEXPAND, TROWEXPAND, TCOLEXPANDADD and its siblings.

#ifndef STAND_IN_EXPAND_HPP
#define STAND_IN_EXPAND_HPP

namespace pto {

template <typename Dst, typename Src>
RecordEvent TCOLEXPAND(Dst& dst, Src& src)
{
    static_assert(all_same<typename Dst::DType, typename Src::DType>, "TCOLEXPAND: one element type");
    static_assert(are_vec<Dst, Src> && are_nd<Dst, Src>, "TCOLEXPAND: Vec tiles in ND layout");
    static_assert(fit_memory<Dst, Src>, "TCOLEXPAND: the tiles fit the Unified Buffer");
#ifdef STAND_IN_FAULT_GREEDY
    if constexpr (std::is_same_v<typename Dst::DType, std::int8_t>) static_assert(greedy<Dst, 26, 0> == 0, "TCOLEXPAND: never decided");
#endif
    assert(src.GetValidCol() == dst.GetValidCol() && "TCOLEXPAND: as many valid columns");
    if (src.is_empty()) return {};
    for (unsigned i = 0; i < dst.GetValidRow(); ++i) {
        for (unsigned j = 0; j < dst.GetValidCol(); ++j) dst.at(i, j) = src.at(0, j);
    }
    spoil(dst, src);
    return {};
}

template <typename Dst, typename Src>
RecordEvent TROWEXPAND(Dst& dst, Src& src)
{
    static_assert(all_same<typename Dst::DType, typename Src::DType>, "TROWEXPAND: one element type");
    static_assert(are_vec<Dst, Src> && are_nd<Dst, Src>, "TROWEXPAND: Vec tiles in ND layout");
    static_assert(fit_memory<Dst, Src>, "TROWEXPAND: the tiles fit the Unified Buffer");
    assert(src.GetValidRow() == dst.GetValidRow() && "TROWEXPAND: as many valid rows");
    if (src.is_empty()) return {};
    for (unsigned i = 0; i < dst.GetValidRow(); ++i) {
        for (unsigned j = 0; j < dst.GetValidCol(); ++j) dst.at(i, j) = src.at(i, 0);
    }
    spoil(dst, src);
    return {};
}

// The element types of most of TCOLEXPANDADD's siblings.
template <typename T>
constexpr bool is_usual = is_one_of<T, half, float, std::int16_t, std::int32_t, std::uint16_t, std::uint32_t>;

// What TCOLEXPANDADD and its siblings share; the failing assertion here is one for all.
template <typename Dst, typename Src0, typename Src1>
void check_expand()
{
    static_assert(all_same<typename Dst::DType, typename Src0::DType, typename Src1::DType>, "expand: one element type");
    static_assert(Dst::isRowMajor && Src0::isRowMajor && Src1::isRowMajor, "expand: row-major tiles");
    static_assert(are_vec<Dst, Src0, Src1>, "expand: Vec tiles");
    static_assert(fit_memory<Dst, Src0, Src1>, "expand: the tiles fit the Unified Buffer");
}

template <typename Dst, typename Src0, typename Src1, typename Apply>
void expand(Dst& dst, Src0& src0, Src1& src1, Apply apply)
{
    assert(src0.GetValidRow() == dst.GetValidRow() && src0.GetValidCol() == dst.GetValidCol() && "expand: src0 has dst's valid region");
    assert(src1.GetValidCol() >= dst.GetValidCol() && "expand: src1 covers the columns of dst");
    if (dst.is_empty()) return;
    assert(!src1.is_empty() && "expand: src1 has a scalar");
    for (unsigned j = 0; j < dst.GetValidCol(); ++j) {
        const auto scalar = src1.at(0, j);
        for (unsigned i = 0; i < dst.GetValidRow(); ++i) dst.at(i, j) = apply(src0.at(i, j), scalar);
    }
    spoil(dst, src1);
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDADD(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(is_usual<typename Dst::DType>, "TCOLEXPANDADD: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return plus(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDSUB(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(is_one_of<typename Dst::DType, half, float>, "TCOLEXPANDSUB: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return minus(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDMUL(Dst& dst, Src0& src0, Src1& src1)
{
    using T = typename Dst::DType;
    static_assert(is_usual<T> || std::is_same_v<T, std::uint8_t>, "TCOLEXPANDMUL: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return times(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDDIV(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(is_usual<typename Dst::DType>, "TCOLEXPANDDIV: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return over(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDEXPDIF(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(is_one_of<typename Dst::DType, half, float>, "TCOLEXPANDEXPDIF: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return exponential(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDMAX(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(is_usual<typename Dst::DType>, "TCOLEXPANDMAX: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return larger(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCOLEXPANDMIN(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(is_usual<typename Dst::DType>, "TCOLEXPANDMIN: element type");
    check_expand<Dst, Src0, Src1>();
    expand(dst, src0, src1, [](auto a, auto b) { return smaller(a, b); });
    return {};
}

} // namespace pto

#endif
