"""bf16 travels as its 16 bits, since numpy has no such type."""

import numpy as np


def f32_from_bf16(bits):
    """The numbers that 16 bits each stand for, exactly."""
    return (np.asarray(bits, "<u2").astype("<u4") << 16).view("<f4")


def bf16_from_f32(numbers):
    """Numbers rounded to the nearest, ties to even, as 16 bits each. NaN stays NaN."""
    bits = np.ascontiguousarray(numbers, "<f4").view("<u4")
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    quiet = (bits >> 16) | 0x40
    return np.where((bits & 0x7FFFFFFF) > 0x7F800000, quiet, rounded).astype("<u2")
