"""Compute shaders that tests of tb/shaders/judge export (-export), and what others make of them."""
import collections
import json
import re

import numpy as np

from judging import Nothing

# What of the small shaders WGSL leaves open, or another implementation does otherwise: name -> (names of these, reason).
ALL = "lavapipe", "dawn"
HOLES = {
    "a-variable-of-each-turn": (ALL, "variables without a value in a loop are not 0 again: issue 9489 of wgpu, and the same in Dawn"),
    "an-element-in-registers--through-a-pointer--after-a-continue": (ALL, "WGSL has no pointers to components of vectors; the front end has them"),
    "columns": (ALL, "indices beyond a matrix: WGSL leaves open which column is taken"),
    "comparisons-with-NaN": (ALL, "WGSL does not say how NaN compares"),
    "degrees-of-f16-are-computed-in-f16": (ALL, "WGSL allows an error"),
    "frexp-of-small-numbers": (ALL, "WGSL lets numbers below the least normal one be 0"),
    "groups-and-spilled-registers": (ALL, "invocations write the same word: WGSL leaves open which is last"),
    "negative-values": (ALL, "sums of the bits of floats: WGSL lets products and sums be fused"),
    "remainders-and-shifts": (("dawn",), "a remainder of floats, whose quotient may have an error"),
    "remainders-of-f16-are-computed-in-f32": (ALL, "a remainder of floats, whose quotient may have an error"),
    "truth-values": (("dawn",), "WGSL wants parentheses where && and || are mixed, naga does not"),
}
# SwiftShader computes with vectors of bools wrongly whose components are known, such as !vec2<bool>(z, z) of a variable z that nobody has set. Of random shaders with
# such vectors so many may differ there, if lavapipe agrees with tilemark.
BOOLS = 0.05
CLOSE = 4  # units in the last place of f32 by which results of shaders with floats may differ: products and sums may be fused
LATE = 0.2  # of the shaders of others may take too long, and two more


class Late(str):
    """Why there is no result: it took too long."""


class Case:
    def __init__(self, path):
        self.base, self.job = path.with_suffix(""), json.loads(path.read_text())
        self.kind, self.name, self.buffers = self.job["kind"], path.stem.removeprefix(self.job["kind"] + "-"), self.job["buffers"]
        self.source = self.base.with_suffix(".wgsl").read_text()

    def __str__(self):
        return f"{self.kind} {self.name}"

    def words(self, suffix):
        return np.fromfile(f"{self.base}.{suffix}", np.uint8)

    def run(self, runner):
        """None when a runner gives the same as tilemark, otherwise what differs, or why there is nothing."""
        source, initialised = self.base.with_suffix(f".{runner.name}.wgsl"), self.source
        if runner.name == "lavapipe":
            initialised = with_zeros(self.source)
        source.write_text(initialised)
        after = f"{self.base}.{runner.name}"
        failed = runner.run({**self.job, "do": "compute", "source": str(source), "before": f"{self.base}.before", "after": after})
        if failed:
            return Late(failed) if failed == runner.LATE else failed
        return self.difference(self.words("after"), np.fromfile(after, np.uint8))

    def difference(self, ours, theirs):
        if len(ours) != len(theirs):
            return f"{len(ours)} bytes were expected, there are {len(theirs)}"
        apart = ours != theirs
        if self.kind != "random":
            apart &= ~np.repeat(close(ours.view("<u4"), theirs.view("<u4")), 4)
        differing = np.nonzero(apart)[0]
        if not len(differing):
            return None
        at = first = int(differing[0])
        for b in self.buffers:
            if at < b["bytes"]:
                break
            at -= b["bytes"]
        word = first & ~3
        return (f"{len(differing)} bytes differ, the first is byte {at} of @group({b['group']}) @binding({b['binding']}): "
                f"tilemark {ours[word:word + 4].tobytes()[::-1].hex()}, theirs {theirs[word:word + 4].tobytes()[::-1].hex()}")


def close(a, b):
    """Which words are floats that differ by CLOSE units in the last place at most; small integers are none."""
    exponents = a >> 23 & 255
    return (np.abs(a.astype(np.int64) - b.astype(np.int64)) <= CLOSE) & (exponents > 64) & (exponents < 255)


WORKGROUP = re.compile(r"var<workgroup>\s+(\w+)\s*:\s*(.*?);", re.S)
ENTRY = re.compile(r"@compute.*?\)\s*\{", re.S)
INDEX = re.compile(r"@builtin\(local_invocation_index\)\s*(\w+)")
ATOMICS = re.compile(r"(?:array<)?\s*atomic<(\w+)>\s*(?:,\s*(\d+)\s*>)?")


def with_zeros(source):
    """A shader that makes memory of its workgroups zeros by itself, which lavapipe does not: its first invocation, before a barrier."""
    lines = []
    for name, typ in WORKGROUP.findall(source):
        if m := ATOMICS.fullmatch(typ.strip()):
            lines += [f"atomicStore(&{name}{f'[{n}]' if m[2] else ''}, {m[1]}(0));" for n in range(int(m[2] or 1))]
        elif "atomic" not in typ:
            lines.append(f"{name} = {typ}();")
    entry = ENTRY.search(source)
    if not lines or not entry:
        return source
    index = INDEX.search(entry[0])
    text = "\n".join(lines)
    text = f"\nif ({index[1]} == 0u) {{\n{text}\n}}\nworkgroupBarrier();\n" if index else f"\n{text}\nworkgroupBarrier();\n"
    return source[:entry.end()] + text + source[entry.end():]


def cases(folder):
    list_ = [Case(p) for p in sorted(folder.glob("*.json"))]
    if not list_:
        raise Nothing(f"shaders (.json) were expected in {folder}")
    return list_


def judged(j, list_, runners):
    """Runs all cases with all runners."""
    agreed = set()  # with one of them, at least
    for runner in runners:
        ran, without, differing, late, bools = collections.Counter(), collections.Counter(), [], [], []
        for case in list_:
            names, reason = HOLES.get(case.name, ((), ""))
            if "enable f16" in case.source and not runner.half:
                names, reason = (runner.name,), "there is no f16"
            if runner.name in names:
                without[reason] += 1
                continue
            ran[case.kind] += 1
            different = case.run(runner)
            if different is None:
                agreed.add(case)
            elif isinstance(different, Late):
                late.append(str(case))
            elif runner.name == "dawn" and case.kind == "random" and case in agreed and "<bool>" in case.source:
                bools.append(str(case))
            else:
                differing.append(f"{case}: {different}")
        for text in differing:
            print(f"       {text[:300]}")
        for reason, n in without.items():
            print(f"       not compared: {n}: {reason}")
        if bools:
            print(f"       known vectors of bools, which SwiftShader gets wrong: {', '.join(bools)}")
        if late:
            print(f"       no end within {runner.SECONDS} s: {', '.join(late)}")
        j.total[f"shaders that {runner.name} ran"] += sum(ran.values()) - len(late) - len(bools)
        j.check(not differing and sum(ran.values()) > 0, f"{runner.name}: {', '.join(f'{n} {kind}' for kind, n in ran.items())} shaders, {len(differing)} differ")
        j.check(len(bools) <= max(1, BOOLS * ran["random"]) and len(late) <= 2 + LATE * ran["others"], f"{runner.name}: {len(bools)} have known vectors of bools, {len(late)} take too long")
    planted(j, list_)


def planted(j, list_):
    """One bit of a result is noticed, wherever it is."""
    noticed = 0
    for case in list_:
        ours = case.words("after")
        theirs = ours.copy()
        at = len(case.name) * 7919 % len(ours) & ~3
        theirs[at] ^= 8
        noticed += case.difference(ours, theirs) is not None
    j.check(noticed == len(list_), f"planted: a bit that is changed is noticed in {noticed} of {len(list_)} shaders")
