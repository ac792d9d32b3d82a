"""The package from end to end, with the program that it brings."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import ptoconf
from ptoconf.command import ask, digest

pytest_plugins = ["pytester"]

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
GEN = ["--op", "tcolsum", "--form", "plain", "--profile", "a2a3", "--tier", "smoke"]


@pytest.fixture(scope="session")
def vectors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("set") / "vectors"
    ask("gen", *GEN, "--out", folder)
    return folder


@pytest.fixture(scope="session")
def tcolsum():
    """TCOLSUM with the verifier of the example."""
    sys.path.insert(0, str(EXAMPLES))
    import gate

    def implementation(t):
        if rule := gate.why_illegal({o.name: o.tile for o in t.operands}, t.profile):
            raise ptoconf.Rejected("no", rule=rule)
        if t.has_data:
            gate.run({o.name: o.tile for o in t.operands}, t["src"].array, t["dst"].array)

    return implementation


def judge(vectors, results, *more):
    return ask("check", "--vectors", vectors, "--impl", results, "--report", "text", *more, codes=(0, 1))


def lines(results):
    return [json.loads(line) for line in open(results / "results.jsonl")]


def test_a_right_implementation_passes(vectors, tcolsum, tmp_path):
    ptoconf.run(tcolsum, vectors, tmp_path / "results", version=7, compiler="none", bits=64)
    code, text = judge(vectors, tmp_path / "results")
    assert code == 0, text
    assert "(88 passed, 0 failed)" in text and "implementation 7" in text and "not observed" not in text
    assert os.listdir(tmp_path) == ["results"]


def test_a_rejection_by_another_rule_fails_and_says_which(vectors, tcolsum, tmp_path):
    def confused(t):
        try:
            tcolsum(t)
        except ptoconf.Rejected as rejected:
            rule = "tcolsum/same-dtype" if rejected.rule == "tcolsum/vec" else rejected.rule
            raise ptoconf.Rejected("no", rule=rule)

    ptoconf.run(confused, vectors, tmp_path / "results")
    code, text = judge(vectors, tmp_path / "results")
    assert code == 1 and "wrong-rule" in text and "the rejection names tcolsum/same-dtype\n" in text, text


def test_a_wrong_element_fails(vectors, tcolsum, tmp_path):
    def wrong(t):
        tcolsum(t)
        if t.has_data and t["src"].valid[0] > 1:
            t["dst"].region[:, :1, -1:] = 0

    ptoconf.run(wrong, vectors, tmp_path / "results")
    code, text = judge(vectors, tmp_path / "results")
    assert code == 1 and "mismatch" in text, text


def test_a_write_beside_a_tile_or_into_an_input_is_seen(vectors, tcolsum, tmp_path):
    def stray(t):
        tcolsum(t)
        if t.has_data and t["dst"].array.size:
            memory = t.memory["dst"]
            memory.bytes[0, memory.inside.stop] ^= 1
        if t.has_data and t["src"].array.size:
            t["src"].array[-1].view(np.uint8).flat[0] ^= 1

    ptoconf.run(stray, vectors, tmp_path / "results")
    seen = {tuple(line["touched"]) for line in lines(tmp_path / "results")}
    assert seen >= {("dst", "src")} and judge(vectors, tmp_path / "results")[0] == 1


def test_a_mistake_is_a_crash_and_no_rejection(vectors, tmp_path):
    def mistaken(t):
        raise IndexError("row 9")

    def absent(t):
        raise NotImplementedError(t.op)

    ptoconf.run(mistaken, vectors, tmp_path / "results")
    assert {line["outcome"] for line in lines(tmp_path / "results")} == {"crashed"}
    assert lines(tmp_path / "results")[0]["message"].startswith("IndexError: row 9, at ")
    assert "crashed" in judge(vectors, tmp_path / "results")[1]
    assert lines(tmp_path / "results")[0]["message"].endswith(f"{pathlib.Path(__file__).name}:{mistaken.__code__.co_firstlineno + 1}")
    ptoconf.run(absent, vectors, tmp_path / "results", force=True)
    assert {line["outcome"] for line in lines(tmp_path / "results")} == {"unsupported"}


def test_results_are_replaced_only_when_asked_and_only_results(vectors, tcolsum, tmp_path):
    kept = tmp_path / "mine" / "kept"
    kept.parent.mkdir()
    kept.write_text("mine")
    for force in (False, True):
        with pytest.raises(ptoconf.Failed, match="is there"):
            ptoconf.run(tcolsum, vectors, kept.parent, force=force)
    assert kept.read_text() == "mine"
    for inside in (vectors, vectors / "results", vectors / "tcolsum/results"):
        with pytest.raises(ptoconf.Failed, match="in the folder of the set"):
            ptoconf.run(tcolsum, vectors, inside, force=True)


def test_an_interrupted_run_leaves_nothing(vectors, tmp_path):
    def interrupted(t):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ptoconf.run(interrupted, vectors, tmp_path / "results")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("leave", [lambda t: sys.exit(), lambda t: pytest.fail("bad"), lambda t: t["tmp"], lambda t: 5,
                                   lambda t: (_ for _ in ()).throw(ptoconf.Rejected("why", rule=5))])
def test_whatever_else_leaves_a_function_is_a_crash_at_its_own_line(vectors, tmp_path, leave):
    ptoconf.run(leave, vectors, tmp_path / "results")
    all_lines = lines(tmp_path / "results")
    assert {line["outcome"] for line in all_lines} == {"crashed"}
    assert pathlib.Path(__file__).name in all_lines[0]["message"] or "was returned" in all_lines[0]["message"]


def test_old_results_do_not_outlive_a_run_that_ends_halfway(vectors, tcolsum, tmp_path):
    ptoconf.run(tcolsum, vectors, tmp_path / "results")
    (tmp_path / "leaving.py").write_text("import os\ndef leave(t):\n    os._exit(0)\n")
    command = [sys.executable, "-m", "ptoconf", "leaving:leave", str(vectors), "results", "--force"]
    assert subprocess.run(command, cwd=tmp_path).returncode == 0
    assert not (tmp_path / "results").exists()


def by_hand(tcolsum, results, t):
    """A harness of its own: tuples as wholes and case by case, outputs in arrays of its own."""
    try:
        tcolsum(t)
    except ptoconf.Rejected as rejected:
        return results.add(t, "rejected", rule=rejected.rule, message="no", stage="verify")
    if not t.has_data or t.cases == 1:
        return results.add(t)
    for slot in reversed(range(t.cases)):
        results.add(t, slot=slot, outputs={"dst": t["dst"].array[slot].copy()} if slot else None)


def test_a_harness_writes_results_that_are_judged(vectors, tcolsum, tmp_path):
    details = {"device": "none"}
    with np.errstate(all="ignore"), ptoconf.Results(vectors, tmp_path / "results", "farm", 7, details, ["surroundings", "inputs"]) as results:
        for t in reversed(list(results.set)):
            by_hand(tcolsum, results, t)
        assert not (tmp_path / "results").exists()
    code, text = judge(vectors, tmp_path / "results")
    assert code == 0 and "(88 passed, 0 failed)" in text and "farm 7" in text, text
    about = json.loads((tmp_path / "results/results.json").read_text())["implementation"]
    assert about["observes"] == ["inputs", "surroundings"] and about["details"] == details
    assert os.listdir(tmp_path) == ["results"] and list((tmp_path / "results/tcolsum").glob("*/*/dst.npy"))


def test_what_a_harness_says_of_each_case_is_written(vectors, tmp_path):
    with ptoconf.Results(vectors, tmp_path / "results", "farm", part=(2, 3)) as results:
        t = next(t for t in results.set if t.has_data and t.cases > 1)
        results.add(t, outputs={"dst": t["dst"].array}, touched={"src": [True] + [False] * (t.cases - 1)})
        other = next(o for o in results.set if o.name != t.name)
        results.add(other, "timeout", message="x" * 5000, stage="run", touched=["src"])
    first, second, *_ = lines(tmp_path / "results")
    assert (first["touched"], second["touched"]) == (["src"], []) and "message" not in first
    last = lines(tmp_path / "results")[-1]
    assert (last["outcome"], last["stage"], len(last["message"]), last["touched"]) == ("timeout", "run", 1000, ["src"])
    assert json.loads((tmp_path / "results/results.json").read_text())["part"] == {"index": 2, "of": 3}
    assert "part 2 of 3" in ask("check", "--vectors", vectors, "--impl", tmp_path / "results", codes=(4,))[1]
    with ptoconf.Results(vectors, tmp_path / "none", "verifier", judges="legality") as results:
        results.add(t)
    assert not (tmp_path / "none/tcolsum").exists()
    code, text = judge(vectors, tmp_path / "none")
    assert code == 1 and "missing" in text and "legality only" in text, text


@pytest.mark.parametrize("wrong, words", [
    (dict(outcome="fine"), "'fine' is none of ok, rejected"),
    (dict(stage="link"), "'link' is none of compile"),
    (dict(outputs={"dst": np.zeros((1, 1), "f4")}), "the whole physical tile"),
    (dict(outputs={"sum": np.zeros((1, 1), "f4")}), "has no operand sum: dst, src"),
    (dict(touched=["tmp"]), "has no operand tmp: dst, src"),
])
def test_a_mistake_of_a_harness_is_said_at_once_and_leaves_nothing(vectors, tmp_path, wrong, words):
    with pytest.raises((ptoconf.Failed, KeyError), match=words):
        with ptoconf.Results(vectors, tmp_path / "results", "farm") as results:
            results.add(next(t for t in results.set if t.has_data), **wrong)
    assert os.listdir(tmp_path) == []


def test_a_case_has_one_result(vectors, tmp_path):
    with pytest.raises(ptoconf.Failed, match="/0: a result was added already"):
        with ptoconf.Results(vectors, tmp_path / "results", "farm") as results:
            t = next(iter(results.set))
            results.add(t, "error", slot=0)
            results.add(t, "error")
    for wrong in (dict(observes=["all"]), dict(judges="nothing")):
        with pytest.raises(ptoconf.Failed, match="is none of"):
            ptoconf.Results(vectors, tmp_path / "results", "farm", **wrong)


def test_what_is_no_set_is_said(tmp_path):
    with pytest.raises(ptoconf.Failed, match="is no vector set.*next: ptoconf gen"):
        ptoconf.run(print, tmp_path, tmp_path / "results")
    (tmp_path / "suite.json").write_text("{")
    with pytest.raises(ptoconf.Failed, match="is no vector set: suite.json"):
        ptoconf.run(print, tmp_path, tmp_path / "results")
    (tmp_path / "suite.json").unlink()
    with pytest.raises(ptoconf.Failed, match="suite.json"):
        digest(tmp_path)


def test_a_set_names_no_file_outside(vectors, tmp_path):
    line = json.loads(open(vectors / "tcolsum/tuples.jsonl").readline())
    (tmp_path / "tcolsum").mkdir()
    (tmp_path / "suite.json").write_text((vectors / "suite.json").read_text())
    for name in ("../../inputs.npz", "/etc/inputs.npz", ".."):
        (tmp_path / "tcolsum/tuples.jsonl").write_text(json.dumps({**line, "inputs": name}))
        with pytest.raises(ptoconf.Failed, match="no name in a folder"):
            list(ptoconf.Set(tmp_path))


def test_operands_that_share_memory_share_an_array(tmp_path):
    ask("gen", "--op", "tcolexpandadd", "--profile", "a2a3", "--tier", "smoke", "--out", tmp_path / "set")
    shared = [t for t in ptoconf.Set(tmp_path / "set") if t.has_data and t["dst"].tile.get("same_as") == "src0" and t["dst"].array.size]
    assert shared
    for t in shared:
        t["dst"].array[...] = 0
        assert not t["src0"].array.any()
        assert not t.memory["dst"].touched().any()


def test_a_tuple_says_what_it_is(vectors):
    t = next(t for t in ptoconf.Set(vectors) if t.name == "plain-167fc6f548")
    assert repr(t) == "tcolsum plain(dst f32 2x16 valid 2x1, src f32 7x8 valid 6x1)"
    assert t["src"].region.shape == (t.cases, 6, 1) and t["dst"].array.view("u1").min() == 165
    assert "src" in t and "tmp" not in t
    with pytest.raises(KeyError, match="no operand tmp: dst, src"):
        t["tmp"]


def test_bf16_is_rounded_to_the_nearest_and_ties_to_even():
    bits = np.arange(1 << 16, dtype="<u2")
    numbers = ptoconf.f32_from_bf16(bits)
    finite = np.isfinite(numbers)
    assert (ptoconf.bf16_from_f32(numbers[finite]) == bits[finite]).all()
    assert np.isnan(ptoconf.f32_from_bf16(ptoconf.bf16_from_f32(numbers[np.isnan(numbers)]))).all()
    low, high = numbers[:0x7F7F].astype("f8"), numbers[1:0x7F80].astype("f8")
    middle = (low + high) / 2
    even = np.where(bits[:0x7F7F] % 2 == 0, bits[:0x7F7F], bits[1:0x7F80])
    assert (ptoconf.bf16_from_f32(middle.astype("f4")) == even).all()
    above = np.nextafter(middle.astype("f4"), np.float32(np.inf))
    assert (ptoconf.bf16_from_f32(above) == bits[1:0x7F80]).all()


def test_the_command_runs_a_function_of_a_module(vectors, tmp_path):
    (tmp_path / "kernels.py").write_text("def nothing(t):\n    raise NotImplementedError\n")

    def command(*words):
        return subprocess.run([sys.executable, "-m", "ptoconf", *map(str, words)], cwd=tmp_path, capture_output=True, text=True)

    assert command("kernels:nothing", vectors, "results").returncode == 0
    assert json.loads((tmp_path / "results/results.json").read_text())["implementation"]["name"] == "kernels:nothing"
    assert "is there already" in command("kernels:nothing", vectors, "results").stderr
    (tmp_path / "file").write_text("")
    assert command("kernels:nothing", vectors, "file/results").stderr.startswith("error: ")
    (tmp_path / "importing.py").write_text("import nowhere\n")
    assert "import nowhere" in command("importing:other", vectors, "more").stderr
    assert "error: kernels:other: " in command("kernels:other", vectors, "more").stderr
    assert "error: nowhere: " in command("nowhere", vectors, "more").stderr


def test_pytest_and_the_program_need_no_numpy():
    script = "import sys; sys.modules['numpy'] = None; import ptoconf.plugin; print(ptoconf.program())"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == ptoconf.program()
    with pytest.raises(AttributeError, match="has no nothing"):
        ptoconf.nothing


MARKED = """
import sys
import ptoconf
sys.path.insert(0, {examples!r})
import gate

@ptoconf.conformance(op="tcolsum", form="plain", profile="a2a3", tier="smoke")
def test_tcolsum(t):
    tiles = {{o.name: o.tile for o in t.operands}}
    if rule := gate.why_illegal(tiles, t.profile):
        raise ptoconf.Rejected(rule=rule)
    if t.has_data:
        gate.run(tiles, t["src"].array, t["dst"].array)
        {more}

def test_other():
    pass
"""


def test_pytest_has_a_test_for_each_form_dtype_and_rule(pytester):
    pytester.makepyfile(MARKED.format(examples=str(EXAMPLES), more="pass"))
    ran = pytester.runpytest_subprocess("-v")
    ran.assert_outcomes(passed=len([line for line in ran.outlines if "PASSED" in line]))
    ran.stdout.fnmatch_lines(["*test_tcolsum::tcolsum-plain-f32-results PASSED*", "*test_tcolsum::tcolsum-plain-f32-tile/rows-positive PASSED*",
                              "*test_tcolsum::whole PASSED*", "*test_other PASSED*"])


def test_pytest_shows_the_tuple_that_fails(pytester):
    pytester.makepyfile(MARKED.format(examples=str(EXAMPLES), more='if t["dst"].dtype == "f16": t["dst"].region[:, :1] = 1'))
    ran = pytester.runpytest_subprocess("-q")
    assert ran.parseoutcomes()["failed"] == 3 and ran.parseoutcomes()["passed"] > 20
    ran.stdout.fnmatch_lines(["*test_tcolsum?tcolsum-plain-f16-results?*", "* of * tuples fail (* cases: mismatch)", "  tcolsum plain", "causes: *", "*dtype is f16"])
    chosen = pytester.runpytest_subprocess("-q", "-k", "f32", "--ptoconf-seed", "5")
    assert "failed" not in chosen.parseoutcomes()


FAST = 'op="tcolexpand", profile="a2a3", dtype="i8"'


def test_pytest_takes_several_marked_functions_methods_and_marks(pytester):
    pytester.makeini("[pytest]\nmarkers = nightly")
    pytester.makepyfile(
        f"""
        import pytest
        from ptoconf import conformance
        import ptoconf

        @ptoconf.conformance({FAST})
        @pytest.mark.skip(reason="not today")
        def test_skipped(t):
            1 / 0

        @pytest.mark.nightly
        @ptoconf.conformance({FAST})
        def test_nightly(t):
            1 / 0

        class TestBoth:
            @conformance({FAST})
            def test_method(self, t):
                pytest.fail("no")
        """
    )
    ran = pytester.runpytest_subprocess("-q", "-m", "not nightly").parseoutcomes()
    assert ran["skipped"] == ran["failed"] == ran["deselected"] == 2 and "passed" not in ran
    lines = pytester.runpytest_subprocess("-q", "-k", "method").outlines
    assert len(lines) < 1000 and any("Failed: no, at " in line for line in lines)


def test_pytest_refuses_what_is_not_called_with_a_tuple(pytester):
    pytester.makepyfile(
        f"""
        import ptoconf

        @ptoconf.conformance({FAST})
        def test_fixture(t, tmp_path):
            pass
        """
    )
    ran = pytester.runpytest_subprocess("-q")
    assert ran.parseoutcomes() == {"errors": 1}
    ran.stdout.fnmatch_lines(["*test_fixture is called with a tuple alone: no fixtures*(t, tmp_path)*"])
