#!/usr/bin/env bash
# Rebuilds the golden set: a few cases of every operation. Any difference is a change of what ptoconf writes.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo run -q --release -- gen --op all --profile a2a3 --tier smoke --seed 1 --form plain,basic,indexed-count \
    --dtype f16,i16,i8 --cases 8 --out vectors/golden --force
