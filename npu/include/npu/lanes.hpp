// How vector instructions walk through memory: repeats of eight blocks of 32 bytes, masked.

#ifndef PTOCONF_NPU_LANES_HPP
#define PTOCONF_NPU_LANES_HPP

#include "error.hpp"
#include "registers.hpp"
#include "shadow.hpp"

#include <cstdint>

namespace npu {

constexpr unsigned block_bytes = 32, repeat_blocks = 8;

// Elements of a block, and of a repeat.
template <typename T>
constexpr unsigned block_lanes = block_bytes / sizeof(T);
template <typename T>
constexpr unsigned repeat_lanes = repeat_blocks * block_lanes<T>;

// Stops unless the address begins a block.
inline void must_begin_a_block(const void* address, const char* operand)
{
    const auto beyond = reinterpret_cast<std::uintptr_t>(address) % block_bytes;
    if (beyond != 0) stop("%s begins %u bytes after a multiple of %u", operand, static_cast<unsigned>(beyond), block_bytes);
}

// An operand in memory; strides are counted in blocks.
template <typename T>
struct Operand {
    T* start;
    unsigned block_stride, repeat_stride;

    T* lane(unsigned repeat, unsigned lane) const
    {
        const std::size_t blocks = std::size_t{repeat} * repeat_stride + std::size_t{lane / block_lanes<T>} * block_stride;
        return start + blocks * block_lanes<T> + lane % block_lanes<T>;
    }
};

// Which lanes take part.
class Lanes {
public:
    // Of an instruction with so many lanes a repeat. The repeat count says nothing in counter mode.
    Lanes(std::uint8_t repeats, unsigned lanes) : lanes_(lanes), registers_(registers())
    {
        counts_ = registers_.mask_mode == MaskMode::count;
        repeats_ = counts_ ? (registers_.mask_low + lanes - 1) / lanes : repeats;
#ifdef PTOCONF_NPU_EMPTY_MASK_STOPS
        if (!counts_ && registers_.mask_low == 0 && (lanes <= 64 || registers_.mask_high == 0)) stop("no lane takes part");
#endif
    }

    std::uint64_t repeats() const { return repeats_; }

    bool active(std::uint64_t repeat, unsigned lane) const
    {
        if (counts_) return repeat * lanes_ + lane < registers_.mask_low;
        return ((lane < 64 ? registers_.mask_low : registers_.mask_high) >> lane % 64 & 1) != 0;
    }

private:
    unsigned lanes_;
    Registers registers_;
    bool counts_;
    std::uint64_t repeats_;
};

// An instruction that is no load or store alone reads what another has to have written.
inline std::uint32_t must_read(const void* from, std::uint32_t mask)
{
    const Flaws flaws = reads(vector_load, from, mask);
    if (flaws.early != 0) stop_at_race("reads", "writes");
    return flaws.undefined;
}

// The bytes of a lane in a mask of bytes of its block.
template <typename T>
constexpr std::uint32_t lane_bytes(unsigned lane)
{
    return ((1u << sizeof(T)) - 1) << lane % block_lanes<T> * sizeof(T);
}

// What is wrong with a lane is wrong with all of its bytes.
template <typename T>
std::uint32_t whole_lanes(std::uint32_t bytes)
{
    std::uint32_t whole = 0;
    for (unsigned lane = 0; bytes != 0 && lane < block_lanes<T>; ++lane) {
        if ((bytes & lane_bytes<T>(lane)) != 0) whole |= lane_bytes<T>(lane);
    }
    return whole;
}

// Writes `value(sources...)` for all active lanes of a repeat, once it has read them all, and so for each repeat.
template <typename T, typename Value, typename... Sources>
void each_repeat(std::uint8_t repeats, Operand<T> dst, Value value, Sources... sources)
{
    const Lanes lanes(repeats, repeat_lanes<T>);
    for (std::uint64_t repeat = 0; repeat < lanes.repeats(); ++repeat) {
        T values[repeat_lanes<T>];
        std::uint32_t active[repeat_blocks] = {}, undefined[repeat_blocks] = {};
        for (unsigned lane = 0; lane < repeat_lanes<T>; ++lane) {
            if (!lanes.active(repeat, lane)) continue;
            active[lane / block_lanes<T>] |= lane_bytes<T>(lane);
            values[lane] = value(*sources.lane(repeat, lane)...);
        }
        for (unsigned block = 0; block < repeat_blocks; ++block) {
            if (active[block] == 0) continue;
            undefined[block] = whole_lanes<T>((0u | ... | must_read(sources.lane(repeat, block * block_lanes<T>), active[block])));
        }
        for (unsigned block = 0; block < repeat_blocks; ++block) {
            const unsigned first = block * block_lanes<T>;
            if (active[block] != 0) writes(vector_store, dst.lane(repeat, first), &values[first], active[block], undefined[block]);
        }
        for (unsigned lane = 0; lane < repeat_lanes<T>; ++lane) {
            if (lanes.active(repeat, lane)) *dst.lane(repeat, lane) = values[lane];
        }
    }
}

} // namespace npu

#endif
