"""The register tables as the judge reads them, by the rules of docs/registers.md: every register's place in the save area, its fields, what
software may do with them. Nothing here comes from tilemark's own readers or writers."""
import copy
import re

import yaml

# What reads and writes of software do, by the name of the access.
ACCESS = {
    "none": ("no", "no"), "ro": ("value", "no"), "rw": ("value", "value"), "wo": ("no", "value"),
    "rc": ("clears", "no"), "rs": ("sets", "no"), "wrc": ("clears", "value"), "wrs": ("sets", "value"),
    "rw1c": ("value", "1c"), "rw1s": ("value", "1s"), "rw1t": ("value", "1t"), "rw0c": ("value", "0c"), "rw0s": ("value", "0s"), "rw0t": ("value", "0t"),
    "w1crs": ("sets", "1c"), "w1src": ("clears", "1s"), "w0crs": ("sets", "0c"), "w0src": ("clears", "0s"), "r0w1c": ("zero", "1c"),
    "wclr": ("value", "clears"), "wset": ("value", "sets"), "wclrrs": ("sets", "clears"), "wsetrc": ("clears", "sets"),
    "woclr": ("no", "1c"), "woset": ("no", "1s"), "wot": ("no", "1t"), "rw1": ("value", "once"), "wo1": ("no", "once"), "singlepulse": ("zero", "pulse"),
}


class Loader(yaml.SafeLoader):
    """YAML 1.2 in one respect: OFF and ON, which are good names, are texts."""


Loader.yaml_implicit_resolvers = {c: [(tag, r) for tag, r in rs if tag != "tag:yaml.org,2002:bool"] for c, rs in yaml.SafeLoader.yaml_implicit_resolvers.items()}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))


def read(path):
    return yaml.load(path.read_text(), Loader)


def rough(access):
    """What formats say that know neither a read of zero, nor a pulse, nor a field that is not for software."""
    reads, writes = access
    reads = "no" if reads == "zero" else reads
    writes = "value" if writes == "pulse" else writes
    return ("value", "no") if (reads, writes) == ("no", "no") else (reads, writes)


class Field:
    def __init__(self, y, register_hw):
        self.name = y["name"]
        high, low = map(int, y["bits"].split(":"))
        self.lsb, self.width = low, high - low + 1
        self.reset = y.get("reset", 0) & (1 << self.width) - 1
        self.type, self.hw = y["type"], y.get("hw", register_hw)
        self.access = ACCESS[y.get("sw", "rw")]
        self.enum = dict(y.get("enum", {}))
        self.align = y.get("align", 1)
        self.fraction = int(self.type.split(".")[1]) if re.fullmatch(r"[us]\d+\.\d+", self.type) else None

    @property
    def mask(self):
        return (1 << self.width) - 1 << self.lsb


class Register:
    def __init__(self, y):
        self.name, self.offset, self.kind = y["name"], y["offset"], y["class"]
        self.count, self.stride = y.get("count", 1), y.get("stride", 1)
        self.since, self.lock, self.alias = y.get("since", ""), y.get("lock", ""), y.get("alias", "")
        self.fields = [Field(f, y.get("hw", "ro")) for f in y["fields"]]

    @property
    def reset(self):
        return sum(f.reset << f.lsb for f in self.fields)

    def elements(self):
        """Name and offset of each element in DWORDs."""
        for i in range(self.count):
            yield (self.name if self.count == 1 else f"{self.name}[{i}]"), self.offset + i * self.stride


class Window:
    def __init__(self, y):
        self.name, self.offset, self.length = y["name"], y["offset"], y["length"]
        self.access = ACCESS[y.get("sw", "rw")]


class Block:
    def __init__(self, y):
        self.name, self.id, self.length, self.version = y["block"], y["id"], y["length"], y["version"]
        self.registers = sorted(map(Register, y["registers"]), key=lambda r: r.offset)
        self.windows = [Window(w) for w in y.get("windows", [])]


class Tables:
    """All blocks, and the save area: 16 bytes, the blocks by their IDs, each rounded up to 16 bytes, and what stands after them, 32 bytes unless a
    table of formats says otherwise."""

    def __init__(self, folder):
        self.formats = (folder / "formats").is_dir()
        self.blocks = sorted((Block(read(p)) for p in sorted(folder.glob("*.yaml"))), key=lambda b: b.id)
        at = 16
        for b in self.blocks:
            b.base = at
            at += (4 * b.length + 15) // 16 * 16
        self.ends = [(base, s) for p in sorted(folder.glob("formats/*.yaml")) for s in read(p).get("structures", [])
                     for name, base in (("SAVE_AREA_HEAD", 0), ("SAVE_AREA_TAIL", at)) if s["name"] == name]
        self.bytes = at + next((4 * s["length"] for base, s in self.ends if base), 32)

    def places(self):
        """What the save area holds beside the blocks, where a table of formats says so."""
        return {w["name"]: base + 4 * w["offset"] for base, s in self.ends for w in s["words"]}

    def layout(self):
        """The hash of what the save area holds and where, in DWORDs (FNV-1a, 32 bits): saved registers, then the words beside the blocks."""
        lines = [f"{b.name}.{name} {b.id} {b.base // 4 + offset}\n" for b in self.blocks for r in b.registers if r.kind == "save" for name, offset in r.elements()]
        for base, s in self.ends:
            for w in sorted(s["words"], key=lambda w: w["offset"]):
                lines.append(f"{w['name']} {base // 4 + w['offset']} {w.get('count', 1) * (2 if w.get('type') == 'uint64' else 1)}\n")
        h = 0x811c9dc5
        for byte in "".join(lines).encode():
            h = (h ^ byte) * 0x01000193 & 0xffffffff
        return h

    def registers(self):
        """Every register, array elements one by one: (address, name) to the table's register."""
        return {(b.base + 4 * offset, f"{b.name}.{name}"): r for b in self.blocks for r in b.registers for name, offset in r.elements()}

    def windows(self):
        return {(b.base + 4 * w.offset, f"{b.name}.{w.name}"): w for b in self.blocks for w in b.windows}

    def spoiled(self, what):
        """A copy in which one value differs; None when there is nothing to spoil."""
        t = copy.deepcopy(self)
        for b in reversed(t.blocks):
            for r in b.registers:
                if SPOILS[what](b, r):
                    return t
        return None


def shift_offset(b, r):
    r.offset += 1
    return True


def change_reset(b, r):
    f = r.fields[-1]
    f.reset ^= 1 << f.width - 1
    return True


def change_mask(b, r):
    f = r.fields[-1]
    if f.width > 1:
        f.width -= 1
        f.reset &= (1 << f.width) - 1
    return f.width > 1


def change_access(b, r):
    f = r.fields[-1]
    f.access = ("value", "no") if rough(f.access) != ("value", "no") else ("value", "value")
    return True


def change_enum(b, r):
    for f in r.fields:
        if f.enum:
            name = next(iter(f.enum))
            f.enum[name] ^= 1
            return True
    return False


def change_name(b, r):
    r.fields[-1].name += "X"
    return True


SPOILS = {"offset": shift_offset, "reset": change_reset, "mask": change_mask, "access": change_access, "enum": change_enum, "name": change_name}
