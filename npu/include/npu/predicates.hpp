// plt_b8, plt_b16, plt_b32: a mask of the first lanes. pset_b8, pset_b16, pset_b32: a mask of all.

#ifndef PTOCONF_NPU_PREDICATES_HPP
#define PTOCONF_NPU_PREDICATES_HPP

#include "error.hpp"
#include "vectors.hpp"

#include <cstdint>

enum ptoconf_post_update_t { POST_UPDATE };
enum ptoconf_pattern_t { PAT_ALL, PAT_ALLF, PAT_VL1 };

namespace npu {

// As many lanes of so many bytes as there are elements left, which are fewer then.
inline Mask first_lanes(std::uint32_t& left, unsigned bytes)
{
    const std::uint32_t lanes = vector_bytes / bytes, count = left < lanes ? left : lanes;
    Mask mask;
    for (std::uint32_t byte = 0; byte < count * bytes; ++byte) mask.bytes.set(byte);
    left -= count;
    return mask;
}

inline Mask pattern(ptoconf_pattern_t pattern)
{
    Mask mask;
    if (pattern == PAT_VL1) stop("this pattern of a mask is not emulated");
    if (pattern == PAT_ALL) mask.bytes.set();
    return mask;
}

} // namespace npu

inline vector_bool plt_b8(std::uint32_t& left, ptoconf_post_update_t) { return npu::first_lanes(left, 1); }
inline vector_bool plt_b16(std::uint32_t& left, ptoconf_post_update_t) { return npu::first_lanes(left, 2); }
inline vector_bool plt_b32(std::uint32_t& left, ptoconf_post_update_t) { return npu::first_lanes(left, 4); }

inline vector_bool pset_b8(ptoconf_pattern_t pattern) { return npu::pattern(pattern); }
inline vector_bool pset_b16(ptoconf_pattern_t pattern) { return npu::pattern(pattern); }
inline vector_bool pset_b32(ptoconf_pattern_t pattern) { return npu::pattern(pattern); }

#endif
