// A small stand-in for a library with kernels for an NPU, written for the tests of ptoconf.
//
// The kernels call vector instructions; every rule is an assertion. STAND_IN_FAULT_... switches on one mistake.

#ifndef STAND_IN_KERNELS_PTO_INST_HPP
#define STAND_IN_KERNELS_PTO_INST_HPP

#include "common/pto_instr.hpp"

#endif
