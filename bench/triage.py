#!/usr/bin/env python3
"""Measures what the causes of failures cost: a check of results that conform beside one of results of another target.

usage: triage.py [--pairs N] [--op OP] [--binary PATH] [--work FOLDER]

Both are of one standard set of profile a2a3, judged in turn with all threads; the first pair is dropped. What the check of
failing results takes beyond the other is the triage and a longer report; of results that conform no triage is asked.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile

from run import Cost, build, spread

TARGETS = {"conforms": "a2a3", "fails": "cpu"}


def results(binary, work, op, vectors):
    """Results of each target for one set."""
    subprocess.run([binary, "gen", "--op", op, "--profile", "a2a3", "--out", vectors], check=True, stderr=subprocess.DEVNULL)
    for name, target in TARGETS.items():
        command = [binary, "run", "--impl", f"builtin:{target}", "--vectors", vectors, "--out", os.path.join(work, name), "-q"]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def failing(binary, work, vectors):
    """Failing cases and causes."""
    report = os.path.join(work, "report.json")
    command = [binary, "check", "--impl", os.path.join(work, "fails", "results"), "--vectors", vectors, "--report", f"json={report}"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(report, encoding="utf-8") as file:
        read = json.load(file)
    return read["totals"]["failed"], len(read["causes"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=7, help="pairs that count, after one that does not")
    parser.add_argument("--op", default="tconcat")
    parser.add_argument("--binary", help="ptoconf to measure; built if not given")
    parser.add_argument("--work", help="folder for the files; a temporary one if not given")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary or build())
    with tempfile.TemporaryDirectory(dir=options.work, prefix="ptoconf-triage-") as work:
        vectors = os.path.join(work, "vectors")
        results(binary, work, options.op, vectors)
        cases, causes = failing(binary, work, vectors)

        def check(name):
            return Cost([binary, "check", "--impl", os.path.join(work, name, "results"), "--vectors", vectors], codes=(0, 1))

        rows = [(check("conforms"), check("fails")) for _ in range(options.pairs + 1)][1:]
        print(f"{options.op}, standard, {cases} failing cases, {causes} causes; seconds of a whole check, and the largest memory")
        for column, name in zip(zip(*rows), TARGETS):
            print(f"{name:<10} {spread([cost.wall for cost in column])}   {max(cost.mib for cost in column):.0f} MiB")
        more = [red.wall - green.wall for green, red in rows]
        print(f"more       {spread(more)}, for 5000 failing cases {statistics.median(more) * 5000 / max(cases, 1):.3f}")


if __name__ == "__main__":
    main()
