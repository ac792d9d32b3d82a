"""Reads the operands of every tuple of one operation of a vector set.

    python3 read_set.py SET/OPERATION

An input is an array of shape [cases, rows, cols]: the physical tile, row after row, whatever its
layout; elements outside the valid region are poison. bf16 comes as its 16 bits (numpy has no bf16).
"""

import json
import sys

import numpy

folder = sys.argv[1]
for line in map(json.loads, open(f"{folder}/tuples.jsonl")):
    inputs = numpy.load(f"{folder}/{line['inputs']}") if "inputs" in line else {}
    for operand in line["tuple"]["operands"]:
        stack = inputs.get(f"{line['name']}/{operand['name']}")
        print(line["name"], operand["name"], operand["tile"]["dtype"], "no data" if stack is None else stack.shape)
