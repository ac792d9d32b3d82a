// vector_dup and vbrcb.

#include "../include/npu/broadcast.hpp"
#include "../include/npu/mask.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

namespace {

template <typename T>
void duplicates()
{
    const unsigned block = 32 / sizeof(T), lanes = 8 * block;
    const T value = static_cast<T>(77);
    Buffer<T> dst(6000, 5);
    auto expected = dst.copy();
    vector_dup(dst.data(), value, 0, 1, 1, 8, 0);
    EXPECT(dst.holds(expected));
    set_vector_mask(0, 5); // lanes 0 and 2
    for (unsigned r = 0; r < 3; ++r) expected[r * 10 * block] = expected[r * 10 * block + 2] = value;
    vector_dup(dst.data(), value, 3, 1, 1, 10, 0);
    EXPECT(dst.holds(expected));
    set_vector_mask(-1, -1);
    for (unsigned lane = 0; lane < lanes; ++lane) expected[lane / block * 3 * block + lane % block] = value;
    vector_dup(dst.data(), value, 1, 3, 1, 8, 0);
    EXPECT(dst.holds(expected));
    set_mask_count();
    set_vector_mask(0, 2 * lanes + 3);
    for (unsigned i = 0; i < 2 * lanes + 3; ++i) expected[i] = value;
    vector_dup(dst.data(), value, 0, 1, 1, 8, 0);
    EXPECT(dst.holds(expected));
    set_mask_norm();
    set_vector_mask(-1, -1);
}

template <typename T>
void blocks(unsigned repeats, unsigned block_stride, unsigned repeat_stride)
{
    const unsigned block = 32 / sizeof(T);
    Buffer<T> dst(40000, 5), src(3000, 90);
    auto expected = dst.copy();
    for (unsigned r = 0; r < repeats; ++r) {
        for (unsigned j = 0; j < 8; ++j) {
            for (unsigned e = 0; e < block; ++e) expected[(r * repeat_stride + j * block_stride) * block + e] = src[r * 8 + j];
        }
    }
    set_vector_mask(0, 1); // is not looked at
    vbrcb(dst.data(), src.data(), block_stride, repeat_stride, repeats);
    set_vector_mask(-1, -1);
    EXPECT(dst.holds(expected));
}

template <typename T>
void broadcasts()
{
    for (unsigned repeats : {0u, 1u, 2u, 255u}) blocks<T>(repeats, 1, 8);
    blocks<T>(3, 2, 17);
    blocks<T>(2, 0, 8); // the last of the eight wins
    blocks<T>(2, 1, 0);
}

void errors()
{
    Buffer<std::uint16_t> x(600);
    EXPECT(contains(last_words([&] { vector_dup(x.data() + 3, std::uint16_t(1), 1, 1, 1, 8, 0); }), "vector_dup: dst begins 6 bytes"));
    EXPECT(contains(last_words([&] { vbrcb(x.data(), x.data() + 8, 1, 8, 1); }), "vbrcb: src begins 16 bytes"));
}

} // namespace

int main()
{
    duplicates<half>();
    duplicates<bfloat16_t>();
    duplicates<float>();
    duplicates<std::int16_t>();
    duplicates<std::uint16_t>();
    duplicates<std::int32_t>();
    duplicates<std::uint32_t>();
    broadcasts<std::uint16_t>();
    broadcasts<std::uint32_t>();
    errors();
    return result();
}
