"""A toy implementation of TROWSUM, the operation of trowsum.rs, in the harness of gate.py.

    python3 trowsum.py SET RESULTS DIGEST
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import gate


def why_illegal(tiles, profile):
    """The rule that a tuple breaks, if it breaks one."""
    dst, src = tiles["dst"], tiles["src"]
    if rule := gate.why_illegal_anywhere(tiles, profile):
        return rule
    if any(t["loc"] != "vec" for t in (dst, src)):
        return "trowsum/vec"
    if any((t["blayout"], t["slayout"]) != ("row_major", "none_box") for t in (dst, src)):
        return "trowsum/nd-layout"
    if src["dtype"] in {"f16", "bf16", "f32"}:
        return "trowsum/integers"
    if dst["dtype"] != src["dtype"]:
        return "trowsum/same-dtype"
    if dst["valid"][0] != src["valid"][0]:
        return "trowsum/rows-equal"
    return "trowsum/not-empty" if 0 in src["valid"] + dst["valid"] else None


def run(tiles, src, dst):
    """The low bits of the sum of each row, for all cases of a tuple at once."""
    rows, cols = tiles["src"]["valid"]
    dst[:, :rows, 0] = src[:, :rows, :cols].sum(axis=2, dtype=src.dtype)


gate.OPERATION, gate.why_illegal, gate.run = "trowsum", why_illegal, run
gate.main(*sys.argv[1:])
