// TCONCAT: index values are counts of elements.

#ifndef STAND_IN_CONCAT_HPP
#define STAND_IN_CONCAT_HPP

namespace pto {

template <typename Dst, typename Src0, typename Src1>
void check_concat(Dst& dst, Src0& src0, Src1& src1)
{
    using T = typename Dst::DType;
    static_assert(is_one_of<T, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, half, bfloat16_t, float>,
        "TCONCAT: element type");
    static_assert(all_same<T, typename Src0::DType, typename Src1::DType>, "TCONCAT: one element type");
    static_assert(are_vec<Dst, Src0, Src1> && are_nd<Dst, Src0, Src1>, "TCONCAT: Vec tiles in ND layout");
    assert(dst.GetValidRow() == src0.GetValidRow() && dst.GetValidRow() == src1.GetValidRow() && "TCONCAT: as many valid rows");
    assert(dst.GetValidCol() == src0.GetValidCol() + src1.GetValidCol() && "TCONCAT: the valid columns add up");
}

template <typename Dst, typename Src0, typename Src1>
void concat_row(Dst& dst, Src0& src0, Src1& src1, unsigned row, unsigned count0, unsigned count1)
{
    for (unsigned j = 0; j < count0; ++j) dst.at(row, j) = src0.at(row, j);
    for (unsigned j = 0; j < count1; ++j) dst.at(row, count0 + j) = src1.at(row, j);
}

template <typename Dst, typename Src0, typename Src1>
RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1)
{
    static_assert(fit_memory<Dst, Src0, Src1>, "TCONCAT: the tiles fit the Unified Buffer");
    check_concat(dst, src0, src1);
    for (unsigned i = 0; i < dst.GetValidRow(); ++i) concat_row(dst, src0, src1, i, src0.GetValidCol(), src1.GetValidCol());
    spoil(dst, src0);
    return {};
}

#ifndef STAND_IN_FAULT_NO_INDEXED

template <typename... Indices>
void check_indices()
{
    static_assert((is_one_of<typename Indices::DType, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t> && ...),
        "TCONCAT: element type of the indices");
    static_assert((are_vec<Indices> && ...), "TCONCAT: index tiles are Vec tiles");
}

// Copies row after row; `count` takes the number of columns of each.
template <typename Dst, typename Src0, typename Src1, typename Index0, typename Index1, typename Count>
void concat_indexed(Dst& dst, Src0& src0, Src1& src1, Index0& index0, Index1& index1, Count count)
{
    static_assert(all_same<typename Index0::DType, typename Index1::DType>, "TCONCAT: one element type of the indices");
    check_concat(dst, src0, src1);
    assert(index0.GetValidRow() >= dst.GetValidRow() && index1.GetValidRow() >= dst.GetValidRow() && "TCONCAT: an index for each row");
    assert((dst.is_empty() || (!index0.is_empty() && !index1.is_empty())) && "TCONCAT: the index tiles hold values");
    for (unsigned i = 0; i < dst.GetValidRow(); ++i) {
        const auto value0 = index0.at(i, 0), value1 = index1.at(i, 0);
        const unsigned cols = dst.GetValidCol();
        const unsigned count0 = static_cast<unsigned>(value0) < cols ? static_cast<unsigned>(value0) : cols;
        const unsigned rest = cols - count0;
        concat_row(dst, src0, src1, i, count0, static_cast<unsigned>(value1) < rest ? static_cast<unsigned>(value1) : rest);
        count(i, plus(value0, value1));
    }
    spoil(dst, src0);
}

template <typename Dst, typename Src0, typename Src1, typename Index0, typename Index1>
RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1, Index0& src0Idx, Index1& src1Idx)
{
    check_indices<Index0, Index1>();
    static_assert(fit_memory<Dst, Src0, Src1, Index0, Index1>, "TCONCAT: the tiles fit the Unified Buffer");
    concat_indexed(dst, src0, src1, src0Idx, src1Idx, [](unsigned, auto) {});
    return {};
}

template <typename Dst, typename Src0, typename Src1, typename DstIndex, typename Index0, typename Index1>
RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1, DstIndex& dstIdx, Index0& src0Idx, Index1& src1Idx)
{
    check_indices<DstIndex, Index0, Index1>();
    static_assert(all_same<typename DstIndex::DType, typename Index0::DType>, "TCONCAT: one element type of the indices");
    static_assert(fit_memory<Dst, Src0, Src1, DstIndex, Index0, Index1>, "TCONCAT: the tiles fit the Unified Buffer");
    assert(dstIdx.GetValidRow() == 1 && dstIdx.GetValidCol() >= dst.GetValidRow() && "TCONCAT: dstIdx has one row with a value for each row");
    concat_indexed(dst, src0, src1, src0Idx, src1Idx, [&](unsigned row, auto sum) { dstIdx.at(0, row) = sum; });
    return {};
}

#endif

} // namespace pto

#endif
