#!/usr/bin/env bash
# A run on Slurm: one job makes the set, an array of 4 runs its parts side by side, and one job merges the results
# and judges them once. Start it with bash, in a folder that all nodes share, on a machine that takes jobs:
#
#   bash ptoconf-slurm.sh
#
# Started again, it runs the parts that are not there yet, and judges once more. Partition, account and time of the jobs are
# those of SBATCH_PARTITION, SBATCH_ACCOUNT and SBATCH_TIMELIMIT. Made by:
#   ptoconf plan --engine slurm --parts 4 --impl exec:./worker --profile a2a3 --tier standard
set -euo pipefail
# What is judged, and what it promises.
export IMPL=${IMPL:-exec:./worker}
export PROFILE=${PROFILE:-a2a3}
export TIER=${TIER:-standard}
# The folder for set, results, reports and what the jobs print; and the program, which all nodes have.
export OUT=${OUT:-ptoconf_slurm}
export PTOCONF=${PTOCONF:-ptoconf}
parts=4

submit() {
    mkdir -p "$OUT"
    local missing="" part jobs="" made
    for ((part = 1; part <= parts; part++)); do
        [ -e "$OUT/part-$part/results/results.json" ] || missing+="${missing:+,}$part"
    done
    made=$(send gen --output="$OUT/gen.log" "$0" gen)
    jobs="$made"
    if [ -n "$missing" ]; then
        # A part whose node is lost is begun anew on another one.
        jobs+=":$(send part --dependency="afterok:$made" --array="$missing" --requeue --output="$OUT/part-%a.log" "$0" part)"
    fi
    # Whatever became of the parts: it says which one is missing.
    send check --dependency="afterany:$jobs" --output="$OUT/check.log" "$0" check
    echo "parts ${missing:-none} are run; what comes of it: $OUT/check.log and $OUT/report.json" >&2
}

# Sends a job and prints its number.
send() {
    local name=$1 job
    shift
    job=$(sbatch --parsable --kill-on-invalid-dep=yes --job-name="ptoconf-$name" "$@")
    echo "${job%%;*}"
}

case "${1:-submit}" in
submit) submit ;;
gen) "$PTOCONF" gen --profile "$PROFILE" --tier "$TIER" --out "$OUT/vectors" --force ;;
part)
    part=$SLURM_ARRAY_TASK_ID
    "$PTOCONF" run --impl "$IMPL" --vectors "$OUT/vectors" --part "$part/$parts" --out "$OUT/part-$part" --force
    ;;
check)
    "$PTOCONF" merge "$OUT"/part-*/results --vectors "$OUT/vectors" --out "$OUT/merged" --force
    "$PTOCONF" check --impl "$OUT/merged" --vectors "$OUT/vectors" --report text \
        --report json="$OUT/report.json" --report junit="$OUT/ptoconf.xml" --report html="$OUT/ptoconf.html"
    ;;
*)
    echo "$0: submit, gen, part or check" >&2
    exit 2
    ;;
esac
