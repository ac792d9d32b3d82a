#!/usr/bin/env bash
# Rebuilds the golden sets: every operation, form, dtype and data class on small tiles, and a few tuples of
# every kind. Any difference is a change of what ptoconf writes.
set -euo pipefail
cd "$(dirname "$0")/.."
ptoconf() { ${PTOCONF:-cargo run -q --release --} "$@"; }
ptoconf gen --op all --profile a2a3 --tier stream --seed 1 --shape 5x32 --valid 5x13 --cases 110 --out vectors/golden/values --force
ptoconf gen --op all --profile a2a3 --tier smoke --seed 1 --form plain,basic --dtype f16,i16,i8 --cases 8 --out vectors/golden/tuples --force
