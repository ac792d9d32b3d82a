"""The pytest plugin: a function marked with `ptoconf.conformance` becomes a test for each form, dtype and rule."""

import collections
import functools
import inspect
import json
import os
import pathlib

import pytest

from .command import Failed, ask

SHOWN = 3


def pytest_addoption(parser):
    """Options that win over what the marks say."""
    group = parser.getgroup("ptoconf", "conformance to the pages of PTO tile operations")
    group.addoption("--ptoconf-tier", metavar="TIER", help="tier of the sets of all marked functions, such as standard at night")
    group.addoption("--ptoconf-seed", metavar="SEED", help="seed of the sets of all marked functions")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector, name, obj):
    """Takes marked functions; pytest does the others."""
    options = getattr(obj, "ptoconf_options", None)
    if options is not None and collector.funcnamefilter(name):
        if isinstance(collector, pytest.Class):
            obj = getattr(collector.newinstance(), name)
        return Conformance.from_parent(collector, name=name, implementation=obj, options=options)
    return None


class Conformance(pytest.Collector):
    """All tests of one implementation. To know them its set is generated; the first one that runs runs the implementation."""

    def __init__(self, *, implementation, options, **rest):
        super().__init__(**rest)
        self.own_markers.extend(getattr(implementation, "pytestmark", []))
        overriding = {key: self.config.getoption(f"ptoconf_{key}") for key in ("tier", "seed")}
        self.implementation = implementation
        self.options = {**options, **{key: value for key, value in overriding.items() if value is not None}}

    def collect(self):
        """A test for each part of the set, and one for what shows over the whole."""
        self.check_call()
        options = [word for key, value in self.options.items() for word in (f"--{key.replace('_', '-')}", str(value))]
        ask("gen", "--out", self.folder / "vectors", "--force", *options)
        for name in sorted(self.parts):
            yield Part.from_parent(self, name=name)
        yield Whole.from_parent(self, name="whole")

    def check_call(self):
        """Refuses what cannot be called with a tuple alone."""
        parameters = inspect.signature(self.implementation).parameters.values()
        needed = [p.name for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        if len(needed) != 1 or any(mark.name == "parametrize" for mark in self.own_markers):
            raise self.CollectError(f"{self.name} is called with a tuple alone: no fixtures, no parametrize, not ({', '.join(needed)})")

    @functools.cached_property
    def folder(self):
        """Where set and results stay, so that the commands that a failure names can be run."""
        kept = self.config.cache.mkdir("ptoconf") if hasattr(self.config, "cache") else pathlib.Path(".ptoconf")
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        place = "".join(c if c.isalnum() else "-" for c in self.nodeid) + worker
        (kept / place).mkdir(parents=True, exist_ok=True)
        return kept / place

    @functools.cached_property
    def parts(self):
        """The tuples of each test, by its name."""
        parts = collections.defaultdict(list)
        for tuples in sorted((self.folder / "vectors").glob("*/tuples.jsonl")):
            with open(tuples) as lines, open(tuples.with_name("answers.jsonl")) as answers:
                for line, answer in zip(map(json.loads, lines), map(json.loads, answers)):
                    given = line["tuple"]
                    outputs = [o["tile"]["dtype"] for o in given["operands"] if o["role"] == "out"]
                    words = [given["op"], given["form"], *outputs[:1], what(answer)]
                    parts["-".join(words)].append(f"{given['op']}/{line['name']}")
        return dict(parts)

    @property
    def judged(self):
        """What came of the run, which is made once, also where it fails."""
        outcome = self.outcome
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    @functools.cached_property
    def outcome(self):
        """The run as it is judged, or why it cannot be."""
        try:
            return self.run()
        except (Failed, OSError) as error:
            return error

    def run(self):
        """The exit code and the text of the report, and the failed cases of each tuple with the kind of failure."""
        from .batch import run  # needs numpy, which pytest alone does not

        vectors, results, verdicts = (self.folder / name for name in ("vectors", "results", "verdicts.jsonl"))
        run(self.implementation, vectors, results, name=self.nodeid, force=True)
        code, text = ask("check", "--vectors", vectors, "--impl", results, "--report", f"verdicts={verdicts}", "--report", "text", codes=(0, 1))
        failed = collections.defaultdict(dict)
        with open(verdicts) as lines:
            for line in map(json.loads, lines):
                if line["verdict"] == "fail":
                    failed[line["case"].rpartition("/")[0]][line["case"]] = line.get("failure", "fail")
        return code, text, failed

    def show(self, case):
        """A failed case, drawn."""
        return ask("show", case, "--vectors", self.folder / "vectors", "--impl", self.folder / "results")[1]


def what(answer):
    """What a tuple is there for: the rule it breaks, the questions that pages leave open of it, or its results."""
    expected = answer["expect"]
    if expected["kind"] == "reject":
        return expected.get("rule", "several rules")
    return "questions" if answer.get("contests") else "results"


class DoesNotConform(Exception):
    """The message of a failed test."""


class Test(pytest.Item):
    """A test of an implementation."""

    def repr_failure(self, excinfo, style=None):
        """The message alone, where an implementation does not conform."""
        return str(excinfo.value) if isinstance(excinfo.value, (DoesNotConform, Failed)) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        """The marked function, and the name of the test."""
        code = inspect.unwrap(self.parent.implementation).__code__
        return self.path, code.co_firstlineno - 1, f"{self.parent.name}[{self.name}]"


class Part(Test):
    """The tuples of one operation, form, dtype and rule."""

    def runtest(self):
        """Fails with the first failing tuples."""
        failed = self.parent.judged[2]
        tuples = self.parent.parts[self.name]
        bad = [tuple_ for tuple_ in tuples if tuple_ in failed]
        if bad:
            kinds = collections.Counter(kind for tuple_ in bad for kind in failed[tuple_].values())
            cases = ", ".join(f"{count} cases: {kind}" for kind, count in sorted(kinds.items()))
            drawn = [self.parent.show(next(iter(failed[tuple_]))) for tuple_ in bad[:SHOWN]]
            more = [f"and {len(bad) - SHOWN} more tuples: {', '.join(bad[SHOWN:][:20])}"] if len(bad) > SHOWN else []
            raise DoesNotConform("\n\n".join([f"{len(bad)} of {len(tuples)} tuples fail ({cases})", *drawn, *more]))


class Whole(Test):
    """What shows over all cases: the causes of failures, and whether one option of each reading is followed throughout."""

    def runtest(self):
        """Fails with the text of the report."""
        code, text, _ = self.parent.judged
        if code:
            raise DoesNotConform(text)
