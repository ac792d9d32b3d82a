#!/usr/bin/env python3
"""Measures `ptoconf check` beside that of an older commit: processor time and memory of whole processes, in turn.

usage: older.py COMMIT [--pairs N] [--threads N] [--ops OP,...] [--binary PATH] [--older-binary PATH] [--work FOLDER]

Each version checks the results of builtin:a2a3 on a standard set of profile a2a3 that it made itself. Both are built in
release mode, the older one in a worktree of its own, unless the options name binaries; then COMMIT is only a name. The
first pair is dropped. Prints medians, [smallest..largest], and the ratio of the medians.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from run import ROOT, Cost, build, spread

OPS = "tcolsum,tcolexpand,tcolexpandadd,tcolexpandsub,tconcat"


def build_older(commit, work):
    """Builds a commit in a worktree, which is gone afterwards; the target folder is in `work`."""
    tree, target = os.path.join(work, "older"), os.path.join(work, "target")
    subprocess.run(["git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", tree, commit], check=True)
    try:
        manifest = os.path.join(tree, "Cargo.toml")
        command = ["cargo", "build", "--release", "--manifest-path", manifest, "--target-dir", target]
        subprocess.run(command, check=True)
    finally:
        subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", tree], check=True)
    return os.path.join(target, "release", "ptoconf")


def prepared(name, binary, options, work):
    """The command that checks results on a set, both made by `binary`."""
    vectors, run = os.path.join(work, name + "-set"), os.path.join(work, name + "-run")
    Cost([binary, "gen", "--op", options.ops, "--profile", "a2a3", "--tier", "standard", "--out", vectors])
    Cost([binary, "run", "--impl", "builtin:a2a3", "--vectors", vectors, "--out", run])
    command = [binary, "check", "--vectors", vectors, "--impl", os.path.join(run, "results")]
    return command + (["--threads", options.threads] if options.threads else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("commit", help="the older commit")
    parser.add_argument("--pairs", type=int, default=9, help="pairs that count, after one that does not")
    parser.add_argument("--threads", type=int, help="threads of both; all cores if not given")
    parser.add_argument("--ops", default=OPS, help="operations of the sets, which both versions have to know")
    parser.add_argument("--binary", help="ptoconf of today; built if not given")
    parser.add_argument("--older-binary", help="ptoconf of the commit; built if not given")
    parser.add_argument("--work", help="folder for the files; a temporary one if not given")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.work, prefix="ptoconf-older-") as work:
        older = os.path.abspath(options.older_binary or build_older(options.commit, work))
        today = os.path.abspath(options.binary or build())
        commands = [prepared(name, binary, options, work) for name, binary in [("older", older), ("today", today)]]
        pairs = [[Cost(command) for command in commands] for _ in range(options.pairs + 1)][1:]
    columns = list(zip(*pairs))
    for name, costs in zip([options.commit, "today"], columns):
        print(f"{name:<12} cpu s {spread([c.cpu for c in costs]):<24} peak MiB {max(c.mib for c in costs):.0f}")
    medians = [statistics.median(c.cpu for c in costs) for costs in columns]
    print(f"ratio {medians[1] / medians[0]:.2f}")


if __name__ == "__main__":
    sys.exit(main())
