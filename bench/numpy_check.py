"""A tolerance check of whole tiles with numpy: what `ptoconf check` is measured against.

usage: numpy_check.py make f32|f16 ROWS COLS TILES FOLDER    writes FOLDER/expected.npz and actual.npz
       numpy_check.py check FOLDER                           compares them, writes FOLDER/verdicts.csv

Every element within atol + rtol |expected|, equal, or NaN where NaN is expected; a verdict, the number of wrong
elements and the largest difference for each tile. Chunks stay in the cache, buffers are used again.
"""

import os
import sys

import numpy as np
from numpy_gen import KINDS, random_tiles

ATOL = RTOL = np.float32(1e-3)
CHUNK = 256 << 10  # bytes of a chunk of tiles


def make(dtype, rows, cols, count, folder):
    os.makedirs(folder, exist_ok=True)
    tiles = random_tiles(dtype, (count, rows, cols))
    np.savez(os.path.join(folder, "expected.npz"), tiles=tiles)
    tiles.view(KINDS[dtype][1])[::997, 0, 0] ^= 0x200
    np.savez(os.path.join(folder, "actual.npz"), tiles=tiles)


def compare(expected, actual):
    """Wrong elements and the largest difference of each tile."""
    count, size = len(expected), expected[0].size
    expected, actual = expected.reshape(count, size), actual.reshape(count, size)
    wrong, largest = np.empty(count, np.int64), np.empty(count, np.float32)
    step = max(1, CHUNK // (size * 4))
    buffers = [np.empty((step, size), np.float32) for _ in range(2)]
    for at in range(0, count, step):
        e, a = expected[at : at + step], actual[at : at + step]
        if e.dtype != np.float32:
            e, a = e.astype(np.float32), a.astype(np.float32)
        difference, limit = (b[: len(e)] for b in buffers)
        np.abs(np.subtract(a, e, out=difference), out=difference)
        np.add(np.multiply(np.abs(e, out=limit), RTOL, out=limit), ATOL, out=limit)
        good = np.less_equal(difference, limit)
        if not good.all():
            good |= (a == e) | (np.isnan(a) & np.isnan(e))
        wrong[at : at + step] = size - np.count_nonzero(good, axis=1)
        np.fmax.reduce(difference, axis=1, out=largest[at : at + step])
    return wrong, largest


def check(folder):
    arrays = [np.load(os.path.join(folder, name + ".npz"))["tiles"] for name in ("expected", "actual")]
    wrong, largest = compare(*arrays)
    with open(os.path.join(folder, "verdicts.csv"), "w") as out:
        lines = enumerate(zip(wrong.tolist(), largest.tolist()))
        out.writelines(f'{i},{"FAIL" if n else "PASS"},{n},{most:.6g}\n' for i, (n, most) in lines)


if __name__ == "__main__":
    np.seterr(all="ignore")
    if sys.argv[1] == "make":
        make(sys.argv[2], *map(int, sys.argv[3:6]), sys.argv[6])
    else:
        check(sys.argv[2])
