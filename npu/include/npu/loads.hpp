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

template <typename T>
void load(Vector<T>& dst, const T* src, ptoconf_load_t how)
{
    if (how == NORM) {
        must_begin_a_block(src, "src");
        read(dst.lanes, src, vector_bytes);
        return;
    }
    if (how != (sizeof(T) == 4 ? E2B_B32 : E2B_B16) || sizeof(T) == 1) stop("this way to load is not emulated");
    // Each of eight elements fills a block.
    T values[repeat_blocks];
    read(values, src, sizeof values);
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) dst.lanes[lane] = values[lane / block_lanes<T>];
}

} // namespace npu

#define PTOCONF_NPU_LOADS(TYPE)                                                                                                       \
    inline void vlds(npu::Vector<TYPE>& dst, TYPE* src, std::int32_t offset, ptoconf_load_t how, npu::Site site = npu::Site::here()) \
    {                                                                                                                                 \
        const npu::Running now("vlds", site);                                                                                         \
        npu::load<TYPE>(dst, src + offset, how);                                                                                      \
    }                                                                                                                                 \
    inline void vlds(npu::Vector<TYPE>& dst, TYPE*& src, std::int32_t offset, ptoconf_load_t how, ptoconf_post_update_t,             \
        npu::Site site = npu::Site::here())                                                                                          \
    {                                                                                                                                 \
        const npu::Running now("vlds", site);                                                                                         \
        npu::load<TYPE>(dst, src, how);                                                                                               \
        src += offset;                                                                                                                \
    }                                                                                                                                 \
    inline void vldas(vector_align&, TYPE*) {}                                                                                        \
    inline void vldus(npu::Vector<TYPE>& dst, vector_align&, TYPE* src, npu::Site site = npu::Site::here())                          \
    {                                                                                                                                 \
        const npu::Running now("vldus", site);                                                                                        \
        npu::read(dst.lanes, src, npu::vector_bytes);                                                                                 \
    }

PTOCONF_NPU_FOR_ALL_TYPES(PTOCONF_NPU_LOADS)

#undef PTOCONF_NPU_LOADS

#endif
