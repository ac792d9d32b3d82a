// vlds: memory into a register. vldas, vldus: the same from an address that need not begin a block.

#ifndef PTOCONF_NPU_LOADS_HPP
#define PTOCONF_NPU_LOADS_HPP

#include "lanes.hpp"
#include "operands.hpp"
#include "predicates.hpp"
#include "vectors.hpp"

#include <cstdint>

enum ptoconf_load_t { NORM, E2B_B16, E2B_B32, DINTLV_B32 };

struct vector_align {};

namespace npu {

// Reads bytes of memory, with what is wrong with each. Those past the operand are undefined.
inline void read(void* into, unsigned char* flawed, const void* from, std::size_t bytes)
{
    const std::size_t there = read(into, from, bytes);
    std::memset(flawed, Flawed::undefined, bytes);
    for (std::size_t at = 0; at < there; at += window) {
        const Flaws flaws = reads(vector_load, static_cast<const unsigned char*>(from) + at, ~0u);
        for (std::size_t i = 0; i < window && at + i < there; ++i) {
            const bool undefined = (flaws.undefined >> i & 1) != 0, early = (flaws.early >> i & 1) != 0;
            flawed[at + i] = static_cast<unsigned char>((undefined ? Flawed::undefined : 0) | (early ? Flawed::early : 0));
        }
    }
}

template <typename T>
void load(Vector<T>& dst, const T* src, ptoconf_load_t how)
{
    if (how == NORM) {
        must_begin_a_block(src, "src");
        read(dst.lanes, dst.flawed.bytes, src, vector_bytes);
        return;
    }
    if (how != (sizeof(T) == 4 ? E2B_B32 : E2B_B16) || sizeof(T) == 1) stop("this way to load is not emulated");
    // Each of eight elements fills a block.
    Vector<T> values;
    read(values.lanes, values.flawed.bytes, src, repeat_blocks * sizeof(T));
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        const unsigned from = lane / block_lanes<T>;
        dst.set(lane, values.lanes[from], values.flaws(from));
    }
}

} // namespace npu

#define PTOCONF_NPU_LOADS(TYPE)                                                                                                       \
    inline void vlds(npu::Vector<TYPE>& dst, TYPE* src, std::int32_t offset, ptoconf_load_t how, npu::Site site = npu::Site::here()) \
    {                                                                                                                                 \
        const npu::Running now("vlds", site, &dst);                                                                                         \
        npu::load<TYPE>(dst, src + offset, how);                                                                                      \
    }                                                                                                                                 \
    inline void vlds(npu::Vector<TYPE>& dst, TYPE*& src, std::int32_t offset, ptoconf_load_t how, ptoconf_post_update_t,             \
        npu::Site site = npu::Site::here())                                                                                          \
    {                                                                                                                                 \
        const npu::Running now("vlds", site, &dst);                                                                                         \
        npu::load<TYPE>(dst, src, how);                                                                                               \
        src += offset;                                                                                                                \
    }                                                                                                                                 \
    inline void vldas(vector_align&, TYPE*) {}                                                                                        \
    inline void vldus(npu::Vector<TYPE>& dst, vector_align&, TYPE* src, npu::Site site = npu::Site::here())                          \
    {                                                                                                                                 \
        const npu::Running now("vldus", site, &dst);                                                                                        \
        npu::read(dst.lanes, dst.flawed.bytes, src, npu::vector_bytes);                                                                               \
    }

PTOCONF_NPU_FOR_ALL_TYPES(PTOCONF_NPU_LOADS)

#undef PTOCONF_NPU_LOADS

#endif
