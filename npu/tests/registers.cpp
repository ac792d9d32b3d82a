// Vector registers: masks, loads, stores, arithmetic.

#include "../include/npu/computing.hpp"
#include "../include/npu/loads.hpp"
#include "../include/npu/stores.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

namespace {

template <typename T>
constexpr unsigned lanes = 256 / sizeof(T);

template <typename T>
constexpr DistVST norm = sizeof(T) == 1 ? NORM_B8 : sizeof(T) == 2 ? NORM_B16 : NORM_B32;

vector_bool first(unsigned bytes, std::uint32_t count)
{
    return bytes == 1 ? plt_b8(count, POST_UPDATE) : bytes == 2 ? plt_b16(count, POST_UPDATE) : plt_b32(count, POST_UPDATE);
}

// As long as it lives, the buffer is the only operand.
template <typename T>
class OnlyOperand {
public:
    OnlyOperand(Buffer<T>& buffer, std::size_t count) { ptoconf_take_operand(buffer.data(), count * sizeof(T)); }
    ~OnlyOperand() { npu::extents = {}; }
};

void masks_count_down()
{
    std::uint32_t left = 150;
    vector_bool mask = plt_b32(left, POST_UPDATE);
    EXPECT(left == 86 && mask.bytes.all());
    plt_b32(left, POST_UPDATE);
    mask = plt_b32(left, POST_UPDATE);
    EXPECT(left == 0 && mask.bytes.count() == 22 * 4 && mask.active<float>(21) && !mask.active<float>(22));
    mask = plt_b32(left, POST_UPDATE);
    EXPECT(left == 0 && mask.bytes.none());
    EXPECT(pset_b8(PAT_ALL).bytes.all() && pset_b16(PAT_ALLF).bytes.none());
}

template <typename T>
void loads()
{
    Buffer<T> memory(1000, 1);
    const OnlyOperand<T> operand(memory, 1000);
    npu::Vector<T> loaded;
    const unsigned block = 32 / sizeof(T);
    vlds(loaded, memory.data(), static_cast<std::int32_t>(3 * block), NORM);
    for (unsigned i = 0; i < lanes<T>; ++i) EXPECT(std::memcmp(&loaded.lanes[i], &memory[3 * block + i], sizeof(T)) == 0);
    T* at = memory.data() + block;
    vlds(loaded, at, static_cast<std::int32_t>(5 * block), NORM, POST_UPDATE);
    EXPECT(at == memory.data() + 6 * block && std::memcmp(loaded.lanes, &memory[block], 256) == 0);
    vector_align align;
    vldas(align, memory.data() + 3);
    vldus(loaded, align, memory.data() + 3);
    EXPECT(std::memcmp(loaded.lanes, &memory[3], 256) == 0);
}

void loads_that_broadcast()
{
    Buffer<float> words(64, 1);
    const OnlyOperand<float> operand(words, 64);
    vector_f32 wide;
    vlds(wide, words.data(), 8, E2B_B32);
    for (unsigned i = 0; i < 64; ++i) EXPECT(wide.lanes[i] == words[8 + i / 8]);
    auto* halves = reinterpret_cast<std::int16_t*>(words.data());
    vector_s16 narrow;
    vlds(narrow, halves, 8, E2B_B16);
    for (unsigned i = 0; i < 128; ++i) EXPECT(narrow.lanes[i] == halves[8 + i / 16]);
    EXPECT(contains(last_words([&] { vlds(wide, words.data(), 0, E2B_B16); }), "vlds: this way to load is not emulated"));
}

void loads_at_the_end_of_an_operand()
{
    Buffer<std::uint32_t> memory(64, 1);
    const OnlyOperand<std::uint32_t> operand(memory, 40);
    vector_u32 loaded;
    vlds(loaded, memory.data(), 0, NORM);
    EXPECT(loaded.lanes[39] == memory[39] && loaded.lanes[40] == 0xdbdbdbdbu && loaded.lanes[63] == 0xdbdbdbdbu);
    EXPECT(contains(last_words([&] { vlds(loaded, memory.data(), 40, NORM); }), "vlds: src begins outside of every operand, at"));
    EXPECT(contains(last_words([&] { vlds(loaded, memory.data(), 1, NORM); }), "vlds: src begins 4 bytes after a multiple of 32"));
}

template <typename T>
void stores()
{
    npu::Vector<T> value;
    for (unsigned i = 0; i < lanes<T>; ++i) value.lanes[i] = static_cast<T>(static_cast<int>(i % 100));
    Buffer<T> memory(1000, 50);
    auto expected = memory.copy();
    const unsigned block = 32 / sizeof(T);
    for (std::uint32_t count : {0u, 1u, lanes<T> - 1, lanes<T>, 5000u}) {
        for (unsigned i = 0; i < count && i < lanes<T>; ++i) expected[2 * block + i] = value.lanes[i];
        vsts(value, memory.data(), static_cast<std::int32_t>(2 * block), norm<T>, first(sizeof(T), count));
        EXPECT(memory.holds(expected));
    }
    T* at = memory.data();
    vsts(value, at, static_cast<std::int32_t>(block), norm<T>, first(sizeof(T), 1), POST_UPDATE);
    expected[0] = value.lanes[0];
    EXPECT(memory.holds(expected) && at == memory.data() + block);
    const auto words = last_words([&] { vsts(value, memory.data() + 1, 0, norm<T>, first(sizeof(T), 1)); });
    EXPECT(contains(words, "vsts: dst begins "));
}

void scatters()
{
    vector_f32 value;
    vector_u32 places;
    for (unsigned i = 0; i < 64; ++i) {
        value.lanes[i] = static_cast<float>(i);
        places.lanes[i] = 130 - 2 * i;
    }
    places.lanes[5] = places.lanes[4];
    Buffer<float> memory(200, 500);
    auto expected = memory.copy();
    for (unsigned i = 0; i < 10; ++i) expected[places.lanes[i]] = value.lanes[i];
    vscatter(value, memory.data(), places, first(4, 10));
    EXPECT(memory.holds(expected) && memory[122] == 5);
    vector_u8 bytes{}, at{};
    EXPECT(contains(last_words([&] { vscatter(bytes, bytes.lanes, at, first(1, 1)); }), "vscatter: of elements of one byte"));
}

template <typename T>
void computes()
{
    npu::Vector<T> a, b, dst;
    for (unsigned i = 0; i < lanes<T>; ++i) {
        a.lanes[i] = static_cast<T>(static_cast<int>(2 + i % 3));
        b.lanes[i] = static_cast<T>(2);
    }
    const auto expect = [&](int lane, int value) { EXPECT(dst.lanes[lane] == static_cast<T>(value)); };
    const vector_bool mask = first(sizeof(T), 2);
    vadd(dst, a, b, mask, MODE_ZEROING), expect(1, 5), expect(2, 0);
    vsub(dst, a, b, mask, MODE_ZEROING), expect(1, 1), expect(2, 0);
    vmul(dst, a, b, mask, MODE_ZEROING), expect(1, 6), expect(2, 0);
    vmax(dst, a, b, mask, MODE_ZEROING), expect(1, 3), expect(2, 0);
    vmin(dst, a, b, mask, MODE_ZEROING), expect(1, 2), expect(2, 0);
    vbr(dst, static_cast<T>(7)), expect(0, 7), expect(lanes<T> - 1, 7);
    vdup(dst, a, mask, POS_LOWEST, MODE_ZEROING), expect(1, 2), expect(2, 0);
    vadd(a, a, a, pset_b8(PAT_ALL), MODE_ZEROING); // in place
    EXPECT(a.lanes[2] == static_cast<T>(8) && a.lanes[lanes<T> - 1] == static_cast<T>(static_cast<int>(2 * (2 + (lanes<T> - 1) % 3))));
}

void counts()
{
    vector_s32 words;
    vci(words, -3, INC_ORDER);
    EXPECT(words.lanes[0] == -3 && words.lanes[63] == 60);
    vector_s16 halves;
    vci(halves, 32767, INC_ORDER);
    EXPECT(halves.lanes[0] == 32767 && halves.lanes[1] == -32768);
}

template <typename T>
void all_of_a_type()
{
    loads<T>();
    stores<T>();
    computes<T>();
}

} // namespace

int main()
{
    masks_count_down();
    all_of_a_type<std::int8_t>();
    all_of_a_type<std::uint8_t>();
    all_of_a_type<std::int16_t>();
    all_of_a_type<std::uint16_t>();
    all_of_a_type<half>();
    all_of_a_type<bfloat16_t>();
    all_of_a_type<std::int32_t>();
    all_of_a_type<std::uint32_t>();
    all_of_a_type<float>();
    loads_that_broadcast();
    loads_at_the_end_of_an_operand();
    scatters();
    counts();
    return result();
}
