// What other kernels of the library name, so that its headers compile. Who calls one of these instructions gets an error.

#ifndef PTOCONF_NPU_ABSENT_HPP
#define PTOCONF_NPU_ABSENT_HPP

#include "error.hpp"

#include <cstdint>

enum QuantMode_t {
    NoQuant, F322F16, F322BF16, QF322B8_PRE, QF322F16_PRE, QF322BF16_PRE, QF322FP8_PRE, QF322HIF8_PRE, QS322BF16_PRE, REQ8, DEQF16,
    SHIFTS322S16, VQF322B8_PRE, VQS322BF16_PRE, VREQ8, VDEQF16, VSHIFTS322S16, VQF322F16_PRE, VQF322BF16_PRE, VQF322FP8_PRE,
    VQF322HIF8_PRE,
};
enum class cache_line_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum class pad_t { PAD_NONE };
enum mem_dsb_t { DSB_ALL, DSB_DDR, DSB_UB };
enum ub_addr8_t { VA0, VA1, VA2, VA3, VA4, VA5, VA6, VA7 };
enum Order_t { VALUE_INDEX, INDEX_VALUE, ONLY_VALUE, ONLY_INDEX };
enum atomic_op_t { ATOMIC_SUM };
enum atomic_type_t { ATOMIC_S32 };

namespace __cce_scalar {
enum class addr_cal_mode_t { inc, dec };
}

#define PTOCONF_NPU_ABSENT(NAME)                         \
    template <typename... Arguments>                     \
    std::uint64_t NAME(Arguments...)                      \
    {                                                    \
        npu::current() = {#NAME, {"its kernel", 0}};     \
        npu::stop("this instruction is not emulated");   \
    }

PTOCONF_NPU_ABSENT(copy_gm_to_cbuf_multi_nd2nz_b32s)
PTOCONF_NPU_ABSENT(dcci)
PTOCONF_NPU_ABSENT(dsb)
PTOCONF_NPU_ABSENT(ffts_cross_core_sync)
PTOCONF_NPU_ABSENT(get_block_num)
PTOCONF_NPU_ABSENT(get_imm)
PTOCONF_NPU_ABSENT(get_rsvd_cnt)
PTOCONF_NPU_ABSENT(get_subblockdim)
PTOCONF_NPU_ABSENT(get_subblockid)
PTOCONF_NPU_ABSENT(get_vms4_sr)
PTOCONF_NPU_ABSENT(ld_dev)
PTOCONF_NPU_ABSENT(scatter_vnchwconv_b16)
PTOCONF_NPU_ABSENT(scatter_vnchwconv_b32)
PTOCONF_NPU_ABSENT(scatter_vnchwconv_b8)
PTOCONF_NPU_ABSENT(set_atomic_add)
PTOCONF_NPU_ABSENT(set_atomic_bf16)
PTOCONF_NPU_ABSENT(set_atomic_f16)
PTOCONF_NPU_ABSENT(set_atomic_f32)
PTOCONF_NPU_ABSENT(set_atomic_none)
PTOCONF_NPU_ABSENT(set_atomic_s16)
PTOCONF_NPU_ABSENT(set_atomic_s32)
PTOCONF_NPU_ABSENT(set_atomic_s8)
PTOCONF_NPU_ABSENT(set_cmpmask)
PTOCONF_NPU_ABSENT(set_deqscale)
PTOCONF_NPU_ABSENT(set_ffts_base_addr)
PTOCONF_NPU_ABSENT(set_fmatrix)
PTOCONF_NPU_ABSENT(set_fmatrix_b)
PTOCONF_NPU_ABSENT(set_fpc)
PTOCONF_NPU_ABSENT(set_l3d_rpt)
PTOCONF_NPU_ABSENT(set_mov_pad_val)
PTOCONF_NPU_ABSENT(set_nd_para)
PTOCONF_NPU_ABSENT(set_padding)
PTOCONF_NPU_ABSENT(set_quant_pre)
PTOCONF_NPU_ABSENT(set_st_atomic_cfg)
PTOCONF_NPU_ABSENT(set_va_reg_sb)
PTOCONF_NPU_ABSENT(st_atomic)
PTOCONF_NPU_ABSENT(vadds)
PTOCONF_NPU_ABSENT(vand)
PTOCONF_NPU_ABSENT(vcgadd)
PTOCONF_NPU_ABSENT(vcmpvs_lt)
PTOCONF_NPU_ABSENT(vconv_f162s16r)
PTOCONF_NPU_ABSENT(vconv_f162s16z)
PTOCONF_NPU_ABSENT(vconv_f162s32a)
PTOCONF_NPU_ABSENT(vconv_f162s32c)
PTOCONF_NPU_ABSENT(vconv_f162s32f)
PTOCONF_NPU_ABSENT(vconv_f162s32r)
PTOCONF_NPU_ABSENT(vconv_f162s32z)
PTOCONF_NPU_ABSENT(vconv_f162s4)
PTOCONF_NPU_ABSENT(vconv_f162s4a)
PTOCONF_NPU_ABSENT(vconv_f162s4c)
PTOCONF_NPU_ABSENT(vconv_f162s4f)
PTOCONF_NPU_ABSENT(vconv_f162s4r)
PTOCONF_NPU_ABSENT(vconv_f162s4z)
PTOCONF_NPU_ABSENT(vconv_f162s8z)
PTOCONF_NPU_ABSENT(vconv_f322f16)
PTOCONF_NPU_ABSENT(vconv_f322f16r)
PTOCONF_NPU_ABSENT(vconv_f322f32f)
PTOCONF_NPU_ABSENT(vconv_f322f32z)
PTOCONF_NPU_ABSENT(vconv_f322s32f)
PTOCONF_NPU_ABSENT(vconv_f322s32r)
PTOCONF_NPU_ABSENT(vconv_f322s32z)
PTOCONF_NPU_ABSENT(vconv_s162f16)
PTOCONF_NPU_ABSENT(vconv_s162f16a)
PTOCONF_NPU_ABSENT(vconv_s162f32)
PTOCONF_NPU_ABSENT(vconv_s322f32)
PTOCONF_NPU_ABSENT(vconv_s322s16)
PTOCONF_NPU_ABSENT(vconv_s42f16)
PTOCONF_NPU_ABSENT(vdiv)
PTOCONF_NPU_ABSENT(vgather)
PTOCONF_NPU_ABSENT(vmuls)
PTOCONF_NPU_ABSENT(vnot)
PTOCONF_NPU_ABSENT(vreducev2)
PTOCONF_NPU_ABSENT(vsel)
PTOCONF_NPU_ABSENT(wait_flag_dev)

#undef PTOCONF_NPU_ABSENT

#endif
