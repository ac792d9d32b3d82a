// What the kernels check; they themselves are of one generation each.

#ifndef STAND_IN_KERNELS_PTO_INSTR_HPP
#define STAND_IN_KERNELS_PTO_INSTR_HPP

#include "pto_tile.hpp"

#include <type_traits>

#if __NPU_ARCH__ == 2201
#include "../stand_in/add_a2a3.hpp"
#else
#include "../stand_in/add_a5.hpp"
#endif

namespace pto {

template <typename T>
constexpr bool is_vector_type = std::is_same_v<T, half> || std::is_same_v<T, float> || std::is_same_v<T, int16_t> || std::is_same_v<T, int32_t>
#if __NPU_ARCH__ != 2201
    || std::is_same_v<T, uint16_t> || std::is_same_v<T, uint32_t>
#endif
    ;

template <typename Dst, typename Src0, typename Src1>
AICORE void TCOLEXPANDADD(Dst& dst, Src0& src0, Src1& src1)
{
    using T = typename Dst::DType;
    static_assert(is_vector_type<T>, "TCOLEXPANDADD: element type");
    static_assert(std::is_same_v<T, typename Src0::DType> && std::is_same_v<T, typename Src1::DType>, "TCOLEXPANDADD: one element type");
    static_assert(are_nd<Dst, Src0, Src1> && are_vec<Dst, Src0, Src1>, "TCOLEXPANDADD: row-major Vec tiles");
    static_assert(fit_memory<Dst, Src0, Src1>, "TCOLEXPANDADD: the tiles fit the Unified Buffer");
    assert(src0.GetValidRow() == dst.GetValidRow() && src0.GetValidCol() == dst.GetValidCol() && "TCOLEXPANDADD: src0 is like dst");
    assert(src1.GetValidCol() >= dst.GetValidCol() && "TCOLEXPANDADD: src1 covers the columns of dst");
    if (dst.is_empty()) return;
    assert(!src1.is_empty() && "TCOLEXPANDADD: src1 has a scalar");
    add_columns(dst, src0, src1);
}

} // namespace pto

#endif
