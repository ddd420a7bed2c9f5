"""Register blocks that PeakRDL-regblock makes of our SystemRDL, one for each block of the tables, in a simulation by Verilator: every register
is read after reset, and again after ones were written to all of its bits."""
import re
import subprocess

BENCH = """module bench;
  logic clk = 0, rst = 1;
  logic [31:0] addr, wdata;
  logic wr;
{instances}
  task automatic step; #1 clk = 1; #1 clk = 0; endtask
  initial begin
    step; step; rst = 0; step;
{reads}
    $finish;
  end
endmodule
"""

INSTANCE = """  logic {p}_req = 0, {p}_ack;
  wire [31:0] {p}_data;
{hwif}
  {p} u_{p} (.clk, .rst, .s_cpuif_req({p}_req), .s_cpuif_req_is_wr(wr), .s_cpuif_addr(addr[{high}:0]), .s_cpuif_wr_data(wdata), .s_cpuif_wr_biten('1),
    .s_cpuif_req_stall_wr(), .s_cpuif_req_stall_rd(), .s_cpuif_rd_ack({p}_ack), .s_cpuif_rd_err(), .s_cpuif_rd_data({p}_data), .s_cpuif_wr_ack(), .s_cpuif_wr_err(){ports});
  task automatic {p}_read(input int at, input string name); addr = at; wr = 0; {p}_req = 1; #1;
    for (int i = 0; i < 8 && !{p}_ack; i++) begin step; {p}_req = 0; #1; end
    $display("%s %0d", name, {p}_data); {p}_req = 0; step; endtask
  task automatic {p}_write(input int at); addr = at; wr = 1; wdata = '1; {p}_req = 1; step; {p}_req = 0; step; endtask
"""


def plainly(fields):
    """Fields that read as they are, and are written as they are."""
    return [f for f in fields if f.access == ("value", "value")]


def asked(tables):
    """Names, block, offset in bytes and register of what the simulation reads: registers that can be read, and written without an effect of their own."""
    for b in tables.blocks:
        for r in b.registers:
            if all(f.access in (("value", "value"), ("value", "no")) and f.hw in ("none", "ro") for f in r.fields) and plainly(r.fields):
                for name, offset in r.elements():
                    yield f"{b.name}.{name}", b, 4 * offset, r


def expected(tables):
    """The words read; addresses within a block are in the names."""
    out = {}
    for name, _, at, r in asked(tables):
        if r.lock or r.alias:
            continue
        written = sum(f.mask for f in plainly(r.fields)) | sum(f.reset << f.lsb for f in r.fields if f.access[1] == "no")
        out |= {f"{name}@{at}.reset": r.reset, f"{name}@{at}.ones": written}
    return out


def packed(text):
    """The same with packed structures: Verilator 5.006 breaks down over others."""
    text = re.sub(r"\bstruct \{", "struct packed {", text)
    text = re.sub(r"\} (\w+)\[(\d+)\];", lambda m: f"}} [0:{int(m[2]) - 1}] {m[1]};", text)
    return re.sub(r"^(\s+)(logic|\w+_t) (\w+)\[(\d+)\];", lambda m: f"{m[1]}{m[2]} [0:{int(m[4]) - 1}] {m[3]};", text, flags=re.M)


def read(peakrdl, tables, out):
    """What the simulation prints, and what went wrong."""
    reads, instances, sources, asks = [], [], [], {}
    for name, b, at, r in asked(tables):
        if not r.lock and not r.alias:
            asks.setdefault(b.name, []).append((name, at))
    for b in tables.blocks:
        if b.name not in asks:
            continue
        p = b.name.lower() + "_map"
        made = subprocess.run([peakrdl, "regblock", "tilemark.rdl", "-o", "regblock", "--top", p, "--cpuif", "passthrough", "--module-name", p], cwd=out, capture_output=True, text=True)
        if made.returncode:
            return {}, f"{p}: {made.stderr or made.stdout}"
        for name in (f"{p}.sv", f"{p}_pkg.sv"):
            path = out / "regblock" / name
            path.write_text(packed(path.read_text()))
        text = (out / "regblock" / f"{p}.sv").read_text()
        hwif, ports = "", ""
        for way in ("in", "out"):
            if f"hwif_{way}" in text:
                hwif += f"  {p}_pkg::{p}__{way}_t {p}_hw_{way};\n" + (f"  initial {p}_hw_in = '0;\n" if way == "in" else "")
                ports += f", .hwif_{way}({p}_hw_{way})"
        high = int(text.split("s_cpuif_addr")[0].rsplit("[", 1)[1].split(":")[0])
        instances.append(INSTANCE.format(p=p, hwif=hwif, ports=ports, high=high))
        for name, at in asks[b.name]:
            reads += [f'    {p}_read({at}, "{name}@{at}.reset"); {p}_write({at}); {p}_read({at}, "{name}@{at}.ones");']
        sources += [f"regblock/{p}_pkg.sv", f"regblock/{p}.sv"]
    (out / "regblock.sv").write_text(BENCH.format(instances="\n".join(instances), reads="\n".join(reads)))
    built = subprocess.run(["verilator", "--binary", "-j", "2", "-CFLAGS", "-O0", "-Wno-fatal", "-Wno-lint", "-Wno-MULTIDRIVEN", "--top-module", "bench", "--Mdir", "verilated", *sources, "regblock.sv"],
                           cwd=out, capture_output=True, text=True)
    if built.returncode:
        return {}, built.stderr[-600:]
    ran = subprocess.run([out / "verilated" / "Vbench"], capture_output=True, text=True)
    words = (line.split() for line in ran.stdout.splitlines() if "@" in line)
    return {name: int(word) for name, word in words}, ran.stderr
