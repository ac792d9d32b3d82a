#!/usr/bin/env python3
"""Runs the largest tier of every profile, and splits one of them into parts: fails where a command takes more memory or time than it should.

usage: extensive.py [PTOCONF [PARTS]]

The merged results of the parts have to be those of one run, to the byte. Of merging, and of comparing two
reports, the shortest time of several counts, since others use the disk too.
"""

import filecmp
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# One operation is in memory at a time, the largest with some 16,000 tuples, beside the plan of the next one; and of each a digest and what was
# covered. Measured for 29 operations: 91 to 106 MiB for a run, 87 to 104 MiB for a check; for tcolsum, tcolexpand,
# tcolexpandadd, tcolexpandsub and tconcat alone at most 94.
LIMIT_MIB = 120
# Of 29 operations: 1.3 s to 1.8 s, and 50 MiB.
MERGE_SECONDS = 3
MERGE_MIB = 64
MERGES = 5
# Of two extensive reports: 0.6 s.
DIFF_SECONDS = 1
MODELS = {"a2a3": "a2a3", "a5": "a5", "cpu": "cpu", "portable": "cpu"}
SPLIT = "a2a3"


def measured(*command):
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


def split(ptoconf, vectors, whole, model, parts):
    """Runs a set in parts and merges their results, which have to be those of one run."""
    for part in range(1, parts + 1):
        measured(ptoconf, "run", "--impl", f"builtin:{model}", "--vectors", vectors, "--part", f"{part}/{parts}", "--out", f"{part}")
    folders, times, peaks = [f"{part}/results" for part in range(1, parts + 1)], [], []
    for _ in range(MERGES):
        random.shuffle(folders)
        seconds, mib = measured(ptoconf, "merge", *folders, "--vectors", vectors, "--out", "merged", "--force")
        print(f"merge of {parts} parts: {seconds:.2f} s, {mib:.0f} MiB", flush=True)
        times.append(seconds)
        peaks.append(mib)
        names = files(whole)
        if files("merged") != names or filecmp.cmpfiles("merged", whole, names, shallow=False)[1:] != ([], []):
            sys.exit("the merged results are not those of one run")
    if min(times) >= MERGE_SECONDS or max(peaks) >= MERGE_MIB:
        sys.exit(f"{min(times):.2f} s and {max(peaks):.0f} MiB, expected less than {MERGE_SECONDS} s and {MERGE_MIB} MiB")


def compare(ptoconf):
    """Compares the report of a run with itself, in bounded memory."""
    measured(ptoconf, "check", "--vectors", "run/vectors", "--impl", "run/results", "--report", "json=report.json")
    runs = [measured(ptoconf, "diff", "report.json", "report.json", "--fail-on", "any") for _ in range(MERGES)]
    seconds, mib = min(seconds for seconds, _ in runs), max(mib for _, mib in runs)
    print(f"diff of two reports: {seconds:.2f} s, {mib:.0f} MiB", flush=True)
    if seconds >= DIFF_SECONDS or mib >= LIMIT_MIB:
        sys.exit(f"diff: {seconds:.2f} s and {mib:.0f} MiB, expected less than {DIFF_SECONDS} s and {LIMIT_MIB} MiB")


def main():
    ptoconf = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "ptoconf")
    parts = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    most = 0
    for profile, model in MODELS.items():
        with tempfile.TemporaryDirectory(prefix="ptoconf-extensive-") as work:
            os.chdir(work)
            run = ["run", "--op", "all", "--tier", "extensive", "--profile", profile, "--impl", f"builtin:{model}", "--out", "run"]
            peaks = [measured(ptoconf, *run)[1], measured(ptoconf, "check", "--vectors", "run/vectors", "--impl", "run/results")[1]]
            print(f"extensive tier of {profile}: run {peaks[0]:.0f} MiB, check {peaks[1]:.0f} MiB", flush=True)
            most = max(most, *peaks)
            if profile == SPLIT:
                compare(ptoconf)
                split(ptoconf, "run/vectors", "run/results", model, parts)
            os.chdir(ROOT)
    if most >= LIMIT_MIB:
        sys.exit(f"{most:.0f} MiB, expected less than {LIMIT_MIB} MiB")


if __name__ == "__main__":
    main()
