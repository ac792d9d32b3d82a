// Memory spaces and markers of the device language. On the host every space is plain memory.

#ifndef PTOCONF_NPU_SPACES_HPP
#define PTOCONF_NPU_SPACES_HPP

#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __sbuf__

#define __global__
#define __aicore__
#define __simd_vf__
#define __simd_callee__
#define __tf__
#define __in__
#define __out__
#define __inout__
#define __cce_get_tile_ptr(tile) (tile)

#endif
