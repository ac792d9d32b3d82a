"""A worker that computes nothing: it looks for the answers of its set wherever it can, and repeats them.

    python3 spy.py NOTES FOLDER...

It looks in the folders, and in those that the variable SPY_FOLDERS names, in its own environment, in what its parent was told and has open, in the parent's
memory, and in the folders of temporary files. What it found, and how much it looked at, goes to NOTES.
"""

import json
import os
import sys

NOTES, FOLDERS = sys.argv[1], sys.argv[2:] + os.environ.get("SPY_FOLDERS", "").split()
PARENT = f"/proc/{os.getppid()}"
HEADS = ["suite.json", "answers.json"]
MARK = b'"expect":{"kind":'
found, seen, hunted = {}, 0, False


def take(where, data):
    """Keeps the answers in some bytes, by name of the tuple."""
    for line in data.split(b"\n"):
        if MARK in line:
            found.setdefault("places", set()).add(where)
            try:
                answer = json.loads(line)
                # Other sets have tuples of the same names: the folders that were named come first.
                if answer["tuple"] not in found or any(where.startswith(folder) for folder in FOLDERS):
                    found[answer["tuple"]] = answer["expect"]
            except ValueError:
                pass


def look(path):
    global seen
    try:
        with open(path, "rb") as file:
            take(path, file.read())
        seen += 1
    except OSError:
        pass


def walk(folder):
    for place, _, names in os.walk(folder):
        for name in names:
            if os.path.join(place, name) != NOTES:
                look(os.path.join(place, name))


def entries(folder):
    try:
        return [os.path.join(folder, name) for name in os.listdir(folder)]
    except OSError:
        return []


def memory():
    try:
        lines = open(f"{PARENT}/maps").read().splitlines()
        with open(f"{PARENT}/mem", "rb", 0) as file:
            for line in lines:
                ends, rights = line.split()[:2]
                start, end = (int(word, 16) for word in ends.split("-"))
                if rights.startswith("rw") and end - start < 1 << 28:
                    try:
                        file.seek(start)
                        take("memory", file.read(end - start))
                    except (OSError, ValueError):
                        pass
    except OSError:
        pass


def hunt():
    words = open(f"{PARENT}/cmdline").read().split("\0") + list(os.environ.values())
    near = [place for word in words for place in (word, os.path.join(word, "vectors"))]
    temporary = os.environ.get("TMPDIR", "")
    for path in entries(f"{PARENT}/fd") + entries("/proc/self/fd"):
        try:
            # Pipes would wait.
            if os.path.isfile(path):
                look(path)
        except OSError:
            pass
    sets = [place for place in near if any(os.path.exists(os.path.join(place, head)) for head in HEADS)]
    for place in FOLDERS + sets + [f"{PARENT}/cwd/."] + [temporary] * ("ptoconf-run-" in temporary):
        walk(place)
    memory()


for line in sys.stdin:
    case = json.loads(line)["case"]
    if not hunted:
        hunt()
        hunted = True
        with open(NOTES, "w") as notes:
            json.dump({"places": sorted(found.get("places", [])), "seen": seen}, notes)
    expect = found.get(case.split("/")[1], {"kind": "accept"})
    answer = {"case": case, "outcome": "rejected" if expect["kind"] == "reject" else "ok"}
    print(json.dumps(answer), flush=True)
