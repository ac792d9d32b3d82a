// get_ctrl, set_ctrl: the control register, which no instruction here looks at. sbitset0, sbitset1: a bit of a number.

#ifndef PTOCONF_NPU_CONTROL_HPP
#define PTOCONF_NPU_CONTROL_HPP

#include "registers.hpp"

#include <cstdint>

inline std::uint64_t get_ctrl() { return npu::registers().ctrl; }

inline void set_ctrl(std::uint64_t value) { npu::registers().ctrl = value; }

inline std::uint64_t sbitset0(std::uint64_t value, std::int64_t bit) { return value & ~(1ull << bit); }

inline std::uint64_t sbitset1(std::uint64_t value, std::int64_t bit) { return value | 1ull << bit; }

#endif
