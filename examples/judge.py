"""A second checker: verdicts from a set and results, from the documented format alone (docs/formats.md).

usage: judge.py SET RESULTS > verdicts        one line a case: id, pass | fail | skipped

It shares no code with ptoconf. It knows stacked outputs only, and no waivers.
"""
import glob, json, sys
import numpy as np

INTS = {"i8": "u1", "u8": "u1", "i16": "u2", "u16": "u2", "f16": "u2", "bf16": "u2", "i32": "u4", "u32": "u4", "f32": "u4", "i64": "u8", "u64": "u8"}
MANTISSA = {"f16": 10, "bf16": 7, "f32": 23}
PADDING = "tile/dst-padding"
REACHES = ["untouched", "block", "row", "tile"]


def lines(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def bits(array, dtype):
    return np.ascontiguousarray(array).view(INTS[dtype]).astype(np.uint64)


def split(values, dtype):
    """Magnitude and sign bit of floats."""
    top = np.uint64(1) << np.uint64(np.dtype(INTS[dtype]).itemsize * 8 - 1)
    return values & (top - np.uint64(1)), (values & top) != 0


def is_nan(values, dtype):
    if dtype not in MANTISSA:
        return np.zeros(values.shape, bool)
    magnitude, _ = split(values, dtype)
    return magnitude > infinity(dtype)


def infinity(dtype):
    width = np.dtype(INTS[dtype]).itemsize * 8
    return np.uint64(((1 << (width - 1 - MANTISSA[dtype])) - 1) << MANTISSA[dtype])


def order(values, dtype):
    """Floats by their bits: -0 just below +0."""
    magnitude, negative = split(values, dtype)
    signed = magnitude.astype(np.int64)
    return np.where(negative, -1 - signed, signed)


def whole(array, dtype):
    return np.ascontiguousarray(array).view(dtype[0] + INTS[dtype][1])


def fits(output, actual, dtype, arrays):
    """Which cases of a stack of returned tiles an output of an alternative accepts."""
    rows, cols = output["region"]
    judge, region = output["judge"], bits(actual, dtype)[:, :rows, :cols]
    if judge["mode"] == "unspecified":
        return np.ones(len(actual), bool)
    if judge["mode"] == "unchanged":
        good = (np.ascontiguousarray(actual).view(np.uint8) == 0xA5).reshape(len(actual), -1)
        return good.all(axis=1)
    if judge["mode"] == "within":
        if dtype not in MANTISSA:
            low, high, own = (whole(v, dtype) for v in (arrays[judge["lowest"]], arrays[judge["highest"]], np.ascontiguousarray(actual)[:, :rows, :cols]))
            return ((low <= own) & (own <= high)).reshape(len(actual), -1).all(axis=1)
        special = arrays[judge["special"]]
        magnitude, negative = split(region, dtype)
        nan, inf = magnitude > infinity(dtype), magnitude == infinity(dtype)
        low, high, own = (order(v, dtype) for v in (bits(arrays[judge["lowest"]], dtype), bits(arrays[judge["highest"]], dtype), region))
        good = np.where(nan, special & 1, np.where(inf & ~negative, special & 2, np.where(inf, special & 4, (low <= own) & (own <= high))))
    elif judge["mode"] == "ulps":
        nearest = bits(arrays[judge["nearest"]], dtype)
        (own, sign), (other, other_sign) = split(region, dtype), split(nearest, dtype)
        nan, other_nan = own > infinity(dtype), other > infinity(dtype)
        near = np.where(own > other, own - other, other - own) <= arrays[judge["ulps"]]
        good = (region == nearest) | (nan & other_nan) | (~nan & ~other_nan & (sign == other_sign) & near)
    else:
        expected = bits(arrays[judge["member"]], dtype)
        good = region == expected
        if judge["mode"] == "value":
            good |= is_nan(region, dtype) & is_nan(expected, dtype)
    good = good.astype(bool)
    if "mask" in output:
        good |= arrays[output["mask"]] == 0
    return good.reshape(len(good), -1).all(axis=1)


def reach(output, actual, dtype):
    """How far each case wrote outside the region: an index into REACHES."""
    rows, cols = output["region"]
    size = np.dtype(INTS[dtype]).itemsize
    touched = (np.ascontiguousarray(actual).view(np.uint8).reshape(*actual.shape, size) != 0xA5).any(axis=-1)
    far = np.zeros(len(actual), int)
    far[touched[:, rows:].reshape(len(actual), -1).any(axis=1)] = 3
    if cols and "mask" not in output:
        block = min(-(-cols * size // 32) * 32, actual.shape[2] * size) // size
        far = np.maximum(far, np.where(touched[:, :rows, block:].any(axis=(1, 2)), 2, 0))
        far = np.maximum(far, np.where(touched[:, :rows, cols:block].any(axis=(1, 2)), 1, 0))
    return far


def meet(cubes, every):
    """Cubes without what they repeat: of two that differ in one place, or imply each other, one is made. None if anything goes."""
    short = []
    for cube in cubes:
        cube = {v: o for v, o in cube.items() if o != every[v]}
        merged = True
        while merged:
            merged = False
            for other in short:
                union = join(other, cube)
                if union is not None:
                    short.remove(other)
                    cube, merged = {v: o for v, o in union.items() if o != every[v]}, True
                    break
        if not cube:
            return None
        short.append(cube)
    return frozenset(frozenset(c.items()) for c in short)


def join(a, b):
    implies = lambda x, y: all(v in x and x[v] <= o for v, o in y.items())
    if implies(a, b):
        return b
    if implies(b, a):
        return a
    different = [v for v in a if a[v] != b.get(v)]
    return {**a, different[0]: a[different[0]] | b[different[0]]} if a.keys() == b.keys() and len(different) == 1 else None


def solve(domains, constraints):
    """Whether one choice out of the domains satisfies every constraint: search, the tightest constraint first."""
    domains = dict(domains)
    while True:
        branches, before = None, dict(domains)
        for constraint in constraints:
            live = [c for c in constraint if all(domains[v] & o for v, o in c)]
            if not live:
                return False
            if any(all(domains[v] <= o for v, o in c) for c in live):
                continue
            if len(live) == 1:
                domains.update({v: domains[v] & o for v, o in live[0]})
            elif branches is None or len(live) < len(branches):
                branches = live
        if domains == before:
            break
    if branches is None:
        return True
    return any(solve({**domains, **{v: domains[v] & o for v, o in cube}}, constraints) for cube in branches)


class Judge:
    def __init__(self, folder, results):
        self.folder, self.results = folder, results
        self.suite = json.load(open(f"{folder}/suite.json"))
        readings = self.suite["profile"]["readings"] + [r for o in self.suite["operations"] for r in o["readings"]]
        self.readings = {r["id"]: r for r in reversed(readings)}
        self.outcome = {r["case"]: r for r in lines(f"{results}/results.jsonl")}
        # What cases leave open of the choice: cubes of (reading and place, options); and the cases that do.
        self.verdicts, self.evidence, self.every, self.domains = {}, {}, {}, {}

    def admitted(self, reading, line):
        info, first = self.readings[reading], line["tuple"]["operands"][0]["tile"]["dtype"]
        fits = lambda at: at.get("form") in (None, line["tuple"]["form"]) and at.get("dtype") in (None, first)
        return frozenset(next((at["admitted"] for at in info.get("at", []) if fits(at)), info["admitted"]))

    def place(self, reading, line):
        """Where one option of a reading has to be followed throughout."""
        first = [line["tuple"]["op"], line["tuple"]["form"], line["tuple"]["operands"][0]["tile"]["dtype"]]
        place = (reading, *first[: ["run", "operation", "form", "form_dtype"].index(self.readings[reading]["scope"])])
        self.every[place] = frozenset(o["name"] for o in self.readings[reading]["options"])
        self.domains[place] = self.admitted(reading, line)
        return place

    def admits(self, alternative, line):
        return all(self.admitted(r, line) & set(options) for r, options in alternative["when"].items())

    def operation(self, op):
        tuples = lines(f"{self.folder}/{op}/tuples.jsonl")
        answers = lines(f"{self.folder}/{op}/answers.jsonl")
        files = {}
        outputs = {k: v for f in glob.glob(f"{self.results}/{op}/outputs-*.npz") for k, v in np.load(f).items()}
        for line, answer in zip(tuples, answers):
            if "file" in answer and answer["file"] not in files:
                files[answer["file"]] = np.load(f"{self.folder}/{op}/{answer['file']}")
            stored = files.get(answer.get("file"))
            wanted = {m for a in answer["alternatives"] for o in a.get("outputs", {}).values() for m in [o.get("mask"), *o["judge"].values()]}
            arrays = {m: stored[m[:-4]] for m in wanted if m and m.endswith(".npy")}
            self.tuple(op, line, answer, arrays, outputs)

    def tuple(self, op, line, answer, arrays, outputs):
        alternatives = [{"when": {}, "outputs": {}, "rejects": False, **a} for a in answer["alternatives"]]
        tiles = {o["name"]: (o["role"], o["tile"]) for o in line["tuple"]["operands"]}
        actual = {n: outputs.get(f"{line['name']}/{n}") for n in tiles}
        some = [a for a in alternatives if not a["rejects"]]
        accepted = [np.all([fits(o, actual[n], tiles[n][1]["dtype"], arrays) for n, o in a["outputs"].items()], axis=0)
                    if all(actual[n] is not None for n in a["outputs"]) else np.zeros(line["cases"], bool) for a in some]
        for slot in range(line["cases"]):
            case = f"{op}/{line['name']}/{slot}"
            result = self.outcome[case]
            if result["outcome"] == "ok":
                matched = [(a, self.reach(a, tiles, actual, slot)) for a, good in zip(some, accepted) if good[slot]]
            else:
                matched = [(a, 0) for a in alternatives if a["rejects"]]
            self.verdicts[case] = self.verdict(op, line, answer, result, matched)
            if self.verdicts[case] == "pass" and matched:
                self.testify(case, line, answer, alternatives, matched)

    def reach(self, alternative, tiles, actual, slot):
        """How far a case wrote outside its outputs, if the alternative is what it follows."""
        far = 0
        for name, output in alternative["outputs"].items():
            tile = tiles[name][1]
            shares = tile.get("same_as") or any(t.get("same_as") == name for _, t in tiles.values())
            if output["judge"]["mode"] not in ("unspecified", "unchanged") and not shares:
                far = max(far, int(reach(output, actual[name][slot : slot + 1], tile["dtype"])[0]))
        return far

    def twin_ran(self, op, answer):
        twin = answer["expect"].get("twin")
        found = [r for c, r in self.outcome.items() if c.rsplit("/", 1)[0] == f"{op}/{twin}"]
        return twin is None or bool(found) and all(r["outcome"] == "ok" for r in found)

    def verdict(self, op, line, answer, result, matched):
        """What a case is by itself."""
        kind, outcome = answer["expect"]["kind"], result["outcome"]
        if outcome in ("crashed", "timeout", "error") or kind == "reject" and outcome == "ok":
            return "fail"
        if outcome == "unsupported" and kind != "reject":
            return {"either": "skipped", "accept": "fail"}[kind]
        if outcome != "ok" and not self.twin_ran(op, answer):
            return "fail"
        if kind == "reject":
            rule, named = answer["expect"].get("rule"), result.get("rule")
            other = rule and named and named != rule and all(c["rule"] != named for c in answer.get("contests", []))
            return "fail" if other and outcome == "rejected" else "pass"
        good = [far for a, far in matched if self.admits(a, line)]
        padding = self.admitted(PADDING, line) if PADDING in self.readings else set(REACHES)
        return "pass" if good and not result.get("touched") and padding & set(REACHES[min(good) :]) else "fail"

    def testify(self, case, line, answer, alternatives, matched):
        """Notes what a case that passes by itself leaves open of the choice."""
        cubes, mentioned = [], {}
        for alternative, far in matched:
            cube = {self.place(r, line): frozenset(options) for r, options in alternative["when"].items()}
            if PADDING in self.readings:
                cube[self.place(PADDING, line)] = frozenset(REACHES[far:])
            cubes.append(cube)
        told = [(r, options) for a in alternatives for r, options in a["when"].items()]
        told += [(c["reading"], c["effects"]) for c in answer.get("contests", []) if "reading" in c]
        for reading, options in told:
            mentioned.setdefault(self.place(reading, line), set()).update(options)
        # Of an option that the answers do not name nothing is known.
        cubes += [{place: self.every[place] - names} for place, names in mentioned.items() if self.every[place] - names]
        constraint = meet(cubes, self.every)
        if constraint is not None:
            self.evidence.setdefault(constraint, []).append(case)

    def settle(self):
        """Keeps what one choice explains, the commonest evidence first; the rest fails."""
        order, kept = sorted(self.evidence, key=lambda c: -len(self.evidence[c])), []
        if solve(self.domains, order):
            return
        for constraint in order:
            if solve(self.domains, kept + [constraint]):
                kept.append(constraint)
            else:
                self.verdicts.update({case: "fail" for case in self.evidence[constraint]})


if __name__ == "__main__":
    judge = Judge(sys.argv[1], sys.argv[2])
    for operation in judge.suite["operations"]:
        judge.operation(operation["name"])
    judge.settle()
    for case, verdict in judge.verdicts.items():
        print(case, verdict)
