"""Runs an implementation over a whole set, and writes results for `ptoconf check`."""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

import numpy as np

from .answers import answer
from .command import Failed, digest
from .sets import Set

CONTAINER = 64 << 20
OBSERVES = ["inputs", "surroundings", "scratch"]


def run(implementation, vectors, results, name=None, version="0", force=False, **details):
    """Runs an implementation over the set in a folder, and writes results into another one.

    `implementation` is called with each `Tuple`, legal or not. It writes the outputs in place, or raises `Rejected` or
    `Unsupported`; whatever else it raises is a crash. `details` go into the head of the results, such as compiler="g++ 14".
    """
    vectors, results = Set(vectors), pathlib.Path(results)
    make_room(results, vectors.folder, force)
    name = name or getattr(implementation, "__name__", type(implementation).__name__)
    about = {"name": name, "version": str(version), "observes": OBSERVES, "details": {key: str(value) for key, value in details.items()}}
    head = {"format": "ptoconf-results/1", "suite": digest(vectors.folder), "implementation": about}
    results.parent.mkdir(parents=True, exist_ok=True)
    # Whole or not at all: a run that was interrupted leaves no results.
    with tempfile.TemporaryDirectory(prefix=".ptoconf-", dir=results.parent) as scratch:
        writing = pathlib.Path(scratch) / "results"
        write(implementation, vectors, writing, head)
        os.replace(writing, results)


def make_room(results, vectors, force):
    """Sees to it that results can be written. Old ones go at once: who ends halfway has none, and not those of another run."""
    if vectors.resolve() in [results.resolve(), *results.resolve().parents]:
        raise Failed(f"{results} is in the folder of the set, which holds nothing else; next: give another folder")
    if not os.path.lexists(results):
        return
    if not force:
        raise Failed(f"{results} is there already; next: remove it, give another folder, or replace it with --force (force=True)")
    if results.is_symlink() or not (results / "results.json").is_file():
        raise Failed(f"{results} is there, and is no folder of results: it is not replaced")
    shutil.rmtree(results)


def write(implementation, vectors, folder, head):
    """Writes all results into a new folder."""
    folder.mkdir()
    (folder / "results.json").write_text(json.dumps(head))
    progress = Progress(len(vectors))
    with open(folder / "results.jsonl", "w") as lines, np.errstate(all="ignore"):
        for operation in vectors.operations:
            outputs = Outputs(folder / operation)
            for tuple_ in vectors.of(operation):
                lines.writelines(json.dumps(line) + "\n" for line in judged(implementation, tuple_, outputs))
                progress.step(operation)
            outputs.flush()
    progress.end()


def judged(implementation, tuple_, outputs):
    """The lines of the cases of a tuple; its outputs are kept."""
    line, touched = answer(implementation, tuple_), {}
    if tuple_.has_data and line["outcome"] == "ok":
        touched = {name: memory.touched() for name, memory in tuple_.memory.items()}
        for operand in tuple_.operands:
            if operand.role == "out":
                outputs.add(f"{tuple_.name}/{operand.name}", operand.array)
    for slot in range(tuple_.cases):
        names = [name for name, cases in touched.items() if cases[slot]]
        yield {"case": f"{tuple_.op}/{tuple_.name}/{slot}", **line, "touched": names}


class Outputs:
    """Output arrays of an operation, in containers of a bounded size."""

    def __init__(self, folder):
        self.folder, self.arrays, self.size, self.number = folder, {}, 0, 0

    def add(self, name, array):
        """Keeps a stack of tiles."""
        self.arrays[name] = np.ascontiguousarray(array)
        self.size += array.nbytes
        if self.size > CONTAINER:
            self.flush()

    def flush(self):
        """Writes what is kept."""
        if self.arrays:
            self.folder.mkdir(exist_ok=True)
            np.savez(self.folder / f"outputs-{self.number:03}.npz", **self.arrays)
            self.arrays, self.size, self.number = {}, 0, self.number + 1


class Progress:
    """Says on a terminal how far a run has come."""

    def __init__(self, tuples):
        self.tuples, self.done, self.last = tuples, 0, time.monotonic()

    def step(self, operation):
        """One tuple more."""
        self.done += 1
        if sys.stderr.isatty() and time.monotonic() - self.last > 0.2:
            self.last = time.monotonic()
            print(f"\r{operation}: {self.done} of {self.tuples} tuples\033[K", end="", file=sys.stderr, flush=True)

    def end(self):
        """Takes the line away."""
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
