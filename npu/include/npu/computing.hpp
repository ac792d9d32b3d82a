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

namespace npu {

template <typename Operation, typename T>
Vector<T> computed(const Vector<T>& src0, const Vector<T>& src1, const Mask& mask)
{
    Vector<T> dst;
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        if (!mask.active<T>(lane)) dst.set(lane, T(0), 0);
        else dst.set(lane, Operation::template of<T>(src0.lanes[lane], src1.lanes[lane]), src0.flaws(lane) | src1.flaws(lane));
    }
    return dst;
}

template <typename T>
Vector<T> filled(T value, unsigned char flaws, const Mask& mask)
{
    Vector<T> dst;
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) {
        const bool is_active = mask.active<T>(lane);
        dst.set(lane, is_active ? value : T(0), is_active ? flaws : 0);
    }
    return dst;
}

template <typename T>
Vector<T> counted(T first)
{
    Vector<T> dst;
    for (unsigned lane = 0; lane < vector_lanes<T>; ++lane) dst.set(lane, static_cast<T>(first + static_cast<T>(lane)), 0);
    return dst;
}

// Which accesses of a scope wait for which before them: vector stores (VST), vector loads (VLD), or both (VV); scalar ones (ST, LD, S).
enum class Waits { VV_ALL, VST_VLD, VLD_VST, VST_VST, VS_ALL, VST_LD, VLD_ST, VST_ST, SV_ALL, ST_VLD, LD_VST, ST_VST, SS_ALL, ST_LD, LD_ST, ST_ST };

inline void wait(Waits bar)
{
    const auto is = [bar](auto... all) { return ((bar == all) || ...); };
    if (is(Waits::VV_ALL)) barrier(PIPE_V);
    if (is(Waits::VST_VLD)) wait_for(vector_load, vector_store);
    if (is(Waits::VLD_VST)) wait_for(vector_store, vector_load);
    if (is(Waits::VST_VST)) wait_for(vector_store, vector_store);
    if (is(Waits::VS_ALL, Waits::VST_LD, Waits::VST_ST)) wait_for(scalar, vector_store);
    if (is(Waits::VS_ALL, Waits::VLD_ST)) wait_for(scalar, vector_load);
    if (is(Waits::SV_ALL, Waits::ST_VLD, Waits::LD_VST)) wait_for(vector_load, scalar);
    if (is(Waits::SV_ALL, Waits::ST_VST, Waits::LD_VST)) wait_for(vector_store, scalar);
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
    inline void vbr(npu::Vector<TYPE>& dst, TYPE value) { dst = npu::filled<TYPE>(value, 0, npu::pattern(PAT_ALL)); } \
    inline void vdup(npu::Vector<TYPE>& dst, npu::Vector<TYPE>& src, vector_bool mask, ptoconf_position_t, ptoconf_mode_t) \
    {                                             \
        dst = npu::filled<TYPE>(src.lanes[0], src.flaws(0), mask); \
    }

PTOCONF_NPU_FOR_ALL_TYPES(PTOCONF_NPU_COMPUTING)

#undef PTOCONF_NPU_COMPUTING
#undef PTOCONF_NPU_COMPUTE

inline void vci(vector_s8& dst, std::int8_t first, ptoconf_order_t) { dst = npu::counted(first); }
inline void vci(vector_s16& dst, std::int16_t first, ptoconf_order_t) { dst = npu::counted(first); }
inline void vci(vector_s32& dst, std::int32_t first, ptoconf_order_t) { dst = npu::counted(first); }

using enum npu::Waits;

inline void mem_bar(npu::Waits bar) { npu::wait(bar); }

#endif
