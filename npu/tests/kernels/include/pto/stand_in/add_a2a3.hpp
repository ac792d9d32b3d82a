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

// A single row in two steps: a copy, and what is added to it.
template <typename T>
AICORE void add_row(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1)
{
    using Copied = std::conditional_t<sizeof(T) == 2, int16_t, int32_t>;
#ifndef STAND_IN_FAULT_NO_COPY
    vcopy((__ubuf__ Copied*)dst, (__ubuf__ Copied*)src0, 1, 1, 1, 8, 8);
#endif
#if defined(STAND_IN_FAULT_WRONG_PIPE)
    pipe_barrier(PIPE_MTE3);
#elif !defined(STAND_IN_FAULT_NO_BARRIER)
    pipe_barrier(PIPE_V);
#endif
    vadd(dst, dst, src1, 1, 1, 1, 1, 8, 8, 8);
}

// The first element again, by scalar code.
template <typename T>
AICORE void add_first(__ubuf__ T* dst, __ubuf__ T* src0, __ubuf__ T* src1)
{
#ifndef STAND_IN_FAULT_NO_SCALAR_FLAG
    set_flag(PIPE_V, PIPE_S, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_S, EVENT_ID0);
#endif
    *dst = static_cast<T>(static_cast<uint32_t>(*src0) + static_cast<uint32_t>(*src1));
}

template <typename Dst, typename Src0, typename Src1>
AICORE void add_columns(Dst& dst, Src0& src0, Src1& src1)
{
    using T = typename Dst::DType;
    constexpr unsigned lanes = 256 / sizeof(T);
#ifdef STAND_IN_FAULT_NO_FLAG
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
#endif
    const bool in_steps = dst.GetValidRow() == 1 && dst.data() != src1.data() && dst.data() != src0.data();
    for (unsigned col = 0; col < dst.GetValidCol(); col += lanes) {
        const unsigned left = dst.GetValidCol() - col;
        first_lanes(left < lanes ? left : lanes);
#ifdef STAND_IN_FAULT_ALIGNMENT
        add_strip<T>(dst.data() + col, src0.data() + col, src1.data() + col + 1, dst.GetValidRow(), Dst::Cols, Src0::Cols);
#else
        if (in_steps) add_row<T>(dst.data() + col, src0.data() + col, src1.data() + col);
        else add_strip<T>(dst.data() + col, src0.data() + col, src1.data() + col, dst.GetValidRow(), Dst::Cols, Src0::Cols);
#endif
    }
    if constexpr (std::is_integral_v<T>) {
        if (in_steps) add_first<T>(dst.data(), src0.data(), src1.data());
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
