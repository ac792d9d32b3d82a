#!/usr/bin/env bash
# Makes the part of the corpus that ptoconf itself writes: a small set, results for it, and what is made of them.
set -euo pipefail
cd "$(dirname "$0")/corpus"
ptoconf() { ${PTOCONF:-cargo run -q --release -p ptoconf --} "$@" >/dev/null; }
ptoconf gen --op tcolsum --form plain --profile a2a3 --tier smoke --seed 1 --dtype f16,i8 --cases 12 --out set --force
ptoconf run --impl builtin:a2a3 --vectors set --out . --force
ptoconf gen --op tcolsum --form plain --profile a2a3 --tier smoke --seed 7 --dtype f16 --cases 4 --blind --out blind --answers answers --force
# Another profile's answers fail, so that a report and a baseline have something to say.
other=other
trap 'rm -rf "$other"' EXIT
ptoconf run --impl builtin:a5 --vectors set --out "$other" --report json=report.json || [ $? -eq 1 ]
ptoconf check --impl "$other/results" --vectors set --regenerate --record record.json --report text=/dev/null || [ $? -eq 1 ]
ptoconf baseline report.json --out baseline.json
# Every build has a name of its own; the corpus has none of them.
sed -i -E "s/(\"build\": \")[0-9a-f]{64}/\1$(printf '0%.0s' {1..64})/" record.json
