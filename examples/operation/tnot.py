"""A toy implementation of TNOT, the operation of tnot.rs, in the harness of gate.py.

    python3 tnot.py SET RESULTS DIGEST
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
        return "tnot/vec"
    if any((t["blayout"], t["slayout"]) != ("row_major", "none_box") for t in (dst, src)):
        return "tnot/nd-layout"
    if src["dtype"] in {"f16", "bf16", "f32"}:
        return "tnot/integers"
    if dst["dtype"] != src["dtype"]:
        return "tnot/same-dtype"
    if dst["valid"] != src["valid"]:
        return "tnot/same-region"
    return "tnot/not-empty" if 0 in src["valid"] + dst["valid"] else None


def run(tiles, src, dst):
    """Every bit of each element turned, for all cases of a tuple at once."""
    rows, cols = tiles["src"]["valid"]
    dst[:, :rows, :cols] = ~src[:, :rows, :cols]


gate.OPERATION, gate.why_illegal, gate.run = "tnot", why_illegal, run
gate.main(*sys.argv[1:])
