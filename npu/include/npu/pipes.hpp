// Pipes, barriers and flags. Instructions run one after the other here, so that a missing barrier is not seen;
// a flag that is set twice, or waited for and never set, is.

#ifndef PTOCONF_NPU_PIPES_HPP
#define PTOCONF_NPU_PIPES_HPP

#include "error.hpp"

#include <cstdint>

enum pipe_t { PIPE_S = 0, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX };

enum event_t { EVENT_ID0 = 0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

namespace npu {

constexpr unsigned pipe_count = PIPE_FIX + 1, event_count = EVENT_ID7 + 1;

// The flag of an event between two pipes.
inline bool& flag(pipe_t from, pipe_t to, std::uint64_t event)
{
    static bool flags[pipe_count][pipe_count][event_count];
    if (event >= event_count) stop("event %llu of %u", static_cast<unsigned long long>(event), event_count);
    return flags[from][to][event];
}

} // namespace npu

inline void pipe_barrier(pipe_t pipe, npu::Site site = npu::Site::here())
{
    const npu::Running now("pipe_barrier", site);
    if (pipe == PIPE_S) npu::stop("the scalar pipe has no barrier");
}

inline void set_flag(pipe_t pipe, pipe_t tpipe, std::uint64_t event, npu::Site site = npu::Site::here())
{
    const npu::Running now("set_flag", site);
    bool& flag = npu::flag(pipe, tpipe, event);
    if (flag) npu::stop("the flag of event %d is set already", static_cast<int>(event));
    flag = true;
}

inline void wait_flag(pipe_t pipe, pipe_t tpipe, std::uint64_t event, npu::Site site = npu::Site::here())
{
    const npu::Running now("wait_flag", site);
    bool& flag = npu::flag(pipe, tpipe, event);
    if (!flag) npu::stop("nobody has set the flag of event %d: the device would wait for ever", static_cast<int>(event));
    flag = false;
}

#endif
