// TCOLSUM: row by row, or as a tree in tmp.

#ifndef STAND_IN_SUM_HPP
#define STAND_IN_SUM_HPP

namespace pto {

// The failing assertion of both forms is one.
template <typename Dst, typename Src>
void check_sum()
{
    using T = typename Src::DType;
#ifdef STAND_IN_FAULT_NO_FLOAT
    static_assert(!std::is_same_v<T, float>, "TCOLSUM: no float");
#endif
    static_assert(is_one_of<T, half, float, std::int16_t, std::int32_t>, "TCOLSUM: element type");
    static_assert(all_same<T, typename Dst::DType>, "TCOLSUM: one element type");
    static_assert(are_vec<Dst, Src> && are_nd<Dst, Src>, "TCOLSUM: Vec tiles in ND layout");
    static_assert(fit_memory<Dst, Src>, "TCOLSUM: the tiles fit the Unified Buffer");
}

template <typename Dst, typename Src>
void check_sum_extents(Dst& dst, Src& src)
{
    assert(src.GetValidCol() == dst.GetValidCol() && "TCOLSUM: as many valid columns");
    assert(src.GetValidRow() != 0 && src.GetValidCol() != 0 && "TCOLSUM: src is not empty");
    assert(dst.GetValidRow() != 0 && "TCOLSUM: dst has a row");
}

template <typename Dst, typename Src>
RecordEvent TCOLSUM(Dst& dst, Src& src)
{
    check_sum<Dst, Src>();
    check_sum_extents(dst, src);
    for (unsigned j = 0; j < src.GetValidCol(); ++j) {
        auto sum = src.at(0, j);
        for (unsigned i = 1; i < src.GetValidRow(); ++i) sum = plus(sum, src.at(i, j));
        dst.at(0, j) = sum;
    }
    spoil(dst, src);
    return {};
}

template <typename Dst, typename Src, typename Tmp>
RecordEvent TCOLSUM(Dst& dst, Src& src, Tmp& tmp, bool isBinary)
{
    check_sum<Dst, Src>();
    static_assert(all_same<typename Src::DType, typename Tmp::DType>, "TCOLSUM: tmp has the element type of src");
    static_assert(are_vec<Tmp> && are_nd<Tmp>, "TCOLSUM: tmp is a Vec tile in ND layout");
    static_assert(fit_memory<Dst, Src, Tmp>, "TCOLSUM: the tiles fit the Unified Buffer");
    check_sum_extents(dst, src);
    assert(src.GetValidCol() <= unsigned(Tmp::Cols) && "TCOLSUM: the columns fit a row of tmp");
    unsigned rows = src.GetValidRow();
    if (!isBinary || rows == 1) return TCOLSUM(dst, src);
    assert(rows / 2 <= unsigned(Tmp::Rows) && "TCOLSUM: tmp has a row for each pair");
    for (unsigned j = 0; j < src.GetValidCol(); ++j) {
        unsigned left = rows / 2;
        for (unsigned i = 0; i < left; ++i) tmp.at(i, j) = plus(src.at(2 * i, j), src.at(2 * i + 1, j));
        if (rows % 2 == 1) tmp.at(0, j) = plus(tmp.at(0, j), src.at(rows - 1, j));
        while (left > 1) {
            const unsigned half_left = left / 2;
            const auto last = tmp.at(left - 1, j);
            for (unsigned i = 0; i < half_left; ++i) tmp.at(i, j) = plus(tmp.at(2 * i, j), tmp.at(2 * i + 1, j));
            if (left % 2 == 1) tmp.at(0, j) = plus(tmp.at(0, j), last);
            left = half_left;
        }
        dst.at(0, j) = tmp.at(0, j);
    }
    spoil(dst, src);
    return {};
}

} // namespace pto

#endif
