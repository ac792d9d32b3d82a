// Flags and barriers, the control register, and what a kernel may not leave behind.

#include "../include/npu/control.hpp"
#include "../include/npu/ending.hpp"
#include "../include/npu/mask.hpp"
#include "../include/npu/pipes.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

int main()
{
    set_flag(PIPE_V, PIPE_S, EVENT_ID0);
    set_flag(PIPE_V, PIPE_S, EVENT_ID1); // another event
    set_flag(PIPE_S, PIPE_V, EVENT_ID0); // the other way round
    wait_flag(PIPE_V, PIPE_S, EVENT_ID0);
    set_flag(PIPE_V, PIPE_S, EVENT_ID0);
    pipe_barrier(PIPE_ALL);
    EXPECT(contains(last_words([] { pipe_barrier(PIPE_S); }), "pipe_barrier: the scalar pipe has no barrier"));
    EXPECT(contains(last_words([] { set_flag(PIPE_V, PIPE_S, EVENT_ID0); }), "set_flag: the flag of event 0 is set already"));
    EXPECT(contains(last_words([] { wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID3); }), "wait_flag: nobody has set the flag of event 3"));
    EXPECT(contains(last_words([] { set_flag(PIPE_V, PIPE_S, 8); }), "event 8 of 8"));
    set_ctrl(sbitset1(sbitset1(get_ctrl(), 59), 3));
    EXPECT(get_ctrl() == (1ull << 59 | 8));
    EXPECT(sbitset0(get_ctrl(), 59) == 8);
    wait_flag(PIPE_V, PIPE_S, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_S, EVENT_ID1);
    EXPECT(contains(last_words([] { ptoconf_at_the_end(); }), "ends with the flag of event 0 set"));
    wait_flag(PIPE_S, PIPE_V, EVENT_ID0);
    EXPECT(last_words([] { ptoconf_at_the_end(); }).empty());
    EXPECT(contains(last_words([] { set_mask_count(), ptoconf_at_the_end(); }), "ends in counter mode"));
    EXPECT(contains(last_words([] { set_vector_mask(0, 1), ptoconf_at_the_end(); }), "ends with a mask that is not full"));
    EXPECT(contains(last_words([] { set_vector_mask(1, -1), ptoconf_at_the_end(); }), "ends with a mask that is not full"));
    return result();
}
