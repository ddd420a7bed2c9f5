#!/usr/bin/env python3
"""Reads tilemark's traces with Perfetto's own definitions and with its trace processor; what they find must be what `wave --text --json` and
`run --json` say of the same run."""
import copy
import importlib.metadata

from google.protobuf import unknown_fields
from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

from judging import MISSING, Judge, Quiet
from processor import open_processor
import tracesql

RUNS = [("one-triangle", []), ("six-draws", ["--interrupt", "3000"]), ("one-triangle", ["--partner", "blend", "--every", "400"]),
        ("six-draws", ["--break-point", "zl1", "--interrupt", "3000,3900"])]
EVENT = pb.TrackEvent
INCREMENTAL_CLEARED, NEEDS_INCREMENTAL = 1, 2


def unknown(message):
    """Fields that Perfetto's definitions do not have, anywhere in a message."""
    n = len(unknown_fields.UnknownFieldSet(message))
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if hasattr(value, "__len__") and not hasattr(value, "ListFields") else [value]:
                n += unknown(part)
    return n


class Read:
    """A trace, read as docs and definitions of TrackEvent say."""

    def __init__(self, trace):
        self.tracks, self.names, self.open = {}, {}, {}
        self.slices, self.counters = [], {}  # (track, from, to, name); name of the counter with its parents' -> [(time, value)]
        self.problems, self.flows, self.ended = [], {}, set()
        self.valid = False
        for packet in trace.packet:
            if packet.HasField("track_descriptor"):
                self.track(packet.track_descriptor)
            self.sequence(packet)
            if packet.HasField("track_event"):
                self.event(packet.timestamp, packet.track_event)
        self.problems += [f"track {self.name(t)}: {len(s)} slices are never ended" for t, s in self.open.items() if s]
        self.problems += [f"flow {f} has one end" for f, n in self.flows.items() if n < 2]

    def track(self, d):
        if d.uuid in self.tracks:
            self.problems.append(f"track {d.uuid} is described twice")
        if d.parent_uuid and d.parent_uuid not in self.tracks:
            self.problems.append(f"track {d.uuid}: parent {d.parent_uuid} is not described before")
        self.tracks[d.uuid] = d

    def sequence(self, packet):
        if packet.sequence_flags & INCREMENTAL_CLEARED:
            self.names, self.valid = {}, True
        if packet.sequence_flags & NEEDS_INCREMENTAL and not self.valid:
            self.problems.append("a packet needs names before any was sent")
        for n in packet.interned_data.event_names:
            self.names[n.iid] = n.name

    def name(self, uuid):
        d = self.tracks.get(uuid)
        if d is None:
            return f"{uuid}?"
        own = d.name or d.process.process_name
        return (self.name(d.parent_uuid) + "/" if d.parent_uuid else "") + own

    def event(self, time, e):
        if e.track_uuid not in self.tracks:
            self.problems.append(f"an event at {time} on track {e.track_uuid}, which is not described")
        if e.name_iid and e.name_iid not in self.names:
            self.problems.append(f"name {e.name_iid} at {time} was never sent")
        for f in list(e.flow_ids) + list(e.terminating_flow_ids):
            self.flows[f] = self.flows.get(f, 0) + 1
        open_ = self.open.setdefault(e.track_uuid, [])
        if e.type == EVENT.TYPE_SLICE_BEGIN:
            open_.append((time, self.names.get(e.name_iid, e.name)))
        elif e.type == EVENT.TYPE_SLICE_END:
            if not open_:
                self.problems.append(f"track {self.name(e.track_uuid)}: an end at {time} without a begin")
                return
            begin, name = open_.pop()
            if time < begin:
                self.problems.append(f"track {self.name(e.track_uuid)}: a slice from {begin} to {time}")
            self.slices.append((e.track_uuid, begin, time, name))
        elif e.type == EVENT.TYPE_COUNTER:
            value = e.double_counter_value if e.HasField("double_counter_value") else e.counter_value
            if not self.tracks[e.track_uuid].HasField("counter"):
                self.problems.append(f"track {self.name(e.track_uuid)} counts but is no counter")
            self.counters.setdefault(self.name(e.track_uuid), []).append((time, value))


def steps(rows):
    """Changes alone; of two values at one time the last."""
    out = []
    for time, value in rows:
        if out and out[-1][0] == time:
            out.pop()
        if not out or out[-1][1] != value:
            out.append((time, value))
    return out


def main(j):
    print(f"perfetto {importlib.metadata.version('perfetto')}, protobuf {importlib.metadata.version('protobuf')}")
    missing = False
    for i, (scene, flags) in enumerate(RUNS):
        name, path = " ".join([scene, *flags]), j.work / f"{i}.perfetto-trace"
        wave = j.json("wave", scene, *flags, "--text", "--json")
        if wave is None or j.tilemark("trace", scene, *flags, "--out", path) is None:
            continue
        trace = pb.Trace()
        trace.ParseFromString(path.read_bytes())
        j.check(len(trace.packet) > 0 and not unknown(trace), f"{name}: {len(trace.packet)} packets, all fields known to Perfetto's definitions")
        r = Read(trace)
        j.total["slices"] += len(r.slices)
        j.check(not r.problems, f"{name}: {len(r.tracks)} tracks, {len(r.slices)} slices, {len(r.flows)} flows and {len(r.counters)} counters hold together"
                if not r.problems else f"{name}: {len(r.problems)} problems, such as {r.problems[0]}")
        fills(j, name, r, wave)
        processor = open_processor(path)
        if processor is None:
            missing = True
            continue
        if i == 0:
            print(f"  trace processor: {processor.version}")
        tracesql.compare(j, name, processor, r, wave, j.json("run", scene, *flags, "--json"))
        if i == 0:
            planted(j, name, processor, r, wave)
        processor.close()
    if missing:
        print("  the trace processor cannot be had: npm, Node and the npm registry are needed, or TRACE_PROCESSOR=FILE")
    return MISSING if missing and not j.failures else j.end("slices")


def planted(j, name, processor, r, wave):
    """One block that was busy a cycle longer is noticed."""
    wave = copy.deepcopy(wave)
    changes = next(s["changes"] for s in wave["signals"] if s["name"] == "GPU.TSU.activity")
    changes[2][0] += 1
    quiet = Quiet()
    tracesql.compare(quiet, name, processor, r, wave, None)
    j.check(len(quiet.failed) == 1, f"{name}: a planted difference of one cycle is noticed")


def fills(j, name, r, wave):
    want = {}
    for s in wave["signals"]:
        if s["name"].endswith(".fill"):
            want[s["name"].split(".")[-2]] = steps([(t * wave["period"], v) for t, v in s["changes"]])
    got = {k.split("/")[-1]: steps(v) for k, v in r.counters.items()}
    shared = sorted(set(want) & set(got))
    wrong = []
    for k in shared:  # the trace begins one cycle after the waves
        start = got[k][0][0]
        want[k] = steps([(max(t, start), v) for t, v in want[k]])
        if want[k] != got[k] or start > 20 + wave["from"] * wave["period"]:
            wrong.append(k)
    j.check(shared and not wrong, f"{name}: {len(shared)} FIFOs have the fill of wave --text --json" if not wrong
            else f"{name}: fill of {wrong[0]} {differing(got[wrong[0]], want[wrong[0]])}, {len(wrong)} FIFOs of {len(shared)}")


def differing(got, want):
    at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
    return f"{got[at:at + 3]} instead of {want[at:at + 3]} (time in ns, entries)"


if __name__ == "__main__":
    Judge(__doc__).main(main)
