#!/usr/bin/env bash
# A run on Slurm: one job makes the set, an array of 4 runs its parts side by side, and one job merges the results
# and judges them once. Start it with bash, in a folder that all nodes share, on a machine that takes jobs:
#
#   bash ptoconf-slurm.sh            begins anew
#   bash ptoconf-slurm.sh resume     keeps the parts that are there, and runs the others
#
# With --wait behind that it ends with the exit code of the judging job. One folder OUT has one run at a time. Partition,
# account and time of the jobs are those of SBATCH_PARTITION, SBATCH_ACCOUNT and SBATCH_TIMELIMIT. Made by:
#   ptoconf plan --engine slurm --parts 4 --impl exec:./worker --profile a2a3 --tier standard
set -euo pipefail
# What is judged, and what it promises.
IMPL=${IMPL:-exec:./worker}
PROFILE=${PROFILE:-a2a3}
TIER=${TIER:-standard}
# The folder for set, results, reports and what the jobs print; the program, which all nodes have; and more options for the
# jobs of the parts, such as --cpus-per-task=8.
OUT=${OUT:-ptoconf_slurm}
PTOCONF=${PTOCONF:-ptoconf}
PART_OPTIONS=${PART_OPTIONS:-}
parts=4
sent=()

# Sends a job, which is handed all of the above whatever a cluster does with the environment.
send() {
    local step=$1 job code=0
    shift
    job=$(sbatch --parsable --kill-on-invalid-dep=yes --job-name="ptoconf-$step" "$@" \
        "$0" "$step" "$IMPL" "$PROFILE" "$TIER" "$OUT" "$PTOCONF") || code=$?
    if [ -z "$job" ]; then
        echo "the job ptoconf-$step could not be sent, and those before it are taken back" >&2
        [ ${#sent[@]} -eq 0 ] || scancel "${sent[@]}"
        exit 1
    fi
    sent+=("${job%%;*}")
    # Of a job that was waited for.
    return "$code"
}

submit() {
    local missing="" part
    mkdir -p "$OUT"
    # Parts that are there were run for what was asked for then.
    local asked="$IMPL"$'\n'"$PROFILE"$'\n'"$TIER"
    if [ "$1" = resume ] && [ -e "$OUT/asked" ]; then
        if [ "$(cat "$OUT/asked")" != "$asked" ]; then
            printf '%s holds parts of IMPL, PROFILE and TIER\n%s\nbegin anew, or resume these\n' "$OUT" "$(cat "$OUT/asked")" >&2
            exit 2
        fi
    else
        printf '%s\n' "$asked" >"$OUT/asked"
    fi
    # What an earlier run judged is not what this one comes to.
    rm -rf "$OUT"/merged "$OUT"/report.json "$OUT"/ptoconf.xml "$OUT"/ptoconf.html "$OUT"/*.log
    [ "$1" = resume ] || rm -rf "$OUT"/part-*
    for ((part = 1; part <= parts; part++)); do
        [ -e "$OUT/part-$part/results/results.json" ] || missing+="${missing:+,}$part"
    done
    send gen --output="$OUT/gen.log"
    if [ -n "$missing" ]; then
        # A part whose node is lost is begun anew on another one. Several options are several words.
        # shellcheck disable=SC2086
        send part ${sent:+--dependency="afterok:${sent[0]}"} --array="$missing" --requeue --output="$OUT/part-%a.log" $PART_OPTIONS
    fi
    echo "sent: the set, ${missing:+parts $missing, }and the check; what comes of it: $OUT/check.log and $OUT/report.json" >&2
    # Whatever became of the parts: it says which one is missing.
    send check ${sent:+--dependency="afterany:$(IFS=:; echo "${sent[*]}")"} --output="$OUT/check.log" $wait
}

step=${1:-start}
wait=""
case "$step" in
start | resume)
    [ "${2:-}" != --wait ] || wait=--wait
    submit "$step"
    ;;
--wait)
    wait=--wait
    submit start
    ;;
gen | part | check) IMPL=$2 PROFILE=$3 TIER=$4 OUT=$5 PTOCONF=$6 ;;
*)
    echo "$0: start or resume, and --wait" >&2
    exit 2
    ;;
esac
case "$step" in
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
esac
