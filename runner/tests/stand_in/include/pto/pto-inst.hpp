// A small stand-in for a PTO library, written from the pages for the tests of ptoconf.
//
// Simple loops, every rule an assertion. STAND_IN_FAULT_... switches on one mistake (faults.hpp).

#ifndef STAND_IN_PTO_INST_HPP
#define STAND_IN_PTO_INST_HPP

#ifdef STAND_IN_FAULT_BROKEN
#error "this header is broken on purpose"
#endif

#include "stand_in/numbers.hpp"
#include "stand_in/tile.hpp"

#include "stand_in/expand.hpp"
#include "stand_in/extreme.hpp"
#include "stand_in/places.hpp"
#include "stand_in/rows.hpp"
#include "stand_in/product.hpp"
#include "stand_in/sum.hpp"
#ifndef STAND_IN_FAULT_NO_CONCAT
#include "stand_in/concat.hpp"
#endif

#endif
