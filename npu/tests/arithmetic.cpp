// vadd, vsub, vmul, vmax, vmin.

#include "../include/npu/arithmetic.hpp"
#include "../include/npu/mask.hpp"
#include "../include/npu/watching.hpp"
#include "check.hpp"

#include <cmath>
#include <limits>

namespace {

struct Strides {
    unsigned dst_block, src0_block, src1_block, dst_repeat, src0_repeat, src1_repeat;
};

// The sum as the vendor describes it: repeats, eight blocks, elements of a block; `active` says which lanes take part.
template <typename T, typename Active>
std::vector<T> sums(const std::vector<T>& before, Buffer<T>& a, Buffer<T>& b, unsigned repeats, Strides s, Active active)
{
    std::vector<T> dst = before;
    const unsigned block = 32 / sizeof(T);
    for (unsigned r = 0; r < repeats; ++r) {
        for (unsigned j = 0; j < 8; ++j) {
            for (unsigned e = 0; e < block; ++e) {
                if (!active(r, j * block + e)) continue;
                dst[(r * s.dst_repeat + j * s.dst_block) * block + e] = static_cast<T>(
                    a[(r * s.src0_repeat + j * s.src0_block) * block + e] + b[(r * s.src1_repeat + j * s.src1_block) * block + e]);
            }
        }
    }
    return dst;
}

template <typename T>
void expect_sums(unsigned repeats, Strides s)
{
    Buffer<T> dst(40000, 7), a(40000, 1), b(40000, 3);
    const auto expected = sums<T>(dst.copy(), a, b, repeats, s, [](unsigned, unsigned) { return true; });
    vadd(dst.data(), a.data(), b.data(), repeats, s.dst_block, s.src0_block, s.src1_block, s.dst_repeat, s.src0_repeat, s.src1_repeat);
    EXPECT(dst.holds(expected));
}

template <typename T>
void repeats_and_strides()
{
    for (unsigned repeats : {0u, 1u, 2u, 255u}) expect_sums<T>(repeats, {1, 1, 1, 8, 8, 8});
    expect_sums<T>(3, {1, 1, 1, 8, 8, 0});  // src1 again in every repeat
    expect_sums<T>(3, {1, 1, 1, 16, 9, 8}); // gaps
    expect_sums<T>(2, {2, 3, 1, 20, 24, 8}); // gaps between blocks
    expect_sums<T>(2, {1, 0, 1, 8, 8, 8});  // one block of src0 for all
    expect_sums<T>(4, {1, 1, 1, 0, 8, 8});  // the last repeat wins
    expect_sums<T>(255, {1, 1, 1, 1, 1, 1}); // repeats that overlap in dst
}

template <typename T>
void masks()
{
    const std::uint64_t high = 0x8000000000000001u, low = 0x0f0f0f0f0f0f0f0eu;
    set_vector_mask(high, low);
    Buffer<T> dst(600, 7), a(600, 1), b(600, 3);
    const auto active = [&](unsigned, unsigned lane) { return ((lane < 64 ? low : high) >> lane % 64 & 1) != 0; };
    const auto expected = sums<T>(dst.copy(), a, b, 2, {1, 1, 1, 8, 8, 8}, active);
    vadd(dst.data(), a.data(), b.data(), 2, 1, 1, 1, 8, 8, 8);
    EXPECT(dst.holds(expected));
    set_vector_mask(0, 0);
    vadd(dst.data(), a.data(), b.data(), 2, 1, 1, 1, 8, 8, 8);
    EXPECT(dst.holds(expected));
    set_vector_mask(-1, -1);
}

template <typename T>
void counter_mode()
{
    const unsigned lanes = 256 / sizeof(T);
    set_mask_count();
    for (unsigned count : {0u, 1u, lanes - 1, lanes, lanes + 1, 3 * lanes + 5}) {
        set_vector_mask(0, count);
        Buffer<T> dst(1000, 7), a(1000, 1), b(1000, 3);
        const auto active = [&](unsigned r, unsigned lane) { return r * lanes + lane < count; };
        const auto expected = sums<T>(dst.copy(), a, b, 5, {1, 1, 1, 8, 8, 8}, active);
        vadd(dst.data(), a.data(), b.data(), count % 3, 1, 1, 1, 8, 8, 8); // whatever the repeat count
        EXPECT(dst.holds(expected));
    }
    set_mask_norm();
    set_vector_mask(-1, -1);
}

// Counts and strides are 8 bits wide, as declared.
void narrow_arguments()
{
    Buffer<float> dst(40000, 7), a(40000, 1), b(40000, 3);
    const auto before = dst.copy();
    int repeats = 256, stride = 264;
    vadd(dst.data(), a.data(), b.data(), static_cast<std::uint8_t>(repeats), 1, 1, 1, 8, 8, 8);
    EXPECT(dst.holds(before));
    const auto expected = sums<float>(before, a, b, 44, {1, 1, 1, 8, 8, 8}, [](unsigned, unsigned) { return true; });
    repeats = 300;
    vadd(dst.data(), a.data(), b.data(), repeats, 1, 1, 1, stride, 8, 8);
    EXPECT(dst.holds(expected));
}

void lanes_are_read_before_they_are_written()
{
    Buffer<std::int32_t> x(64);
    for (unsigned i = 0; i < 64; ++i) x[i] = 1;
    vadd(x.data(), x.data(), x.data(), 1, 1, 1, 0, 8, 8, 8); // every block adds the first one, which changes
    for (unsigned i = 0; i < 64; ++i) EXPECT(x[i] == 2);
}

template <typename T, typename Call>
T of(Call call, T a, T b)
{
    Buffer<T> dst(512), x(512), y(512);
    x[0] = a;
    y[0] = b;
    call(dst.data(), x.data(), y.data());
    return dst[0];
}

template <typename T>
void meanings()
{
    const auto sum = [](T* d, T* a, T* b) { vadd(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    const auto difference = [](T* d, T* a, T* b) { vsub(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    const auto product = [](T* d, T* a, T* b) { vmul(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    const auto larger = [](T* d, T* a, T* b) { vmax(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    const auto smaller = [](T* d, T* a, T* b) { vmin(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    EXPECT(of<T>(sum, T(5), T(3)) == T(8));
    EXPECT(of<T>(difference, T(5), T(7)) == T(-2));
    EXPECT(of<T>(product, T(5), T(-3)) == T(-15));
    EXPECT(of<T>(larger, T(5), T(-3)) == T(5) && of<T>(larger, T(-3), T(5)) == T(5));
    EXPECT(of<T>(smaller, T(5), T(-3)) == T(-3) && of<T>(smaller, T(-3), T(5)) == T(-3));
}

void edges()
{
    const auto sum16 = [](std::int16_t* d, std::int16_t* a, std::int16_t* b) { vadd(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    EXPECT(of<std::int16_t>(sum16, 32767, 1) == -32768);
    const auto product32 = [](std::int32_t* d, std::int32_t* a, std::int32_t* b) { vmul(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    EXPECT(of<std::int32_t>(product32, 1 << 30, 6) == std::int32_t(0x80000000u));
    const auto sum_of_halves = [](half* d, half* a, half* b) { vadd(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    EXPECT(of<half>(sum_of_halves, half(2048), half(1)) == half(2048)); // rounds to even
    EXPECT(of<half>(sum_of_halves, half(0x1p-24), half(0x1p-24)) == half(0x1p-23)); // subnormal
    EXPECT(std::isinf(float(of<half>(sum_of_halves, half(65504), half(65504)))));
    const auto larger = [](float* d, float* a, float* b) { vmax(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    const auto smaller = [](float* d, float* a, float* b) { vmin(d, a, b, 1, 1, 1, 1, 8, 8, 8); };
    EXPECT(!std::signbit(of<float>(larger, -0.0f, 0.0f)) && !std::signbit(of<float>(larger, 0.0f, -0.0f)));
    EXPECT(std::signbit(of<float>(smaller, -0.0f, 0.0f)) && std::signbit(of<float>(smaller, 0.0f, -0.0f)));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT(std::isnan(of<float>(larger, nan, 1)) && std::isnan(of<float>(smaller, 1, nan)));
}

void errors()
{
    Buffer<float> x(600);
    const auto words = last_words([&] { vmul(x.data(), x.data(), x.data() + 1, 1, 1, 1, 1, 8, 8, 8); });
    EXPECT(contains(words, "emulated instruction vmul: src1 begins 4 bytes after a multiple of 32, at"));
    EXPECT(contains(words, "arithmetic.cpp:"));
    EXPECT(contains(last_words([&] { vadd(x.data() + 2, x.data(), x.data(), 1, 1, 1, 1, 8, 8, 8); }), "dst begins 8 bytes"));
    EXPECT(contains(last_words([&] { vadd(x.data(), x.data() + 4, x.data(), 1, 1, 1, 1, 8, 8, 8); }), "src0 begins 16 bytes"));
}

template <typename T>
void all_of_a_type()
{
    repeats_and_strides<T>();
    masks<T>();
    counter_mode<T>();
    meanings<T>();
}

} // namespace

int main()
{
    all_of_a_type<half>();
    all_of_a_type<float>();
    all_of_a_type<std::int16_t>();
    all_of_a_type<std::int32_t>();
    narrow_arguments();
    lanes_are_read_before_they_are_written();
    edges();
    errors();
    return result();
}
