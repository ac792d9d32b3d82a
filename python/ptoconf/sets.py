"""A vector set: what an implementation is given."""

import functools
import json
import pathlib

import numpy as np

from .command import Failed
from .memory import place

NUMPY = {"i8": "i1", "u8": "u1", "i16": "<i2", "u16": "<u2", "i32": "<i4", "u32": "<u4", "i64": "<i8", "u64": "<u8",
         "f16": "<f2", "bf16": "<u2", "f32": "<f4"}


class Operand:
    """An operand of a tuple.

    name, role  `role` is "in", "out" or "scratch"
    tile        the descriptor as docs/formats.md has it: loc, blayout, slayout, fractal, pad, dynamic, address, same_as
    dtype       such as "f16"
    shape       physical (rows, columns)
    valid       valid (rows, columns): a prefix of the physical tile
    array       physical tiles, [cases, rows, columns], logical order; None where the tuple carries no data
    """

    def __init__(self, name, role, tile):
        self.name, self.role, self.tile = name, role, tile
        self.dtype, self.shape, self.valid = tile["dtype"], tuple(tile["shape"]), tuple(tile["valid"])
        self.array = None

    @property
    def region(self):
        """The valid regions, [cases, valid rows, valid columns]: a view, to read and to write."""
        return None if self.array is None else self.array[:, : self.valid[0], : self.valid[1]]

    def numpy(self):
        """The element type in numpy; bf16 is its 16 bits."""
        return np.dtype(NUMPY[self.dtype])

    def __repr__(self):
        extents = "" if self.shape == self.valid else f" valid {self.valid[0]}x{self.valid[1]}"
        return f"{self.name} {self.dtype} {self.shape[0]}x{self.shape[1]}{extents}"


class Tuple:
    """A tuple: an operation, and the types, layouts, shapes and valid regions of its operands, with the data of all its cases.

    op, form     such as "tcolsum", "plain"
    attributes   by name, where the form has any
    operands     in the order of the call; t["src"] is the one of that name
    cases        how many cases share the tuple
    profile      what the set's profile promises, from suite.json
    """

    def __init__(self, line, profile):
        given = line["tuple"]
        self.name, self.op, self.form, self.cases = line["name"], given["op"], given["form"], line["cases"]
        self.attributes = given.get("attributes", {})
        self.operands = [Operand(o["name"], o["role"], o["tile"]) for o in given["operands"]]
        self.profile = profile
        self.container = line.get("inputs")

    def __getitem__(self, name):
        for operand in self.operands:
            if operand.name == name:
                return operand
        raise KeyError(f"{self.op} {self.form} has no operand {name}: {', '.join(o.name for o in self.operands)}")

    def __contains__(self, name):
        return any(operand.name == name for operand in self.operands)

    @property
    def has_data(self):
        """Whether there is something to compute; what is too large carries no data, and is accepted or rejected only."""
        return self.container is not None

    def __repr__(self):
        return f"{self.op} {self.form}({', '.join(map(repr, self.operands))})"


class Set:
    """A vector set in a folder. Iterating gives the tuples of all operations, each with its arrays in place."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        try:
            self.head = json.loads((self.folder / "suite.json").read_text())
            self.profile = self.head["profile"]
            self.operations = [operation["name"] for operation in self.head["operations"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failed(f"{folder} is no vector set: suite.json: {error}; next: ptoconf gen --out {folder}") from error

    def __len__(self):
        return sum(operation["tuples"] for operation in self.head["operations"])

    def __iter__(self):
        for operation in self.operations:
            yield from self.of(operation)

    def of(self, operation):
        """The tuples of one operation."""
        container = functools.lru_cache(maxsize=1)(lambda name: np.load(self.inside(operation) / plain(name)))
        with open(self.inside(operation) / "tuples.jsonl") as lines:
            for line in map(json.loads, lines):
                tuple_ = Tuple(line, self.profile)
                if tuple_.has_data:
                    tuple_.memory = place(tuple_, container(tuple_.container), self.head["canary"])
                yield tuple_

    def inside(self, operation):
        """The folder of an operation."""
        return self.folder / plain(operation)


def plain(name):
    """A name from a set that is used as a path: of something in a folder, never of what lies outside."""
    if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
        raise Failed(f"the set names a file {name!r}, which is no name in a folder")
    return name
