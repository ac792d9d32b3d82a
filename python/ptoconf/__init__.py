"""Lets a Python implementation of PTO tile operations be judged by ptoconf.

    import ptoconf

    def tcolsum(t):
        dst, src = t["dst"], t["src"]
        if dst.dtype != src.dtype:
            raise ptoconf.Rejected("dst and src differ in type", rule="tcolsum/same-dtype")
        ...

    ptoconf.run(tcolsum, "vectors", "results")

The program itself comes with this package, as `ptoconf` on the path, and as `ptoconf.program()` from Python.
"""

import importlib

_PLACES = {
    "Failed": "command",
    "Operand": "sets",
    "Rejected": "answers",
    "Results": "results",
    "Set": "sets",
    "Tuple": "sets",
    "Unsupported": "answers",
    "bf16_from_f32": "bf16",
    "conformance": "mark",
    "f32_from_bf16": "bf16",
    "program": "command",
    "run": "batch",
}

__all__ = sorted(_PLACES)


def __getattr__(name):
    """Imports what is asked for: where numpy is not installed, the program and pytest work all the same."""
    if name not in _PLACES:
        raise AttributeError(f"ptoconf has no {name}")
    globals()[name] = getattr(importlib.import_module(f".{_PLACES[name]}", __name__), name)
    return globals()[name]
