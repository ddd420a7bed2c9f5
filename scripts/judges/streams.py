"""Command streams (docs/streams.md) with fills and copies only, made from the dump of a recorded scene: one more DMA buffer, and memory of our
own after its end."""
import re

import numpy as np

NAMES = ["RGBA8", "SRGB8", "RGBA16F", "D24S8", "D32F", "D16"]


class Stream:
    """arena: what memory holds after the scene's; its address is `base`."""

    def __init__(self, dump, arena):
        self.dump = dump
        self.base = int(re.search(r"^memory (0x[0-9a-f]+)", dump, re.M)[1], 16)
        self.arena = np.frombuffer(arena, "<u4")
        self.commands, self.dwords = [], 0

    def fill(self, to, extent, value):
        self._set("DST", to)
        self._write("EXTENT", f"WIDTH {extent[0]}, HEIGHT {extent[1]}")
        self._write("FILL_LO", str(value & 0xffffffff))
        self._write("FILL_HI", str(value >> 32))
        self._command("FILL")

    def copy(self, of, to, extent):
        self._set("DST", to)
        self._set("SRC", of)
        self._write("EXTENT", f"WIDTH {extent[0]}, HEIGHT {extent[1]}")
        self._command("COPY")

    def _set(self, side, rectangle):
        """rectangle: (address, pitch in pixels or tiles, number of the format, tiled, x, y)."""
        address, pitch, format, tiled, x, y = rectangle
        self._write(side + "_BASE", str(address))
        self._write(side + "_LAYOUT", f"{pitch | format << 16 | tiled << 19:#010x}")
        self._write(side + "_ORIGIN", f"X {x}, Y {y}")

    def _write(self, register, value):
        self.commands += ["SET_STATE", f"  C2D.{register} = {value}"]
        self.dwords += 3

    def _command(self, name):
        self.commands.append(name)
        self.dwords += 1

    def text(self):
        at = self.base + 4 * len(self.arena)
        end = at + (4 * self.dwords + 63) // 64 * 64
        out = re.sub(r"^memory .*", f"memory {end:#x}", self.dump, flags=re.M)
        out = re.sub(r"^(  belongs \S+) .*", rf"\1 {end:#x}", out, flags=re.M)
        out = re.sub(r"^  DMA \S+ \d+", f"  DMA {at:#x} {self.dwords}", out, flags=re.M)
        out += f"\nsegment {self.base:#x}\n"
        for row in self.arena.reshape(-1, 16):
            out += "  words " + " ".join(map(str, row)) + "\n"
        return out + "end\n" + f"\nsegment {at:#x}\n" + "".join(f"  {c}\n" for c in self.commands) + "end\n"
