// TCOLSUM(dst, src) in C++17 for profile a2a3, to start your own from: a verifier of some rules, and f32 and i32 sums.
//
//     g++ -std=c++17 -O2 -I cpp -o kernels examples/kernels.cpp
//     ./kernels SET RESULTS "$(ptoconf verify SET --digest)"

#include "ptoconf.hpp"

namespace {

void verify(ptoconf::Case &c) {
    const auto &dst = c["dst"], &src = c["src"];
    if (dst.dtype != src.dtype) throw ptoconf::Rejected("dst and src differ in type", "tcolsum/same-dtype");
    if (src.dtype != "f32" && src.dtype != "i32" && src.dtype != "f16" && src.dtype != "i16")
        throw ptoconf::Rejected("no sums of " + src.dtype, "tcolsum/dtype-supported");
    if (dst.valid_cols != src.valid_cols) throw ptoconf::Rejected("dst and src differ in columns", "tcolsum/valid-cols-equal");
}

// Adds row after row of src into row 0 of dst.
template <typename T>
void sum(ptoconf::Case &c) {
    const auto &dst = c["dst"], &src = c["src"];
    if (dst.valid_rows == 0 || src.valid_rows == 0) return;
    for (size_t col = 0; col < src.valid_cols; ++col) {
        T total = src.at<T>(0, col);
        for (size_t row = 1; row < src.valid_rows; ++row) total += src.at<T>(row, col);
        dst.at<T>(0, col) = total;
    }
}

void tcolsum(ptoconf::Case &c) {
    if (c.op != "tcolsum" || c.form != "plain") throw ptoconf::Unsupported(c.op + " " + c.form);
    verify(c);
    if (!c.has_data) return;
    const std::string &dtype = c["src"].dtype;
    if (dtype == "f32") sum<float>(c);
    else if (dtype == "i32") sum<uint32_t>(c);
    else if (dtype == "i16") sum<uint16_t>(c);
    else throw ptoconf::Unsupported("f16 is left to you");
}

}  // namespace

int main(int argc, char **argv) { return ptoconf::run_main(argc, argv, {"kernels.cpp", "1"}, tcolsum); }
