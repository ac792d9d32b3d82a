// What has to wait for what: barriers within a pipe, flags between pipes, barriers between loads and stores of registers.

#include "../include/npu/arithmetic.hpp"
#include "../include/npu/computing.hpp"
#include "../include/npu/copy.hpp"
#include "../include/npu/ending.hpp"
#include "../include/npu/loads.hpp"
#include "../include/npu/pipes.hpp"
#include "../include/npu/stores.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

namespace {

using Memory = Buffer<float>;

constexpr unsigned count = 256;

// Operands, as long as it lives.
struct Operands {
    Memory a{count, 1}, b{count, 2}, c{count, 3};

    Operands()
    {
        for (Memory* each : {&a, &b, &c}) {
            ptoconf_take_operand(each->data(), count * sizeof(float));
            ptoconf_take_valid(each->data(), count * sizeof(float), false);
        }
    }
    ~Operands() { npu::extents = {}; }

    void add(float* dst, float* src0, float* src1) { vadd(dst, src0, src1, 1, 1, 1, 1, 8, 8, 8); }
    void order(pipe_t from, pipe_t to) { set_flag(from, to, EVENT_ID0), wait_flag(from, to, EVENT_ID0); }
    float read(float* at) { return npu::scalar_reads(at, sizeof *at), *at; }
    void write(float* at, float value) { npu::scalar_writes(at, sizeof *at), *at = value; }
};

void a_result_waits_for_a_barrier()
{
    Operands o;
    const auto sums = [&] { o.add(o.c.data(), o.a.data(), o.b.data()), o.add(o.a.data(), o.c.data(), o.b.data()); };
    const auto words = last_words(sums);
    EXPECT(contains(words, "emulated instruction vadd: reads bytes that vadd at "));
    EXPECT(contains(words, "order.cpp:") && contains(words, " writes, with no barrier between them, at "));
    o.add(o.c.data(), o.a.data(), o.b.data());
    EXPECT(last_words([&] { o.add(o.a.data() + 64, o.c.data() + 64, o.b.data()); }).empty()); // other bytes
    EXPECT(!last_words([&] { o.add(o.a.data(), o.c.data() + 56, o.b.data()); }).empty());     // one block of eight
    for (pipe_t other : {PIPE_MTE2, PIPE_MTE3}) {
        EXPECT(contains(last_words([&] { pipe_barrier(other), o.add(o.a.data(), o.c.data(), o.b.data()); }), "no barrier"));
    }
    for (pipe_t right : {PIPE_V, PIPE_ALL}) {
        EXPECT(last_words([&] { pipe_barrier(right), o.add(o.a.data(), o.c.data(), o.b.data()); }).empty());
    }
}

void copies_wait_too()
{
    Operands o;
    copy_ubuf_to_ubuf(o.c.data(), o.a.data(), 0, 1, 2, 0, 0);
    EXPECT(contains(last_words([&] { o.add(o.b.data(), o.c.data(), o.b.data()); }), "reads bytes that copy_ubuf_to_ubuf at "));
    EXPECT(!last_words([&] { copy_ubuf_to_ubuf(o.b.data(), o.c.data() + 8, 0, 1, 1, 0, 0); }).empty());
    EXPECT(last_words([&] { copy_ubuf_to_ubuf(o.b.data(), o.c.data() + 16, 0, 1, 1, 0, 0); }).empty());
}

// Whoever comes too early finds the same.
void what_changes_nothing_does_not_count()
{
    Operands o;
    copy_ubuf_to_ubuf(o.a.data(), o.a.data(), 0, 1, 4, 0, 0);
    EXPECT(last_words([&] { o.add(o.b.data(), o.a.data(), o.a.data()); }).empty());
}

void overwriting_in_a_pipe_is_a_switch()
{
    Operands o;
    const auto after_write = last_words([&] { o.add(o.c.data(), o.a.data(), o.b.data()), o.add(o.c.data(), o.a.data(), o.a.data()); });
    const auto after_read = last_words([&] { o.add(o.c.data(), o.a.data(), o.b.data()), o.add(o.a.data(), o.b.data(), o.b.data()); });
    EXPECT(after_write.empty());
    EXPECT(after_read.empty());
}

void scalar_code_waits_for_a_flag()
{
    Operands o;
    o.write(&o.a[0], 5);
    EXPECT(contains(last_words([&] { o.add(o.c.data(), o.a.data(), o.b.data()); }), "vadd: reads bytes that scalar code writes, with no flag"));
    EXPECT(contains(last_words([&] { o.order(PIPE_V, PIPE_S), o.add(o.c.data(), o.a.data(), o.b.data()); }), "no flag")); // the other way
    o.order(PIPE_S, PIPE_V);
    o.add(o.c.data(), o.a.data(), o.b.data());
    EXPECT(o.read(&o.b[0]) == 2 && o.read(&o.a[100]) == 101); // nobody writes those
    EXPECT(contains(last_words([&] { o.read(&o.c[3]); }), "emulated instructions: scalar code reads bytes that vadd at "));
    EXPECT(contains(last_words([&] { o.write(&o.c[3], 1); }), "overwrites bytes that vadd at "));
    EXPECT(contains(last_words([&] { o.write(&o.b[3], 1); }), " reads, with no flag between them"));
    EXPECT(contains(last_words([&] { pipe_barrier(PIPE_V), o.read(&o.c[3]); }), "no flag"));
    EXPECT(contains(last_words([&] { set_flag(PIPE_V, PIPE_S, EVENT_ID0), o.read(&o.c[3]); }), "no flag")); // nobody waits
    set_flag(PIPE_V, PIPE_S, EVENT_ID0);
    EXPECT(contains(last_words([&] { o.add(o.a.data(), o.b.data(), o.b.data()), wait_flag(PIPE_V, PIPE_S, EVENT_ID0), o.read(o.a.data()); }),
        "no flag")); // set too early
    wait_flag(PIPE_V, PIPE_S, EVENT_ID0);
    EXPECT(o.read(&o.c[0]) == 7);
    o.write(&o.c[0], 8);
    EXPECT(o.read(&o.c[0]) == 8); // scalar code runs in order
}

void flags_pass_on_what_their_pipe_waited_for()
{
    Operands o;
    o.add(o.c.data(), o.a.data(), o.b.data());
    o.order(PIPE_V, PIPE_MTE3);
    o.order(PIPE_MTE3, PIPE_S);
    EXPECT(o.read(&o.c[0]) == 3);
}

void loads_wait_for_stores_of_other_registers()
{
    Operands o;
    vector_f32 x, y, sum;
    const vector_bool all = pset_b32(PAT_ALL);
    std::uint32_t four = 4;
    const vector_bool first = plt_b32(four, POST_UPDATE);
    vlds(x, o.a.data(), 0, NORM);
    vsts(x, o.c.data(), 0, NORM_B32, first);
    EXPECT(last_words([&] { vlds(y, o.c.data(), 0, NORM); }).empty()); // nobody uses it
    const auto words = last_words([&] { vlds(y, o.c.data(), 0, NORM), vadd(sum, y, y, all, MODE_ZEROING), vsts(sum, o.b.data(), 0, NORM_B32, all); });
    EXPECT(contains(words, "emulated instruction vlds: reads bytes that vsts at ") && contains(words, "no barrier between them, at "));
    const auto behind = [&] { vlds(y, o.c.data(), 8, NORM), vadd(sum, y, y, all, MODE_ZEROING), vsts(sum, o.b.data(), 0, NORM_B32, all); };
    EXPECT(last_words(behind).empty());
    const auto masked = [&] { vlds(y, o.c.data(), 0, NORM), vadd(sum, y, y, all, MODE_ZEROING), vsts(sum, o.b.data(), 0, NORM_B32, pset_b32(PAT_ALLF)); };
    EXPECT(last_words(masked).empty());
    EXPECT(last_words([&] { vlds(x, o.c.data(), 0, NORM), vsts(x, o.b.data(), 0, NORM_B32, all); }).empty()); // the same register
    for (auto wrong : {VLD_VST, VST_VST, ST_VLD}) {
        EXPECT(!last_words([&] { mem_bar(wrong), vlds(y, o.c.data(), 0, NORM), vsts(y, o.b.data(), 0, NORM_B32, all); }).empty());
    }
    for (auto right : {VST_VLD, VV_ALL}) {
        EXPECT(last_words([&] { mem_bar(right), vlds(y, o.c.data(), 0, NORM), vsts(y, o.b.data(), 0, NORM_B32, all); }).empty());
    }
    EXPECT(!last_words([&] { o.read(&o.c[0]); }).empty());
    EXPECT(last_words([&] { mem_bar(VST_LD), o.read(&o.c[0]); }).empty());
}

} // namespace

int main()
{
    a_result_waits_for_a_barrier();
    copies_wait_too();
    what_changes_nothing_does_not_count();
    overwriting_in_a_pipe_is_a_switch();
    scalar_code_waits_for_a_flag();
    flags_pass_on_what_their_pipe_waited_for();
    loads_wait_for_stores_of_other_registers();
    return result();
}
