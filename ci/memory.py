#!/usr/bin/env python3
"""Runs the largest tier of every profile and fails where a command takes more memory than it should.

usage: memory.py [PTOCONF]
"""

import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# One operation is in memory at a time, the largest with 15,522 tuples; and of each a digest and what was covered. Measured for 29
# operations: 116 to 140 MiB.
LIMIT_MIB = 170
MODELS = {"a2a3": "a2a3", "a5": "a5", "cpu": "cpu", "portable": "cpu"}


def peak_mib(command):
    """Peak resident set of one process, which has to exit with 0."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit {process.returncode}: {' '.join(command)}")
    return usage.ru_maxrss / 1024


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "ptoconf")
    most = 0
    for profile, model in MODELS.items():
        with tempfile.TemporaryDirectory(prefix="ptoconf-memory-") as work:
            run = [binary, "run", "--op", "all", "--tier", "extensive", "--profile", profile, "--impl", f"builtin:{model}", "--out", work + "/run"]
            check = [binary, "check", "--vectors", work + "/run/vectors", "--impl", work + "/run/results"]
            peaks = [peak_mib(run), peak_mib(check)]
            print(f"extensive tier of {profile}: run {peaks[0]:.0f} MiB, check {peaks[1]:.0f} MiB", flush=True)
            most = max(most, *peaks)
    if most >= LIMIT_MIB:
        sys.exit(f"{most:.0f} MiB, expected less than {LIMIT_MIB} MiB")


if __name__ == "__main__":
    main()
