#!/usr/bin/env bash
# Rebuilds docs/coverage: what the standard sets of the targets cover, recomputed from their files.
set -euo pipefail
cd "$(dirname "$0")/.."
ptoconf() { ${PTOCONF:-cargo run -q --release --} "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p docs/coverage
for profile in a2a3 a5; do
    ptoconf gen --profile "$profile" --out "$work/$profile" > /dev/null
    ptoconf verify "$work/$profile" --coverage --report "markdown=docs/coverage/$profile.md"
done
