#!/usr/bin/env bash
@%- if jobs.in_blocks %@
# A run on Slurm: an array of @{ jobs.parts }@ makes, runs and compares the blocks of its parts side by side, and one job judges what
# all of them left. Start it
@%- else %@
# A run on Slurm: one job makes the set, an array of @{ jobs.parts }@ runs its parts side by side, and one job merges the results
# and judges them once. Start it
@%- endif %@ with bash, in a folder that all nodes share, on a machine that takes jobs:
#
#   bash ptoconf-slurm.sh            begins anew
#   bash ptoconf-slurm.sh resume     keeps the parts that are there, and runs the others
#
# With --wait behind that it ends with the exit code of the judging job. One folder OUT has one run at a time. Partition,
# account and time of the jobs are those of SBATCH_PARTITION, SBATCH_ACCOUNT and SBATCH_TIMELIMIT. Made by:
#   @{ jobs.made_by }@
set -euo pipefail
# What is judged, and what it promises.
IMPL=${IMPL:-@{ jobs.implementation }@}
@%- if jobs.vectors.is_some() %@
# The set is there, and has its own.
PROFILE="" TIER=""
@%- else %@
PROFILE=${PROFILE:-@{ jobs.profile }@}
TIER=@% if jobs.in_blocks %@@{ jobs.tier }@@% else %@${TIER:-@{ jobs.tier }@}@% endif %@
@%- endif %@
# The folder for set, results, reports and what the jobs print; the program, which all nodes have; and more options for the
# jobs of the parts, such as --cpus-per-task=8.
OUT=${OUT:-ptoconf_slurm}
PTOCONF=${PTOCONF:-ptoconf}
PART_OPTIONS=${PART_OPTIONS:-}
parts=@{ jobs.parts }@
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
        [ -e "$OUT/part-$part/@% if jobs.in_blocks %@part.json@% else %@results/results.json@% endif %@" ] || missing+="${missing:+,}$part"
    done
@%- if !jobs.in_blocks %@
    send gen --output="$OUT/gen.log"
@%- endif %@
    if [ -n "$missing" ]; then
        # A part whose node is lost is begun anew on another one. Several options are several words.
        # shellcheck disable=SC2086
        send part ${sent:+--dependency="afterok:${sent[0]}"} --array="$missing" --requeue --output="$OUT/part-%a.log" $PART_OPTIONS
    fi
    echo "sent: @% if !jobs.in_blocks %@the set, @% endif %@${missing:+parts $missing, }and the check; what comes of it: $OUT/check.log and $OUT/report.json" >&2
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
@%- if jobs.in_blocks %@
part)
    part=$SLURM_ARRAY_TASK_ID
    "$PTOCONF" run --impl "$IMPL"@{ jobs.set }@ --profile "$PROFILE" --tier "$TIER" --part "$part/$parts" --out "$OUT/part-$part" --force
    ;;
check)
    "$PTOCONF" check --impl "$OUT"/part-*/ --report text \
        --report json="$OUT/report.json" --report junit="$OUT/ptoconf.xml" --report html="$OUT/ptoconf.html"
    ;;
@%- else %@
@% if let Some(vectors) = jobs.vectors %@gen) "$PTOCONF" verify @{ vectors }@ ;;@% else %@gen) "$PTOCONF" gen@{ jobs.set }@ --profile "$PROFILE" --tier "$TIER" --out "$OUT/vectors" --force ;;@% endif %@
part)
    part=$SLURM_ARRAY_TASK_ID
    "$PTOCONF" run --impl "$IMPL" --vectors @{ jobs.folder }@ --part "$part/$parts" --out "$OUT/part-$part" --force
    ;;
check)
    "$PTOCONF" merge "$OUT"/part-*/results --vectors @{ jobs.folder }@ --out "$OUT/merged" --force
    "$PTOCONF" check --impl "$OUT/merged" --vectors @{ jobs.folder }@ --report text \
        --report json="$OUT/report.json" --report junit="$OUT/ptoconf.xml" --report html="$OUT/ptoconf.html"
    ;;
@%- endif %@
esac
