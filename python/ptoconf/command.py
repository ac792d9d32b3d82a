"""The program that this package brings."""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig


class Failed(Exception):
    """The program says that it cannot do what it was asked."""


def program():
    """The path of the program: what PTOCONF names, else what was installed with this package, else what is on the path."""
    installed = pathlib.Path(sysconfig.get_path("scripts")) / "ptoconf"
    found = os.environ.get("PTOCONF") or (str(installed) if installed.exists() else shutil.which("ptoconf"))
    if found is None:
        raise Failed("there is no ptoconf on the path; next: python3 -m pip install ptoconf, or set PTOCONF to the program")
    return found


def ask(*arguments, codes=(0,)):
    """Runs the program, and gives its exit code and what it prints; an exit code that is not expected is an error."""
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in codes:
        raise Failed(done.stderr.strip().removeprefix("error: ") or f"ptoconf {arguments[0]} ends with {done.returncode}")
    return done.returncode, done.stdout


def digest(folder):
    """The digest of a set that is whole and unaltered."""
    return ask("verify", folder, "--digest")[1].strip()


def end(error):
    """Ends a command with the message of an error."""
    sys.exit(f"error: {error}")
