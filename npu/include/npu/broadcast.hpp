// vector_dup: a scalar into every lane. vbrcb: eight elements, each into a block of its own.

#ifndef PTOCONF_NPU_BROADCAST_HPP
#define PTOCONF_NPU_BROADCAST_HPP

#include "lanes.hpp"
#include "numbers.hpp"

#include <cstdint>

namespace npu {

template <typename T>
void duplicate(T value, std::uint8_t repeat, Operand<T> dst)
{
    must_begin_a_block(dst.start, "dst");
    each_repeat<T>(repeat, dst, [value] { return value; });
}

// No mask: every repeat takes eight elements and fills eight blocks.
template <typename T>
void broadcast(Operand<T> dst, const T* src, std::uint8_t repeats)
{
    must_begin_a_block(dst.start, "dst");
    must_begin_a_block(src, "src");
    for (unsigned repeat = 0; repeat < repeats; ++repeat, src += repeat_blocks) {
        T values[repeat_lanes<T>];
        for (unsigned lane = 0; lane < repeat_lanes<T>; ++lane) values[lane] = src[lane / block_lanes<T>];
        const std::uint32_t undefined = must_read(src, (1ull << repeat_blocks * sizeof(T)) - 1);
        for (unsigned block = 0; block < repeat_blocks; ++block) {
            const unsigned first = block * block_lanes<T>;
            const bool is_undefined = (undefined & lane_bytes<T>(block)) != 0;
            writes(vector_store, dst.lane(repeat, first), &values[first], ~0u, is_undefined ? ~0u : 0);
        }
        for (unsigned lane = 0; lane < repeat_lanes<T>; ++lane) *dst.lane(repeat, lane) = values[lane];
    }
}

} // namespace npu

#define PTOCONF_NPU_DUPLICATE(TYPE)                                                                                        \
    inline void vector_dup(TYPE* dst, TYPE src, std::uint8_t repeat, std::uint16_t dstBlockStride, std::uint16_t,          \
        std::uint16_t dstRepeatStride, std::uint16_t, npu::Site site = npu::Site::here())                                  \
    {                                                                                                                      \
        const npu::Running now("vector_dup", site);                                                                        \
        npu::duplicate<TYPE>(src, repeat, {dst, dstBlockStride, dstRepeatStride});                                         \
    }

PTOCONF_NPU_DUPLICATE(half)
PTOCONF_NPU_DUPLICATE(bfloat16_t)
PTOCONF_NPU_DUPLICATE(float)
PTOCONF_NPU_DUPLICATE(std::int16_t)
PTOCONF_NPU_DUPLICATE(std::uint16_t)
PTOCONF_NPU_DUPLICATE(std::int32_t)
PTOCONF_NPU_DUPLICATE(std::uint32_t)

#undef PTOCONF_NPU_DUPLICATE

#define PTOCONF_NPU_BROADCAST(TYPE)                                                                                               \
    inline void vbrcb(TYPE* dst, TYPE* src, std::uint16_t dstBlockStride, std::uint16_t dstRepeatStride, std::uint8_t repeat, \
        npu::Site site = npu::Site::here())                                                                                       \
    {                                                                                                                             \
        const npu::Running now("vbrcb", site);                                                                                    \
        npu::broadcast<TYPE>({dst, dstBlockStride, dstRepeatStride}, src, repeat);                                               \
    }

PTOCONF_NPU_BROADCAST(std::uint16_t)
PTOCONF_NPU_BROADCAST(std::uint32_t)

#undef PTOCONF_NPU_BROADCAST

#endif
