"""What programs of others find in the generated files, brought into one form: {(address, name): {field: values}} for registers, and
{(address, name): values} for windows."""
import csv
import json
import re
import subprocess

from regtable import ACCESS, rough

ONREAD = {"rclr": "clears", "rset": "sets"}
ONWRITE = {"woclr": "1c", "woset": "1s", "wot": "1t", "wzc": "0c", "wzs": "0s", "wzt": "0t", "wclr": "clears", "wset": "sets"}
HW = {"na": "none", "r": "ro", "rw": "rw", "w": "wo"}


class Found:
    def __init__(self):
        self.registers, self.windows, self.traits = {}, {}, {}


def plain(path):
    """A register's name in the tables: files of registers that repeat, elements that stand alone, and parts of blocks have names of their own."""
    path = re.sub(r"__file\[(\d+)\][._](\w+)$", r".\2[\1]", path)
    block, name = path.split(".", 1)
    name = name.split(".")[-1]
    return re.sub(r"__\d+$", "", block) + "." + re.sub(r"__(\d+)$", r"[\1]", name)


def rdl_access(field):
    reads = {"r": "value", "rw": "value", "rw1": "value"}.get(field.get_property("sw").name, "no")
    if field.get_property("onread"):
        reads = ONREAD[field.get_property("onread").name]
    writes = {"rw": "value", "w": "value", "rw1": "once", "w1": "once"}.get(field.get_property("sw").name, "no")
    if field.get_property("onwrite"):
        writes = ONWRITE[field.get_property("onwrite").name]
    if field.get_property("singlepulse"):
        reads, writes = "zero", "pulse"
    return reads, writes


def rdl_hw(field):
    if field.get_property("hwset"):
        return "set"
    if field.get_property("hwclr"):
        return "clr"
    return field.get_property("hw_access", default=None) or HW[field.get_property("hw").name]


def user(node, name):
    """A user-defined property, "" when the register has none."""
    return (node.get_property(name, default="") if name in node.list_properties() else "") or ""


def walk(top, ours):
    """Registers and memories below an elaborated map. ours: it has our properties; otherwise it came from another format."""
    from systemrdl.node import MemNode, RegNode
    found = Found()
    for node in top.descendants(unroll=True):
        path = node.get_path().removeprefix(top.get_path() + ".")
        if isinstance(node, MemNode):
            access = {"r": ("value", "no"), "rw": ("value", "value"), "w": ("no", "value")}[node.get_property("sw").name]
            found.windows[node.absolute_address, path.replace("__", ".").split(".")[0] + "." + re.split(r"__|\.", path)[-1]] = (node.get_property("mementries"), access)
        if not isinstance(node, RegNode):
            continue
        at = node.absolute_address, plain(path)
        found.registers[at] = fields = {}
        for f in node.fields():
            access = rdl_access(f)
            if ours and user(f, "sw_access"):
                access = ACCESS[user(f, "sw_access")]
            enum = f.get_property("encode")
            fields[f.inst_name] = {"lsb": f.lsb, "width": f.width, "reset": f.get_property("reset"), "access": access if ours else rough(access),
                                   "enum": {m.name: m.value for m in enum} if enum else {}}
            if ours:
                fields[f.inst_name]["hw"] = rdl_hw(f)
        if ours:
            found.traits[at] = tuple(user(node, p) for p in ("context_class", "since", "lock", "alias_of"))
    return found


def systemrdl(path):
    from systemrdl import RDLCompiler
    c = RDLCompiler()
    c.compile_file(str(path))
    return walk(c.elaborate(top_def_name="tilemark").top, ours=True)


def ipxact(path):
    from peakrdl_ipxact import IPXACTImporter
    from systemrdl import RDLCompiler
    c = RDLCompiler()
    IPXACTImporter(c).import_file(str(path))
    return walk(c.elaborate(top_def_name="tilemark__save_area").top, ours=False)


XML_WRITES = {"oneToClear": "1c", "oneToSet": "1s", "oneToToggle": "1t", "zeroToClear": "0c", "zeroToSet": "0s", "zeroToToggle": "0t", "clear": "clears", "set": "sets"}
XML_ACCESS = {"read-only": ("value", "no"), "read-write": ("value", "value"), "write-only": ("no", "value"), "writeOnce": ("no", "once"), "read-writeOnce": ("value", "once")}


def ipyxact(path):
    """By ipyxact, of whose objects fields and enumerations are plain members."""
    from ipyxact.ipyxact import Component
    found, component = Found(), Component()
    component.load(str(path))
    for b in component.memoryMaps.memoryMap[0].addressBlock:
        if b.usage == "memory":
            found.windows[b.baseAddress, plain(b.name.replace("__", ".", 1))] = (b.range // (b.width // 8), XML_ACCESS[b.access])
            continue
        rows = [(r, 0, "", 1, 0) for r in b.register] + [(r, f.addressOffset, f"{f.name}", f.dim or 1, f.range) for f in getattr(b, "registerFile", []) for r in f.register]
        for r, base, file, many, step in rows:
            count, bytes_ = (many, step) if file else (r.dim or 1, r.size // 8)
            for i in range(count):
                name = r.name + (f"[{i}]" if (file and many > 1) or r.dim else "")
                found.registers[b.baseAddress + base + r.addressOffset + i * bytes_, plain(f"{b.name}.{name}")] = {f.name: ipyxact_field(f) for f in r.field}
    return found


def ipyxact_field(f):
    reads, writes = XML_ACCESS[f.access]
    reads = {"clear": "clears", "set": "sets"}.get(f.readAction, reads)
    writes = XML_WRITES.get(f.modifiedWriteValue, writes)
    enum = {v.name: int(v.value.removeprefix("'h"), 16) for v in f.enumeratedValues.enumeratedValue} if f.enumeratedValues else {}
    return {"lsb": f.bitOffset, "width": f.bitWidth, "reset": f.resets.reset.value, "access": rough((reads, writes)), "enum": enum}


def svd(path):
    """By cmsis-svd, which takes arrays apart."""
    from cmsis_svd.parser import SVDParser
    found = Found()
    for p in SVDParser.for_xml_file(str(path)).get_device().peripherals:
        for address, name, r in svd_registers(p.registers, p.base_address, p.name):
            if r.fields:
                found.registers[address, plain(name)] = {f.name: svd_field(f, r.reset_value) for f in r.get_fields()}
            else:
                found.windows[address, name] = (1, XML_ACCESS[r.access.value])
    return found


def svd_registers(items, base, path):
    """Registers below a peripheral or a cluster, elements of arrays one by one."""
    for item in items:
        for one in getattr(item, "registers", None) if type(item).__name__ == "SVDRegisterArray" else getattr(item, "clusters", None) or [item]:
            at, name = base + one.address_offset, f"{path}.{one.name}"
            if type(one).__name__ == "SVDRegister":
                yield at, name, one
            else:
                yield from svd_registers(one.registers, base, name)  # whose offsets have the cluster's in them


def svd_field(f, reset):
    reads, writes = XML_ACCESS[f.access.value]
    if f.read_action:
        reads = {"clear": "clears", "set": "sets"}[f.read_action.value]
    if f.modified_write_values:
        writes = XML_WRITES[f.modified_write_values.value]
    enum = {v.name: v.value for e in f.enumerated_values or [] for v in e.enumerated_values}
    return {"lsb": f.bit_offset, "width": f.bit_width, "reset": reset >> f.bit_offset & (1 << f.bit_width) - 1, "access": rough((reads, writes)), "enum": enum}


def peakrdl_html(folder):
    """The pages' own data."""
    nodes = json.loads((folder / "data" / "ral-data-0.json").read_text())
    found = Found()

    def place(n):
        """Addresses and paths of a node, one for each element of what is above it."""
        above = [(0, "")] if n["parent"] is None else place(nodes[n["parent"]])
        count, stride = (n["dims"][0], int(n["stride"], 16)) if n.get("dims") else (1, 0)
        out = []
        for base, path in above:
            for i in range(count):
                name = n["name"] + (f"[{i}]" if n.get("dims") else "")
                out.append((base + int(n["offset"], 16) + i * stride, name if n["parent"] in (None, 0) else f"{path}.{name}"))
        return out

    for n in nodes:
        for address, path in place(n) if "fields" in n else []:
            found.registers[address, plain(path)] = {
                f["name"]: {"lsb": f["lsb"], "width": f["msb"] - f["lsb"] + 1, "reset": int(f["reset"], 16)} for f in n["fields"]}
    return found


def svdtools_map(program, path):
    """Addresses, bits and names by svdtools, which puts the number of a cluster after its registers' names."""
    found, block, cluster, fields = Found(), "", "", {}
    run = subprocess.run([program, "mmap", str(path)], capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        address, _, kind, rest = line.split(None, 3)
        name = re.split(r":| \(", rest)[0].strip()
        if kind == "PERIPHERAL":
            block, cluster = name, ""
        elif kind == "CLUSTER":
            cluster = re.search(r"\[(\d+)\]$", name)[1]
        elif kind == "REGISTER":
            if cluster and name.endswith(cluster):
                name = f"{name.removesuffix(cluster)}[{cluster}]"
            fields = found.registers.setdefault((int(address, 16), plain(block + "." + name)), {})
        elif kind == "FIELD":
            lsb, width, name = re.match(r"(\d+)w(\d+) (\w+)", rest).groups()
            fields[name] = {"lsb": int(lsb), "width": int(width)}
    found.windows = {at: (1, None) for at, fields in found.registers.items() if not fields}
    for at in found.windows:
        del found.registers[at]
    return found


def our_json(path):
    found = Found()
    for b in json.loads(path.read_text())["blocks"]:
        for r in b["registers"]:
            fields = {f["name"]: {"lsb": f["lsb"], "width": f["msb"] - f["lsb"] + 1, "reset": f["reset"], "access": ACCESS[f["sw"]], "hw": f["hw"], "type": f["type"],
                                  "mask": f["mask"], "enum": {v["name"]: v["value"] for v in f.get("enum", [])}} for f in r["fields"]}
            elements(found, b["save_offset"], b["name"], r["name"], r["offset"], r["count"], r["stride"], fields)
    return found


def our_csv(path):
    found, fields = Found(), {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] == "field":
                enum = {n: int(v) for n, v in (pair.split("=") for pair in row["enum"].split())}
                key = row["block"], int(row["id"]), row["register"], int(row["offset"]), int(row["count"]), int(row["stride"]), int(row["address"])
                fields.setdefault(key, {})[row["field"]] = {
                    "lsb": int(row["lsb"]), "width": int(row["msb"]) - int(row["lsb"]) + 1, "reset": int(row["reset"], 0), "access": ACCESS[row["sw"]],
                    "hw": row["hw"], "type": row["type"], "mask": int(row["mask"], 0), "enum": enum}
    for (block, _, name, offset, count, stride, address), f in fields.items():
        elements(found, address - 4 * offset, block, name, offset, count, stride, f)
    return found


def elements(found, base, block, name, offset, count, stride, fields):
    for i in range(count):
        found.registers[base + 4 * (offset + i * stride), f"{block}.{name}" + (f"[{i}]" if count > 1 else "")] = fields
