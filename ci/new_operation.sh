#!/usr/bin/env bash
# Adds the operation of examples/operation to a copy of the tree, which takes one file and one line, and uses it.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

mkdir "$work/tree"
(cd "$root" && git ls-files -z | xargs -0 cp --parents -t "$work/tree")
cd "$work/tree"
cp examples/operation/tnot.rs reference/src/ops/
sed -i 's/^operations! {$/&\n    tnot,/' reference/src/ops/mod.rs

ptoconf() { CARGO_TARGET_DIR="$root/target" cargo run -q --release --locked -- "$@"; }
ptoconf explain tnot
ptoconf gen --op tnot --profile a2a3 --out "$work/set"
python3 examples/operation/tnot.py "$work/set" "$work/results" "$(ptoconf verify "$work/set" --digest)"
ptoconf check --vectors "$work/set" --impl "$work/results"
cd "$root" && cargo build -q --release --locked
