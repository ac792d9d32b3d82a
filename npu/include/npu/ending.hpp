// What a kernel may not leave behind: the next one expects a full mask, and flags that nobody has set. What it may not leave undefined: the results.

#ifndef PTOCONF_NPU_ENDING_HPP
#define PTOCONF_NPU_ENDING_HPP

#include "error.hpp"
#include "operands.hpp"
#include "pipes.hpp"
#include "registers.hpp"

namespace npu {

std::uint32_t first_undefined(const void* start, std::size_t bytes);

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
                if (flag(static_cast<pipe_t>(from), static_cast<pipe_t>(to), event).is_set) stop("the kernel ends with the flag of event %u set", event);
            }
        }
    }
}

// No byte that a case is judged by may come from memory that nobody wrote. Who wrote nothing at all is judged by what is there.
inline void expect_defined_results()
{
    for (std::size_t i = 0; i < results.count; ++i) {
        const auto* start = results.all[i].start;
        const std::uint32_t writer = first_undefined(start, results.all[i].bytes);
        if (writer == nobody) continue;
        current() = {step(writer).name, step(writer).site};
        stop("what it writes to a result comes from memory that nobody wrote");
    }
}

} // namespace npu

// The driver of the cases calls this after a case.
extern "C" __attribute__((used)) inline void ptoconf_at_the_end()
{
    npu::expect_no_mask();
    npu::expect_no_flag();
#ifdef PTOCONF_NPU_UNWRITTEN_STOPS
    npu::expect_defined_results();
#endif
}

#endif
