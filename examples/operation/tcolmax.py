"""A toy implementation of TCOLMAX, the operation of tcolmax.rs, in the harness of gate.py.

    python3 tcolmax.py SET RESULTS DIGEST
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
        return "tcolmax/vec"
    if any((t["blayout"], t["slayout"]) != ("row_major", "none_box") for t in (dst, src)):
        return "tcolmax/nd-layout"
    if src["dtype"] in {"f16", "bf16", "f32"}:
        return "tcolmax/integers"
    if dst["dtype"] != src["dtype"]:
        return "tcolmax/same-dtype"
    if dst["valid"][1] != src["valid"][1]:
        return "tcolmax/cols-equal"
    return "tcolmax/not-empty" if 0 in src["valid"] + dst["valid"] else None


def run(tiles, src, dst):
    """The largest element of each column, for all cases of a tuple at once."""
    rows, cols = tiles["src"]["valid"]
    dst[:, 0, :cols] = src[:, :rows, :cols].max(axis=1)


gate.OPERATION, gate.why_illegal, gate.run = "tcolmax", why_illegal, run
gate.main(*sys.argv[1:])
