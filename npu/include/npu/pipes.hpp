// Pipes, barriers and flags: what orders instructions. A flag that is set twice, or waited for and never set, is an error.

#ifndef PTOCONF_NPU_PIPES_HPP
#define PTOCONF_NPU_PIPES_HPP

#include "error.hpp"
#include "order.hpp"

#include <cstdint>

enum event_t { EVENT_ID0 = 0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

namespace npu {

constexpr unsigned event_count = EVENT_ID7 + 1;

// The flag of an event between two pipes, and what is done once it is set.
struct Flag {
    bool is_set;
    Known done;
};

inline Flag& flag(pipe_t from, pipe_t to, std::uint64_t event)
{
    static Flag flags[pipe_count][pipe_count][event_count];
    if (event >= event_count) stop("event %llu of %u", static_cast<unsigned long long>(event), event_count);
    return flags[from][to][event];
}

} // namespace npu

inline void pipe_barrier(pipe_t pipe, npu::Site site = npu::Site::here())
{
    const npu::Running now("pipe_barrier", site);
    if (pipe == PIPE_S) npu::stop("the scalar pipe has no barrier");
    npu::barrier(pipe);
}

inline void set_flag(pipe_t pipe, pipe_t tpipe, std::uint64_t event, npu::Site site = npu::Site::here())
{
    const npu::Running now("set_flag", site);
    npu::Flag& flag = npu::flag(pipe, tpipe, event);
    if (flag.is_set) npu::stop("the flag of event %d is set already", static_cast<int>(event));
    flag = {true, npu::done_by(pipe)};
}

inline void wait_flag(pipe_t pipe, pipe_t tpipe, std::uint64_t event, npu::Site site = npu::Site::here())
{
    const npu::Running now("wait_flag", site);
    npu::Flag& flag = npu::flag(pipe, tpipe, event);
    if (!flag.is_set) npu::stop("nobody has set the flag of event %d: the device would wait for ever", static_cast<int>(event));
    flag.is_set = false;
    npu::know(tpipe, flag.done);
}

#endif
