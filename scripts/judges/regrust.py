"""The SVD as svd2rust and the Rust compiler understand it: a program with svd2rust's own functions reads and writes fields of memory, one bit after
the other, and so finds where each is. Only names and accesses are taken from the SVD; what does not exist does not compile."""
import subprocess
import xml.etree.ElementTree as xml
from collections import defaultdict

from regreaders import Found, plain

KEYWORDS = set("as async await become box break const continue crate do dyn else enum extern false final fn for if impl in let loop macro match mod "
               "move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield".split())

# svd2rust's output asks for the package vcell, a cell that is read and written as it stands.
VCELL = """#![no_std]
use core::{cell::UnsafeCell, ptr};
#[repr(transparent)]
pub struct VolatileCell<T>(UnsafeCell<T>);
impl<T: Copy> VolatileCell<T> {
    pub fn get(&self) -> T { unsafe { ptr::read_volatile(self.0.get()) } }
    pub fn set(&self, value: T) { unsafe { ptr::write_volatile(self.0.get(), value) } }
    pub const fn as_ptr(&self) -> *mut T { self.0.get() }
}
"""

PROGRAM = """use std::fmt::Display;
use tilemark::generic::{Reg, RegisterSpec, Resettable};

fn reset<S: Resettable>(_: &Reg<S>) -> S::Ux where S: RegisterSpec { S::RESET_VALUE }

fn say(base: usize, path: &str, word: *mut u32, what: &str, field: &str, value: impl Display) {
    println!("{} {path} {what} {field} {value}", word as usize - base)
}

/// The bits that a field reads, in order and without holes.
fn readable(word: *mut u32, get: impl Fn() -> u64) -> u32 {
    let mut mask = 0u32;
    for b in 0..32 {
        unsafe { word.write_volatile(1 << b) };
        let got = get();
        if got != 0 {
            mask |= 1 << b;
            assert_eq!(got, (1u64 << b) >> mask.trailing_zeros());
        }
    }
    mask
}

/// What a write leaves in a word of zeros.
fn written(word: *mut u32, put: impl Fn()) -> u32 {
    unsafe { word.write_volatile(0) };
    put();
    unsafe { word.read_volatile() }
}

/// The first value of a field for which a question about it is answered with yes.
fn meant(word: *mut u32, lsb: u32, width: u32, is: impl Fn() -> bool) -> i64 {
    (0..1u32 << width.min(16)).find(|v| { unsafe { word.write_volatile(v << lsb) }; is() }).map_or(-1, i64::from)
}

"""


def number(node, name, otherwise=None):
    text = node.findtext(name)
    return otherwise if text is None else int(text, 0)


def ident(name):
    name = name.lower()
    return name + "_" if name in KEYWORDS else name


def elements(node):
    """Names and calls of the elements of an array, or of the one that stands alone."""
    name, count = node.findtext("name"), number(node, "dim")
    if count is None:
        return [(name, f"{ident(name)}()")]
    stem = name.removesuffix("[%s]")
    return [(f"{stem}[{i}]", f"{ident(stem)}({i})") for i in range(count)]


def registers(node, path, call):
    """Paths, calls and nodes of the registers of a peripheral or a cluster."""
    for r in node.findall("register"):
        yield from ((f"{path}.{name}", f"{call}.{step}", r) for name, step in elements(r))
    for c in node.findall("cluster"):
        for name, step in elements(c):
            yield from registers(c, f"{path}.{name}", f"{call}.{step}")


def questions(path, call, register):
    """The statements that find out about a register."""
    yield f"    let r = {call}; let word = r.as_ptr();"
    fields = register.findall("fields/field")
    say = f'say(base, "{path}", word,'
    if not fields:
        yield f'    {say} "window", "-", 0);'
        return
    yield f'    {say} "reset", "-", reset(r));'
    for f in fields:
        name, one = f.findtext("name"), number(f, "bitWidth") == 1
        access, call = f.findtext("access"), ident(name)
        reads, writes = access.startswith("read"), access != "read-only"
        if reads:
            yield f'    {say} "reads", "{name}", readable(word, || r.read().{call}().{"bit" if one else "bits"}() as u64));'
        if writes:
            yield f'    {say} "writes", "{name}", written(word, || unsafe {{ r.write_with_zero(|w| w.{call}().{"bit(true)" if one else "bits(!0)"}); }}));'
        for v in f.iterfind("enumeratedValues/enumeratedValue/name"):
            if writes:
                value = f"written(word, || unsafe {{ r.write_with_zero(|w| w.{call}().{ident(v.text)}()); }}) >> {number(f, 'bitOffset')}"
            else:
                value = f"meant(word, {number(f, 'bitOffset')}, {number(f, 'bitWidth')}, || r.read().{call}().is_{v.text.lower()}())"
            yield f'    {say} "{v.text}", "{name}", {value});'


def program(svd):
    """A function for each block: one for all would take the compiler long."""
    root = xml.parse(svd).getroot()
    parts, calls, size = [PROGRAM], [], 0
    for p in root.iterfind("peripherals/peripheral"):
        name = ident(p.findtext("name"))
        body = [line for path, call, r in registers(p.find("registers"), p.findtext("name"), "block") for line in questions(path, call, r)]
        parts.append(f"fn ask_{name}(base: usize, block: &tilemark::{name}::RegisterBlock) {{\n" + "\n".join(body) + "\n}\n\n")
        kind = "".join(word.capitalize() for word in p.findtext("name").split("_"))
        calls.append(f"    ask_{name}(base, unsafe {{ &*((base + tilemark::{kind}::ptr() as usize) as *const _) }});")
        size = max([size, *(number(p, "baseAddress") + number(a, "offset") + number(a, "size") for a in p.iterfind("addressBlock"))])
    parts.append(f"fn main() {{\n    let mut memory = vec![0u32; {size // 4 + 1}];\n    let base = memory.as_mut_ptr() as usize;\n" + "\n".join(calls) + "\n}\n")
    return "".join(parts)


def built(svd2rust, svd, folder):
    """Makes the program; what went wrong."""
    folder.mkdir()
    (folder / "vcell.rs").write_text(VCELL)
    (folder / "judge.rs").write_text(program(svd))
    library = ["rustc", "--edition", "2021", "--cap-lints", "allow", "--crate-type", "rlib"]
    for command in ([svd2rust, "-i", svd, "--target", "none"], [*library, "vcell.rs"],
                    [*library, "--crate-name", "tilemark", "--extern", "vcell=libvcell.rlib", "lib.rs"],
                    ["rustc", "--edition", "2021", "--cap-lints", "allow", "-L", ".", "--extern", "tilemark=libtilemark.rlib", "judge.rs"]):
        r = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)
        if r.returncode:
            return r.stderr
    return ""


def read(svd2rust, svd, folder):
    """What the program finds, and what went wrong."""
    found = Found()
    if fault := built(svd2rust, svd, folder):
        return found, fault
    ran = subprocess.run([folder / "judge"], capture_output=True, text=True)
    resets, masks, values = {}, defaultdict(lambda: defaultdict(set)), defaultdict(dict)
    for line in ran.stdout.splitlines():
        address, path, what, field, value = line.split()
        at = int(address), plain(path)
        if what == "window":
            found.windows[at] = (1, None)
        elif what == "reset":
            resets[at] = int(value)
        elif what in ("reads", "writes"):
            masks[at][field].add((what, int(value)))
        else:
            values[at, field][what] = int(value)
    for at, reset in resets.items():
        found.registers[at] = {f: the_field(ways, reset, values[at, f]) for f, ways in masks[at].items()}
    return found, ran.stderr


def the_field(ways, reset, enum):
    mask, *others = {m for _, m in ways}
    lsb = (mask & -mask).bit_length() - 1
    out = {"lsb": lsb, "width": (mask >> lsb).bit_length(), "reset": (reset & mask) >> lsb, "enum": enum, "ways": sorted(w for w, _ in ways)}
    return out | {"others": others} if others else out
