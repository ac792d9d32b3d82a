// TCOLEXPANDADD for A2 and A3.

#ifndef STAND_IN_KERNELS_ADD_A2A3_HPP
#define STAND_IN_KERNELS_ADD_A2A3_HPP

namespace pto {

// The first lanes of a repeat.
AICORE inline void first_lanes(unsigned count)
{
    set_vector_mask(count > 64 ? ~0ull >> (128 - count) : 0, count >= 64 ? ~0ull : (1ull << count) - 1);
}

// Adds a vector to every row: a strip of columns at a time, as many rows at a time as a repeat count can say.
template <typename T>
AICORE void add_strip(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1, unsigned rows, unsigned dst_stride, unsigned src0_stride)
{
    constexpr unsigned block = 32 / sizeof(T);
#if defined(STAND_IN_FAULT_NARROW_ROWS)
    vadd(dst, src0, src1, rows, 1, 1, 1, dst_stride / block, src0_stride / block, 0);
#elif defined(STAND_IN_FAULT_REPEAT_STRIDE)
    for (unsigned row = 0; row < rows; row += 255) {
        vadd(dst + row * dst_stride, src0 + row * src0_stride, src1, rows - row < 255 ? rows - row : 255, 1, 1, 1, dst_stride / block, 8, 0);
    }
#else
    const bool narrow = dst_stride / block > 255 || src0_stride / block > 255;
    const unsigned step = narrow ? 1 : 255;
    for (unsigned row = 0; row < rows; row += step) {
        const unsigned count = rows - row < step ? rows - row : step;
        vadd(dst + row * dst_stride, src0 + row * src0_stride, src1, count, 1, 1, 1, narrow ? 0 : dst_stride / block,
            narrow ? 0 : src0_stride / block, 0);
    }
#endif
}

template <typename Dst, typename Src0, typename Src1>
AICORE void add_columns(Dst& dst, Src0& src0, Src1& src1)
{
    using T = typename Dst::DType;
    constexpr unsigned lanes = 256 / sizeof(T);
#ifdef STAND_IN_FAULT_NO_FLAG
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
#endif
    for (unsigned col = 0; col < dst.GetValidCol(); col += lanes) {
        const unsigned left = dst.GetValidCol() - col;
        first_lanes(left < lanes ? left : lanes);
#ifdef STAND_IN_FAULT_ALIGNMENT
        add_strip<T>(dst.data() + col, src0.data() + col, src1.data() + col + 1, dst.GetValidRow(), Dst::Cols, Src0::Cols);
#else
        add_strip<T>(dst.data() + col, src0.data() + col, src1.data() + col, dst.GetValidRow(), Dst::Cols, Src0::Cols);
#endif
    }
#ifndef STAND_IN_FAULT_MASK_LEFT
    set_vector_mask(-1, -1);
#endif
#ifdef STAND_IN_FAULT_FLAG_LEFT
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
#endif
}

} // namespace pto

#endif
