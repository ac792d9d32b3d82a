// What is done before what. Instructions run one after the other here, but on a device those of different pipes do not, and in
// one pipe the next may begin before the last has written. So every access to memory is a step of somebody, and it is known up
// to which step of each other it waits: what barriers and flags say.

#ifndef PTOCONF_NPU_ORDER_HPP
#define PTOCONF_NPU_ORDER_HPP

#include "error.hpp"

#include <cstdint>
#include <cstdlib>

enum pipe_t { PIPE_S = 0, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX };

namespace npu {

constexpr unsigned pipe_count = PIPE_FIX + 1;

// Who reads and writes memory: pipes, but loads of the vector pipe apart from its stores, which is PIPE_V by itself.
using Agent = unsigned;
constexpr Agent scalar = PIPE_S, vector_store = PIPE_V, vector_load = pipe_count, agent_count = pipe_count + 1;

// An instruction, of the vector pipe, or scalar code between two of them; with which register, if that matters.
struct Step {
    const char* name;
    Site site;
    Agent agent;
    const void* with;
};

// Steps by number. Nobody did number 0; number 1 wrote the inputs, before all others.
constexpr std::uint32_t nobody = 0, input = 1;

struct Steps {
    Step* all = nullptr;
    std::uint32_t last = input, room = 0;
};

inline Steps steps;

inline const Step& step(std::uint32_t number) { return steps.all[number]; }

// Begins the next step.
inline void begin_step(Step next)
{
    if (++steps.last >= steps.room) {
        steps.room = 2 * steps.last + 1000;
        steps.all = static_cast<Step*>(std::realloc(steps.all, steps.room * sizeof(Step)));
        if (steps.all == nullptr) stop("no memory for the steps of the kernel");
    }
    steps.all[steps.last] = next;
}

// The last step of each that somebody waits for.
struct Known {
    std::uint32_t until[agent_count];

    void add(const Known& other)
    {
        for (Agent a = 0; a < agent_count; ++a) until[a] = until[a] < other.until[a] ? other.until[a] : until[a];
    }
};

inline Known known[agent_count];

inline bool is_of(Agent agent, pipe_t pipe) { return agent == static_cast<Agent>(pipe) || (pipe == PIPE_V && agent == vector_load); }

// `to` waits for all that `from` did.
inline void wait_for(Agent to, Agent from) { known[to].until[from] = steps.last; }

// What is done once the flag of a pipe is set: all of its own steps, and what they waited for.
inline Known done_by(pipe_t pipe)
{
    Known all{};
    for (Agent a = 0; a < agent_count; ++a) {
        if (!is_of(a, pipe)) continue;
        all.add(known[a]);
        all.until[a] = steps.last;
    }
    return all;
}

// Everybody in a pipe waits for this.
inline void know(pipe_t pipe, const Known& done)
{
    for (Agent a = 0; a < agent_count; ++a) {
        if (is_of(a, pipe)) known[a].add(done);
    }
}

// Everybody in a pipe waits for everybody in it.
inline void barrier(pipe_t pipe)
{
    for (Agent to = 0; to < agent_count; ++to) {
        for (Agent from = 0; from < agent_count; ++from) {
            if (pipe == PIPE_ALL || (is_of(to, pipe) && is_of(from, pipe))) wait_for(to, from);
        }
    }
}

// Whether a step, as one that loads or stores, is over once somebody gets to the current one. Scalar code runs in order.
inline bool is_over(std::uint32_t number, Agent as, Agent agent)
{
    if (number <= input || number == steps.last) return true;
    const bool by_scalar = step(number).agent == scalar;
    return number <= known[agent].until[by_scalar ? scalar : as] || (agent == scalar && by_scalar);
}

// Says that an instruction runs, as long as it lives.
class Running {
public:
    Running(const char* name, Site site, const void* with = nullptr)
    {
        current() = {name, site};
        begin_step({name, site, vector_store, with});
    }
    ~Running() { current().name = nullptr; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
};

} // namespace npu

#endif
