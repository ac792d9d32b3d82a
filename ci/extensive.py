#!/usr/bin/env python3
"""Runs the largest tier of every profile, and splits that of five operations into parts.

usage: extensive.py [PTOCONF [PARTS [all]]]

The five are run in the profile whose tuples take most memory, and each other operation in one of the profiles, by turns; with
`all`, every profile is run with all operations at once.

It fails where a command takes more memory or time than it should, and the merged results of the parts have to be those
of one run, to the byte. Profiles and parts are run two at a time; merging, and comparing two reports, come after them:
of these the shortest time of several counts, since others use the disk too.
"""

import filecmp
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Two operations are in memory at a time while they are made, the largest with some 16,000 tuples, and one while it is run; of
# each a digest and what was covered. Measured for 29 operations: 106 MiB for a run, 103 MiB for a check.
LIMIT_MIB = 120
# Of six: 62 MiB for a run in portable, 55 MiB in cpu.
SHARE_LIMIT_MIB = 75
# Of these five: 98 MiB for a run, 94 MiB for a check.
FIVE = "tcolsum,tcolexpand,tcolexpandadd,tcolexpandsub,tconcat"
FIVE_LIMIT_MIB = 110
# Of the five: 0.6 s to 0.7 s, and 34 MiB.
MERGE_SECONDS = 2
MERGE_MIB = 64
MERGES = 5
# Of two reports of the five: 0.1 s.
DIFF_SECONDS = 0.5
MODELS = {"a2a3": "a2a3", "a5": "a5", "cpu": "cpu", "portable": "cpu"}
# The profile whose tuples take most memory.
LARGEST = "cpu"
AT_A_TIME = 2


def measured(folder, *command):
    """Seconds and peak MiB of one process in a folder, which has to exit with 0."""
    begin = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit {process.returncode}: {' '.join(command)}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def bounded(what, mib, limit):
    """Says what a command took, and fails if it is too much."""
    print(f"{what}: {mib:.0f} MiB", flush=True)
    if mib >= limit:
        sys.exit(f"{what}: {mib:.0f} MiB, expected less than {limit} MiB")


def of(operations):
    """How many operations these are, in words."""
    return "all operations" if operations == "all" else f"{operations.count(',') + 1} operations"


def run(ptoconf, folder, profile, operations, limit):
    """Makes the extensive set of a profile in a folder, runs the model on it and judges it."""
    command = ["run", "--op", operations, "--tier", "extensive", "--profile", profile, "--impl", f"builtin:{MODELS[profile]}", "--out", "run"]
    bounded(f"extensive tier of {profile}, {of(operations)}: run", measured(folder, ptoconf, *command)[1], limit)


def check(ptoconf, folder, profile, operations, limit):
    """Judges the results of such a run once more, and writes a report."""
    command = ["check", "--vectors", "run/vectors", "--impl", "run/results", "--report", "json=report.json"]
    bounded(f"extensive tier of {profile}, {of(operations)}: check", measured(folder, ptoconf, *command)[1], limit)


def turns(ptoconf):
    """By profile, those of the operations beside the five whose turn it is."""
    listed = json.loads(subprocess.run([ptoconf, "list", "operations", "--format", "json"], stdout=subprocess.PIPE, check=True).stdout)
    names = [line["operation"] for line in listed if line["operation"] not in FIVE.split(",")]
    return {profile: ",".join(names[at :: len(MODELS)]) for at, profile in enumerate(MODELS)}


def whole(ptoconf, profile, operations):
    """These operations of a profile, in one run."""
    limit = LIMIT_MIB if operations == "all" else SHARE_LIMIT_MIB
    with tempfile.TemporaryDirectory(prefix="ptoconf-extensive-") as folder:
        run(ptoconf, folder, profile, operations, limit)
        if profile == LARGEST:
            check(ptoconf, folder, profile, operations, limit)


def files(folder):
    """Paths below a folder."""
    return sorted(os.path.relpath(os.path.join(root, name), folder) for root, _, names in os.walk(folder) for name in names)


def merge(ptoconf, folder, parts):
    """Merges the results of all parts, which have to be those of one run."""
    folders, times, peaks = [f"{part}/results" for part in range(1, parts + 1)], [], []
    merged, one = os.path.join(folder, "merged"), os.path.join(folder, "run/results")
    for _ in range(MERGES):
        random.shuffle(folders)
        seconds, mib = measured(folder, ptoconf, "merge", *folders, "--vectors", "run/vectors", "--out", "merged", "--force")
        print(f"merge of {parts} parts: {seconds:.2f} s, {mib:.0f} MiB", flush=True)
        times.append(seconds)
        peaks.append(mib)
        names = files(one)
        if files(merged) != names or filecmp.cmpfiles(merged, one, names, shallow=False)[1:] != ([], []):
            sys.exit("the merged results are not those of one run")
    if min(times) >= MERGE_SECONDS or max(peaks) >= MERGE_MIB:
        sys.exit(f"{min(times):.2f} s and {max(peaks):.0f} MiB, expected less than {MERGE_SECONDS} s and {MERGE_MIB} MiB")


def compare(ptoconf, folder):
    """Compares a report with itself, in bounded memory."""
    runs = [measured(folder, ptoconf, "diff", "report.json", "report.json", "--fail-on", "any") for _ in range(MERGES)]
    seconds, mib = min(seconds for seconds, _ in runs), max(mib for _, mib in runs)
    print(f"diff of two reports: {seconds:.2f} s, {mib:.0f} MiB", flush=True)
    if seconds >= DIFF_SECONDS or mib >= LIMIT_MIB:
        sys.exit(f"diff: {seconds:.2f} s and {mib:.0f} MiB, expected less than {DIFF_SECONDS} s and {LIMIT_MIB} MiB")


def main():
    ptoconf = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "ptoconf")
    parts = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    if sys.argv[3:] not in ([], ["all"]):
        sys.exit(f"unknown: {' '.join(sys.argv[3:])}\n{__doc__}")
    shares = {} if sys.argv[3:] else turns(ptoconf)
    with tempfile.TemporaryDirectory(prefix="ptoconf-extensive-") as five, ThreadPoolExecutor(AT_A_TIME) as pool:
        model = f"builtin:{MODELS[LARGEST]}"

        def part(number):
            measured(five, ptoconf, "run", "--impl", model, "--vectors", "run/vectors", "--part", f"{number}/{parts}", "--out", f"{number}")

        # First the longest, so that both are busy to the end.
        profiles = sorted(MODELS, key=lambda profile: profile != LARGEST)
        begun = [pool.submit(whole, ptoconf, profile, shares.get(profile, "all")) for profile in profiles]
        run(ptoconf, five, LARGEST, FIVE, FIVE_LIMIT_MIB)
        check(ptoconf, five, LARGEST, FIVE, FIVE_LIMIT_MIB)
        begun += [pool.submit(part, number) for number in range(1, parts + 1)]
        for one in begun:
            one.result()
        merge(ptoconf, five, parts)
        compare(ptoconf, five)


if __name__ == "__main__":
    main()
