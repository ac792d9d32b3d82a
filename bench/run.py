#!/usr/bin/env python3
"""Measures ptoconf beside numpy: CPU time and memory of whole processes, in interleaved pairs.

usage: run.py [--pairs N] [--tiles N] [--binary PATH] [--work FOLDER] [--skip-tiers]

Builds `ptoconf` in release mode unless --binary names one. CPU time is user + system; memory is the peak resident
set. The first pair is dropped. Prints medians, [smallest..largest] and the ratio of CPU times of each pair.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SHAPES = {"f32": (16, 64), "f16": (32, 128)}
TIERS = ("smoke", "standard", "extensive")


class Cost:
    """What one process cost."""

    def __init__(self, command, codes=(0,)):
        begin = time.perf_counter()
        process = subprocess.Popen([str(c) for c in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            sys.exit(f"exit {process.returncode}: {' '.join(map(str, command))}\n{errors.decode(errors='replace')}")
        self.wall = time.perf_counter() - begin
        self.cpu = usage.ru_utime + usage.ru_stime
        self.mib = usage.ru_maxrss / 1024


def spread(values):
    return f"{statistics.median(values):.3f} [{min(values):.3f}..{max(values):.3f}]"


def pairs(name, theirs, ours, number, tiles):
    """Runs two commands in turn and prints a row of the table."""
    rows = [(Cost(theirs), Cost(ours)) for _ in range(number + 1)][1:]
    cpu = [[cost.cpu for cost in column] for column in zip(*rows)]
    ratios = [a / b for a, b in zip(*cpu)]
    rate = tiles / statistics.median(cpu[1])
    memory = [max(cost.mib for cost in column) for column in zip(*rows)]
    print(f"{name:<10} {spread(cpu[0]):<24} {spread(cpu[1]):<24} {statistics.median(ratios):>5.1f} [{min(ratios):.1f}..{max(ratios):.1f}]"
          f"   {rate / 1000:>6.0f}k   {memory[0]:>5.0f} {memory[1]:>5.0f}", flush=True)


def python(script, *arguments):
    return [sys.executable, os.path.join(HERE, script), *arguments]


def generation(binary, work, options):
    for dtype, (rows, cols) in SHAPES.items():
        out = os.path.join(work, "generated")
        ours = [binary, "gen", "--op", "tcolsum", "--form", "plain", "--profile", "a2a3", "--tier", "stream", "--class", "uniform"]
        ours += ["--dtype", dtype, "--shape", f"{rows}x{cols}", "--valid", f"{rows - 1}x{cols - 1}"]
        ours += ["--cases", options.tiles, "--threads", 1, "--out", out, "--force"]
        theirs = python("numpy_gen.py", dtype, rows, cols, options.tiles, os.path.join(work, "tiles"))
        pairs(f"gen {dtype}", theirs, ours, options.pairs, options.tiles)
        shutil.rmtree(out)


def checking(binary, work, options):
    for dtype, (rows, cols) in SHAPES.items():
        vectors, results, arrays = (os.path.join(work, n) for n in ("vectors", "run", "arrays"))
        Cost([binary, "gen", "--op", "tcolexpandadd", "--profile", "a2a3", "--tier", "stream", "--class", "uniform", "--dtype", dtype,
              "--shape", f"{rows}x{cols}", "--valid", f"{rows}x{cols}", "--cases", options.tiles, "--out", vectors, "--force"])
        Cost([binary, "run", "--impl", "builtin:a2a3", "--vectors", vectors, "--out", results, "--force"])
        Cost(python("numpy_check.py", "make", dtype, rows, cols, options.tiles, arrays))
        ours = [binary, "check", "--impl", os.path.join(results, "results"), "--vectors", vectors, "--threads", 1]
        ours += ["--report", "verdicts=" + os.path.join(work, "verdicts.jsonl")]
        pairs(f"check {dtype}", python("numpy_check.py", "check", arrays), ours, options.pairs, options.tiles)


def folder_mb(path):
    return sum(os.path.getsize(os.path.join(d, f)) for d, _, files in os.walk(path) for f in files) / 1e6


def tiers(binary, work):
    print("\nall operations, profile a2a3, all threads   wall s   cpu s      MB   peak MiB")
    for tier in TIERS:
        vectors, out = os.path.join(work, tier), os.path.join(work, tier + "-run")
        show(f"gen {tier}", Cost([binary, "gen", "--op", "all", "--profile", "a2a3", "--tier", tier, "--out", vectors]), vectors)
        results = os.path.join(out, "results")
        show(f"run {tier}", Cost([binary, "run", "--impl", "builtin:a2a3", "--vectors", vectors, "--out", out]), results)
        show(f"check {tier}", Cost([binary, "check", "--impl", results, "--vectors", vectors]), results)
        shutil.rmtree(vectors)
        shutil.rmtree(out)
    first = [Cost([binary, "run", "--op", "tcolsum", "--impl", "builtin:a2a3", "--tier", "smoke"]) for _ in range(6)][1:]
    every = [Cost([binary, "run", "--op", "all", "--impl", "builtin:a2a3", "--tier", "smoke"]) for _ in range(6)][1:]
    print(f"start to verdicts, smoke, seconds: tcolsum {spread([c.wall for c in first])}, all {spread([c.wall for c in every])}")


def show(name, cost, folder):
    print(f"{name:<42} {cost.wall:>7.2f} {cost.cpu:>7.2f} {folder_mb(folder):>7.0f} {cost.mib:>10.0f}", flush=True)


def build():
    command = ["cargo", "build", "--release", "--manifest-path", os.path.join(ROOT, "Cargo.toml")]
    subprocess.run(command, check=True)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "ptoconf")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=9, help="pairs that count, after one that does not")
    parser.add_argument("--tiles", type=int, default=20000)
    parser.add_argument("--binary", help="ptoconf to measure; built if not given")
    parser.add_argument("--work", help="folder for the files; a temporary one if not given")
    parser.add_argument("--skip-tiers", action="store_true", help="only the pairs with numpy")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary or build())
    with tempfile.TemporaryDirectory(dir=options.work, prefix="ptoconf-bench-") as work:
        print(f"floor of the memory column: {Cost([sys.executable, '-c', '']).mib:.0f} MiB (a process starts as a copy of this one)")
        print(f"{'':<10} {'numpy cpu s':<24} {'ptoconf cpu s':<24} {'ratio':<16} {'tiles/s':<8} {'peak MiB (both)'}")
        generation(binary, work, options)
        checking(binary, work, options)
        if not options.skip_tiers:
            tiers(binary, work)


if __name__ == "__main__":
    main()
