"""TCOLSUM(dst, src) in numpy, to start your own from: run over a set, or as tests of pytest.

    python3 -m ptoconf kernels:tcolsum SET RESULTS
    python3 -m pytest kernels.py
"""

import gate
import ptoconf


def tcolsum(t):
    """Adds row after row of src into row 0 of dst, for all cases of a tuple at once."""
    dst, src = t["dst"], t["src"]
    if src.dtype not in ("f16", "f32", "i16", "i32"):
        raise ptoconf.Rejected(f"no sums of {src.dtype}", rule="tcolsum/dtype-supported")
    if t.has_data and 0 not in dst.valid + src.valid:
        dst.region[:, 0] = src.region[:, 0]
        for row in range(1, src.valid[0]):
            dst.region[:, 0] += src.region[:, row]


@ptoconf.conformance(op="tcolsum", form="plain", profile="a2a3")
def test_tcolsum(t):
    """The same behind a verifier: that of the example gate.py."""
    if rule := gate.why_illegal({operand.name: operand.tile for operand in t.operands}, t.profile):
        raise ptoconf.Rejected(rule=rule)
    tcolsum(t)
