"""An exported scene (docs/judges.md), read from the documents alone: the register tables in hw/regs, the commands of
docs/commands.md, the surfaces of docs/arithmetic.md, section 9."""
import json
import pathlib
import struct

import numpy as np
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRAGMENT = np.dtype([("draw", "<u4"), ("instance", "<u4"), ("primitive", "<u4"), ("triangle", "<u4"),
                     ("x", "<u2"), ("y", "<u2"), ("flags", "<u4")])
D24S8, D32F, D16 = 0, 1, 2
RGBA8, SRGB8, RGBA16F = 0, 1, 2
COUNTERS = [("ZL2", "OCCLUSION"), ("BP", "IA_VERTICES"), ("BP", "IA_PRIMITIVES"), ("BP", "VS_INVOCATIONS"), ("BP", "CLIP_INVOCATIONS"),
            ("BP", "CLIP_PRIMITIVES"), ("PS", "PS_INVOCATIONS")]  # as QUERY_WRITE's sub-opcode counts them


class Tables:
    """The register tables."""

    def __init__(self):
        self.blocks = {}
        for path in sorted((ROOT / "hw/regs").glob("*.yaml")):
            table = yaml.safe_load(path.read_text())
            if "block" in table:
                self.blocks[table["block"]] = table
        self.ids = {b["id"]: name for name, b in self.blocks.items()}
        self.fields = {}
        for name, b in self.blocks.items():
            for r in b["registers"]:
                for f in r["fields"]:
                    high, low = map(int, str(f["bits"]).split(":"))
                    self.fields[name, r["name"], f["name"]] = (r["offset"], low, (1 << (high - low + 1)) - 1)
        self.counters = {}  # (block, offset) -> (counter, half)
        for i, (block, name) in enumerate(COUNTERS):
            for half, end in enumerate(("_LO", "_HI")):
                if (block, name + end, "VALUE") in self.fields:
                    self.counters[block, self.fields[block, name + end, "VALUE"][0]] = (i, half)

    def reset(self):
        words = {name: [0] * b["length"] for name, b in self.blocks.items()}
        for name, b in self.blocks.items():
            for r in b["registers"]:
                for f in r["fields"]:
                    words[name][r["offset"]] |= int(f.get("reset") or 0) << int(str(f["bits"]).split(":")[1])
        return words


TABLES = Tables()


class State:
    """The registers as they stand at a draw."""

    def __init__(self, words):
        self.words = {name: list(w) for name, w in words.items()}

    def get(self, block, register, field="VALUE"):
        offset, low, mask = TABLES.fields[block, register, field]
        return self.words[block][offset] >> low & mask

    def has(self, block, register, field="VALUE"):
        return (block, register, field) in TABLES.fields

    def float(self, block, register):
        return np.uint32(self.get(block, register)).view(np.float32)

    def floats(self, block, first, n):
        offset = TABLES.fields[block, first, "VALUE"][0]
        return np.array(self.words[block][offset:offset + n], np.uint32).view(np.float32)

    def viewport(self, name):
        index = self.get("TSU", "VIEWPORT_SELECT", "INDEX") if self.has("TSU", "VIEWPORT_SELECT", "INDEX") else 0
        if index:
            name = f"VIEWPORT{index}_" + name.removeprefix("VIEWPORT_")
        return self.float("TSU", name)


class Commands:
    """The commands of a context in order: (name, operands, state). COUNTER: a query's counter is set (counter, half, value)."""

    def __init__(self, memory, header):
        self.words = np.frombuffer(memory, "<u4")
        self.header = header // 4
        self.now = TABLES.reset()
        self.list = []
        self.ring()

    def ring(self):
        head, tail, size = (int(self.words[self.header + i]) for i in (0, 1, 4))
        ring = [int(w) for w in self.words[self.header + 8:self.header + 8 + size]]
        run = ring[head:tail] if tail >= head else ring[head:] + ring[:tail]
        for client, op, _, operands in split(run):
            if (client, op) == (0, 4):
                at = operands[0] // 4
                self.buffer([int(w) for w in self.words[at:at + operands[1]]])

    def buffer(self, words):
        for client, op, sub, operands in split(words):
            if (client, op) == (2, 1):
                block = TABLES.ids[sub]
                for i, value in enumerate(operands[1:]):
                    self.now[block][operands[0] + i] = value
                    if (block, operands[0] + i) in TABLES.counters:
                        self.list.append(("COUNTER", TABLES.counters[block, operands[0] + i] + (value,), None))
            elif client in (1, 2):
                name = {(2, 2): "DRAW", (2, 3): "QUERY", (1, 1): "FILL", (1, 2): "COPY"}[client, op]
                self.list.append((name, [sub] + operands if name == "QUERY" else operands, State(self.now)))


def split(words):
    at = 0
    while at < len(words):
        header = words[at]
        length = header & 0xffff
        yield header >> 29, header >> 24 & 31, header >> 16 & 255, words[at + 1:at + 1 + length]
        at += 1 + length


def surface_addresses(base, pitch, x, y, size):
    """Byte addresses of pixels of a tiled surface; size: bytes of a pixel."""
    tile = (y >> 3) * pitch + (x >> 3)
    pair = 2 * (y & 1) + (x & 1)
    if size == 2:
        inside = 64 * ((y & 7) >> 2) + 32 * ((y & 3) >> 1) + 8 * ((x & 7) >> 1) + 2 * pair
    else:
        inside = (64 * ((y & 7) >> 1) + 16 * ((x & 7) >> 1) + 4 * pair) * (size // 4)
    return (base & ~{2: 0xff, 4: 0xff, 8: 0x1ff}[size]) + 64 * size * tile + inside


class Context:
    def __init__(self, folder, index, first, before, after, fragments):
        self.__dict__.update(index)
        self.before, self.after = before, after
        self.commands = Commands(before, self.header)
        self.trace = fragments[first:first + index["fragments"]]
        self.width, self.height = self.color["width"], self.color["height"]
        states = [s for name, _, s in self.commands.list if name == "DRAW"]
        self.color_format = states[0].get("WBU", "COLOR_FORMAT") if states and states[0].has("WBU", "COLOR_FORMAT") else RGBA8
        self.color_bytes = 8 if self.color_format == RGBA16F else 4
        self.depth_bytes = 2 if self.depth_format == D16 else 4

    def addresses(self):
        """Of the pixels of the colour and of the depth surface, rows from the top."""
        y, x = np.mgrid[0:self.height, 0:self.width]
        return tuple(surface_addresses(s["base"], s["pitch"], x, y, n) for s, n in ((self.color, self.color_bytes), (self.depth, self.depth_bytes)))

    def surfaces(self, memory):
        """The words of both."""
        return tuple(np.frombuffer(memory, {2: "<u2", 4: "<u4", 8: "<u8"}[n])[at // n]
                     for at, n in zip(self.addresses(), (self.color_bytes, self.depth_bytes)))

    def word64(self, address):
        return struct.unpack_from("<Q", self.after, address)[0]


def load(folder):
    folder = pathlib.Path(folder)
    index = json.loads((folder / "index.json").read_text())
    if index["version"] != 1:
        raise SystemExit(f"{folder}/index.json: version 1 was expected, found {index['version']}")
    before, after = (folder / "before.bin").read_bytes(), (folder / "after.bin").read_bytes()
    fragments = np.fromfile(folder / "fragments.bin", FRAGMENT)
    first, contexts = 0, []
    for c in index["contexts"]:
        contexts.append(Context(folder, c, first, before, after, fragments))
        first += c["fragments"]
    return contexts
