"""A toy implementation of TCOLSUM(dst, src) with its harness, for profile a2a3.

    python3 gate.py SET RESULTS [DIGEST]

It reads the vector set in folder SET, runs every case and writes RESULTS for `ptoconf check`.
Replace `why_illegal` with your verifier and `run` with your simulator or device; keep the rest.
DIGEST is the digest of the set; without it, `ptoconf verify SET` is asked.
"""

import json
import pathlib
import subprocess
import sys

try:
    import numpy as np
except ModuleNotFoundError:
    sys.exit("gate.py needs numpy; next: python3 -m pip install numpy")

NUMPY = {"i8": "i1", "u8": "u1", "i16": "<i2", "u16": "<u2", "i32": "<i4", "u32": "<u4", "i64": "<i8", "u64": "<u8",
         "f16": "<f2", "bf16": "<u2", "f32": "<f4"}
OPERATION, FORM = "tcolsum", "plain"
SUPPORTED = {"f16", "f32", "i16", "i32"}


# --- the implementation -----------------------------------------------------------------------

def box(tile):
    """Rows and columns of one box of a tile."""
    if tile["fractal"] == 512 and tile["slayout"] == "none_box":
        return 1, 1
    if tile["fractal"] == 1024:
        return 16, 16
    long = 2 if tile["fractal"] == 32 else 32 // np.dtype(NUMPY[tile["dtype"]]).itemsize
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
    if any(n == 0 and not dynamic for n, dynamic in zip(tile["valid"], tile["dynamic"])):
        return "tile/static-extent-positive"
    if tile["fractal"] not in (512, 1024, 32):
        return "tile/fractal-size"
    if tile["slayout"] == "none_box" and line * np.dtype(NUMPY[tile["dtype"]]).itemsize % 32:
        return "tile/line-aligned"
    waived = tile["loc"] == "vec" or tile["fractal"] == 32 or rows == 1
    if cols % box(tile)[1] or (not waived and rows % box(tile)[0]):
        return "tile/boxes-divide"
    return "tile/address-aligned" if tile.get("address", 0) % 32 else None


def fits(tiles, memory):
    """Whether the tiles fit, one after another or at their addresses."""
    start = 0
    for tile in tiles:
        size = tile["shape"][0] * tile["shape"][1] * np.dtype(NUMPY[tile["dtype"]]).itemsize
        end = tile.get("address", start) + size
        if end > memory:
            return False
        start = max(start, -(-end // 32) * 32)
    return True


def why_illegal_anywhere(tiles, profile):
    """The rule that tiles break whatever the operation, if they break one."""
    for tile in tiles.values():
        if rule := why_illegal_tile(tile):
            return rule
    if any("same_as" in t for t in tiles.values()):
        return "tile/no-alias"
    return None if fits(tiles.values(), profile["limits"]["ub_bytes"]) else "tile/fits-memory"


def why_illegal(tiles, profile):
    """The rule that a tuple breaks, if it breaks one."""
    dst, src = tiles["dst"], tiles["src"]
    if rule := why_illegal_anywhere(tiles, profile):
        return rule
    if any(t["loc"] != "vec" for t in (dst, src)):
        return "tcolsum/vec"
    if any((t["blayout"], t["slayout"]) != ("row_major", "none_box") for t in (dst, src)):
        return "tcolsum/nd-layout"
    if dst["dtype"] != src["dtype"]:
        return "tcolsum/same-dtype"
    if src["dtype"] not in SUPPORTED:
        return "tcolsum/dtype-supported"
    if dst["dtype"] not in profile.get("dtypes", {}).get("tcolsum", SUPPORTED):
        return "profile/dtype"
    return "tcolsum/valid-cols-equal" if dst["valid"][1] != src["valid"][1] else None


def run(tiles, src, dst):
    """Adds row after row of src into row 0 of dst, for all cases of a tuple at once."""
    rows, cols = tiles["src"]["valid"]
    if rows == 0 or cols == 0 or tiles["dst"]["valid"][0] == 0:
        return
    dst[:, 0, :cols] = src[:, 0, :cols]
    for row in range(1, rows):
        dst[:, 0, :cols] += src[:, row, :cols]


# --- the harness ------------------------------------------------------------------------------

GUARD = 64


class Memory:
    """A tile for each case, each between two guard bands, so that stray writes show."""

    def __init__(self, stack):
        content = stack.reshape(len(stack), -1).view(np.uint8)
        self.inside = slice(GUARD, GUARD + content.shape[1])
        size = content.shape[1] + 2 * GUARD
        # A band is unlike the others: what was copied out of another one shows, too.
        self.bytes = np.resize(np.arange(251, dtype=np.uint8), (len(stack), size))
        self.bytes[:, self.inside] = content
        self.before = self.bytes.copy()
        self.tiles = self.bytes[:, self.inside].view(stack.dtype).reshape(stack.shape)

    def touched(self, output):
        """By case: whether something was written around the tile, or in it although it is no output."""
        changed = self.bytes != self.before
        if output:
            changed[:, self.inside] = False
        return changed.any(axis=1)


def digest_of(set_dir):
    """The digest of the set, as ptoconf says it."""
    try:
        return subprocess.check_output(["ptoconf", "verify", set_dir], text=True).split()[-1]
    except FileNotFoundError:
        sys.exit("gate.py asks ptoconf for the digest of the set, and there is no ptoconf on the path; "
                 "next: export PATH=\"$PWD/target/release:$PATH\", or give the digest that `ptoconf gen` printed as third argument")
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)


def main(set_dir, out_dir, digest=None):
    set_dir, out_dir = pathlib.Path(set_dir), pathlib.Path(out_dir)
    digest = digest or digest_of(set_dir)
    suite = json.loads((set_dir / "suite.json").read_text())
    out_dir.mkdir(parents=True)
    implementation = {"name": "gate.py", "version": "1", "observes": ["inputs", "surroundings"]}
    head = {"format": "ptoconf-results/1", "suite": digest, "implementation": implementation}
    (out_dir / "results.json").write_text(json.dumps(head))
    with open(out_dir / "results.jsonl", "w") as results:
        for operation in suite["operations"]:
            run_operation(suite, set_dir / operation["name"], out_dir / operation["name"], results)


def run_operation(suite, folder, out, results):
    containers, outputs = {}, {}
    for line in map(json.loads, open(folder / "tuples.jsonl")):
        tiles, touched = {o["name"]: o["tile"] for o in line["tuple"]["operands"]}, {}
        if (line["tuple"]["op"], line["tuple"]["form"]) != (OPERATION, FORM):
            verdict = {"outcome": "unsupported"}
        elif rule := why_illegal(tiles, suite["profile"]):
            verdict = {"outcome": "rejected", "rule": rule}
        elif "inputs" not in line:  # the tiles are too large to carry data: there is nothing to run
            verdict = {"outcome": "ok"}
        else:
            verdict = {"outcome": "ok"}
            file = line["inputs"]
            containers.setdefault(file, np.load(folder / file))
            src, dst = Memory(containers[file][f"{line['name']}/src"]), Memory(canary(suite["canary"], line["cases"], tiles["dst"]))
            run(tiles, src.tiles, dst.tiles)
            outputs[f"{line['name']}/dst"] = dst.tiles
            touched = {"dst": dst.touched(output=True), "src": src.touched(output=False)}
        for slot in range(line["cases"]):
            case = f"{line['tuple']['op']}/{line['name']}/{slot}"
            verdict["touched"] = [name for name, cases in touched.items() if cases[slot]]
            results.write(json.dumps({"case": case, **verdict}) + "\n")
    if outputs:
        out.mkdir()
        np.savez(out / "outputs-000.npz", **outputs)


def canary(byte, cases, tile):
    """Destination tiles as they are before the operation."""
    dtype = np.dtype(NUMPY[tile["dtype"]])
    shape = (cases, *tile["shape"])
    return np.full((*shape, dtype.itemsize), byte, np.uint8).view(dtype).reshape(shape)


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        main(*sys.argv[1:])
