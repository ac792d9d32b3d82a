#!/usr/bin/env python3
"""Splits the extensive tier into many parts, merges them, and fails where that takes longer or more memory than it should.

usage: parts.py [PTOCONF [PARTS]]

The merged results have to be those of one run, to the byte. What is measured is the merge alone: the shortest time of several, since others
use the disk too, and the peak of memory.
"""

import filecmp
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Of 29 operations: 3.1 s beside other work, and 77 MiB.
LIMIT_SECONDS = 6
LIMIT_MIB = 96
ROUNDS = 5


def measured(command):
    """Seconds and peak MiB of one process, which has to exit with 0."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit {process.returncode}: {' '.join(command)}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def files(folder):
    """Paths below a folder."""
    return sorted(os.path.relpath(os.path.join(root, name), folder) for root, _, names in os.walk(folder) for name in names)


def main():
    binary = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "ptoconf")
    parts = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    with tempfile.TemporaryDirectory(prefix="ptoconf-parts-") as work:
        os.chdir(work)
        measured([binary, "run", "--tier", "extensive", "--impl", "builtin:a2a3", "--out", "whole"])
        for part in range(1, parts + 1):
            measured([binary, "run", "--impl", "builtin:a2a3", "--vectors", "whole/vectors", "--part", f"{part}/{parts}", "--out", f"{part}"])
        folders, times, peaks = [f"{part}/results" for part in range(1, parts + 1)], [], []
        for _ in range(ROUNDS):
            random.shuffle(folders)
            seconds, mib = measured([binary, "merge", *folders, "--vectors", "whole/vectors", "--out", "merged", "--force"])
            print(f"merge of {parts} parts: {seconds:.2f} s, {mib:.0f} MiB", flush=True)
            times.append(seconds)
            peaks.append(mib)
        names = files("whole/results")
        if files("merged") != names or filecmp.cmpfiles("merged", "whole/results", names, shallow=False)[1:] != ([], []):
            sys.exit("the merged results are not those of one run")
        if min(times) >= LIMIT_SECONDS or max(peaks) >= LIMIT_MIB:
            sys.exit(f"{min(times):.2f} s and {max(peaks):.0f} MiB, expected less than {LIMIT_SECONDS} s and {LIMIT_MIB} MiB")


if __name__ == "__main__":
    main()
