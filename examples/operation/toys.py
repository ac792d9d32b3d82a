"""Toy implementations of the operations in this folder, run by the Python package of ptoconf.

    python3 toys.py SET RESULTS [wrong]

With `wrong` each of them makes a mistake.
"""

import pathlib
import sys

import numpy as np
import ptoconf

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import gate

FOUR, INTEGERS = {"f16", "f32", "i16", "i32"}, {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"}


# --- what is legal ----------------------------------------------------------------------------

def same(t, what, *names):
    """Whether operands agree in their dtype or valid region."""
    return all(getattr(t[name], what) == getattr(t[names[0]], what) for name in names)


def of_one_source(dtypes, name="dtype"):
    """The rules of an operation whose dst is like src, with the name of the rule about their types."""
    return {
        name: lambda t: t["src"].dtype in dtypes,
        "same-dtype": lambda t: same(t, "dtype", "dst", "src", *(["scalar"] if "scalar" in t else [])),
        "same-region": lambda t: same(t, "valid", "dst", "src"),
    }


# What a tile may be like is one rule of the operations that are whole, and several of a family.
OF_A_FAMILY = {"tcolexpandbias"}

RULES = {
    "tnot": of_one_source(INTEGERS, "integers"),
    "tadds": of_one_source(FOUR),
    "texp": of_one_source({"f16", "f32"}),
    "tcolexpandbias": {
        "dst-row-major": lambda t: t["dst"].tile["blayout"] == "row_major",
        "sources-row-major": lambda t: all(t[name].tile["blayout"] == "row_major" for name in ("src0", "src1")),
        "dtype-supported": lambda t: t["dst"].dtype in FOUR,
        "same-dtype": lambda t: same(t, "dtype", "dst", "src0", "src1"),
        "src1-not-empty": lambda t: 0 not in t["src1"].valid,
        "src1-covers-cols": lambda t: t["src1"].valid[1] >= t["dst"].valid[1],
        "src1-cols-exact": lambda t: t["src1"].valid[1] <= t["dst"].valid[1],
        "src0-like-dst": lambda t: same(t, "valid", "dst", "src0"),
        "not-empty": lambda t: 0 not in t["dst"].valid,
    },
    "tcmp": {
        "mask-dtype": lambda t: t["dst"].dtype == "u8",
        "dtype": lambda t: t["src0"].dtype in {"f16", "f32"} or t["src0"].dtype in FOUR and t.attributes["mode"] == "EQ",
        "same-dtype": lambda t: same(t, "dtype", "src0", "src1"),
        "same-region": lambda t: same(t, "valid", "src0", "src1"),
        "mask-region": lambda t: t["dst"].valid == (t["src0"].valid[0], -(-t["src0"].valid[1] // 8)),
    },
    "tcvt": {
        "dtype": lambda t: {t["dst"].dtype, t["src"].dtype} <= FOUR,
        "other-dtype": lambda t: t["dst"].dtype != t["src"].dtype,
        "same-region": lambda t: same(t, "valid", "dst", "src"),
    },
    "trowargabs": {
        "dtype": lambda t: t["src"].dtype in FOUR,
        "same-dtype": lambda t: same(t, "dtype", "src", "dstVal"),
        "index-dtype": lambda t: t["dstIdx"].dtype in {"u32", "i32"},
        "outputs-are-columns": lambda t: t["dstVal"].valid == t["dstIdx"].valid == (t["src"].valid[0], 1),
        "has-col": lambda t: t["src"].valid[1] > 0,
    },
}


def broken_rule(t):
    """The rule that a tuple breaks, if it breaks one."""
    tiles = {o.name: o.tile for o in t.operands if o.tile["loc"] != "scalar"}
    if rule := gate.why_illegal_anywhere(tiles, t.profile):
        return rule
    if any(tile["loc"] != "vec" for tile in tiles.values()):
        return f"{t.op}/vec"
    if t.op in OF_A_FAMILY:
        if any(tile["slayout"] != "none_box" for tile in tiles.values()):
            return "tile/vec-not-boxed"
    elif any((tile["blayout"], tile["slayout"]) != ("row_major", "none_box") for tile in tiles.values()):
        return f"{t.op}/nd-layout"
    return next((f"{t.op}/{name}" for name, holds in RULES[t.op].items() if not holds(t)), None)


# --- what is computed -------------------------------------------------------------------------

def tnot(t, wrong):
    rows = t["src"].valid[0] - wrong
    t["dst"].region[:, :rows] = ~t["src"].region[:, :rows]


def tadds(t, wrong):
    scalars = t["scalar"].array
    t["dst"].region[:] = t["src"].region + (scalars[:1] if wrong else scalars)


def tcolexpandbias(t, wrong):
    biases = t["src1"].region[:, :1]
    t["dst"].region[:] = t["src0"].region + (biases[:, :, :1] if wrong else biases)


def texp(t, wrong):
    exponents = t["src"].region
    t["dst"].region[:] = np.exp(exponents if wrong and t["src"].dtype == "f16" else exponents.astype("f8"))
    if wrong:
        t["dst"].region[:] *= t["dst"].numpy().type(1.01)


COMPARE = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "GT": np.greater, "LE": np.less_equal, "GE": np.greater_equal}


def tcmp(t, wrong):
    compare = np.greater if wrong and t.attributes["mode"] == "GE" else COMPARE[t.attributes["mode"]]
    t["dst"].region[:] = np.packbits(compare(t["src0"].region, t["src1"].region), axis=2, bitorder="little")


WHOLE = {"RINT": np.rint, "FLOOR": np.floor, "CEIL": np.ceil, "TRUNC": np.trunc}


def tcvt(t, wrong):
    numbers, to = t["src"].region.astype("f8"), t["dst"].numpy()
    mode = "TRUNC" if wrong and t.attributes["mode"] == "FLOOR" else t.attributes["mode"]
    if to.kind == "i":
        whole, ends = WHOLE[mode](np.nan_to_num(numbers, nan=0, posinf=np.inf, neginf=-np.inf)), np.iinfo(to)
        t["dst"].region[:] = np.clip(whole, ends.min, ends.max)
        return
    nearest = numbers.astype(to)
    down = (mode == "FLOOR") | ((mode == "TRUNC") & (numbers > 0))
    up = (mode == "CEIL") | ((mode == "TRUNC") & (numbers < 0))
    nearest = np.where(down & (nearest > numbers), np.nextafter(nearest, to.type(-np.inf)), nearest)
    t["dst"].region[:] = np.where(up & (nearest < numbers), np.nextafter(nearest, to.type(np.inf)), nearest)


def trowargabs(t, wrong):
    magnitudes = np.abs(t["src"].region.astype("f8"))
    places = magnitudes.argmax(axis=2, keepdims=True)
    if wrong:
        places = magnitudes.shape[2] - 1 - magnitudes[:, :, ::-1].argmax(axis=2, keepdims=True)
    t["dstIdx"].region[:] = places
    t["dstVal"].region[:] = np.take_along_axis(t["src"].region, places, axis=2)


def main(vectors, results, mistake=None):
    def toy(t):
        if rule := broken_rule(t):
            raise ptoconf.Rejected("illegal", rule=rule)
        if t.has_data:
            globals()[t.op](t, mistake == "wrong")

    ptoconf.run(toy, vectors, results)


if __name__ == "__main__":
    main(*sys.argv[1:])
