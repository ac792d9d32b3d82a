"""Lets every system call of a command fail once, or be its last, and looks at what is left.

    python3 ci/faults.py PTOCONF [--every N]

PTOCONF is the program. Each of a few commands, over what an earlier one left, is run once for each call that writes, reads, opens,
renames or removes a file, and for each fault: an error of the device, a full disk, no descriptor left, an interrupted call, and
SIGKILL. Afterwards there is the old state or the new, byte for byte; after an error nothing hidden is left, unless it could not be
removed, which is said; and the same command,
without the fault, ends well and leaves the new state alone. With --every, one of N faults is tried. Each command is run once more
where no call reads or writes more than a few bytes, and makes the same bytes. Needs strace and a C compiler.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SMALL = "--op tcolexpand --form plain --dtype f16 --cases 12 --tier smoke --profile a2a3 --threads 1"
# Made before: a set, another one, results of its parts, a report.
BEFORE = [
    f"gen {SMALL} --out set",
    f"gen {SMALL} --seed 1 --out gen",
    "run --impl builtin:a2a3 --vectors set --part 1/2 --out one",
    "run --impl builtin:a2a3 --vectors set --part 2/2 --out two",
    "run --impl builtin:cpu --vectors set --out run",
    "merge one/results two/results --vectors set --out good",
    "check --impl run/results --vectors set --report json=report.json --record record.json --regenerate",
]
# By what each of them writes.
COMMANDS = {
    "gen": f"gen {SMALL} --out gen --force",
    "fresh": f"gen {SMALL} --out fresh",
    "run": "run --impl builtin:a2a3 --vectors set --out run --force --threads 1",
    "merged": "merge one/results two/results --vectors set --out merged",
    "report.json": "check --impl good --vectors set --report json=report.json --threads 1",
    "export": "export --format bin --vectors set --out export",
}
ERRORS = {
    "write": ["EIO", "ENOSPC", "EINTR"],
    "pwrite64": ["EIO", "ENOSPC"],
    "copy_file_range": ["EIO"],
    "openat": ["EMFILE", "EINTR"],
    "read": ["EIO", "EINTR"],
    "pread64": ["EIO"],
    "preadv": ["EIO"],
    "getdents64": ["EIO"],
    "statx": ["EIO"],
    "mkdir": ["ENOSPC"],
    "rename": ["EIO"],
    "renameat": ["EIO"],
    "renameat2": ["EIO"],
    "unlink": ["EIO"],
    "unlinkat": ["EIO"],
    "rmdir": ["EIO"],
    "fsync": ["EIO"],
    "fchmod": ["EIO"],
}
# Every call reads or writes at most this many bytes.
SHORT = 37
# Stands before the C library, and counts what it cuts short.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
static long cut[2];
static size_t few(int writes, size_t n) { if (n <= SHORT) return n; __atomic_fetch_add(&cut[writes], 1, __ATOMIC_RELAXED); return SHORT; }
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
ssize_t read(int f, void *p, size_t n) { return REAL(read)(f, p, few(0, n)); }
ssize_t pread64(int f, void *p, size_t n, off64_t at) { return REAL(pread64)(f, p, few(0, n), at); }
ssize_t write(int f, const void *p, size_t n) { return REAL(write)(f, p, few(1, n)); }
ssize_t pwrite64(int f, const void *p, size_t n, off64_t at) { return REAL(pwrite64)(f, p, few(1, n), at); }
ssize_t writev(int f, const struct iovec *v, int n) { return n ? write(f, v[0].iov_base, v[0].iov_len) : 0; }
ssize_t preadv64(int f, const struct iovec *v, int n, off64_t at) { return n ? pread64(f, v[0].iov_base, v[0].iov_len, at) : 0; }
__attribute__((destructor)) static void say(void) {
    FILE *file = fopen(getenv("CUT"), "w");
    fprintf(file, "%ld %ld", cut[0], cut[1]);
    fclose(file);
}
"""
# What no command says by itself: the loader's, and a shell's for SIGKILL.
LOADER, KILLED = 127, -9


def state(folder):
    """Everything below a folder that is not hidden, by path; hidden names apart."""
    files, hidden = {}, []
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if any(part.startswith(".") for part in below.parts):
            hidden.append(str(below))
        elif path.is_file():
            files[str(below)] = path.read_bytes()
    return files, hidden


class Faults:
    """The faults of one command."""

    def __init__(self, ptoconf, before, name, line):
        self.ptoconf, self.before, self.name, self.line = ptoconf, before, name, line
        self.old = state(before)[0]
        with tempfile.TemporaryDirectory() as scratch:
            folder = self.fresh(scratch)
            done = self.run(folder, [])
            assert done.returncode == 0, f"{line}: {done.stderr}"
            self.new, hidden = state(folder)
        assert not hidden and self.new != self.old, f"{line}: nothing new, or {hidden}"

    def fresh(self, scratch):
        """A copy of what was before, with a folder for what is temporary."""
        folder = pathlib.Path(scratch) / "work"
        shutil.copytree(self.before, folder)
        (pathlib.Path(scratch) / "tmp").mkdir()
        return folder

    def run(self, folder, prefix, more=()):
        """Runs the command, with something before it, and more in its environment."""
        environment = {**os.environ, "TMPDIR": str(folder.parent / "tmp"), "RUST_BACKTRACE": "0", **dict(more)}
        return subprocess.run([*prefix, self.ptoconf, *self.line.split()], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=120)

    def calls(self):
        """How often each system call is made, by any thread."""
        with tempfile.TemporaryDirectory() as scratch:
            folder, log = self.fresh(scratch), pathlib.Path(scratch) / "log"
            self.run(folder, ["strace", "-ff", "-o", log, "-e", "trace=" + ",".join(ERRORS)])
            most = {}
            for part in pathlib.Path(scratch).glob("log.*"):
                lines = part.read_text(errors="replace").splitlines()
                for call in ERRORS:
                    made = sum(line.startswith(call + "(") for line in lines)
                    most[call] = max(most.get(call, 0), made)
        return most

    def all(self):
        """Every fault: the call, which of its calls, and what becomes of it."""
        for call, number in self.calls().items():
            for when in range(1, number + 1):
                for fault in [f"error={error}" for error in ERRORS[call]] + ["signal=KILL"]:
                    yield call, when, fault

    def tried(self, call, when, fault):
        """Tries one; gives what is wrong with what is left, or nothing."""
        with tempfile.TemporaryDirectory() as scratch:
            folder = self.fresh(scratch)
            done = self.run(folder, ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{fault}:when={when}"])
            found, hidden = state(folder)
            killed = fault == "signal=KILL"
            what = f"{self.line}: {call} {when} {fault}: exit code {done.returncode}"
            if "panicked" in done.stderr:
                return f"{what}: {done.stderr}"
            if done.returncode not in ([0, 1, 2, 3, LOADER] + ([KILLED, 137] if killed else [])):
                return f"{what}: {done.stderr}"
            if found not in (self.old, self.new) or (done.returncode == 0 and found != self.new):
                return f"{what}: neither the old state nor the new: {self.differs(found)}\n{done.stderr}"
            # Where a file cannot be removed, that is said.
            if hidden and not killed and "cannot remove" not in done.stderr:
                return f"{what}: {hidden} is left\n{done.stderr}"
            if done.returncode and not killed and not done.stderr:
                return f"{what}: and nothing is said"
            again = self.run(folder, [])
            # What was new already may be in the way, which is said.
            if again.returncode != 0 and not (found == self.new and "force" in again.stderr):
                return f"{what}: the next time: exit code {again.returncode}: {again.stderr}"
            found, hidden = state(folder)
            left = [path.name for path in (folder.parent / "tmp").iterdir()]
            if found != self.new or hidden or left:
                return f"{what}: after the next time: {self.differs(found)} {hidden} {left}"
        return None

    def short(self, shim):
        """Runs the command with short reads and writes; gives how many of either were cut short."""
        with tempfile.TemporaryDirectory() as scratch:
            folder, log = self.fresh(scratch), pathlib.Path(scratch) / "cut"
            done = self.run(folder, [], {"LD_PRELOAD": str(shim), "CUT": str(log)})
            found, hidden = state(folder)
            assert done.returncode == 0 and found == self.new and not hidden, f"{self.line}: {self.differs(found)} {hidden}\n{done.stderr}"
            reads, writes = map(int, log.read_text().split())
            assert writes > 0, f"{self.line}: no write was cut short"
            return reads, writes

    def differs(self, found):
        """The first names that are in neither state."""
        return [name for name in sorted(set(found) | set(self.new)) if found.get(name) not in (self.old.get(name), self.new.get(name))][:5]


def shim(folder):
    """Compiles what cuts reads and writes short."""
    source, library = folder / "short.c", folder / "short.so"
    source.write_text(SHIM)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", f"-DSHORT={SHORT}", "-o", library, source, "-ldl"], check=True)
    return library


def main(ptoconf, every):
    """All commands."""
    if shutil.which("strace") is None:
        raise SystemExit("strace is not there: apt-get install strace")
    wrong, number = [], 0
    with (
        tempfile.TemporaryDirectory() as scratch,
        tempfile.TemporaryDirectory() as apart,
        concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        before, cutting = pathlib.Path(scratch), shim(pathlib.Path(apart))
        for line in BEFORE:
            done = subprocess.run([ptoconf, *line.split()], cwd=before, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
            assert done.returncode in (0, 1), f"{line}: {done.stderr}"
        for name, line in COMMANDS.items():
            faults = Faults(ptoconf, before, name, line)
            print("{:8} {} reads and {} writes cut short".format(line.split()[0], *faults.short(cutting)))
            chosen = [fault for at, fault in enumerate(faults.all()) if at % every == 0]
            found = [result for result in pool.map(lambda fault: faults.tried(*fault), chosen) if result]
            print(f"{line.split()[0]:8} {len(chosen)} faults, {len(found)} wrong")
            number, wrong = number + len(chosen), wrong + found
    for line in wrong[:20]:
        print(line)
    assert number > 0 and not wrong, f"{len(wrong)} of {number} faults leave what they should not"
    print(f"{number} faults: the old state or the new, and nothing is left behind")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("ptoconf", type=pathlib.Path)
    options.add_argument("--every", type=int, default=1)
    given = options.parse_args()
    main(given.ptoconf.resolve(), given.every)
