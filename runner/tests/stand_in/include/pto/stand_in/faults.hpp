// Mistakes to be found, one at a time: every intrinsic calls `spoil` when it is done.

#ifndef STAND_IN_FAULTS_HPP
#define STAND_IN_FAULTS_HPP

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

namespace pto {

#ifdef STAND_IN_FAULT_GREEDY
// More instantiations than any compiler has memory for.
template <typename T, int Depth, int At>
constexpr int greedy = greedy<T, Depth - 1, At> + greedy<T, Depth - 1, At + (1 << Depth)>;
template <typename T, int At>
constexpr int greedy<T, 0, At> = 0;
#endif

// A static object whose constructor ends the program, never ends, or closes every file that is open.
#if defined(STAND_IN_FAULT_START_EXIT) || defined(STAND_IN_FAULT_START_HANG) || defined(STAND_IN_FAULT_START_ALL) || \
    defined(STAND_IN_FAULT_START_CLOSE)
#define STAND_IN_STARTS
#endif
#ifdef STAND_IN_STARTS
template <typename T>
struct Starter {
    Starter()
    {
#if defined(STAND_IN_FAULT_START_ALL)
        std::exit(3);
#elif defined(STAND_IN_FAULT_START_EXIT)
        if (sizeof(T) == 1) std::exit(0);
#elif defined(STAND_IN_FAULT_START_CLOSE)
        for (int file = 0; sizeof(T) == 1 && file < 4096; ++file) close(file);
#else
        for (volatile int i = 0; sizeof(T) == 1; i = 1) {
        }
#endif
    }
};
template <typename T>
inline Starter<T> starter;
#endif
#ifdef STAND_IN_FAULT_FINISH
// One whose destructor ends the program in another way.
struct Finisher {
    ~Finisher() { std::_Exit(7); }
};
inline Finisher finisher;
#endif

template <typename Dst, typename Src>
void spoil(Dst& dst, Src& src)
{
    [[maybe_unused]] auto* out = reinterpret_cast<unsigned char*>(dst.data());
    [[maybe_unused]] auto* in = reinterpret_cast<unsigned char*>(src.data());
#ifdef STAND_IN_STARTS
    static_cast<void>(&starter<typename Dst::DType>);
#endif
#if defined(STAND_IN_FAULT_VALUE)
    out[0] ^= 0x40;
#elif defined(STAND_IN_FAULT_OVERRUN)
    out[Dst::bytes] = 1;
#elif defined(STAND_IN_FAULT_OVERREAD)
    static_cast<void>(*static_cast<volatile unsigned char*>(in + Src::bytes + 4));
#elif defined(STAND_IN_FAULT_UNDERRUN)
    out[-1] ^= 1;
#elif defined(STAND_IN_FAULT_INPUT)
    in[0] ^= 1;
#elif defined(STAND_IN_FAULT_NULL)
    *static_cast<volatile int*>(nullptr) = 1;
#elif defined(STAND_IN_FAULT_HANG)
    for (volatile int i = 0;; i = 1) {
    }
#elif defined(STAND_IN_FAULT_EXIT)
    std::exit(0);
#elif defined(STAND_IN_FAULT_MEMORY)
    for (std::size_t i = 0; i < 1000; ++i) new char[std::size_t(16) << 20]();
#elif defined(STAND_IN_FAULT_DOUBLE_FREE)
    std::fprintf(stderr, "[PTO] log: tile made\n");
    void* volatile block = std::malloc(64);
    std::free(block);
    std::free(block);
#elif defined(STAND_IN_FAULT_THROW)
    throw std::runtime_error("thrown on purpose");
#elif defined(STAND_IN_FAULT_RAISE)
    std::raise(SIGSEGV);
#elif defined(STAND_IN_FAULT_RAISE_BUS)
    kill(getpid(), SIGBUS);
#elif defined(STAND_IN_FAULT_STACK)
    volatile char large[256];
    large[0] = static_cast<char>(out[0]);
    spoil(dst, src);
    static_cast<void>(large[0]);
#endif
}

} // namespace pto

#endif
