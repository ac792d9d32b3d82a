#!/usr/bin/env bash
# Adds each operation of examples/operation to a copy of the tree, which takes one file and one line, and uses it: a right toy of it
# conforms, and a wrong one fails. What it builds takes the place of the tree's own program, which is to be built anew
# afterwards.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

mkdir "$work/tree"
(cd "$root" && git ls-files -z | xargs -0 cp --parents -t "$work/tree")
cd "$work/tree"
for file in examples/operation/*.rs; do
    [ "$(wc -l <"$file")" -le 120 ] || { echo "$file: an operation takes at most 120 lines"; exit 1; }
    cp "$file" reference/src/ops/
    sed -i "s/^operations! {\$/&\n    $(basename "$file" .rs),/" reference/src/ops/mod.rs
done
CARGO_TARGET_DIR="$root/target" cargo build -q --release --locked
cp "$root/target/release/ptoconf" "$work/ptoconf"
export PTOCONF="$work/ptoconf" PYTHONPATH="$root/python"

for file in examples/operation/*.rs; do
    op="$(basename "$file" .rs)"
    "$PTOCONF" explain "$op" >/dev/null
    for profile in portable cpu a5 a2a3; do
        set="$work/$op-$profile"
        "$PTOCONF" gen --op "$op" --profile "$profile" --out "$set" >/dev/null
        python3 examples/operation/toys.py "$set" "$set-right"
        "$PTOCONF" check -q --vectors "$set" --impl "$set-right" || { echo "$op: the right toy does not conform"; exit 1; }
    done
    python3 examples/operation/toys.py "$set" "$set-wrong" wrong
    code=0
    "$PTOCONF" check --vectors "$set" --impl "$set-wrong" >"$work/wrong" || code=$?
    [ "$code" -eq 1 ] || { cat "$work/wrong"; echo "$op: check ends with $code for the wrong toy"; exit 1; }
done
