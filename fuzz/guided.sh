#!/usr/bin/env bash
# Tries a reader with damaged documents, guided by coverage: guided.sh READER [SECONDS]. Needs a C++ compiler, and no nightly Rust.
#
# What it finds is left in fuzz/guided/found; documents that lead to code not met before are kept in fuzz/guided/corpus.
set -euo pipefail
cd "$(dirname "$0")/guided"
reader="${1:?which reader: cargo run --release -p ptoconf-fuzz -- --most 0 lists them}" seconds="${2:-60}"
# What libFuzzer reads of a program is counted at every branch and comparison.
flags=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1)
RUSTFLAGS="${flags[*]}" cargo build -q --release --target "$(rustc -vV | sed -n 's/host: //p')" --target-dir ../../target/guided
cargo run -q --release --locked -p ptoconf-fuzz --manifest-path ../../Cargo.toml -- --write "corpus/$reader" "$reader"
mkdir -p found
export PTOCONF_READER="$reader"
exec ../../target/guided/*/release/ptoconf-fuzz-guided "corpus/$reader" -artifact_prefix=found/ -max_total_time="$seconds" \
    -rss_limit_mb=512 -timeout=10 -print_final_stats=1
