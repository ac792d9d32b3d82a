"""A worker with TCOLEXPAND(dst, src) for profile a2a3, to start your own from.

    ptoconf run --op tcolexpand --profile a2a3 --impl 'exec:python3 worker.py' --exec-observes inputs,surroundings

It reads a case a line, and answers with a line. Replace `why_illegal` with your verifier and `run` with
your simulator or device; keep the rest, as far as you can see the memory around your tiles. No library is needed.
"""

import json
import math
import pathlib
import sys

SIZE = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "f16": 2, "bf16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8}
MEMORY = 192 << 10


# --- the implementation -----------------------------------------------------------------------

def box(tile):
    """Rows and columns of one box of a tile."""
    if tile["fractal"] == 512 and tile["slayout"] == "none_box":
        return 1, 1
    if tile["fractal"] == 1024:
        return 16, 16
    long = 2 if tile["fractal"] == 32 else 32 // SIZE[tile["dtype"]]
    return (16, long) if tile["slayout"] == "row_major" else (long, 16)


def why_illegal_tile(tile):
    """The rule of the tile class that a tile breaks, if it breaks one."""
    (rows, cols), (valid_rows, valid_cols) = tile["shape"], tile["valid"]
    line = cols if tile["blayout"] == "row_major" else rows
    if rows == 0:
        return "tile/rows-positive"
    if cols == 0:
        return "tile/cols-positive"
    if valid_rows > rows or valid_cols > cols:
        return "tile/valid-within-physical"
    if any(extent == 0 and not dynamic for extent, dynamic in zip(tile["valid"], tile["dynamic"])):
        return "tile/static-extent-positive"
    if tile["fractal"] not in (512, 1024, 32):
        return "tile/fractal-size"
    if tile["slayout"] == "none_box" and line * SIZE[tile["dtype"]] % 32:
        return "tile/line-aligned"
    if cols % box(tile)[1] or (tile["loc"] != "vec" and tile["fractal"] != 32 and rows != 1 and rows % box(tile)[0]):
        return "tile/boxes-divide"
    return "tile/address-aligned" if tile.get("address", 0) % 32 else None


def fits(tiles):
    """Whether the tiles fit into memory, one after another or at their addresses."""
    start = 0
    for tile in tiles:
        end = tile.get("address", start) + math.prod(tile["shape"]) * SIZE[tile["dtype"]]
        if end > MEMORY:
            return False
        start = max(start, -(-end // 32) * 32)
    return True


def why_illegal(dst, src):
    """The rule that a tuple breaks, if it breaks one."""
    for tile in (dst, src):
        if rule := why_illegal_tile(tile):
            return rule
    if any("same_as" in tile for tile in (dst, src)):
        return "tile/no-alias"
    if not fits((dst, src)):
        return "tile/fits-memory"
    if any(tile["loc"] != "vec" for tile in (dst, src)):
        return "tcolexpand/vec"
    if any((tile["blayout"], tile["slayout"]) != ("row_major", "none_box") for tile in (dst, src)):
        return "tcolexpand/nd-layout"
    if dst["dtype"] != src["dtype"]:
        return "tcolexpand/same-dtype"
    if SIZE[dst["dtype"]] > 4:
        return "tcolexpand/dtype-supported"
    return "tcolexpand/cols-equal" if dst["valid"][1] != src["valid"][1] else None


def run(dst, src, memory):
    """Copies row 0 of src into each row of dst."""
    if 0 in dst["valid"] or 0 in src["valid"]:
        return
    size = SIZE[dst["dtype"]]
    start, length = memory.tiles["src"].start, dst["valid"][1] * size
    row = memory.bytes[start:start + length]
    for i in range(dst["valid"][0]):
        start = memory.tiles["dst"].start + i * dst["shape"][1] * size
        memory.bytes[start:start + length] = row


# --- the worker -------------------------------------------------------------------------------

GUARD = 64


class Memory:
    """The tiles of a case, each between two guard bands, so that stray writes show."""

    def __init__(self, files):
        self.bytes, self.tiles = bytearray(), {}
        for name, file in files.items():
            self.guard()
            start = len(self.bytes)
            self.bytes += pathlib.Path(file).read_bytes()
            self.tiles[name] = slice(start, len(self.bytes))
            self.guard()
        self.before = bytes(self.bytes)

    def guard(self):
        """A band is unlike the others: what was copied out of another one shows, too."""
        self.bytes += bytes(i % 251 for i in range(len(self.bytes), len(self.bytes) + GUARD))

    def touched(self, outputs):
        """The operands around which something was written, or in which although they are no outputs."""
        right = bytearray(self.before)
        for name in outputs:
            right[self.tiles[name]] = self.bytes[self.tiles[name]]
        around = {name: slice(tile.start - GUARD, tile.stop + GUARD) for name, tile in self.tiles.items()}
        return [name for name, part in around.items() if self.bytes[part] != right[part]]


def answer(request):
    tuple_ = request["tuple"]
    if (tuple_["op"], tuple_["form"]) != ("tcolexpand", "plain"):
        return {"outcome": "unsupported"}
    dst, src = (operand["tile"] for operand in tuple_["operands"])
    if rule := why_illegal(dst, src):
        return {"outcome": "rejected", "rule": rule}
    if "files" not in request:
        return {"outcome": "ok"}
    memory = Memory(request["files"])
    run(dst, src, memory)
    pathlib.Path(request["files"]["dst"]).write_bytes(memory.bytes[memory.tiles["dst"]])
    return {"outcome": "ok", "touched": memory.touched(["dst"])}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"case": request["case"], **answer(request)}), flush=True)


if __name__ == "__main__":
    main()
