// Scalar code reads and writes memory through plain pointers. The compiler calls these functions for it, as it does for a detector
// of races between threads (-fsanitize=thread), whose library is not linked: the cases have one thread, and pipes instead.

#ifndef PTOCONF_NPU_SEEN_HPP
#define PTOCONF_NPU_SEEN_HPP

#include "shadow.hpp"

#include <cstddef>
#include <cstdint>

#pragma GCC push_options
#pragma GCC optimize("O2")

namespace npu {

// Scalar code is a step of its own. What runs within an instruction is none.
PTOCONF_NPU_UNSEEN inline bool is_scalar_step(const volatile void* at)
{
    const auto* byte = const_cast<const unsigned char*>(static_cast<const volatile unsigned char*>(at));
    if (byte < extents.low || byte >= extents.high || current().name != nullptr) return false;
    if (steps.all == nullptr || step(steps.last).agent != scalar) begin_step({"scalar code", {"", 0}, scalar, nullptr});
    return true;
}

// Calls `part(address, mask)` for all the bytes.
template <typename Part>
PTOCONF_NPU_UNSEEN inline void in_parts(const volatile void* at, std::size_t bytes, Part part)
{
    const auto* start = const_cast<const unsigned char*>(static_cast<const volatile unsigned char*>(at));
    for (std::size_t done = 0; done < bytes; done += window) {
        part(start + done, bytes - done < window ? (1u << (bytes - done)) - 1 : ~0u);
    }
}

PTOCONF_NPU_UNSEEN inline void scalar_reads(const volatile void* at, std::size_t bytes)
{
    if (!is_scalar_step(at)) return;
    in_parts(at, bytes, [](const unsigned char* from, std::uint32_t mask) PTOCONF_NPU_UNSEEN {
        const Flaws flaws = reads(scalar, from, mask);
        if (flaws.early != 0) stop_at_race("scalar code reads", "writes");
#ifdef PTOCONF_NPU_UNWRITTEN_STOPS
        if (flaws.undefined != 0) stop("scalar code reads memory that nobody wrote");
#endif
    });
}

PTOCONF_NPU_UNSEEN inline void scalar_writes(volatile void* at, std::size_t bytes)
{
    if (!is_scalar_step(at)) return;
    in_parts(at, bytes, [](const unsigned char* into, std::uint32_t mask) PTOCONF_NPU_UNSEEN { writes(scalar, into, nullptr, mask, 0); });
}

} // namespace npu

extern "C" {

#define PTOCONF_NPU_SEEN __attribute__((used)) PTOCONF_NPU_UNSEEN inline
#define PTOCONF_NPU_SEEN_OF_SIZE(SIZE)                                                                                            \
    PTOCONF_NPU_SEEN void __tsan_read##SIZE(void* at) { npu::scalar_reads(at, SIZE); }                                            \
    PTOCONF_NPU_SEEN void __tsan_write##SIZE(void* at) { npu::scalar_writes(at, SIZE); }                                          \
    PTOCONF_NPU_SEEN void __tsan_unaligned_read##SIZE(void* at) { npu::scalar_reads(at, SIZE); }                                  \
    PTOCONF_NPU_SEEN void __tsan_unaligned_write##SIZE(void* at) { npu::scalar_writes(at, SIZE); }                                \
    PTOCONF_NPU_SEEN void __tsan_volatile_read##SIZE(void* at) { npu::scalar_reads(at, SIZE); }                                   \
    PTOCONF_NPU_SEEN void __tsan_volatile_write##SIZE(void* at) { npu::scalar_writes(at, SIZE); }                                 \
    PTOCONF_NPU_SEEN void __tsan_unaligned_volatile_read##SIZE(void* at) { npu::scalar_reads(at, SIZE); }                         \
    PTOCONF_NPU_SEEN void __tsan_unaligned_volatile_write##SIZE(void* at) { npu::scalar_writes(at, SIZE); }                       \
    PTOCONF_NPU_SEEN void __tsan_read_write##SIZE(void* at) { npu::scalar_reads(at, SIZE), npu::scalar_writes(at, SIZE); }        \
    PTOCONF_NPU_SEEN void __tsan_unaligned_read_write##SIZE(void* at) { npu::scalar_reads(at, SIZE), npu::scalar_writes(at, SIZE); }

PTOCONF_NPU_SEEN_OF_SIZE(1)
PTOCONF_NPU_SEEN_OF_SIZE(2)
PTOCONF_NPU_SEEN_OF_SIZE(4)
PTOCONF_NPU_SEEN_OF_SIZE(8)
PTOCONF_NPU_SEEN_OF_SIZE(16)

PTOCONF_NPU_SEEN void __tsan_read_range(void* at, std::size_t bytes) { npu::scalar_reads(at, bytes); }
PTOCONF_NPU_SEEN void __tsan_write_range(void* at, std::size_t bytes) { npu::scalar_writes(at, bytes); }
PTOCONF_NPU_SEEN void __tsan_func_entry(void*) {}
PTOCONF_NPU_SEEN void __tsan_func_exit() {}
PTOCONF_NPU_SEEN void __tsan_init() {}
PTOCONF_NPU_SEEN void __tsan_vptr_update(void**, void*) {}
PTOCONF_NPU_SEEN void __tsan_vptr_read(void**) {}
PTOCONF_NPU_SEEN void* __tsan_memcpy(void* into, const void* from, std::size_t bytes)
{
    npu::scalar_reads(from, bytes), npu::scalar_writes(into, bytes);
    return std::memcpy(into, from, bytes);
}
PTOCONF_NPU_SEEN void* __tsan_memmove(void* into, const void* from, std::size_t bytes)
{
    npu::scalar_reads(from, bytes), npu::scalar_writes(into, bytes);
    return std::memmove(into, from, bytes);
}
PTOCONF_NPU_SEEN void* __tsan_memset(void* into, int value, std::size_t bytes)
{
    npu::scalar_writes(into, bytes);
    return std::memset(into, value, bytes);
}
// Guards of static objects.
PTOCONF_NPU_SEEN unsigned char __tsan_atomic8_load(const volatile unsigned char* at, int) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }

#undef PTOCONF_NPU_SEEN_OF_SIZE
#undef PTOCONF_NPU_SEEN

}

#pragma GCC pop_options

#endif
