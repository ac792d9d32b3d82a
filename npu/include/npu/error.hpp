// How an instruction that is used wrongly ends the program: with its name and the line that called it.

#ifndef PTOCONF_NPU_ERROR_HPP
#define PTOCONF_NPU_ERROR_HPP

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace npu {

// Where an instruction was called. Instructions take one as their last argument, by default.
struct Site {
    const char* file;
    int line;

    static Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};

// The instruction that runs.
struct Current {
    const char* name;
    Site site;
};

inline Current& current()
{
    static Current now{nullptr, {"", 0}};
    return now;
}

// Ends the program: the instruction that runs was used in a way that its description forbids.
[[noreturn]] __attribute__((format(printf, 1, 2))) inline void stop(const char* format, ...)
{
    char why[256];
    va_list values;
    va_start(values, format);
    std::vsnprintf(why, sizeof why, format, values);
    va_end(values);
    const Current& now = current();
    if (now.name == nullptr) {
        std::fprintf(stderr, "emulated instructions: %s\n", why);
    } else {
        std::fprintf(stderr, "emulated instruction %s: %s, at %s:%d\n", now.name, why, now.site.file, now.site.line);
    }
    std::fflush(stderr);
    std::abort();
}

} // namespace npu

// The driver of the cases calls this where memory faults, from its signal handler.
extern "C" __attribute__((used)) inline void ptoconf_say_what_runs()
{
    const npu::Current& now = npu::current();
    if (now.name == nullptr) return;
    char words[512];
    const int length = std::snprintf(words, sizeof words, "emulated instruction %s, at %s:%d\n", now.name, now.site.file, now.site.line);
    if (length > 0) (void)!write(2, words, static_cast<unsigned>(length) < sizeof words ? static_cast<unsigned>(length) : sizeof words - 1);
}

#endif
