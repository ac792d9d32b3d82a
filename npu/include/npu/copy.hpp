// copy_ubuf_to_ubuf and vcopy: data from one place of the unified buffer to another.

#ifndef PTOCONF_NPU_COPY_HPP
#define PTOCONF_NPU_COPY_HPP

#include "lanes.hpp"

#include <cstdint>
#include <cstring>

namespace npu {

// A copy of blocks, for the shadow.
inline void copy_blocks(unsigned char* to, const unsigned char* from, unsigned blocks)
{
    for (unsigned block = 0; block < blocks; ++block, to += block_bytes, from += block_bytes) {
        writes(vector_store, to, from, ~0u, must_read(from, ~0u));
    }
}

} // namespace npu

// Bursts of whole blocks, with gaps of blocks between the end of one and the start of the next. No mask.
inline void copy_ubuf_to_ubuf(void* dst, void* src, std::uint8_t, std::uint16_t nBurst, std::uint16_t lenBurst, std::uint16_t srcGap,
    std::uint16_t dstGap, npu::Site site = npu::Site::here())
{
    const npu::Running now("copy_ubuf_to_ubuf", site);
    npu::must_begin_a_block(dst, "dst");
    npu::must_begin_a_block(src, "src");
    if (nBurst > 4095) npu::stop("%u bursts of at most 4095", nBurst);
    auto* to = static_cast<unsigned char*>(dst);
    const auto* from = static_cast<const unsigned char*>(src);
    for (unsigned burst = 0; burst < nBurst; ++burst) {
        npu::copy_blocks(to, from, lenBurst);
        std::memmove(to, from, std::size_t{lenBurst} * npu::block_bytes);
        to += (std::size_t{lenBurst} + dstGap) * npu::block_bytes;
        from += (std::size_t{lenBurst} + srcGap) * npu::block_bytes;
    }
}

namespace npu {

template <typename T>
void copy(std::uint8_t repeat, Operand<T> dst, Operand<T> src)
{
    must_begin_a_block(dst.start, "dst");
    must_begin_a_block(src.start, "src");
    each_repeat<T>(repeat, dst, [](T value) { return value; }, src);
}

} // namespace npu

#define PTOCONF_NPU_VCOPY(TYPE)                                                                                           \
    inline void vcopy(TYPE* dst, TYPE* src, std::uint8_t repeat, std::uint16_t dstBlockStride, std::uint16_t srcBlockStride, \
        std::uint16_t dstRepeatStride, std::uint16_t srcRepeatStride, npu::Site site = npu::Site::here())                 \
    {                                                                                                                     \
        const npu::Running now("vcopy", site);                                                                            \
        npu::copy<TYPE>(repeat, {dst, dstBlockStride, dstRepeatStride}, {src, srcBlockStride, srcRepeatStride});          \
    }

PTOCONF_NPU_VCOPY(std::int16_t)
PTOCONF_NPU_VCOPY(std::uint16_t)
PTOCONF_NPU_VCOPY(std::int32_t)
PTOCONF_NPU_VCOPY(std::uint32_t)

#undef PTOCONF_NPU_VCOPY

#endif
