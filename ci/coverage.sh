#!/usr/bin/env bash
# Rebuilds docs/coverage: what the standard set of every profile covers, recomputed from their files. The sets are those of
# PTOCONF_SETS, where that is given, and made otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
ptoconf() { ${PTOCONF:-cargo run -q --release --} "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p docs/coverage
for profile in a2a3 a5 cpu portable; do
    set="${PTOCONF_SETS:-$work}/$profile"
    [ -n "${PTOCONF_SETS:-}" ] || ptoconf gen --profile "$profile" --out "$set" > /dev/null
    ptoconf verify "$set" --coverage --report "markdown=docs/coverage/$profile.md"
done
