// What a kernel may not leave behind: the next one expects a full mask, and flags that nobody has set.

#ifndef PTOCONF_NPU_ENDING_HPP
#define PTOCONF_NPU_ENDING_HPP

#include "error.hpp"
#include "pipes.hpp"
#include "registers.hpp"

namespace npu {

inline void expect_no_mask()
{
    const Registers& now = registers();
    if (now.mask_mode != MaskMode::norm) stop("the kernel ends in counter mode");
    if (now.mask_low != ~0ull || now.mask_high != ~0ull) stop("the kernel ends with a mask that is not full");
}

inline void expect_no_flag()
{
    for (unsigned from = 0; from < pipe_count; ++from) {
        for (unsigned to = 0; to < pipe_count; ++to) {
            for (unsigned event = 0; event < event_count; ++event) {
                if (flag(static_cast<pipe_t>(from), static_cast<pipe_t>(to), event)) stop("the kernel ends with the flag of event %u set", event);
            }
        }
    }
}

} // namespace npu

// The driver of the cases calls this after a case.
extern "C" __attribute__((used)) inline void ptoconf_at_the_end()
{
    npu::expect_no_mask();
    npu::expect_no_flag();
}

#endif
