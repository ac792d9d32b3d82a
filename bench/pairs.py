#!/usr/bin/env python3
"""Measures the exhaustive tier beside numpy and Berkeley TestFloat: pairs of f16 added and judged, for each second of CPU time.

usage: pairs.py [--blocks N] [--binary PATH] [--testfloat FOLDER]

A block has 2^20 pairs. The programs run in turn, as whole processes with one thread, three times; the median counts. FOLDER is
where testfloat_gen and testfloat_ver are; without it that row is left out.

- ptoconf: makes the tiles, runs `builtin:a2a3` on them, computes what every admitted choice gives, and judges every bit.
- numpy: adds the same pairs in f16, in tiles of the same size, and compares them with the sums by way of f32.
- TestFloat: as many of its own test cases of f16_add, made and verified.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys

from run import ROOT, Cost

NUMPY = """
import sys
import numpy as np
values = np.arange(65536, dtype=np.uint32).astype(np.uint16).view(np.float16)
wrong = 0
np.seterr(all="ignore")
for case in range(int(sys.argv[1]) << 6):
    vector = values[case % 256 * 256:][:256]
    tile = values[case // 256 * 64:][:64, None]
    sums = np.add(tile, vector)
    right = (tile.astype(np.float32) + vector.astype(np.float32)).astype(np.float16)
    wrong += np.count_nonzero((sums.view(np.uint16) != right.view(np.uint16)) & ~(np.isnan(sums) & np.isnan(right)))
sys.exit(int(wrong != 0))
"""


def testfloat(folder, cases):
    script = f"'{folder}/testfloat_gen' -seed 1 -level 1 -n {cases} f16_add | '{folder}/testfloat_ver' -tininessafter f16_add"
    return ["sh", "-c", script]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=64)
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("--testfloat", type=pathlib.Path)
    options = parser.parse_args()
    binary = options.binary
    if binary is None:
        subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
        binary = pathlib.Path(ROOT, "target/release/ptoconf")
    run = f"run --op tcolexpandadd --dtype f16 --profile a2a3 --tier exhaustive --blocks 0-{options.blocks - 1} --threads 1"
    pairs = options.blocks << 20
    rows = {
        "ptoconf": ([binary, *run.split(), "--impl", "builtin:a2a3"], pairs),
        "numpy": ([sys.executable, "-c", NUMPY, options.blocks], pairs),
    }
    if options.testfloat:
        # It is so much slower that a sixteenth is enough.
        rows["TestFloat"] = (testfloat(options.testfloat, pairs // 16), pairs // 16)
    costs = {name: [] for name in rows}
    for _ in range(3):
        for name, (command, _) in rows.items():
            costs[name].append(Cost(command))
    for name, (_, number) in rows.items():
        cpu = statistics.median(cost.cpu for cost in costs[name])
        memory = max(cost.mib for cost in costs[name])
        print(f"{name:<10} {number:>12} pairs {cpu:>8.2f} s of CPU time {number / cpu / 1e6:>8.1f} million pairs a second {memory:>5.0f} MiB")


if __name__ == "__main__":
    main()
