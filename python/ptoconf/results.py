"""Writes a folder of results, for a harness that drives its implementation itself."""

import json
import os
import pathlib
import shutil
import tempfile

import numpy as np

from .answers import said
from .command import Failed, digest
from .sets import Set

CONTAINER = 64 << 20
OUTCOMES = ("ok", "rejected", "unsupported", "crashed", "timeout", "error")
STAGES = ("compile", "verify", "run")
OBSERVES = ("inputs", "surroundings", "scratch")


class Results:
    """Results for a set, in a new folder:

        with ptoconf.Results("vectors", "results", name="device farm", version="7") as results:
            for t in results.set:
                results.add(t, outputs={"dst": farm.run(t)})

    The folder is there when the block ends, whole; where an exception ends it, there is none. Cases that nothing was added for are
    missing when the results are judged.

    vectors, results  the folder of the set, and the one to write
    name, version     of the implementation; `details` is a dict of anything worth keeping, such as {"compiler": "g++ 14"}
    observes          what was looked at after each case: "inputs", "surroundings", "scratch" (docs/formats.md)
    judges            "legality" of a verifier, which computes nothing
    part              (1, 4) where these are the results of part 1 of 4
    force             replace results that are there
    """

    def __init__(self, vectors, results, name, version="0", details=None, observes=(), judges="everything", part=None, force=False):
        self.set = vectors if isinstance(vectors, Set) else Set(vectors)
        self.folder, self.force = pathlib.Path(results), force
        for what in observes:
            known(what, OBSERVES, "observes")
        details = {key: str(value) for key, value in (details or {}).items()}
        about = {"name": name, "version": str(version), "observes": sorted(set(observes), key=OBSERVES.index), "details": details,
                 "judges": known(judges, ("everything", "legality"), "judges")}
        part = {} if part is None else {"part": dict(zip(("index", "of"), part))}
        self.head = {"format": "ptoconf-results/1", "suite": digest(self.set.folder), **part, "implementation": about}
        self.outputs, self.added = {}, set()

    def __enter__(self):
        make_room(self.folder, self.set.folder, self.force)
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: who is interrupted leaves no results.
        self.scratch = tempfile.TemporaryDirectory(prefix=".ptoconf-", dir=self.folder.parent)
        self.writing = pathlib.Path(self.scratch.name) / "results"
        self.writing.mkdir()
        (self.writing / "results.json").write_text(json.dumps(self.head))
        self.lines = open(self.writing / "results.jsonl", "w")
        return self

    def __exit__(self, kind, *_):
        with self.scratch, self.lines:
            if kind is None:
                self.flush()
                self.lines.close()
                os.replace(self.writing, self.folder)

    def add(self, tuple_, outcome="ok", slot=None, outputs=None, rule=None, message="", stage=None, touched=()):
        """Says what came of all cases of a tuple, or of the one in `slot`.

        outcome  "ok", "rejected", "unsupported", "crashed", "timeout" or "error" (the harness failed)
        outputs  of "ok": physical tiles by operand, [cases, rows, columns], or [rows, columns] of one slot; where there are none,
                 what the arrays of the tuple hold
        rule     that a rejection names; `message` and `stage` ("compile", "verify", "run") say more
        touched  operands around which something was written, or whose content although they are inputs: names, or by name
                 for each case whether it was
        """
        slots = range(tuple_.cases) if slot is None else [slot]
        cases = [f"{tuple_.op}/{tuple_.name}/{at}" for at in slots]
        if twice := self.added.intersection(cases):
            raise Failed(f"{min(twice)}: a result was added already")
        line = {"outcome": known(outcome, OUTCOMES, cases[0]), **({} if rule is None else {"rule": rule}), **said(message),
                **({} if stage is None else {"stage": known(stage, STAGES, cases[0])})}
        touched = [touched_in(tuple_, touched, at, slot is None) for at in range(len(cases))]
        if outcome == "ok" and tuple_.has_data and self.head["implementation"]["judges"] == "everything":
            self.keep(tuple_, slot, arrays(tuple_, slot, outputs))
        self.added.update(cases)
        self.lines.writelines(json.dumps({"case": case, **line, "touched": names}) + "\n" for case, names in zip(cases, touched))

    def keep(self, tuple_, slot, found):
        """Keeps the outputs of a tuple in a container, those of one case beside it."""
        folder = self.writing / tuple_.op
        for name, array in found.items():
            if slot is None:
                self.outputs.setdefault(tuple_.op, Outputs(folder)).add(f"{tuple_.name}/{name}", array)
            else:
                (folder / tuple_.name / str(slot)).mkdir(parents=True, exist_ok=True)
                np.save(folder / tuple_.name / str(slot) / name, array)
        if sum(outputs.size for outputs in self.outputs.values()) > CONTAINER:
            self.flush()

    def flush(self):
        """Writes what is kept."""
        for outputs in self.outputs.values():
            outputs.flush()


def known(word, words, where):
    """A word of those that there are."""
    if word not in words:
        raise Failed(f"{where}: {word!r} is none of {', '.join(words)}")
    return word


def touched_in(tuple_, touched, at, of_all):
    """The operands that were touched in a case."""
    names = list(touched)
    for name in names:
        tuple_[name]  # one that is not there is a mistake of the harness
    return [name for name in names if not isinstance(touched, dict) or (touched[name][at] if of_all else touched[name])]


def arrays(tuple_, slot, outputs):
    """The output tiles of a tuple or of one case, of the shape and type that the set asks for."""
    if outputs is None:
        own = {operand.name: operand.array for operand in tuple_.operands if operand.role == "out"}
        outputs = own if slot is None else {name: array[slot] for name, array in own.items()}
    found = {}
    for name, array in outputs.items():
        operand, array = tuple_[name], np.asarray(array)
        shape = ((tuple_.cases,) if slot is None else ()) + operand.shape
        if (array.shape, array.dtype) != (shape, operand.numpy()):
            raise Failed(f"{tuple_.op}/{tuple_.name}: {name} is {array.dtype} {list(array.shape)}, expected {operand.numpy()} {list(shape)}: "
                         "the whole physical tile")
        found[name] = array
    return found


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


class Outputs:
    """Output arrays of an operation, in containers."""

    def __init__(self, folder):
        self.folder, self.arrays, self.size, self.number = folder, {}, 0, 0

    def add(self, name, array):
        """Keeps a copy of a stack of tiles: whoever made it may use the memory again."""
        self.arrays[name] = np.array(array, order="C")
        self.size += array.nbytes

    def flush(self):
        """Writes what is kept."""
        if self.arrays:
            self.folder.mkdir(exist_ok=True)
            np.savez(self.folder / f"outputs-{self.number:03}.npz", **self.arrays)
            self.arrays, self.size, self.number = {}, 0, self.number + 1
