// The tile class of the other stand-in, with the memory of the generation.

#if __NPU_ARCH__ == 2201
#define STAND_IN_UNIFIED_BUFFER (192 * 1024)
#else
#define STAND_IN_UNIFIED_BUFFER (256 * 1024)
#endif
#include "../../../../../../runner/tests/stand_in/include/pto/stand_in/tile.hpp"
