// What the library names for A5 beside what other generations have. Who calls one of these instructions gets an error.

#ifndef PTOCONF_NPU_ABSENT_A5_HPP
#define PTOCONF_NPU_ABSENT_A5_HPP

#include "error.hpp"
#include "loads.hpp"
#include "vectors.hpp"

#include <cstdint>

#define __VEC_SCOPE__
#define __ssbuf__
#define CCE_VL 256

struct hifloat8_t { std::uint8_t bits; };
struct float8_e4m3_t { std::uint8_t bits; };
struct float8_e5m2_t { std::uint8_t bits; };
struct float8_e8m0_t { std::uint8_t bits; };
struct float4_e1m2x2_t { std::uint8_t bits; };
struct float4_e2m1x2_t { std::uint8_t bits; };

using vector_hif8 = npu::Vector<hifloat8_t>;
using vector_f8e4m3 = npu::Vector<float8_e4m3_t>;
using vector_f8e5m2 = npu::Vector<float8_e5m2_t>;
using vector_f8e8m0 = npu::Vector<float8_e8m0_t>;
using vector_f4e1m2x2 = npu::Vector<float4_e1m2x2_t>;
using vector_f4e2m1x2 = npu::Vector<float4_e2m1x2_t>;
struct vector_address {};

enum ptoconf_other_t { INTLV_B32, LOWER, US, PART_EVEN, ROUND_R, ROUND_Z, RS_DISABLE };

#define PTOCONF_NPU_ABSENT(NAME)                       \
    template <typename... Arguments>                   \
    std::uint64_t NAME(Arguments...)                   \
    {                                                  \
        npu::current() = {#NAME, {"its kernel", 0}};   \
        npu::stop("this instruction is not emulated"); \
    }

PTOCONF_NPU_ABSENT(atomicAdd)
PTOCONF_NPU_ABSENT(set_intra_block)
PTOCONF_NPU_ABSENT(wait_intra_block)
PTOCONF_NPU_ABSENT(ppack)
PTOCONF_NPU_ABSENT(punpack)
PTOCONF_NPU_ABSENT(plds)
PTOCONF_NPU_ABSENT(psts)
PTOCONF_NPU_ABSENT(pand)
PTOCONF_NPU_ABSENT(por)
PTOCONF_NPU_ABSENT(pxor)
PTOCONF_NPU_ABSENT(pnot)
PTOCONF_NPU_ABSENT(psel)
PTOCONF_NPU_ABSENT(vaddc)
PTOCONF_NPU_ABSENT(vaddcs)
PTOCONF_NPU_ABSENT(vsubc)
PTOCONF_NPU_ABSENT(vsubcs)
PTOCONF_NPU_ABSENT(vcadd)
PTOCONF_NPU_ABSENT(vcmax)
PTOCONF_NPU_ABSENT(vcmin)
PTOCONF_NPU_ABSENT(vcmp_eq)
PTOCONF_NPU_ABSENT(vcmp_ne)
PTOCONF_NPU_ABSENT(vcmp_lt)
PTOCONF_NPU_ABSENT(vcmp_le)
PTOCONF_NPU_ABSENT(vcmp_gt)
PTOCONF_NPU_ABSENT(vcmp_ge)
PTOCONF_NPU_ABSENT(vcvt)
PTOCONF_NPU_ABSENT(vdintlv)
PTOCONF_NPU_ABSENT(vintlv)
PTOCONF_NPU_ABSENT(vgather2)
PTOCONF_NPU_ABSENT(vmula)
PTOCONF_NPU_ABSENT(vmull)
PTOCONF_NPU_ABSENT(vor)
PTOCONF_NPU_ABSENT(vshl)
PTOCONF_NPU_ABSENT(vshls)
PTOCONF_NPU_ABSENT(vshr)
PTOCONF_NPU_ABSENT(vshrs)

#undef PTOCONF_NPU_ABSENT

// Two registers at once, and carries: elements of 64 bits.
[[noreturn]] inline void vlds(vector_s32&, vector_s32&, std::int32_t*, std::int32_t, ptoconf_load_t) { npu::stop("64-bit elements are not emulated"); }
[[noreturn]] inline void vlds(vector_u32&, vector_u32&, std::uint32_t*, std::int32_t, ptoconf_load_t) { npu::stop("64-bit elements are not emulated"); }
[[noreturn]] inline void vsts(vector_s32&, vector_s32&, std::int32_t*, std::int32_t, ptoconf_other_t, const vector_bool&) { npu::stop("64-bit elements are not emulated"); }
[[noreturn]] inline void vsub(vector_s32&, vector_s32&, vector_s32&, const vector_bool&) { npu::stop("64-bit elements are not emulated"); }

#endif
