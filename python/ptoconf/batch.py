"""Runs an implementation over a whole set, and writes results for `ptoconf check`."""

import sys
import time

import numpy as np

from .answers import answer
from .results import OBSERVES, Results


def run(implementation, vectors, results, name=None, version="0", force=False, **details):
    """Runs an implementation over the set in a folder, and writes results into another one.

    `implementation` is called with each `Tuple`, legal or not. It writes the outputs in place, or raises `Rejected` or
    `Unsupported`; whatever else it raises is a crash. `details` go into the head of the results, such as compiler="g++ 14".
    """
    name = name or getattr(implementation, "__name__", type(implementation).__name__)
    with Results(vectors, results, name, version, details, OBSERVES, force=force) as writing, np.errstate(all="ignore"):
        progress = Progress(len(writing.set))
        for tuple_ in writing.set:
            add(writing, tuple_, answer(implementation, tuple_))
            progress.step(tuple_.op)
        progress.end()


def add(results, tuple_, line):
    """Writes what became of a tuple, with its outputs and what was touched beside them."""
    touched = {}
    if tuple_.has_data and line["outcome"] == "ok":
        touched = {name: memory.touched() for name, memory in tuple_.memory.items()}
    results.add(tuple_, **line, touched=touched)


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
