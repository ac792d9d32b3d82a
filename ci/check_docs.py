"""Runs what the documents tell a reader to run, and checks what they show and point at.

    python3 ci/check_docs.py [--bless] [DOCUMENT...]

For README.md, docs/*.md and docs/adapters/*.md, or the documents named:

- every command of a ```sh block runs, in order, in one temporary folder per document that holds
  links to cpp/, examples/, npu/ and runner/; `ptoconf` is the built one. It has to exit with 0, or with N where its (first)
  line ends in `# exit N`;
- a `cargo run --release -- ...` line is run as `ptoconf ...`, or where PTOCONF_SHOWN is a file with what it printed, that is
  taken; it and every other line that begins with `cargo` or `python3 -m pip` must also stand in .ci/run, which runs it as it is
  written;
- a ```python block runs in the same folder;
- each line of a ```text block after a ```sh block is a line that the commands of that block
  printed, up to the width of spaces; a line `...` stands for lines left out. With --bless, a line
  that differs in its numbers alone is replaced by what was printed;
- relative links, in CONTRIBUTING.md and CHANGELOG.md too, point at something;
- docs/readings.md is what `ptoconf list readings --format markdown` prints;
- README.md has every subcommand, docs/formats.md every schema, docs/verdicts.md every kind of failure.

The binary is PTOCONF, or release/ptoconf in CARGO_TARGET_DIR (default: target).
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
BINARY = pathlib.Path(os.environ.get("PTOCONF", TARGET / "release" / "ptoconf")).resolve()
RUN_AS_CARGO = "cargo run --release -- "
TIMEOUT = 300


class Tally:
    """Counts the checks of a document, and keeps what is to be said of it."""

    def __init__(self):
        self.passed, self.failed, self.said = 0, 0, []

    def say(self, what):
        self.said.append(what)

    def check(self, good, what):
        self.passed, self.failed = self.passed + bool(good), self.failed + (not good)
        if not good:
            self.say(f"FAILED {what}")


def blocks(text):
    """Code blocks as (language, number of the first line, lines)."""
    language, start, lines = None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(" ") and line.lstrip().startswith("```sh"):
            sys.exit(f"line {number}: a block of commands in a list is not run: move it to the margin")
        if language is None and line.startswith("```"):
            language, start, lines = line[3:].strip(), number + 1, []
        elif language is not None and line.startswith("```"):
            yield language, start, lines
            language = None
        elif language is not None:
            lines.append(line)


def commands(lines):
    """Commands with their lines: continued by a backslash, or by a here-document."""
    lines = iter(lines)
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        whole = [line]
        while whole[-1].endswith("\\"):
            whole.append(next(lines, ""))
        if here := re.search(r"<<'?(\w+)'?", line):
            for line in lines:
                whole.append(line)
                if line == here[1]:
                    break
        yield whole


def run(command, folder):
    """Exit code and output."""
    with tempfile.TemporaryDirectory() as bin_dir:
        os.symlink(BINARY, pathlib.Path(bin_dir) / "ptoconf")
        env = {**os.environ, "PATH": f"{bin_dir}:{os.environ['PATH']}", "NO_COLOR": "1"}
        try:
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, text=True, timeout=TIMEOUT,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None, f"no end after {TIMEOUT} seconds"
    return done.returncode, done.stdout


def check_command(tally, place, lines, folder):
    """Runs one command; its output."""
    command = "\n".join(lines)
    expected = re.search(r"#\s*exit (\d+)\s*$", lines[0])
    expected = int(expected[1]) if expected else 0
    if command.startswith(("cargo ", "python3 -m pip ")):
        script = (ROOT / ".ci" / "run").read_text() if (ROOT / ".ci" / "run").exists() else ""
        tally.check(command in script.splitlines(), f"{place}: .ci/run has no line `{command}`")
        if not command.startswith(RUN_AS_CARGO):
            return ""
        if shown := os.environ.get("PTOCONF_SHOWN"):
            return pathlib.Path(shown).read_text()
        command = "ptoconf " + command.removeprefix(RUN_AS_CARGO)
    code, output = run(command, folder)
    tally.check(code == expected, f"{place}: `{lines[0]}` gives exit code {code}, expected {expected}\n{output[-2000:]}")
    return output


def loose(line):
    """A line without its numbers and spaces."""
    return re.sub(r"\b[0-9a-f]{12}\b|[\d.]+|\s+", "", line)


def check_shown(tally, place, lines, output):
    """Compares the lines shown with those printed; replacements for those that differ in numbers alone."""
    printed, better, good = [line.rstrip() for line in output.splitlines()], {}, True
    words = {tuple(line.split()) for line in printed}
    for number, line in enumerate(lines):
        if line.strip() in ("", "...") or tuple(line.split()) in words:
            continue
        good = False
        alike = [p for p in printed if loose(p) == loose(line)]
        if len(alike) == 1:
            better[number] = alike[0]
        tally.say(f"{place}, line {number + 1} of the block is not printed:\n  {line}\nprinted:\n  " + "\n  ".join(alike))
    tally.check(good, f"{place}: the output shown is not the output; --bless mends numbers")
    return better


def check_document(tally, path, bless):
    text = path.read_text()
    name, output = path.relative_to(ROOT), ""
    all_lines, changed = text.splitlines(), False
    with tempfile.TemporaryDirectory() as folder:
        for linked in ("cpp", "examples", "npu", "runner"):
            os.symlink(ROOT / linked, pathlib.Path(folder) / linked)
        for language, start, lines in blocks(text):
            if language == "python":
                code, printed = run("python3 - <<'END'\n" + "\n".join(lines) + "\nEND", folder)
                tally.check(code == 0, f"{name}:{start}: the program gives exit code {code}\n{printed[-2000:]}")
            elif language == "sh":
                output = "".join(check_command(tally, f"{name}:{start}", c, folder) for c in commands(lines))
            elif language == "text":
                for number, line in check_shown(tally, f"{name}:{start}", lines, output).items():
                    all_lines[start - 1 + number], changed = line, True
    if bless and changed:
        path.write_text("\n".join(all_lines) + "\n")
        tally.say(f"blessed {name}")


def check_links(tally, path):
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text()):
        if not re.match(r"[a-z]+:|#", link):
            tally.check((path.parent / link.split("#")[0]).exists(), f"{path.relative_to(ROOT)}: {link} is not there")


def check_generated(tally):
    path = ROOT / "docs" / "readings.md"
    code, output = run("ptoconf list readings --format markdown", ROOT)
    good = code == 0 and path.exists() and path.read_text() == output
    tally.check(good, "docs/readings.md: run `ptoconf list readings --format markdown > docs/readings.md`")


def check_complete(tally):
    """Every item of a list is in the document that explains the list."""
    code, text = run("ptoconf --help", ROOT)
    subcommands = re.findall(r"^  (\w+)  ", text.partition("Commands:")[2].partition("\n\n")[0], re.M)
    wanted = [("README.md", f"`ptoconf {c}`") for c in subcommands if c != "help"]
    wanted += [("docs/formats.md", path.name) for path in sorted((ROOT / "schemas/v1").glob("*.json"))]
    report = json.loads((ROOT / "schemas/v1/report.schema.json").read_text())
    kinds = [kind["const"] for kind in report["$defs"]["FailureKind"]["oneOf"]]
    wanted += [("docs/verdicts.md", f"`{kind}`") for kind in kinds]
    tally.check(code == 0 and subcommands and kinds, "the lists of subcommands and kinds of failure are not empty")
    for document, item in wanted:
        tally.check(item in (ROOT / document).read_text(), f"{document} does not mention {item}")


def check_path(path, bless):
    """Everything of one document; what came of it."""
    tally, begun = Tally(), time.monotonic()
    check_document(tally, path, bless)
    check_links(tally, path)
    tally.said.insert(0, f"{path.relative_to(ROOT)} ({time.monotonic() - begun:.0f} s)")
    return tally


def check_whole():
    """What holds of all documents together."""
    tally = Tally()
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        check_links(tally, ROOT / name)
    check_generated(tally)
    check_complete(tally)
    return tally


def main(arguments):
    bless = "--bless" in arguments
    named = [pathlib.Path(a).resolve() for a in arguments if not a.startswith("--")]
    if not BINARY.exists():
        sys.exit(f"{BINARY} is not there; build it first: cargo build --release")
    paths = named or [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "adapters").glob("*.md"))]
    passed = failed = 0
    # Each document has a folder of its own; two at a time, and said in their order.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = [pool.submit(check_path, path, bless) for path in paths] + ([] if named else [pool.submit(check_whole)])
        for tally in (future.result() for future in done):
            for line in tally.said:
                print(line, flush=True)
            passed, failed = passed + tally.passed, failed + tally.failed
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
