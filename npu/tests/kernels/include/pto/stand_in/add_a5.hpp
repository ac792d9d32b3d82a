// TCOLEXPANDADD for A5.

#ifndef STAND_IN_KERNELS_ADD_A5_HPP
#define STAND_IN_KERNELS_ADD_A5_HPP

namespace pto {

template <typename T>
AICORE vector_bool mask_of(uint32_t& left)
{
    if constexpr (sizeof(T) == 1) return plt_b8(left, POST_UPDATE);
    else if constexpr (sizeof(T) == 2) return plt_b16(left, POST_UPDATE);
    else return plt_b32(left, POST_UPDATE);
}

template <typename T>
AICORE constexpr DistVST norm_of()
{
    return sizeof(T) == 1 ? NORM_B8 : sizeof(T) == 2 ? NORM_B16 : NORM_B32;
}

// The lanes of a row that a mask has to take. Left alone, it takes all lanes of each vector.
template <typename Dst>
AICORE uint32_t lanes_left(Dst& dst, unsigned lanes)
{
#ifdef STAND_IN_FAULT_MASK_LEFT
    return lanes;
#else
    (void)lanes;
    return dst.GetValidCol();
#endif
}

template <typename T, typename Dst, typename Src0, typename Src1, typename Register>
AICORE void add_with(Dst& dst, Src0& src0, Src1& src1, Register scalars)
{
    constexpr unsigned lanes = CCE_VL / sizeof(T);
    Register row, sum;
#ifdef STAND_IN_FAULT_NARROW_ROWS
    const uint8_t rows = dst.GetValidRow();
#else
    const unsigned rows = dst.GetValidRow();
#endif
    for (unsigned i = 0; i < rows; ++i) {
        uint32_t left = lanes_left(dst, lanes);
        for (unsigned col = 0; col < dst.GetValidCol(); col += lanes) {
            const vector_bool mask = mask_of<T>(left);
            vlds(scalars, src1.data(), col, NORM);
            vlds(row, src0.data(), i * Src0::Cols + col, NORM);
            vadd(sum, row, scalars, mask, MODE_ZEROING);
            vsts(sum, dst.data(), i * Dst::Cols + col, norm_of<T>(), mask);
        }
    }
}

// The same in two steps: the rows alone, and what is added to them.
template <typename T, typename Dst, typename Src0, typename Src1, typename Register>
AICORE void add_in_steps(Dst& dst, Src0& src0, Src1& src1, Register scalars)
{
    constexpr unsigned lanes = CCE_VL / sizeof(T);
    Register row, sum;
    uint32_t left = lanes_left(dst, lanes);
    for (unsigned col = 0; col < dst.GetValidCol(); col += lanes) {
        const vector_bool mask = mask_of<T>(left);
#ifndef STAND_IN_FAULT_NO_COPY
        vlds(row, src0.data(), col, NORM);
        vsts(row, dst.data(), col, norm_of<T>(), mask);
#endif
#if defined(STAND_IN_FAULT_WRONG_PIPE)
        mem_bar(VST_VST);
#elif !defined(STAND_IN_FAULT_NO_BARRIER)
        mem_bar(VST_VLD);
#endif
        vlds(scalars, src1.data(), col, NORM);
        vlds(sum, dst.data(), col, NORM);
        vadd(sum, sum, scalars, mask, MODE_ZEROING);
        vsts(sum, dst.data(), col, norm_of<T>(), mask);
    }
}

template <typename T, typename Dst, typename Src0, typename Src1, typename Register>
AICORE void add_by_size(Dst& dst, Src0& src0, Src1& src1, Register scalars)
{
    if (dst.GetValidRow() == 1 && dst.data() != src1.data()) add_in_steps<T>(dst, src0, src1, scalars);
    else add_with<T>(dst, src0, src1, scalars);
}

template <typename Dst, typename Src0, typename Src1>
AICORE void add_columns(Dst& dst, Src0& src0, Src1& src1)
{
    using T = typename Dst::DType;
    if constexpr (std::is_same_v<T, half>) add_by_size<T>(dst, src0, src1, vector_f16());
    else if constexpr (std::is_same_v<T, float>) add_by_size<T>(dst, src0, src1, vector_f32());
    else if constexpr (std::is_same_v<T, int16_t>) add_by_size<T>(dst, src0, src1, vector_s16());
    else if constexpr (std::is_same_v<T, uint16_t>) add_by_size<T>(dst, src0, src1, vector_u16());
    else if constexpr (std::is_same_v<T, int32_t>) add_by_size<T>(dst, src0, src1, vector_s32());
    else add_by_size<T>(dst, src0, src1, vector_u32());
}

} // namespace pto

#endif
