// set_vector_mask, set_mask_count, set_mask_norm.

#ifndef PTOCONF_NPU_MASK_HPP
#define PTOCONF_NPU_MASK_HPP

#include "registers.hpp"

#include <cstdint>

inline void set_vector_mask(std::uint64_t mask1, std::uint64_t mask0)
{
    npu::registers().mask_high = mask1;
    npu::registers().mask_low = mask0;
}

inline void set_mask_count() { npu::registers().mask_mode = npu::MaskMode::count; }

inline void set_mask_norm() { npu::registers().mask_mode = npu::MaskMode::norm; }

#endif
