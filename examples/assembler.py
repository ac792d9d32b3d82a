#!/usr/bin/env python3
"""A toy PTO assembler: it verifies a few rules of a few operations, and stops at its first error.

    python3 examples/assembler.py FILE [-o OUT] [--pto-level=level3]

It stands for the real one in the documents: exit code 0 for a file that it takes; 1 and a message
`loc("FILE":LINE:COLUMN): error: ...` for one that it does not.
"""

import re
import sys

TILE = re.compile(r"!pto\.tile_buf<([^>]*)>")
CALL = re.compile(r"\s*pto\.(\w+) ins\((.*)\) outs\((.*)\)")
DTYPES = {"a3": {"f16", "f32", "i16", "i32"}, "a5": {"f16", "f32", "bf16", "i8", "ui8", "i16", "ui16", "i32", "ui32"}}


def tiles(text):
    """Tile types as dictionaries."""
    return [dict(field.strip().split("=") for field in tile.split(",")) for tile in TILE.findall(text)]


def fault(operation, sources, results, arch):
    """What is wrong with a call, or None."""
    src, dst = sources[0], results[0]
    if operation != "tcolsum":
        return f"custom op 'pto.{operation}' is unknown"
    for tile in sources + results:
        if tile["loc"] != "vec":
            return "expects vec tiles"
        if (tile["blayout"], tile["slayout"]) != ("row_major", "none_box"):
            return "expects row-major tiles without boxes"
        if tile["dtype"] != src["dtype"]:
            return "expects one element type"
    if src["dtype"] not in DTYPES[arch]:
        return f"does not support {src['dtype']}"
    if "?" not in (src["v_col"], dst["v_col"]) and src["v_col"] != dst["v_col"]:
        return "expects src and dst to have the same valid columns"
    return None


def main(arguments):
    if "--version" in arguments:
        print("toy assembler 1.0")
        return 0
    path = arguments[0]
    arch = "a3"
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if target := re.search(r'pto\.target_arch = "(\w+)"', line):
            arch = target[1]
        if call := CALL.match(line):
            wrong = fault(call[1], tiles(call[2]), tiles(call[3]), arch)
            if wrong:
                print(f'loc("{path}":{number}:5): error: {wrong}\nError: Failed to parse MLIR.', file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
