"""One exported context, drawn by OpenGL command by command, and how far apart two right renderers may lie after each."""
import numpy as np

import bounds
import c2d
import counting
import glscene
from checks import STEP, Checks
from exactly import Exactly
from exported import RGBA16F
from geometry import Triangles
from layers import Layers
from target import Target
from texels import Sampler


class Comparison(Checks):
    """exact: patches are drawn from their true points."""

    def __init__(self, judge, renderer, context, exact=False):
        self.judge, self.r, self.c, self.exact = judge, renderer, context, exact
        self.target = Target(context)
        self.memory = np.frombuffer(context.before, np.uint8).copy()
        self.errors = np.zeros(len(self.memory), np.float32)  # of what stands at an address, of 1
        self.fragments = bounds.Fragments(context.trace)
        self.draws, self.triangles, self.samplers, self.transfers = [], [], [], []
        self.queries = []
        self.counters = np.zeros((2, 7), object)  # OpenGL's and the judge's own
        self.open = [False] * 7  # OpenGL counts otherwise
        self.bits = [0, 0]
        color, depth = context.surfaces(context.before)
        self.layers = Layers(context.color_format, self.channels(color))
        self.exactly = None if exact else Exactly(context, self.channels(color))
        self.before = [(depth, np.zeros(depth.shape))]  # depths that were there without being drawn, and their bounds
        self.depth_bound = np.zeros(depth.shape)

    def channels(self, words):
        """Colours as they are stored, of 1."""
        if self.c.color_format == RGBA16F:
            return words.view("<f2").reshape(words.shape + (4,)).astype(np.float64)
        return words.view(np.uint8).reshape(words.shape + (4,)) / 255

    def run(self):
        for name, operands, state in self.c.commands.list:
            if name == "COUNTER":
                self._set(*operands)
            elif name == "QUERY":
                self.queries.append((operands[0], operands[1], *self.counters[:, operands[0]], self.open[operands[0]]))
            elif name == "DRAW":
                self._draw(operands, state)
            else:
                self._transfer(name, state)
        self.compare()
        self.target.drop()

    def _set(self, counter, half, value):
        for k in (0, 1):
            low, high = self.counters[k, counter] & 0xffffffff, self.counters[k, counter] >> 32
            self.counters[k, counter] = value | high << 32 if half == 0 else low | value << 32
        self.open[counter] = False

    def _draw(self, operands, state):
        number = len(self.draws)
        d = glscene.Draw(self.r, number, self.memory.copy() if self.transfers else self.memory, operands, state, self.exact)
        t = Triangles(d.vertices, state, self.exact)
        ours = np.concatenate([t.clip, t.attr[..., :4]], -1)
        self.bits[0] += int((d.positions().view(np.uint32) == ours.view(np.uint32)).all((1, 2)).sum())
        self.bits[1] += len(ours)
        self.draws.append(d)
        self.triangles.append(t)
        mine = self.fragments.add(number, t)
        self._count(d, t, state, mine)
        d.issue(self.target, tests=False)
        self.samplers.append(Sampler(d.memory, t) if state.get("PS", "PIXEL_PROGRAM", "TEXTURE") else None)
        self._layers(number, mine)
        if self.exactly:
            self.exactly.draw(d, t, mine, self.fragments.row[mine], lambda of: [np.searchsorted(mine, part) for part in self._one_behind_the_other(mine[of])], self._doubt)

    def _doubt(self, sampler):
        """By how much texels may be other ones, where they were copied."""
        return float(self.errors[sampler.t.base:sampler.t.end].max(initial=0))

    def _count(self, d, t, state, mine):
        """Draws with what the enabled counters need."""
        on = lambda block: state.has(block, "STATISTICS_CONTROL", "ENABLE") and state.get(block, "STATISTICS_CONTROL", "ENABLE")
        flags = self.c.trace["flags"][mine]
        late = bool(state.get("ZL2", "DEPTH_CONTROL", "LATE"))
        own = counting.own(d.vertices, t, flags, late)
        issue = lambda: d.issue(self.target, counting=bool(on("PS")))
        passed = []
        runs = self.r.runs(lambda: passed.append(self.r.counts(issue, [glscene.SAMPLES])[0]))
        if state.get("ZL2", "QUERY_CONTROL", "ENABLE"):
            self.counters[:, 0] += passed[0], int((flags & 1).sum())
        if on("PS"):
            self.counters[:, 6] += runs, own[5]
        if on("TSU"):
            theirs = d.statistics(self.target)
            self.counters[0, 1:6] += theirs
            self.counters[1, 1:6] += own[:5]
            patches = t.per_primitive > 1
            self.open[1] |= patches
            self.open[2] |= patches
            self.open[3] = True
            self.open[5] |= counting.crosses_a_side(t.clip)

    def _layers(self, number, mine):
        """Depths and colours of a draw's fragments, and how far apart they may lie."""
        trace, f = self.c.trace, self.fragments
        y, x = trace["y"][mine], trace["x"][mine]
        np.maximum.at(self.depth_bound, (y, x), f.bound[mine] + STEP[self.c.depth_format])
        colored = mine[trace["flags"][mine] == 3]
        sampler = self.samplers[number]
        if sampler and len(colored):
            at = (f.row[colored], trace["x"][colored].astype(int), trace["y"][colored].astype(int))
            sample = sampler.sample(*at)
            doubt = self._doubt(sampler)
            f.off[colored] = f.off[colored] * sample + np.abs(f.value[colored]) * doubt
            f.value[colored] *= sample
        for of in self._one_behind_the_other(colored):
            self.layers.draw(self.draws[number].s, (trace["y"][of], trace["x"][of]), f.value[of], f.off[of])

    def _one_behind_the_other(self, fragments):
        """The fragments in groups, none with two of a pixel, in order."""
        trace = self.c.trace
        place = trace["y"][fragments].astype(np.int64) * self.c.width + trace["x"][fragments]
        order = np.argsort(place, kind="stable")
        sorted_ = place[order]
        first = np.flatnonzero(np.diff(sorted_, prepend=-1))
        rank = np.arange(len(order)) - np.repeat(first, np.diff(first, append=len(order)))
        by_rank = fragments[order[np.argsort(rank, kind="stable")]]
        return np.split(by_rank, np.cumsum(np.bincount(rank))[:-1]) if len(rank) else []

    def _transfer(self, name, state):
        """A fill or copy, on OpenGL's surfaces as memory holds them."""
        color, depth = (a for a in self.c.addresses())
        n, m = self.c.color_bytes, self.c.depth_bytes
        view = lambda size: self.memory.view(c2d.WORD[size])
        view(n)[color // n], view(m)[depth // m] = self.target.words()
        self.errors[color], self.errors[depth] = self.layers.error.max(-1), self.depth_bound / 2 ** 24
        was = view(m)[depth // m].copy()
        self.transfers.append((c2d.fill if name == "FILL" else c2d.copy)(self.memory, state, self.errors))
        words = view(n)[color // n], view(m)[depth // m]
        self.target.load(*words)
        hit = np.isin(color, self.transfers[-1].at)
        if self.exactly:
            self.exactly.transferred(hit, np.isin(depth, self.transfers[-1].at))
        self.layers.value[hit] = self.channels(words[0])[hit]
        self.layers.error[hit] = self.errors[color][hit][:, None]
        if (words[1] != was).any():
            self.depth_bound = self.errors[depth].astype(np.float64) * 2 ** 24
            self.before.append((words[1], self.depth_bound))
            self.depth_bound = self.depth_bound.copy()
