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

from .answers import Rejected, Unsupported
from .batch import run
from .bf16 import bf16_from_f32, f32_from_bf16
from .command import Failed, program
from .conformance import conformance
from .sets import Operand, Set, Tuple

__all__ = ["Failed", "Operand", "Rejected", "Set", "Tuple", "Unsupported", "bf16_from_f32", "conformance", "f32_from_bf16", "program", "run"]
