// TCOLMAX and TCOLMIN: row 0, and each further row where it is better.

#ifndef STAND_IN_EXTREME_HPP
#define STAND_IN_EXTREME_HPP

namespace pto {

// The failing assertion of both operations is one.
template <typename Dst, typename Src>
void check_extreme()
{
    using T = typename Src::DType;
    static_assert(is_one_of<T, half, float, std::int16_t, std::int32_t>, "extreme: element type");
    static_assert(all_same<T, typename Dst::DType>, "extreme: one element type");
    static_assert(are_vec<Dst, Src> && are_nd<Dst, Src>, "extreme: Vec tiles in ND layout");
    static_assert(fit_memory<Dst, Src>, "extreme: the tiles fit the Unified Buffer");
}

template <typename Dst, typename Src, typename Better>
void extreme(Dst& dst, Src& src, Better better)
{
    assert(src.GetValidCol() == dst.GetValidCol() && "extreme: as many valid columns");
    assert(dst.GetValidRow() != 0 && "extreme: dst has a row");
    if (src.is_empty()) return;
    for (unsigned j = 0; j < src.GetValidCol(); ++j) {
        auto best = src.at(0, j);
        for (unsigned i = 1; i < src.GetValidRow(); ++i) best = better(best, src.at(i, j));
        dst.at(0, j) = best;
    }
    spoil(dst, src);
}

template <typename Dst, typename Src>
RecordEvent TCOLMAX(Dst& dst, Src& src)
{
    check_extreme<Dst, Src>();
    extreme(dst, src, [](auto a, auto b) { return larger(a, b); });
    return {};
}

template <typename Dst, typename Src>
RecordEvent TCOLMIN(Dst& dst, Src& src)
{
    check_extreme<Dst, Src>();
    extreme(dst, src, [](auto a, auto b) { return smaller(a, b); });
    return {};
}

} // namespace pto

#endif
