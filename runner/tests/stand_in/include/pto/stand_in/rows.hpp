// TROWEXPANDADD and its siblings, TROWMAX, TROWMIN and TROWSUM.

#ifndef STAND_IN_ROWS_HPP
#define STAND_IN_ROWS_HPP

namespace pto {

template <typename A, typename B>
bool same_valid(const A& a, const B& b)
{
    return a.GetValidRow() == b.GetValidRow() && a.GetValidCol() == b.GetValidCol();
}

// The value of a row that a column gives, or the one of its block.
template <typename Tile>
auto expanded_at(Tile& tile, unsigned row, unsigned col)
{
    constexpr unsigned block = 32 / sizeof(typename Tile::DType);
    return Tile::isRowMajor ? tile.at(row, col % block) : tile.at(row, 0);
}

template <typename Full, typename Expanded, typename Dst>
bool can_expand(Full& full, Expanded& expanded, Dst& dst)
{
    constexpr unsigned block = 32 / sizeof(typename Dst::DType);
    constexpr unsigned columns = Expanded::isRowMajor ? block : 1;
    return Full::isRowMajor && same_valid(full, dst) && expanded.GetValidRow() == dst.GetValidRow() && expanded.GetValidCol() == columns;
}

template <typename Dst, typename Src0, typename Src1, typename Apply>
void expand_rows(Dst& dst, Src0& src0, Src1& src1, Apply apply)
{
    static_assert(is_usual<typename Dst::DType>, "row expansion: element type");
    static_assert(all_same<typename Dst::DType, typename Src0::DType, typename Src1::DType>, "row expansion: one element type");
    static_assert(Dst::isRowMajor, "row expansion: row-major dst");
    static_assert(are_vec<Dst, Src0, Src1>, "row expansion: Vec tiles");
    const bool first = same_valid(src0, dst);
    assert((first || same_valid(src1, dst)) && "row expansion: a source has dst's valid region");
    assert((first ? can_expand(src0, src1, dst) : can_expand(src1, src0, dst)) && "row expansion: the other one is a column or blocks");
    for (unsigned i = 0; i < dst.GetValidRow(); ++i) {
        for (unsigned j = 0; j < dst.GetValidCol(); ++j) {
            dst.at(i, j) = first ? apply(src0.at(i, j), expanded_at(src1, i, j)) : apply(expanded_at(src0, i, j), src1.at(i, j));
        }
    }
    if (!dst.is_empty()) spoil(dst, src0);
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDADD(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return plus(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDSUB(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return minus(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDMUL(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return times(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDDIV(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return over(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDEXPDIF(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(is_one_of<typename Dst::DType, half, float>, "TROWEXPANDEXPDIF: element type");
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return exponential(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDMAX(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return larger(a, b); });
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename... Tmp>
RecordEvent TROWEXPANDMIN(Dst& dst, Src0& src0, Src1& src1, Tmp&...)
{
    static_assert(fit_memory<Dst, Src0, Src1, Tmp...>, "row expansion: the tiles fit the Unified Buffer");
    expand_rows(dst, src0, src1, [](auto a, auto b) { return smaller(a, b); });
    return {};
}

template <typename Dst, typename Src, typename Tmp>
void check_row_reduction(Dst& dst, Src& src)
{
    static_assert(all_same<typename Src::DType, typename Dst::DType>, "row reduction: one element type");
    static_assert(are_vec<Dst, Src> && are_nd<Src>, "row reduction: Vec tiles, src in ND layout");
    static_assert(Dst::is_nd || (!Dst::isRowMajor && Dst::Cols == 1), "row reduction: dst in ND layout or a column");
    static_assert(fit_memory<Dst, Src, Tmp>, "row reduction: the tiles fit the Unified Buffer");
    assert(!src.is_empty() && "row reduction: src has elements");
    assert(src.GetValidRow() == dst.GetValidRow() && "row reduction: as many valid rows");
}

template <typename Dst, typename Src, typename Tmp, typename Better>
void extreme_of_rows(Dst& dst, Src& src, Better better)
{
    static_assert(!std::is_same_v<typename Src::DType, bfloat16_t>, "row extreme: element type");
    check_row_reduction<Dst, Src, Tmp>(dst, src);
    for (unsigned i = 0; i < src.GetValidRow(); ++i) {
        auto best = src.at(i, 0);
        for (unsigned j = 1; j < src.GetValidCol(); ++j) best = better(best, src.at(i, j));
        dst.at(i, 0) = best;
    }
    spoil(dst, src);
}

template <typename Dst, typename Src, typename Tmp>
RecordEvent TROWMAX(Dst& dst, Src& src, Tmp&)
{
    extreme_of_rows<Dst, Src, Tmp>(dst, src, [](auto a, auto b) { return larger(a, b); });
    return {};
}

template <typename Dst, typename Src, typename Tmp>
RecordEvent TROWMIN(Dst& dst, Src& src, Tmp&)
{
    extreme_of_rows<Dst, Src, Tmp>(dst, src, [](auto a, auto b) { return smaller(a, b); });
    return {};
}

// One element after another from zero: of half in float, rounded once.
template <typename Dst, typename Src, typename Tmp>
RecordEvent TROWSUM(Dst& dst, Src& src, Tmp&)
{
    using T = typename Src::DType;
    static_assert(is_one_of<T, half, float, std::int16_t, std::int32_t>, "TROWSUM: element type");
    check_row_reduction<Dst, Src, Tmp>(dst, src);
    using Sum = std::conditional_t<std::is_same_v<T, half>, float, T>;
    for (unsigned i = 0; i < src.GetValidRow(); ++i) {
        Sum sum = 0;
        for (unsigned j = 0; j < src.GetValidCol(); ++j) sum = plus(sum, static_cast<Sum>(src.at(i, j)));
        dst.at(i, 0) = static_cast<T>(sum);
    }
    spoil(dst, src);
    return {};
}

} // namespace pto

#endif
