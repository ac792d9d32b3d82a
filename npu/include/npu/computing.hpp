// vadd, vsub, vmul, vmax, vmin between registers; vbr, vdup, vci: registers from a number. Lanes that take no part are zero.

#ifndef PTOCONF_NPU_COMPUTING_HPP
#define PTOCONF_NPU_COMPUTING_HPP

#include "arithmetic.hpp"
#include "error.hpp"
#include "predicates.hpp"
#include "vectors.hpp"

#include <cstdint>

enum ptoconf_mode_t { MODE_ZEROING };
enum ptoconf_position_t { POS_LOWEST };
enum ptoconf_order_t { INC_ORDER };
enum ptoconf_bar_t { VST_VLD };

namespace npu {

template <typename Operation, typename T>
Vector<T> computed(const Vector<T>& src0, const Vector<T>& src1, const Mask& mask)
{
    Vector<T> dst;
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        dst.lanes[lane] = mask.active<T>(lane) ? Operation::template of<T>(src0.lanes[lane], src1.lanes[lane]) : T(0);
    }
    return dst;
}

template <typename T>
Vector<T> filled(T value, const Mask& mask)
{
    Vector<T> dst;
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) dst.lanes[lane] = mask.active<T>(lane) ? value : T(0);
    return dst;
}

template <typename T>
Vector<T> counted(T first)
{
    Vector<T> dst;
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) dst.lanes[lane] = static_cast<T>(first + static_cast<T>(lane));
    return dst;
}

} // namespace npu

#define PTOCONF_NPU_COMPUTE(NAME, OPERATION, TYPE)                                                                             \
    inline void NAME(npu::Vector<TYPE>& dst, npu::Vector<TYPE>& src0, npu::Vector<TYPE>& src1, vector_bool mask, ptoconf_mode_t) \
    {                                                                                                                          \
        dst = npu::computed<npu::OPERATION, TYPE>(src0, src1, mask);                                                           \
    }

#define PTOCONF_NPU_COMPUTING(TYPE)               \
    PTOCONF_NPU_COMPUTE(vadd, Add, TYPE)          \
    PTOCONF_NPU_COMPUTE(vsub, Subtract, TYPE)     \
    PTOCONF_NPU_COMPUTE(vmul, Multiply, TYPE)     \
    PTOCONF_NPU_COMPUTE(vmax, Maximum, TYPE)      \
    PTOCONF_NPU_COMPUTE(vmin, Minimum, TYPE)      \
    inline void vbr(npu::Vector<TYPE>& dst, TYPE value) { dst = npu::filled<TYPE>(value, npu::pattern(PAT_ALL)); } \
    inline void vdup(npu::Vector<TYPE>& dst, npu::Vector<TYPE>& src, vector_bool mask, ptoconf_position_t, ptoconf_mode_t) \
    {                                             \
        dst = npu::filled<TYPE>(src.lanes[0], mask); \
    }

PTOCONF_NPU_FOR_ALL_TYPES(PTOCONF_NPU_COMPUTING)

#undef PTOCONF_NPU_COMPUTING
#undef PTOCONF_NPU_COMPUTE

inline void vci(vector_s8& dst, std::int8_t first, ptoconf_order_t) { dst = npu::counted(first); }
inline void vci(vector_s16& dst, std::int16_t first, ptoconf_order_t) { dst = npu::counted(first); }
inline void vci(vector_s32& dst, std::int32_t first, ptoconf_order_t) { dst = npu::counted(first); }

// Stores and loads of vectors run in order here.
inline void mem_bar(ptoconf_bar_t) {}

#endif
