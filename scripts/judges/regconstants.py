"""Constants of C headers and SystemVerilog packages: what the tables say those of registers are, and what the compilers find."""
import re
import subprocess

from regreaders import Found, plain

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
STRICT = ["gcc", "-std=c11", *WARNINGS]
CPP = ["g++", "-std=c++17", *WARNINGS]


def run(*command, folder):
    return subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)


def expected(tables):
    """Names without the header's own beginning, to values."""
    out = {"Area_Layout": tables.layout(), "Area_Size": tables.bytes, **{f"Area_{n}_Save": at for n, at in tables.places().items()}}
    for b in tables.blocks:
        out |= {f"{b.name}_Id": b.id, f"{b.name}_Size": 4 * b.length, f"{b.name}_Save": b.base}
        for w in b.windows:
            out |= {f"{b.name}_{w.name}_Idx": w.offset, f"{b.name}_{w.name}_Num": w.length}
        for r in b.registers:
            name = f"{b.name}_{r.name}"
            out |= {f"{name}_Idx": r.offset, f"{name}_Rst": r.reset}
            if r.kind == "save":
                out[f"{name}_Save"] = b.base + 4 * r.offset
            if r.count > 1:
                out |= {f"{name}_Num": r.count, f"{name}_Step": r.stride}
            for f in r.fields:
                out |= field(f"{name}_{f.name}", f)
    return out


def field(name, f):
    out = {f"{name}_Pos": f.lsb, f"{name}_Len": f.width, f"{name}_Msk": f.mask, f"{name}_Init": f.reset}
    if f.fraction is not None:
        out[f"{name}_Fraction"] = f.fraction
    return out | {f"{name}_{v}": n for v, n in f.enum.items()}


def members(tables):
    """Where the structures put registers and windows: expressions in C, to bytes from the save area's first."""
    out = {}
    for b in tables.blocks:
        for r in b.registers:
            if r.stride == 1:  # others are in structures of their own, which the header asserts
                out |= {f"{b.name}.{name}": b.base + 4 * offset for name, offset in r.elements()}
        out |= {f"{b.name}.{w.name}[{w.length - 1}]": b.base + 4 * (w.offset + w.length - 1) for w in b.windows}
    return out


def constant_names(folder, header):
    """Macros of a header with a value that is no text, and its enumerators, without the header's own beginning."""
    macros = run("gcc", "-std=c11", "-dM", "-E", header, folder=folder).stdout
    names = re.findall(r"^#define TILEMARK_(\w+) (?!\")\S", macros, re.M) + re.findall(r"^\tTILEMARK_(\w+) =", (folder / header).read_text(), re.M)
    return [n for n in names if n not in ("H", "GET", "PUT")]


def compiled(folder, header, names, places, more=()):
    """The values of constants and of expressions as a program prints them that is compiled as C and as C++, and what went wrong."""
    lines = [f'    printf("%s %lu\\n", "{n}", (unsigned long)TILEMARK_{n});' for n in names]
    lines += [f'    printf("%s %lu\\n", "{name}", (unsigned long){place});' for name, place in places.items()]
    source = f'#include "{header}"\n#include <stdio.h>\nint main(void) {{\n' + "\n".join([*lines, *more]) + "\n    return 0;\n}\n"
    said = {}
    for compiler, name in ((STRICT, "judge.c"), (CPP, "judge.cpp")):
        (folder / name).write_text(source)
        built = run(*compiler, name, "-o", "judge", folder=folder)
        if built.returncode:
            return {}, {}, f"{' '.join(compiler)}: {built.stderr}"
        ran = run("./judge", folder=folder)
        said[name] = ran.stdout
    if len(set(said.values())) != 1:
        return {}, {}, "compiled as C and as C++ the program prints other values"
    values = {k: int(v) for k, v in (line.split() for line in ran.stdout.splitlines())}
    return ({k: v for k, v in values.items() if k not in places}, {k: v for k, v in values.items() if k in places},
            "the macros GET and PUT disagree with the masks" if ran.returncode else "")


def c_header(tables, folder, header="tilemark.h"):
    """The header's constants as the compiler sees them, and where structures put members. Errors of the compiler are in the third result."""
    names = constant_names(folder, header)
    macros = []
    for f in sorted({n.removesuffix("_Msk") for n in names if n.endswith("_Msk")}):
        macros.append(f"    if (TILEMARK_GET(TILEMARK_PUT({f}, 0xffffffffu), {f}) != TILEMARK_{f}_Msk >> TILEMARK_{f}_Pos) return 1;")
        macros.append(f"    if (TILEMARK_PUT({f}, TILEMARK_{f}_Init) & ~TILEMARK_{f}_Msk) return 1;")
    return compiled(folder, header, names, {m: f"offsetof(struct tilemark, {m})" for m in members(tables)}, macros)


def simulated(folder, package, names, declarations=(), more=()):
    """What Icarus prints of a package's constants and of other statements, and what it complains about."""
    lines = [f'    $display("{n} %0d", {n});' for n in names]
    bench = "\n".join(["module bench;", f"  import {package}::*;", *declarations, "  initial begin", *lines, *more, "  end", "endmodule", ""])
    (folder / "bench.sv").write_text(bench)
    built = run("iverilog", "-g2012", "-s", "bench", "-o", "bench.vvp", f"{package}.sv", "bench.sv", folder=folder)
    if built.returncode or built.stderr:
        return {}, {}, built.stderr
    printed = dict(line.split() for line in run("vvp", "-n", "bench.vvp", folder=folder).stdout.splitlines())
    return {n: int(printed[n]) for n in names}, {k: v for k, v in printed.items() if k not in names}, ""


def parameters(folder, package):
    return re.findall(r"^  localparam .*?(\w+) =", (folder / f"{package}.sv").read_text(), re.M)


def sv_package(tables, folder, package="tilemark_regs_pkg"):
    """The package's constants, and for each field the bits that its member has in the packed struct."""
    names = parameters(folder, package) + re.findall(r"^    (\w+_[A-Z0-9_]+) = \d+'d", (folder / f"{package}.sv").read_text(), re.M)
    fields = [(f"{b.name}_{r.name}", f.name) for b in tables.blocks for r in b.registers for f in r.fields]
    declarations = [f"  {r.lower()}_t v_{r};" for r in sorted({r for r, _ in fields})]
    lines = [f"    v_{r} = {r}_{f}_Msk; $display(\"{r}.{f} %0b\", v_{r}.{f}); v_{r} = ~{r}_{f}_Msk; $display(\"{r}.{f}~ %0b\", v_{r}.{f});" for r, f in fields]
    return simulated(folder, package, names, declarations, lines)


def sv_members(tables):
    """A member is ones where only its mask is, and zero where all but its mask is."""
    out = {}
    for b in tables.blocks:
        for r in b.registers:
            for f in r.fields:
                out |= {f"{b.name}_{r.name}.{f.name}": "1" * f.width, f"{b.name}_{r.name}.{f.name}~": "0"}
    return out


def peakrdl_header(folder, header="rdl.h"):
    """Registers of the header that PeakRDL makes of our SystemRDL: its constants, and where its structures put members."""
    registers, path = {}, None
    for line in (folder / header).read_text().splitlines():
        if m := re.match(r"// reg - tilemark\.(\S+)$", line):
            path = m[1]
            registers[path] = {}
        elif m := re.match(r"#define TILEMARK__\w+?__(\w+?)_(bp|bw|reset) (\w+)$", line):
            name = m[1].split("__")[-1]
            registers[path].setdefault(name, {})[{"bp": "lsb", "bw": "width", "reset": "reset"}[m[2]]] = int(m[3], 0)
    lines = []
    for p in registers:
        array, _, rest = p.partition("[]")
        if "[]" in p:
            lines.append(f'    for (unsigned i = 0; i < sizeof(t.{array}) / sizeof(t.{array}[0]); i++) printf("%lu {array}[%u]{rest} {p}\\n", AT(t.{array}[i]{rest}), i);')
        else:
            lines.append(f'    printf("%lu {p} {p}\\n", AT(t.{p}));')
    (folder / "rdl.c").write_text(f'#include "{header}"\n#include <stdio.h>\nstatic tilemark_t t;\n#define AT(m) (unsigned long)((char *)&(m) - (char *)&t)\n'
                                  "int main(void) {\n" + "\n".join(lines) + "\n    return 0;\n}\n")
    built = run("gcc", "-std=gnu11", "-w", "rdl.c", "-o", "rdl", folder=folder)
    found = Found()
    for line in run("./rdl", folder=folder).stdout.splitlines() if built.returncode == 0 else []:
        at, name, p = line.split()
        found.registers[int(at), plain(name)] = registers[p]
    return found
