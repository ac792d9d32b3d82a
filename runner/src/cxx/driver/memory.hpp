// The arena: every operand in pages of its own, between pages that nobody may touch.
//
// A tile ends where its pages end, so that the first byte past it faults. The bytes between the
// start of the pages and the tile hold the canary.

#ifndef PTOCONF_MEMORY_HPP
#define PTOCONF_MEMORY_HPP

#include "files.hpp"

#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace ptoconf {

// The memory of one operand.
struct Region {
    std::size_t bytes = 0;
    unsigned rows = 0, cols = 0;
    std::uint32_t owner = 0; // number of the operand whose memory this is, its own or another's
    unsigned char* at = nullptr;
};

// Where an address is: bytes from the start of an operand's tile; operand -1 is nowhere near one.
struct Place {
    std::int32_t operand = -1;
    std::int64_t offset = 0;
};

class Memory {
public:
    Memory(const std::vector<Region*>& regions, unsigned char canary) : regions_(regions), canary_(canary)
    {
        const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        total_ = guard;
        for (std::size_t i = 0; i < regions.size(); ++i) {
            // Guests may be larger than their host.
            std::size_t bytes = 1;
            for (const Region* r : regions) {
                if (r->owner == i && r->bytes > bytes) bytes = r->bytes;
            }
            const std::size_t size = (bytes + page - 1) / page * page;
            slots_.push_back({total_, total_ + size - bytes, total_ + size});
            total_ += size + guard;
        }
        void* mapped = mmap(nullptr, total_, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) fail("cannot map the operands");
        start_ = static_cast<unsigned char*>(mapped);
        for (std::size_t i = 0; i < regions.size(); ++i) {
            const Slot& slot = slots_[i];
            if (regions[i]->owner == i && mprotect(start_ + slot.front, slot.end - slot.front, PROT_READ | PROT_WRITE) != 0) {
                fail("cannot open the pages of an operand");
            }
            regions[i]->at = start_ + slots_[regions[i]->owner].tile;
        }
    }

    ~Memory() { munmap(start_, total_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    void fill_with_canary()
    {
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (owns(i)) std::memset(start_ + slots_[i].front, canary_, slots_[i].end - slots_[i].front);
        }
    }

    // One bit for each operand with a changed canary in front of it.
    std::uint64_t touched() const
    {
        std::uint64_t mask = 0;
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (!owns(i)) continue;
            for (std::size_t at = slots_[i].front; at < slots_[i].tile; ++at) {
                if (start_[at] != canary_) {
                    mask |= 1ull << i;
                    break;
                }
            }
        }
        return mask;
    }

    // Which operand an address belongs to, or lies in the guard of.
    Place place(const void* address) const
    {
        const auto* byte = static_cast<const unsigned char*>(address);
        if (byte < start_ || byte >= start_ + total_) return {};
        const auto at = static_cast<std::int64_t>(byte - start_);
        Place nearest;
        std::int64_t least = INT64_MAX;
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (!owns(i)) continue;
            const auto front = static_cast<std::int64_t>(slots_[i].front), end = static_cast<std::int64_t>(slots_[i].end);
            const std::int64_t away = at < front ? front - at : at >= end ? at - end + 1 : 0;
            if (away < least) {
                least = away;
                nearest = {static_cast<std::int32_t>(i), at - static_cast<std::int64_t>(slots_[i].tile)};
            }
        }
        return nearest;
    }

private:
    // Offsets: of the first open page, of the tile, and of the end of both.
    struct Slot {
        std::size_t front, tile, end;
    };

    // Address space between two operands.
    static constexpr std::size_t guard = 1u << 20;

    bool owns(std::size_t i) const { return regions_[i]->owner == i; }

    std::vector<Region*> regions_;
    unsigned char canary_;
    std::vector<Slot> slots_;
    std::size_t total_ = 0;
    unsigned char* start_ = nullptr;
};

} // namespace ptoconf

#endif
