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

// Stores what a load read too early: that is what stops.
[[noreturn]] inline void stop_at_load()
{
    current() = {step(race.after).name, step(race.after).site};
    stop_at_race("reads", "writes");
}

template <typename T>
void store_lane(const Vector<T>& src, unsigned lane, T* place)
{
    const unsigned char flaws = src.flaws(lane);
    if ((flaws & Flawed::early) != 0) stop_at_load();
    writes(vector_store, place, &src.lanes[lane], lane_bytes<T>(0), flaws != 0 ? ~0u : 0);
    *place = src.lanes[lane];
}

template <typename T>
void store(const Vector<T>& src, T* dst, DistVST how, const Mask& mask)
{
    must_begin_a_block(dst, "dst");
    constexpr DistVST norm = sizeof(T) == 1 ? DistVST::DIST_NORM_B8 : sizeof(T) == 2 ? DistVST::DIST_NORM_B16 : DistVST::DIST_NORM_B32;
    if (how != norm) stop("this way to store is not emulated");
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        if (mask.active<T>(lane)) store_lane(src, lane, dst + lane);
    }
}

// Places are counted in elements. Of two lanes with one place, the later wins.
template <typename T, typename Index>
void scatter(const Vector<T>& src, T* dst, const Vector<Index>& places, const Mask& mask)
{
    if (sizeof(T) == 1) stop("of elements of one byte, no description says what the places are");
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        if (mask.active<T>(lane)) store_lane(src, lane, dst + places.lanes[lane]);
    }
}

template <typename T>
using Place = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;

} // namespace npu

#define PTOCONF_NPU_STORES(TYPE)                                                                                                   \
    inline void vsts(const npu::Vector<TYPE>& src, TYPE* dst, std::int32_t offset, DistVST how, const vector_bool& mask,          \
        npu::Site site = npu::Site::here())                                                                                        \
    {                                                                                                                              \
        const npu::Running now("vsts", site, &src);                                                                                      \
        npu::store<TYPE>(src, dst + offset, how, mask);                                                                            \
    }                                                                                                                              \
    inline void vsts(const npu::Vector<TYPE>& src, TYPE*& dst, std::int32_t offset, DistVST how, const vector_bool& mask,         \
        ptoconf_post_update_t, npu::Site site = npu::Site::here())                                                                \
    {                                                                                                                              \
        const npu::Running now("vsts", site, &src);                                                                                      \
        npu::store<TYPE>(src, dst, how, mask);                                                                                     \
        dst += offset;                                                                                                             \
    }                                                                                                                              \
    inline void vscatter(const npu::Vector<TYPE>& src, TYPE* dst, const npu::Vector<npu::Place<TYPE>>& places,                    \
        const vector_bool& mask, npu::Site site = npu::Site::here())                                                               \
    {                                                                                                                              \
        const npu::Running now("vscatter", site, &src);                                                                                  \
        npu::scatter<TYPE>(src, dst, places, mask);                                                                                \
    }

PTOCONF_NPU_FOR_ALL_TYPES(PTOCONF_NPU_STORES)

#undef PTOCONF_NPU_STORES

#endif
