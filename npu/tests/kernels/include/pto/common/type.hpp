// Its functions are marked for the compiler of the device, except for a cost model.

#ifndef STAND_IN_KERNELS_TYPE_HPP
#define STAND_IN_KERNELS_TYPE_HPP

#ifdef __COSTMODEL
#define AICORE
#else
#define AICORE [aicore]
#endif

#endif
