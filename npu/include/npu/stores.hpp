// vsts: a register into memory. vscatter: each lane to a place of its own.

#ifndef PTOCONF_NPU_STORES_HPP
#define PTOCONF_NPU_STORES_HPP

#include "lanes.hpp"
#include "predicates.hpp"
#include "vectors.hpp"

#include <cstdint>
#include <type_traits>

enum class DistVST { DIST_NORM_B8, DIST_NORM_B16, DIST_NORM_B32 };
constexpr DistVST NORM_B8 = DistVST::DIST_NORM_B8, NORM_B16 = DistVST::DIST_NORM_B16, NORM_B32 = DistVST::DIST_NORM_B32;

namespace npu {

template <typename T>
void store(const Vector<T>& src, T* dst, DistVST how, const Mask& mask)
{
    must_begin_a_block(dst, "dst");
    constexpr DistVST norm = sizeof(T) == 1 ? DistVST::DIST_NORM_B8 : sizeof(T) == 2 ? DistVST::DIST_NORM_B16 : DistVST::DIST_NORM_B32;
    if (how != norm) stop("this way to store is not emulated");
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        if (mask.active<T>(lane)) dst[lane] = src.lanes[lane];
    }
}

// Places are counted in elements. Of two lanes with one place, the later wins.
template <typename T, typename Index>
void scatter(const Vector<T>& src, T* dst, const Vector<Index>& places, const Mask& mask)
{
    if (sizeof(T) == 1) stop("of elements of one byte, no description says what the places are");
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        if (mask.active<T>(lane)) dst[places.lanes[lane]] = src.lanes[lane];
    }
}

template <typename T>
using Place = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;

} // namespace npu

#define PTOCONF_NPU_STORES(TYPE)                                                                                                   \
    inline void vsts(const npu::Vector<TYPE>& src, TYPE* dst, std::int32_t offset, DistVST how, const vector_bool& mask,          \
        npu::Site site = npu::Site::here())                                                                                        \
    {                                                                                                                              \
        const npu::Running now("vsts", site);                                                                                      \
        npu::store<TYPE>(src, dst + offset, how, mask);                                                                            \
    }                                                                                                                              \
    inline void vsts(const npu::Vector<TYPE>& src, TYPE*& dst, std::int32_t offset, DistVST how, const vector_bool& mask,         \
        ptoconf_post_update_t, npu::Site site = npu::Site::here())                                                                \
    {                                                                                                                              \
        const npu::Running now("vsts", site);                                                                                      \
        npu::store<TYPE>(src, dst, how, mask);                                                                                     \
        dst += offset;                                                                                                             \
    }                                                                                                                              \
    inline void vscatter(const npu::Vector<TYPE>& src, TYPE* dst, const npu::Vector<npu::Place<TYPE>>& places,                    \
        const vector_bool& mask, npu::Site site = npu::Site::here())                                                               \
    {                                                                                                                              \
        const npu::Running now("vscatter", site);                                                                                  \
        npu::scatter<TYPE>(src, dst, places, mask);                                                                                \
    }

PTOCONF_NPU_FOR_ALL_TYPES(PTOCONF_NPU_STORES)

#undef PTOCONF_NPU_STORES

#endif
