// copy_ubuf_to_ubuf and vcopy.

#include "../include/npu/copy.hpp"
#include "../include/npu/mask.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

namespace {

// Bytes, by the vendor's description: bursts of blocks, and gaps between them.
void bursts(std::uint16_t count, std::uint16_t length, std::uint16_t src_gap, std::uint16_t dst_gap)
{
    Buffer<unsigned char> dst(20000, 5), src(20000, 90);
    auto expected = dst.copy();
    for (unsigned b = 0; b < count; ++b) {
        for (unsigned i = 0; i < length * 32u; ++i) expected[b * (length + dst_gap) * 32u + i] = src[b * (length + src_gap) * 32u + i];
    }
    copy_ubuf_to_ubuf(dst.data(), src.data(), 0, count, length, src_gap, dst_gap);
    EXPECT(dst.holds(expected));
}

void copies_ignore_the_mask()
{
    set_vector_mask(0, 1);
    bursts(3, 4, 0, 0);
    set_vector_mask(-1, -1);
}

template <typename T>
void lanes_of_vcopy()
{
    const unsigned block = 32 / sizeof(T), lanes = 8 * block;
    Buffer<T> dst(3000, 5), src(3000, 90);
    auto expected = dst.copy();
    set_vector_mask(0, 0x3ff);
    for (unsigned r = 0; r < 2; ++r) {
        for (unsigned lane = 0; lane < 10; ++lane) {
            expected[(r * 12 + lane / block * 2) * block + lane % block] = src[(r * 9 + lane / block) * block + lane % block];
        }
    }
    vcopy(dst.data(), src.data(), 2, 2, 1, 12, 9);
    EXPECT(dst.holds(expected));
    vcopy(dst.data(), src.data(), 0, 1, 1, 8, 8);
    EXPECT(dst.holds(expected));
    set_vector_mask(-1, -1);
    for (unsigned i = 0; i < 3 * lanes; ++i) expected[i] = src[i];
    vcopy(dst.data(), src.data(), 3, 1, 1, 8, 8);
    EXPECT(dst.holds(expected));
}

// 8 bits of repeats: one less than none is 255.
void narrow_arguments()
{
    Buffer<std::int32_t> dst(20000, 5), src(20000, 90);
    auto expected = dst.copy();
    for (unsigned i = 0; i < 255 * 64; ++i) expected[i] = src[i];
    unsigned repeats = 0;
    vcopy(dst.data(), src.data(), repeats - 1, 1, 1, 8, 8);
    EXPECT(dst.holds(expected));
}

void errors()
{
    Buffer<std::int16_t> x(600);
    EXPECT(contains(last_words([&] { vcopy(x.data() + 1, x.data(), 1, 1, 1, 8, 8); }), "vcopy: dst begins 2 bytes after a multiple of 32"));
    EXPECT(contains(last_words([&] { copy_ubuf_to_ubuf(x.data(), x.data() + 8, 0, 1, 1, 0, 0); }), "copy_ubuf_to_ubuf: src begins 16 bytes"));
    EXPECT(contains(last_words([&] { copy_ubuf_to_ubuf(x.data(), x.data(), 0, 4096, 0, 0, 0); }), "4096 bursts of at most 4095"));
    EXPECT(last_words([&] { copy_ubuf_to_ubuf(x.data(), x.data() + 16, 0, 1, 1, 0, 0); }).empty());
}

} // namespace

int main()
{
    bursts(0, 3, 0, 0);
    bursts(1, 0, 0, 0);
    bursts(1, 7, 9, 9);
    bursts(5, 2, 3, 0);
    bursts(5, 2, 0, 3);
    copies_ignore_the_mask();
    lanes_of_vcopy<std::int16_t>();
    lanes_of_vcopy<std::uint16_t>();
    lanes_of_vcopy<std::int32_t>();
    lanes_of_vcopy<std::uint32_t>();
    narrow_arguments();
    errors();
    return result();
}
