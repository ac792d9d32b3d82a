// The tile class of the other stand-in, with the memory of A2A3.

#define STAND_IN_UNIFIED_BUFFER (192 * 1024)
#include "../../../../../../runner/tests/stand_in/include/pto/stand_in/tile.hpp"
