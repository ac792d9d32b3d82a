// What every translation unit of cases includes, as a precompiled header.

#ifndef PTOCONF_CASE_HPP
#define PTOCONF_CASE_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef PTOCONF_INSTRUCTIONS
// Emulated instructions, and the library on top of them.
#include PTOCONF_INSTRUCTIONS
#endif
#include <pto/pto-inst.hpp>

#include "operand.hpp"

using namespace pto;

namespace ptoconf {

// For tiles whose storage cannot be placed: what the operand holds goes into the tile, and back.
template <typename T>
void put(T& tile, const Operand& operand)
{
    std::memcpy(&tile.data()[0], operand.at, operand.bytes);
}

template <typename T>
void take(T& tile, const Operand& operand)
{
    std::memcpy(operand.at, &tile.data()[0], operand.bytes);
}

} // namespace ptoconf

#endif
