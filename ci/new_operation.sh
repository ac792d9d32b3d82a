#!/usr/bin/env bash
# Adds each operation of examples/operation to the tree, which takes one file and one line, builds it, puts the tree back,
# and uses what was built: a right toy of the operation conforms, and a wrong one fails. In a copy of the tree everything
# would be built anew. What it builds takes the place of the tree's own program, which is to be built anew afterwards.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
cd "$root"
work="$(mktemp -d)"
ops=reference/src/ops
examples="$(cd examples/operation && ls *.rs)"
for file in $examples; do
    [ ! -e "$ops/$file" ] || { echo "$ops/$file is there already"; exit 1; }
done

put_back() {
    [ ! -e "$work/mod.rs" ] || { mv "$work/mod.rs" "$ops/mod.rs" && touch "$ops/mod.rs"; }
    for file in $examples; do rm -f "$ops/$file"; done
}
trap 'put_back; rm -rf "$work"' EXIT
cp -p "$ops/mod.rs" "$work/mod.rs"
for file in $examples; do
    [ "$(wc -l <"examples/operation/$file")" -le 120 ] || { echo "$file: an operation takes at most 120 lines"; exit 1; }
    if grep -q "crate::families::.* as family" "examples/operation/$file"; then
        [ "$(wc -l <"examples/operation/$file")" -le 40 ] || { echo "$file: a sibling in a family takes at most 40 lines"; exit 1; }
    fi
    cp "examples/operation/$file" "$ops/"
    sed -i "s/^operations! {\$/&\n    ${file%.rs},/" "$ops/mod.rs"
done
# It makes a few sets: what has to be built anew is built fast rather than made fast.
quickly=()
for package in ptoconf-reference ptoconf-generator ptoconf-order ptoconf-selftest ptoconf; do
    case "$package" in ptoconf-selftest | ptoconf) level=0 ;; *) level=1 ;; esac
    quickly+=(--config "profile.release.package.$package.opt-level=$level" --config "profile.release.package.$package.codegen-units=16")
done
cargo build -q --release --locked "${quickly[@]}"
cp target/release/ptoconf "$work/ptoconf"
put_back
export PTOCONF="$work/ptoconf" PYTHONPATH="$root/python"

# What smoke covers of these is no matter here.
echo '{ "format": "ptoconf-floors/1", "tiers": {} }' >"$work/floors.json"

# One operation: in every profile the right toy conforms, in the last of them on a standard set, and there a wrong one does not.
try() {
    local op="$1" profile set tier=smoke floors="--floors $work/floors.json" code=0
    "$PTOCONF" explain "$op" >/dev/null
    for profile in portable cpu a5 a2a3; do
        set="$work/$op-$profile"
        [ "$profile" != a2a3 ] || { tier=standard && floors=; }
        "$PTOCONF" gen --op "$op" --profile "$profile" --tier "$tier" $floors --out "$set" >/dev/null
        python3 examples/operation/toys.py "$set" "$set-right"
        "$PTOCONF" check -q --vectors "$set" --impl "$set-right" || { echo "$op: the right toy does not conform"; return 1; }
    done
    python3 examples/operation/toys.py "$set" "$set-wrong" wrong
    "$PTOCONF" check --vectors "$set" --impl "$set-wrong" >"$work/$op-wrong.txt" || code=$?
    [ "$code" -eq 1 ] || { cat "$work/$op-wrong.txt"; echo "$op: check ends with $code for the wrong toy"; return 1; }
}
export -f try
export work
printf '%s\n' $examples | sed 's/\.rs$//' | xargs -P "$(nproc)" -I '{}' bash -euo pipefail -c 'try {}'
