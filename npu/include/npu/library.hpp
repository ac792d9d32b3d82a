// Takes the library's types without its compiler's `[aicore]`, which is not C++.
//
// The library writes functions as `AICORE ...`; its header of types defines that as nothing for its cost model. So this
// header is read as if for the cost model, and everything after it as if for a device. `__CCE_AICORE__` is defined for
// this header alone: elsewhere it brings in what tells memory spaces apart by type, and communication between chips.

#ifndef PTOCONF_NPU_LIBRARY_HPP
#define PTOCONF_NPU_LIBRARY_HPP

#include "numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#define __COSTMODEL
#define __CCE_AICORE__ 220
#define bfloat16_t ptoconf_npu_bfloat16_of_the_cost_model
#include <pto/common/type.hpp>
#undef bfloat16_t
#undef __CCE_AICORE__
#undef __COSTMODEL

#endif
