// The instructions of A5 that the kernels of the suite call, with bodies for the host.
//
// With the kernels of the suite alone: those of other operations call hundreds of instructions. These are emulated
// instructions, not a device.

#ifndef PTOCONF_NPU_A5_HPP
#define PTOCONF_NPU_A5_HPP

#define __NPU_ARCH__ 3101
#define __DAV_C310_VEC__
#define __DAV_VEC__
#define PTO_COMM_NOT_SUPPORTED
#ifndef PTOCONF_NPU_NO_ASSERTIONS
#define _DEBUG
#endif

#include "spaces.hpp"

#include "library.hpp"

#include "absent.hpp"
#include "absent_a5.hpp"
#include "computing.hpp"
#include "control.hpp"
#include "diagnosis.hpp"
#include "loads.hpp"
#include "mask.hpp"
#include "pipes.hpp"
#include "scalar.hpp"
#include "stores.hpp"

#include <pto/common/arch_macro.hpp>
#include <pto/common/arch_capability.hpp>
// Else a Bias tile has a number instead of an address, and no memory could be given to it.
#define __DAV_C220_CUBE__
#include <pto/common/pto_tile.hpp>
#undef __DAV_C220_CUBE__

// Instead of the list of all kernels, those of the suite that there are; a kernel that is left out has this type.
namespace pto {
enum class GatherExec : std::uint8_t;
}
#define PTO_INSTR_IMPL_HPP
#if __has_include(<pto/common/event.hpp>)
#include <pto/common/event.hpp>
#endif
#if __has_include(<pto/npu/a5/TAssign.hpp>)
#include <pto/npu/a5/TAssign.hpp>
#endif
#if __has_include(<pto/npu/a5/TSync.hpp>)
#include <pto/npu/a5/TSync.hpp>
#endif
#if __has_include(<pto/npu/a5/SyncAll.hpp>)
#include <pto/npu/a5/SyncAll.hpp>
#endif
#if __has_include(<pto/npu/a5/TColExpand.hpp>)
#include <pto/npu/a5/TColExpand.hpp>
#endif
#if __has_include(<pto/npu/a5/TColExpandAdd.hpp>)
#include <pto/npu/a5/TColExpandAdd.hpp>
#endif
#if __has_include(<pto/npu/a5/TColExpandMax.hpp>)
#include <pto/npu/a5/TColExpandMax.hpp>
#endif
#if __has_include(<pto/npu/a5/TColExpandMin.hpp>)
#include <pto/npu/a5/TColExpandMin.hpp>
#endif
#if __has_include(<pto/npu/a5/TColExpandMul.hpp>)
#include <pto/npu/a5/TColExpandMul.hpp>
#endif
#if __has_include(<pto/npu/a5/TColExpandSub.hpp>)
#include <pto/npu/a5/TColExpandSub.hpp>
#endif
#if __has_include(<pto/npu/a5/TColMax.hpp>)
#include <pto/npu/a5/TColMax.hpp>
#endif
#if __has_include(<pto/npu/a5/TColMin.hpp>)
#include <pto/npu/a5/TColMin.hpp>
#endif
#if __has_include(<pto/npu/a5/TColSum.hpp>)
#include <pto/npu/a5/TColSum.hpp>
#endif
#if __has_include(<pto/npu/a5/TConcat.hpp>)
#include <pto/npu/a5/TConcat.hpp>
#endif
#if __has_include(<pto/npu/a5/TRowExpand.hpp>)
#include <pto/npu/a5/TRowExpand.hpp>
#endif
#include <pto/common/pto_instr.hpp>

#endif
