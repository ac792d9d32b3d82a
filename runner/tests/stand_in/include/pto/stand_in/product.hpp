// TCOLPROD and TROWPROD: one element after another, from row 0 of a column and from one in a row.

#ifndef STAND_IN_PRODUCT_HPP
#define STAND_IN_PRODUCT_HPP

namespace pto {

template <typename Dst, typename Src>
RecordEvent TCOLPROD(Dst& dst, Src& src)
{
    using T = typename Src::DType;
    static_assert(is_one_of<T, half, float, std::int16_t, std::int32_t>, "TCOLPROD: element type");
    static_assert(all_same<T, typename Dst::DType>, "TCOLPROD: one element type");
    static_assert(are_vec<Dst, Src> && are_nd<Dst, Src>, "TCOLPROD: Vec tiles in ND layout");
    static_assert(fit_memory<Dst, Src>, "TCOLPROD: the tiles fit the Unified Buffer");
    assert(src.GetValidCol() == dst.GetValidCol() && "TCOLPROD: as many valid columns");
    assert(dst.GetValidRow() != 0 && "TCOLPROD: dst has a row");
    if (src.is_empty()) return {};
    for (unsigned j = 0; j < src.GetValidCol(); ++j) {
        auto product = src.at(0, j);
        for (unsigned i = 1; i < src.GetValidRow(); ++i) product = times(product, src.at(i, j));
        dst.at(0, j) = product;
    }
    spoil(dst, src);
    return {};
}

template <typename Dst, typename Src, typename Tmp>
RecordEvent TROWPROD(Dst& dst, Src& src, Tmp&)
{
    using T = typename Src::DType;
    static_assert(is_one_of<T, half, float, std::int16_t, std::int32_t>, "TROWPROD: element type");
    check_row_reduction<Dst, Src, Tmp>(dst, src);
    for (unsigned i = 0; i < src.GetValidRow(); ++i) {
        T product = static_cast<T>(1);
        for (unsigned j = 0; j < src.GetValidCol(); ++j) product = times(product, src.at(i, j));
        dst.at(i, 0) = product;
    }
    spoil(dst, src);
    return {};
}

} // namespace pto

#endif
