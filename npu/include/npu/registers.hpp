// Registers that instructions share.

#ifndef PTOCONF_NPU_REGISTERS_HPP
#define PTOCONF_NPU_REGISTERS_HPP

#include <cstdint>

namespace npu {

// What the mask register means.
enum class MaskMode {
    norm, // a bit for each lane of a repeat
    count // how many elements there are in all
};

struct Registers {
    std::uint64_t mask_high = ~0ull, mask_low = ~0ull;
    MaskMode mask_mode = MaskMode::norm;
    std::uint64_t ctrl = 0;
};

inline Registers& registers()
{
    static Registers all;
    return all;
}

} // namespace npu

#endif
