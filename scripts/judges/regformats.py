"""Commands and structures in memory: what the tables of formats say, by the rules of docs/registers.md, and what others find in the generated
files. Nothing here comes from tilemark's own readers or writers."""
import copy

from regtable import read

NONE = {"header": {"fields": []}, "enums": [], "commands": [], "structures": []}


def mask(f):
    return (1 << f["msb"] - f["lsb"] + 1) - 1 << f["lsb"]


def bits(y):
    out = dict(y)
    out["msb"], out["lsb"] = map(int, out.pop("bits").split(":"))
    return out | {"mask": mask(out)}


def word(y):
    out = {"count": 1, "rest": False, "type": "fields", **y}
    return out | {"fields": list(map(bits, y["fields"]))} if "fields" in y else out


def by_offset(words):
    return sorted(map(word, words), key=lambda w: w["offset"])


class Formats:
    """All files of a folder together, in the form of the generated JSON."""

    def __init__(self, folder):
        self.source = copy.deepcopy(NONE)
        for y in (read(p) for p in sorted(folder.glob("*.yaml"))):
            self.source["header"] = y.get("header", self.source["header"])
            for key in ("enums", "commands", "structures"):
                self.source[key] += y.get(key, [])

    def document(self):
        y = self.source
        header = list(map(bits, y["header"]["fields"]))
        return {"header": header,
                "enums": [{"kind": "values", **e, "values": [{"label": v["name"], **v} for v in e["values"]]} for e in y["enums"]],
                "commands": [self.command(c, {f["name"]: f for f in header}) for c in y["commands"]],
                "structures": [{"align": 4, "count": 1, "reserved": [], **s, "words": by_offset(s["words"])} for s in y["structures"]]}

    def command(self, y, header):
        """Its code is client and opcode in the header; a length without an end goes as far as the header can say."""
        out = {"sub_opcode": None, **y, "operands": by_offset(y.get("operands", []))}
        clients = next(e for e in self.source["enums"] if e["name"] == header["CLIENT"]["enum"])
        client = next(v["value"] for v in clients["values"] if v["name"] == y["client"])
        out["code"] = client << header["CLIENT"]["lsb"] | y["opcode"] << header["OPCODE"]["lsb"]
        length = str(out.pop("length")).replace("any", "0..")
        out["least"] = int(length.removesuffix(".."))
        out["most"] = header["LENGTH"]["mask"] >> header["LENGTH"]["lsb"] if length.endswith("..") else out["least"]
        return out

    def flat(self):
        return flat(self.document())

    def constants(self):
        """Names of C and SystemVerilog without the header's own beginning, to values."""
        d = self.document()
        out = {f"Enum_{e['name']}_{v['name']}": v["value"] for e in d["enums"] for v in e["values"]}
        if d["header"]:
            out |= fields("Header", d["header"])
            out["Header_Command_Msk"] = sum(f["mask"] for f in d["header"] if f["name"] in ("CLIENT", "OPCODE"))
        for c in d["commands"]:
            name = f"Command_{c['name']}"
            out |= {name: c["code"], f"{name}_Least": c["least"], f"{name}_Most": c["most"], **words(name, c["operands"])}
        for s in d["structures"]:
            name = f"Struct_{s['name']}"
            out |= {f"{name}_Size": 4 * s["length"], f"{name}_Align": s["align"], **words(name, s["words"])}
            if s["count"] > 1:
                out[f"{name}_Num"] = s["count"]
        return out

    def members(self):
        """Bytes of structures, and to words and of them."""
        out = {}
        for s in self.document()["structures"]:
            out[f"{s['name']}.bytes"] = 4 * s["length"]
            for w in s["words"]:
                out[f"{s['name']}.{w['name']}.at"] = 4 * w["offset"]
                out[f"{s['name']}.{w['name']}.bytes"] = 4 * w["count"] * (2 if w["type"] == "uint64" else 1)
        return out

    def expressions(self):
        """The same in C."""
        out = {}
        for s in self.document()["structures"]:
            kind = f"struct tilemark_format_{s['name'].lower()}"
            out[f"{s['name']}.bytes"] = f"sizeof({kind})"
            for w in s["words"]:
                out[f"{s['name']}.{w['name']}.at"] = f"offsetof({kind}, {w['name']})"
                out[f"{s['name']}.{w['name']}.bytes"] = f"sizeof((({kind} *)0)->{w['name']})"
        return out

    def spoiled(self, what):
        """A copy in which one value differs; None when there is nothing to spoil."""
        f = copy.deepcopy(self)
        return f if SPOILS[what](f.source) else None


def flat(value, path=""):
    """Every value of the document by its path, entries of lists by their names; keys that say nothing are left out."""
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        pairs = [(v.get("name", i), v) for i, v in enumerate(value)]
    else:
        return {path: value} if value not in (None, []) else {}
    return {k: v for key, inner in pairs for k, v in flat(inner, f"{path}.{key}" if path else str(key)).items()}


def fields(of, of_word):
    out = {}
    for f in of_word:
        name = f"{of}_{f['name']}"
        out |= {f"{name}_Pos": f["lsb"], f"{name}_Len": f["msb"] - f["lsb"] + 1, f"{name}_Msk": f["mask"]}
    return out


def words(of, in_order):
    out = {}
    for w in in_order:
        name = f"{of}_{w['name']}"
        out[f"{name}_Idx"] = w["offset"]
        if w["count"] > 1:
            out[f"{name}_Num"] = w["count"]
        out |= {f"{name}_{key.capitalize()}": w[key] for key in ("align", "max") if key in w}
        out |= fields(name, w.get("fields", []))
    return out


def every_word(y):
    return operands(y) + [w for s in y["structures"] for w in s["words"]]


def operands(y):
    return [w for c in y["commands"] for w in c.get("operands", [])]


def change(entries, key, by):
    """Changes the last entry that has the key."""
    for e in reversed(list(entries)):
        if key in e:
            e[key] = by(e[key])
            return True
    return False


def other_bits(text):
    high, low = map(int, text.split(":"))
    return f"{high}:{low + 1}" if high > low else f"{high ^ 1}:{low ^ 1}"


SPOILS = {
    "value": lambda y: change((v for e in y["enums"] for v in e["values"]), "value", lambda v: v ^ 1),
    "opcode": lambda y: change(y["commands"], "opcode", lambda v: v ^ 1),
    "length": lambda y: change(y["commands"], "length", lambda v: "7.." if v != "7.." else 7),
    "offset": lambda y: change(every_word(y), "offset", lambda v: v + 1),
    "operand": lambda y: change(operands(y), "offset", lambda v: v + 1),
    "bits": lambda y: change((f for w in every_word(y) for f in w.get("fields", [])), "bits", other_bits),
    "header": lambda y: change(y["header"]["fields"], "bits", other_bits),
    "align": lambda y: change(every_word(y), "align", lambda v: 2 * v),
    "max": lambda y: change(every_word(y), "max", lambda v: v - 1),
    "count": lambda y: change(every_word(y), "count", lambda v: v + 1),
    "size": lambda y: change(y["structures"], "length", lambda v: v + 1),
    "name": lambda y: change(every_word(y), "name", lambda v: v + "X"),
    "type": lambda y: change(every_word(y), "type", lambda v: "raw" if v != "raw" else "uint"),
    "description": lambda y: change(every_word(y), "description", lambda v: v + "!"),
}
CONSTANTS = ["value", "opcode", "length", "offset", "operand", "bits", "header", "align", "max", "count", "size", "name"]
