// What the library's assertions call on a device.

#ifndef PTOCONF_NPU_DIAGNOSIS_HPP
#define PTOCONF_NPU_DIAGNOSIS_HPP

#include <cstdio>
#include <cstdlib>

namespace cce {

template <typename... Values>
void printf(const char* format, Values... values)
{
    std::fprintf(stderr, format, values...);
    std::fflush(stderr);
}

} // namespace cce

[[noreturn]] inline void trap() { std::abort(); }

#endif
