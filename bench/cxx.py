#!/usr/bin/env python3
"""Measures the C++ adapter beside one run of the compiler for each tuple, and compares their verdicts.

usage: cxx.py [--include DIR] [--compiler NAME] [--tuples N] [--single N] [--flag FLAG]... [--target DIR]

Takes N tuples from all over a standard set. The program `classify` finds out in one go which of them compile;
the same is then asked of the compiler for one tuple after another: with a precompiled header for every tuple,
and plain for every tuple or for --single of them (the time is scaled up). The C++ text of those runs is written
here, not by the adapter. All use as many processes at a time as there are cores; on a busy machine, the ratio of
processor seconds says more than that of wall time. Then the whole way is timed: `ptoconf run`. Without --include
the headers are the stand-in of the tests.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CXX = {"i8": "int8_t", "u8": "uint8_t", "i16": "int16_t", "u16": "uint16_t", "i32": "int32_t", "u32": "uint32_t",
       "i64": "int64_t", "u64": "uint64_t", "f16": "half", "bf16": "bfloat16_t", "f32": "float"}
# Of one way; the median counts. The others are means of hundreds of runs of the compiler.
RUNS = 5
PREFIX = "#include <cstdint>\n#include <type_traits>\n#include <pto/pto-inst.hpp>\nusing namespace pto;\n"


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def tile(operand):
    t = operand["tile"]
    extents = [-1 if dynamic else valid for dynamic, valid in zip(t["dynamic"], t["valid"])]
    kind = (f"Tile<TileType::{camel(t['loc'])}, {CXX[t['dtype']]}, {t['shape'][0]}, {t['shape'][1]}, BLayout::{camel(t['blayout'])}, "
            f"{extents[0]}, {extents[1]}, SLayout::{camel(t['slayout'])}, {t['fractal']}, PadValue::{camel(t['pad'])}>")
    values = ", ".join(str(v) for d, v in zip(t["dynamic"], t["valid"]) if d)
    name = operand["name"]
    address = f" TASSIGN<{t['address']}>({name});" if "address" in t else ""
    return f"{kind} {name}{'(' + values + ')' if values else ''};{address} {name}.data() = nullptr;"


def program(tuple_):
    """The tuple as a function, as someone who read the pages would write it."""
    operands = [o["name"] for o in tuple_["operands"]]
    arguments = operands + [str(v).lower() for v in tuple_.get("attributes", {}).values()]
    tiles = "\n    ".join(tile(o) for o in tuple_["operands"])
    return f"void one()\n{{\n    {tiles}\n    {tuple_['op'].upper()}({', '.join(arguments)});\n}}\n"


class Clock:
    """Wall and processor seconds since it was made; the latter of all processes that were started and have ended."""

    def __init__(self):
        self.begin = self.now()

    @staticmethod
    def now():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.perf_counter(), used.ru_utime + used.ru_stime

    def read(self):
        return [now - begin for now, begin in zip(self.now(), self.begin)]


def timed(command):
    clock = Clock()
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return clock.read(), done


def sample(binary, work, number):
    """A set with `number` tuples from all over the standard tier."""
    whole = work / "whole"
    subprocess.run([binary, "gen", "--op", "all", "--profile", "cpu", "--out", whole], check=True, stderr=subprocess.DEVNULL)
    lines = [json.loads(line) for path in sorted(whole.glob("*/tuples.jsonl")) for line in path.read_text().splitlines()]
    chosen = {i * len(lines) // number for i in range(number)}
    ids = [f"{line['tuple']['op']}/{line['name']}" for i, line in enumerate(lines) if i in chosen]
    some = work / "some"
    subprocess.run([binary, "gen", "--op", "all", "--profile", "cpu", "--case", ",".join(ids), "--out", some], check=True,
                   stderr=subprocess.DEVNULL)
    lines = [json.loads(line) for path in sorted(some.glob("*/tuples.jsonl")) for line in path.read_text().splitlines()]
    return whole, some, {f"{line['tuple']['op']}/{line['name']}": line["tuple"] for line in lines}


def one_by_one(compiler, base, work, tuples, header, jobs):
    """Wall and processor seconds, and which of the tuples compile."""
    prefix, extra = (PREFIX, []) if header is None else ("", header)

    def one(item):
        number, (name, tuple_) = item
        path = work / f"one-{number}.cpp"
        path.write_text(prefix + program(tuple_))
        return name, subprocess.run([compiler, *base, *extra, "-fsyntax-only", path], capture_output=True).returncode == 0

    clock = Clock()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        verdicts = dict(pool.map(one, enumerate(tuples.items())))
    return clock.read(), verdicts


def precompiled(compiler, base, work):
    header = work / "all.hpp"
    header.write_text(PREFIX)
    clang = "clang" in subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    output = work / ("all.pch" if clang else "all.hpp.gch")
    subprocess.run([compiler, *base, "-x", "c++-header", header, "-o", output], check=True)
    return ["-include-pch", str(output)] if clang else ["-include", str(header)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--include", default=str(ROOT / "runner/tests/stand_in/include"))
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--tuples", type=int, default=1000)
    parser.add_argument("--single", type=int, default=None)
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--target", default=os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target")))
    options = parser.parse_args()
    jobs = os.cpu_count()
    target = pathlib.Path(options.target)
    subprocess.run(["cargo", "build", "-q", "--release", "-p", "ptoconf"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "-q", "--release", "-p", "ptoconf-runner", "--example", "classify"], cwd=ROOT, check=True)
    binary, classify = target / "release/ptoconf", target / "release/examples/classify"
    base = ["-std=c++23", "-w", "-O0", "-D__CPU_SIM", f"-I{options.include}", *options.flag]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        whole, some, tuples = sample(binary, work, options.tuples)
        runs = []
        for _ in range(RUNS):
            seconds, done = timed([classify, options.include, some, jobs, options.compiler, *options.flag])
            if done.returncode != 0:
                sys.exit(done.stderr)
            runs.append(seconds)
        found = dict(line.split() for line in done.stdout.splitlines())
        print(f"{options.compiler}, {len(tuples)} tuples, {jobs} processes at a time")
        wall, cpu = (statistics.median(each) for each in zip(*runs))
        print(f"{'many to a unit':<22} {wall:8.1f} s  {cpu:8.1f} s of processor  {len(tuples) / wall:8.1f} tuples/s")
        step = max(1, len(tuples) // (options.single or len(tuples)))
        sampled = dict(item for i, item in enumerate(tuples.items()) if i % step == 0)
        header = precompiled(options.compiler, base, work)
        for name, with_header, picked in (("one a run, plain", None, sampled), ("one a run, precompiled", header, tuples)):
            single, verdicts = one_by_one(options.compiler, base, work, picked, with_header, jobs)
            single = [seconds * len(tuples) / len(picked) for seconds in single]
            wrong = [n for n, good in verdicts.items() if found[n] != "unsupported" and good != (found[n] == "ok")]
            print(f"{name:<22} {single[0]:8.1f} s  {single[1]:8.1f} s of processor  {len(tuples) / single[0]:8.1f} tuples/s  "
                  f"{single[0] / wall:.1f} times, {single[1] / cpu:.1f} of processor")
            print(f"{'':<22} {len(picked)} runs, {sum(verdicts.values())} compile; verdicts that differ: {len(wrong)} {wrong[:5]}", flush=True)
        run = [binary, "run", "--impl", f"cxx:{options.include}", "--cxx-compiler", options.compiler, "--vectors", whole, "--out", work / "run"]
        run += [f"--cxx-flag={flag}" for flag in options.flag]
        (wall, cpu), done = timed(run)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        cases = json.loads((whole / "suite.json").read_text())["operations"]
        cases = sum(operation["cases"] for operation in cases)
        print(f"classify, build, run, check: {cases} cases in {wall:.1f} s, {cpu:.1f} s of processor, {cases / wall:.0f} cases/s; "
              f"largest process {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
