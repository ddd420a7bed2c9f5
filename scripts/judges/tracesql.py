"""What Perfetto's trace processor answers about a trace, beside what the machine says of the same run: `wave --text --json` and `run --json`.
A step at cycle c of the trace is what registers show from cycle c + 1 on."""
import itertools

TOP = "select t.name as track, s.name as name, s.ts as ts, s.dur as dur from slice s join track t on s.track_id = t.id "


class Wave:
    """The signals of `wave --text --json`, by name without GPU."""

    def __init__(self, wave):
        self.period, self.last = wave["period"], wave["to"] - 1
        self.signals = {s["name"].removeprefix("GPU."): s["changes"] for s in wave["signals"]}

    def runs(self, name):
        """(value, from, to) cycle by cycle, without gaps; to the end of the record."""
        changes = self.signals[name] + [[self.last, None]]
        return [(value, at, end) for (at, value), (end, _) in zip(changes, changes[1:]) if end > at]


def blocks(wave):
    """What each block did, as slices: (block, name, ts, dur) in ns."""
    out = []
    for name in wave.signals:
        block, _, what = name.rpartition(".")
        if what != "activity" or "." in block:
            continue
        for value, begin, end in wave.runs(name):
            if value != "IDLE":
                state, _, fifo = value.partition(":")
                out.append((block, state.lower() + (f" by {fifo}" if fifo else ""), begin * wave.period, (end - begin) * wave.period))
    return sorted(out)


def tokens(wave):
    """Times at which a FIFO holds INT_END: {FIFO: [(from, to)]}, in ns, as puts and takes."""
    out = {}
    for name in wave.signals:
        if name.endswith(".tokens"):
            held = [(begin - 1, end - 1) for value, begin, end in wave.runs(name) if value and "INT_END" in value]
            if held:
                out[name.split(".")[-2]] = [(a * wave.period, b * wave.period) for a, b in merged(held)]
    return out


def merged(spans):
    out = []
    for a, b in sorted(spans):
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(b, out[-1][1]))
        else:
            out.append((a, b))
    return out


def stays(wave, slot):
    """When contexts in the slot were cut or ended, and when they were saved: from the slot's phase."""
    drains, saves, runs = [], [], wave.runs(f"CSP.slot{slot}_phase")
    for (value, begin, end), (following, _, _) in zip(runs, runs[1:] + [("", 0, 0)]):
        if value == "STOP":
            drains.append((begin - 1) * wave.period)
        if value in ("STOP", "SAVE", "SEALED") and following not in ("SAVE", "SEALED"):  # a restore that was cut short leaves nothing to seal
            saves.append((end - 1) * wave.period)
    return drains, saves


def compare(j, name, processor, r, wave, run):
    """All checks of one trace; r: the trace as the judge read it, run: `run --json`."""
    wave = Wave(wave)
    bad = processor.query("select name from stats where severity in ('error', 'data_loss') and value > 0")
    j.check(not bad, f"{name}: the trace processor reports no error" if not bad else f"{name}: the trace processor reports {bad}")
    n = processor.query("select count(*) from slice")[0][0]
    j.check(n == len(r.slices), f"{name}: SQL finds {n} of {len(r.slices)} slices")
    _blocks(j, name, processor, wave)
    _contexts(j, name, processor, wave)
    _tokens(j, name, processor, wave)
    _counters(j, name, processor, r)
    if run:
        _cuts(j, name, processor, wave, run)


def _blocks(j, name, processor, wave):
    want = blocks(wave)
    known = {block for block, *_ in want}
    got = sorted(row for row in processor.query(TOP) if row[0] in known)
    j.check(got == want, f"{name}: SQL finds the {len(want)} slices of {len(known)} blocks that wave --text --json has" if got == want
            else f"{name}: slices of blocks: {first_difference(got, want)}")


def _contexts(j, name, processor, wave):
    wrong, n = [], 0
    for slot in (0, 1):
        drains, saves = stays(wave, slot)
        rows = processor.query(TOP + f"where t.name = 'context slot {slot}' order by s.ts, s.depth")
        got = [ts for _, what, ts, _ in rows if what == "drain"], [ts + dur for _, what, ts, dur in rows if what.startswith("context")]
        n += len(saves)
        if got != (drains, saves):
            wrong.append(f"slot {slot}: {first_difference(got[0] + got[1], drains + saves)}")
    j.check(not wrong, f"{name}: SQL finds the {n} stays of contexts, drained and saved when the slots' phases say" if not wrong else f"{name}: {wrong[0]}")


def _tokens(j, name, processor, wave):
    got = {}
    for _, what, ts, dur in processor.query(TOP + "where s.name like 'INT_END in %'"):
        got.setdefault(what.removeprefix("INT_END in "), []).append((ts, ts + dur))
    got, want = {k: merged(v) for k, v in got.items()}, tokens(wave)
    wrong = [k for k in sorted(set(got) | set(want)) if got.get(k) != want.get(k)]
    n = sum(map(len, want.values()))
    j.check(not wrong, f"{name}: SQL finds INT_END in {len(want)} FIFOs, {n} times" if not wrong
            else f"{name}: INT_END in {wrong[0]}: {first_difference(got.get(wrong[0], []), want.get(wrong[0], []))}")


def _counters(j, name, processor, r):
    rows = processor.query("select t.name as name, c.ts as ts, c.value as value from counter c join counter_track t on c.track_id = t.id")
    want = sorted((track.split("/")[-1], time, float(value)) for track, values in r.counters.items() for time, value in values)
    j.check(sorted(rows) == want, f"{name}: SQL finds {len(want)} values of {len(r.counters)} counters" if sorted(rows) == want
            else f"{name}: counters: {first_difference(sorted(rows), want)}")


PLACE = {"ring head": "ring_head", "DMA offset": "dma_offset", "instance": "instance", "primitive": "primitive", "triangle": "triangle", "tile": "tile"}


def _cuts(j, name, processor, wave, run):
    """Each cut is one flow from INT to where its context goes on, at the cursor of `run --json`."""
    marks = processor.query("select s.id as id, s.name as name, s.ts as ts, s.arg_set_id as of from slice s join track t on s.track_id = t.id where t.name like 'cuts, slot %' order by s.ts")
    args = {}
    for key, of, n, text in processor.query("select key, arg_set_id, int_value, string_value from args"):
        args.setdefault(of, {})[key.split(".")[-1]] = text if text is not None else n
    begun = [m for m in marks if m[1].startswith("INT ")]
    want = [(c["cycle"] * wave.period, c["cause"]) for c in run["cuts"]]
    got = [(ts, args[of]["cause"]) for _, _, ts, of in begun]
    j.check(got == want, f"{name}: SQL finds {len(want)} cuts, at the cycles and of the causes of run --json" if got == want
            else f"{name}: cuts: {first_difference(got, want)}")
    nexts = {}
    for out, into in processor.query("select slice_out, slice_in from flow"):
        nexts.setdefault(out, []).append(into)
    by_id = {m[0]: m for m in marks}
    wrong, saved = [], {}  # saved: cursor in a context's save area
    for mark, cut in zip(begun, run["cuts"]):
        steps = [by_id[s] for s in reached(mark[0], nexts) if s in by_id]
        wanted = [mark[1], "cursor reported", "drained", "saved", mark[1].replace("INT", "RESUMED")]
        later = next((m[1] for m in marks if m[2] > mark[2] and m[1] in (mark[1], wanted[4])), None)
        if later != wanted[4]:  # cut again before it went on: the later cut's flow goes there
            wanted.pop()
        if [s[1] for s in steps] != wanted:
            wrong.append(f"the cut at {mark[2]} ns goes through {[s[1] for s in steps]}")
            continue
        place = {key: cut["ids"][value] for key, value in PLACE.items()}
        saved[mark[1]] = saved.get(mark[1]) or place
        for step, place in ((steps[1], place), (steps[-1], saved[mark[1]]))[:len(wanted) - 3]:
            if {k: args[step[3]].get(k) for k in place} != place:
                wrong.append(f"the cut at {mark[2]} ns: {step[1]} at {args[step[3]]}, not {place}")
        if later == wanted[-1]:
            saved[mark[1]] = None
    j.check(not wrong, f"{name}: each is one flow: INT, cursor reported, drained, saved, RESUMED, the cursor that of run --json" if not wrong else f"{name}: {wrong[0]}")


def reached(start, nexts):
    """The slices of a flow, in order."""
    seen, todo = [], [start]
    while todo:
        s = todo.pop(0)
        if s not in seen:
            seen.append(s)
            todo += nexts.get(s, [])
    return seen


def first_difference(got, want):
    for a, b in itertools.zip_longest(got, want):
        if a != b:
            return f"{a} instead of {b}"
    return "none"
