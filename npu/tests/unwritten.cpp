// Memory that nobody wrote: what is made from it may be anywhere but in a result. With PTOCONF_NPU_UNWRITTEN_STOPS.

#define PTOCONF_NPU_UNWRITTEN_STOPS

#include "../include/npu/arithmetic.hpp"
#include "../include/npu/broadcast.hpp"
#include "../include/npu/computing.hpp"
#include "../include/npu/copy.hpp"
#include "../include/npu/ending.hpp"
#include "../include/npu/loads.hpp"
#include "../include/npu/mask.hpp"
#include "../include/npu/stores.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

namespace {

constexpr unsigned count = 128;

// An input with ten valid elements, scratch memory, and a result with ten, as long as it lives.
struct Operands {
    Buffer<float> src{count, 1}, tmp{count, 2}, dst{count, 3};

    Operands()
    {
        for (Buffer<float>* each : {&src, &tmp, &dst}) ptoconf_take_operand(each->data(), count * sizeof(float));
        ptoconf_take_valid(src.data(), 10 * sizeof(float), false);
        ptoconf_take_valid(dst.data(), 10 * sizeof(float), true);
    }
    ~Operands()
    {
        npu::extents = {};
        npu::results.count = 0;
    }
};

// The sum of the first lanes.
void add(float* dst, float* src0, float* src1, unsigned lanes)
{
    set_vector_mask(0, (1ull << lanes) - 1);
    vadd(dst, src0, src1, 1, 1, 1, 1, 8, 8, 8);
    set_vector_mask(-1, -1);
}

constexpr const char* said = "what it writes to a result comes from memory that nobody wrote, at ";

void padding_may_be_read()
{
    Operands o;
    add(o.dst.data(), o.src.data(), o.src.data(), 40);
    EXPECT(last_words([] { ptoconf_at_the_end(); }).empty());
    copy_ubuf_to_ubuf(o.dst.data(), o.src.data(), 0, 1, 2, 0, 0);
    EXPECT(last_words([] { ptoconf_at_the_end(); }).empty());
}

void results_may_not_come_from_it()
{
    Operands o;
    add(o.dst.data(), o.src.data(), o.tmp.data(), 1);
    const auto words = last_words([] { ptoconf_at_the_end(); });
    EXPECT(contains(words, "emulated instruction vadd: ") && contains(words, said) && contains(words, "unwritten.cpp:"));
    add(o.dst.data(), o.src.data(), o.src.data(), 1); // and again, from the input
    EXPECT(last_words([] { ptoconf_at_the_end(); }).empty());
}

void it_spreads()
{
    Operands o;
    auto* words = reinterpret_cast<std::uint32_t*>(o.tmp.data());
    vbrcb(words, reinterpret_cast<std::uint32_t*>(o.src.data() + 8), 1, 8, 1); // elements 8 and 9 are valid, 10 is not
    pipe_barrier(PIPE_V);
    EXPECT(last_words([&] { copy_ubuf_to_ubuf(o.dst.data(), words + 8, 0, 1, 1, 0, 0), ptoconf_at_the_end(); }).empty());
    EXPECT(contains(last_words([&] { copy_ubuf_to_ubuf(o.dst.data(), words + 16, 0, 1, 1, 0, 0), ptoconf_at_the_end(); }), said));
}

void registers_pass_it_on()
{
    Operands o;
    vector_f32 x, nothing, sum;
    vlds(x, o.src.data(), 0, NORM);
    const auto store = [&](std::uint32_t lanes) { vsts(sum, o.dst.data(), 0, NORM_B32, plt_b32(lanes, POST_UPDATE)), ptoconf_at_the_end(); };
    vadd(sum, x, x, pset_b32(PAT_ALL), MODE_ZEROING);
    EXPECT(last_words([&] { store(64); }).empty());
    vadd(sum, x, nothing, pset_b32(PAT_ALL), MODE_ZEROING);
    EXPECT(contains(last_words([&] { store(1); }), "emulated instruction vsts: what it writes to a result"));
    vadd(sum, x, nothing, pset_b32(PAT_ALLF), MODE_ZEROING);
    EXPECT(last_words([&] { store(64); }).empty());
    vlds(x, o.src.data(), 8, NORM);
    vdup(sum, x, pset_b32(PAT_ALL), POS_LOWEST, MODE_ZEROING);
    EXPECT(last_words([&] { store(64); }).empty());
    vlds(x, o.src.data(), 16, NORM);
    vdup(sum, x, pset_b32(PAT_ALL), POS_LOWEST, MODE_ZEROING);
    EXPECT(contains(last_words([&] { store(1); }), said));
}

void scalar_code_may_not_read_it()
{
    Operands o;
    EXPECT(last_words([&] { npu::scalar_reads(&o.src[9], sizeof(float)); }).empty());
    EXPECT(contains(last_words([&] { npu::scalar_reads(&o.src[10], sizeof(float)); }), "scalar code reads memory that nobody wrote"));
    npu::scalar_writes(&o.src[10], sizeof(float));
    EXPECT(last_words([&] { npu::scalar_reads(&o.src[10], sizeof(float)); }).empty());
}

} // namespace

int main()
{
    padding_may_be_read();
    results_may_not_come_from_it();
    it_spreads();
    registers_pass_it_on();
    scalar_code_may_not_read_it();
    return result();
}
