"""Random tiles and their column sums with numpy: what `ptoconf gen --op tcolsum --tier stream` is measured against.

usage: numpy_gen.py f32|f16 ROWS COLS TILES FOLDER

Writes FOLDER/tiles.npz with the tiles and the sums of their first ROWS - 1 rows and COLS - 1 columns.
Fast numpy: SFC64 words as raw bits, no Python loop over tiles, chunks that stay in the L2 cache, buffers used
again. An f16 sum is added in f32 and rounded after each step, which is the same and faster than float16 adds.
"""

import os
import sys

import numpy as np

KINDS = {"f32": (np.float32, np.uint32, 0xBFFFFFFF), "f16": (np.float16, np.uint16, 0xBFFF)}
CHUNK = 256 << 10  # bytes of one row of a chunk's accumulators


def random_tiles(dtype, shape):
    """Random bits without the top exponent bit: finite numbers below 2, subnormal ones included."""
    kind, word, keep = KINDS[dtype]
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    bits = np.random.Generator(np.random.SFC64(7)).integers(0, 2**64 - 1, size // 8, np.uint64, endpoint=True).view(word)
    np.bitwise_and(bits, word(keep), out=bits)
    return bits.view(kind).reshape(shape)


def sums(tiles, rows, cols):
    """Row after row, each addition rounded to the element type."""
    out = np.zeros((len(tiles), 1, tiles.shape[2]), tiles.dtype)
    step = max(1, CHUNK // (tiles.shape[2] * 4))
    wide = np.empty((step, cols), np.float32)
    narrow = np.empty((step, cols), np.float16)
    for at in range(0, len(tiles), step):
        chunk = tiles[at : at + step]
        acc = wide[: len(chunk)]
        acc[...] = chunk[:, 0, :cols]
        for row in range(1, rows):
            np.add(acc, chunk[:, row, :cols], out=acc)
            if tiles.dtype == np.float16:
                narrow[: len(chunk)] = acc
                acc[...] = narrow[: len(chunk)]
        out[at : at + step, 0, :cols] = acc
    return out


def main():
    dtype, rows, cols, count, folder = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
    os.makedirs(folder, exist_ok=True)
    tiles = random_tiles(dtype, (count, rows, cols))
    np.savez(os.path.join(folder, "tiles.npz"), src=tiles, golden=sums(tiles, rows - 1, cols - 1))


if __name__ == "__main__":
    main()
