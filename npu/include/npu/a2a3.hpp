// The instructions of A2 and A3 that the kernels of the suite call, with bodies for the host.
//
// With the library, which takes the place of its `pto/pto-inst.hpp`. These are emulated instructions, not a device.

#ifndef PTOCONF_NPU_A2A3_HPP
#define PTOCONF_NPU_A2A3_HPP

#define __NPU_ARCH__ 2201
#define __DAV_C220_VEC__
#define __DAV_VEC__
#define PTO_COMM_NOT_SUPPORTED
#ifndef PTOCONF_NPU_NO_ASSERTIONS
#define _DEBUG
#endif

#include "spaces.hpp"

#include "library.hpp"

#include "absent.hpp"
#include "arithmetic.hpp"
#include "broadcast.hpp"
#include "control.hpp"
#include "copy.hpp"
#include "diagnosis.hpp"
#include "mask.hpp"
#include "pipes.hpp"
#include "scalar.hpp"

#include <pto/common/arch_macro.hpp>
#include <pto/common/arch_capability.hpp>
// Else a Bias tile has a number instead of an address, and no memory could be given to it.
#define __DAV_C220_CUBE__
#include <pto/common/pto_tile.hpp>
#undef __DAV_C220_CUBE__
#include <pto/common/pto_instr.hpp>

#endif
