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


class Judge:
    def __init__(self, folder, results):
        self.folder, self.results = folder, results
        self.suite = json.load(open(f"{folder}/suite.json"))
        readings = self.suite["profile"]["readings"] + [r for o in self.suite["operations"] for r in o["readings"]]
        self.readings = {r["id"]: r for r in readings}
        self.outcome = {r["case"]: r for r in lines(f"{results}/results.jsonl")}
        self.cases, self.votes = [], {}

    def admits(self, alternative):
        return all(o in self.readings[r]["admitted"] for r, o in alternative["readings"].items())

    def place(self, reading, line):
        first = [line["tuple"]["op"], line["tuple"]["form"], line["tuple"]["operands"][0]["tile"]["dtype"]]
        return (reading, *first[: ["run", "operation", "form", "form_dtype"].index(self.readings[reading]["scope"])])

    def vote(self, line, reading, present, agreeing):
        if set(agreeing) != set(present):
            for option in agreeing:
                counts = self.votes.setdefault(self.place(reading, line), {})
                counts[option] = counts.get(option, 0) + 1

    def winner(self, line, reading):
        counts = self.votes.get(self.place(reading, line))
        if not counts:
            return None
        info = self.readings[reading]
        admitted = [o["name"] for o in info["options"] if o["name"] in info["admitted"] and counts.get(o["name"])]
        return max(admitted, key=counts.get, default=None)

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
        alternatives = [{"readings": {}, "outputs": {}, "rejects": False, **a} for a in answer["alternatives"]]
        tiles = {o["name"]: (o["role"], o["tile"]) for o in line["tuple"]["operands"]}
        actual = {n: outputs.get(f"{line['name']}/{n}") for n in tiles}
        some = [a for a in alternatives if not a["rejects"]]
        accepted = [np.all([fits(o, actual[n], tiles[n][1]["dtype"], arrays) for n, o in a["outputs"].items()], axis=0)
                    if all(actual[n] is not None for n in a["outputs"]) else np.zeros(line["cases"], bool) for a in some]
        for slot in range(line["cases"]):
            case = f"{op}/{line['name']}/{slot}"
            result = self.outcome[case]
            if result["outcome"] == "ok":
                matched = [a for a, good in zip(some, accepted) if good[slot]]
            else:
                matched = [a for a in alternatives if a["rejects"]]
            self.cases.append((case, line, answer, alternatives, result, matched, self.outside(line, answer, some, tiles, actual, slot, result, matched)))
            for reading in sorted({r for a in alternatives for r in a["readings"]}):
                present = {a["readings"][reading] for a in alternatives if reading in a["readings"]}
                free = any(reading not in a["readings"] for a in matched)
                agreeing = present if free else {a["readings"][reading] for a in matched}
                if matched and result["outcome"] in ("ok", "rejected") and self.twin_ran(op, answer, result):
                    self.vote(line, reading, present, agreeing)

    def twin_ran(self, op, answer, result):
        twin = answer["expect"].get("twin")
        if result["outcome"] == "ok" or twin is None:
            return True
        found = [r for c, r in self.outcome.items() if c.rsplit("/", 1)[0] == f"{op}/{twin}"]
        return bool(found) and all(r["outcome"] == "ok" for r in found)

    def outside(self, line, answer, some, tiles, actual, slot, result, matched):
        """The reach of a case outside its outputs, and a vote for the readings that allow it."""
        good = [a for a in matched if self.admits(a) and not a["rejects"]]
        if result["outcome"] != "ok" or not good:
            return 0
        far = None
        for name, output in good[0]["outputs"].items():
            role, tile = tiles[name]
            shares = tile.get("same_as") or any(t.get("same_as") == name for _, t in tiles.values())
            if output["judge"]["mode"] not in ("unspecified", "unchanged") and not shares:
                far = max(far or 0, int(reach(output, actual[name][slot : slot + 1], tile["dtype"])[0]))
        if far is not None and PADDING in self.readings:
            self.vote(line, PADDING, REACHES, REACHES[far:])
        return far or 0

    def verdict(self, case, line, answer, alternatives, result, matched, far):
        kind, outcome = answer["expect"]["kind"], result["outcome"]
        if outcome in ("crashed", "timeout", "error"):
            return "fail"
        if outcome == "unsupported":
            return {"either": "skipped", "accept": "fail"}.get(kind) or ("pass" if self.twin_ran(line["tuple"]["op"], answer, result) else "fail")
        if kind == "reject":
            named = result.get("rule")
            wrong = named and answer["expect"].get("rule") and named != answer["expect"]["rule"]
            return "pass" if outcome == "rejected" and not wrong and self.twin_ran(line["tuple"]["op"], answer, result) else "fail"
        if outcome == "rejected" and not self.twin_ran(line["tuple"]["op"], answer, result):
            return "fail"
        good = [a for a in matched if self.admits(a)]
        allowed = self.readings.get(PADDING, {"admitted": REACHES})["admitted"]
        if not good or result.get("touched") or not set(REACHES[far:]) & set(allowed):
            return "fail"
        binding = {}
        for reading in {r for a in alternatives for r in a["readings"]}:
            winner = self.winner(line, reading)
            if winner and any(a["readings"].get(reading) == winner for a in alternatives):
                binding[reading] = winner
        follows = lambda a: all(a["readings"].get(r, w) == w for r, w in binding.items())
        return "pass" if any(map(follows, good)) else "fail"


if __name__ == "__main__":
    judge = Judge(sys.argv[1], sys.argv[2])
    for operation in judge.suite["operations"]:
        judge.operation(operation["name"])
    for parts in judge.cases:
        print(parts[0], judge.verdict(*parts))
