// Package bounds computes worst cases, in cycles: of a switch, of a fill or copy, of kernels at their limits. Monitors
// hold runs to them; `tilemark config` prints them.
package bounds

import (
	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/vector"
)

// Bound is the worst case of a switch that follows from a configuration, in cycles
// from the line.
type Bound struct {
	Discard uint64 // until INT_END has reached the break point (rule T5)
	Drain   uint64 // then until everything below it has retired
	Flush   uint64 // then until the caches are in memory
	Save    uint64 // then until RESTORE is written
	Blit    uint64 // for a fill or copy that has passed the break point, and one of the context before
}

// Total is the bound of the whole switch.
func (b Bound) Total() uint64 { return b.Discard + b.Drain + b.Flush + b.Save + b.Blit }

// Most spans of a triangle, quads of a tile, and cache lines of a tile in one surface.
const (
	quadsOfTile = 16
	linesOfTile = 4
)

// access is the longest time from a request to its answer, in cycles.
func access(c *hw.Config) uint64 {
	hop := c.SlowestHop()
	answers := uint64(c.Memory.InFlight) * (hop + uint64(c.Memory.Interval))
	return uint64(c.Memory.Latency+c.Memory.Vary) + answers + mxu.NumClients*hop + 8*hop
}

// request is the longest time until a request is taken that waits for nothing but its turn, in cycles.
func request(c *hw.Config) uint64 {
	return mxu.NumClients * (c.SlowestHop() + uint64(c.Memory.Interval) + uint64(c.Memory.Latency+c.Memory.Vary)/uint64(c.Memory.InFlight))
}

// written is the longest time until so many writes are answered of which a client has so many under way, in cycles. Both are
// taken at their slowest for each round: a turn for each request, and a way there and back in which others are served first.
func written(c *hw.Config, writes, underWay uint64) uint64 {
	underWay = min(underWay, uint64(c.Memory.InFlight))
	rounds := (writes + underWay - 1) / underWay
	return 2*rounds*access(c) + writes*request(c)
}

// OfHeight works the worst case out for a target of the given height in pixels, and the driver's kernels. It adds
// up what can be in the way, each at its slowest and none of it overlapped, so
// measured switches are far below it. Fills and copies, and other kernels, are not in it: see Vector.Bounds.
func OfHeight(c *hw.Config, height int) Bound {
	return bounds(c, height, golden.Work{}, golden.Work{})
}

// bounds is Bounds for kernels of which no thread above the break point does more than vertex, and none of a quad more than pixel.
func bounds(c *hw.Config, height int, vertex, pixel golden.Work) Bound {
	hop := c.SlowestHop()
	memory := access(c)

	depth := func(names ...string) (n uint64) {
		for _, name := range names {
			n += uint64(c.Depth(name))
		}
		return n
	}
	// What is reported before the last words of a save, the next context's copies included. No two words need lie in one line.
	words := total(c, func(f *hw.Connection) bool { return f.Class == wires.Save }) + 8 + regs.SaveListLen
	reports := written(c, words, uint64(c.DMA.Writes)) + uint64(c.DMA.Gather)
	// Entries in the stages of blocks are among those above; INT_END goes through the stages too.
	stages := uint64(c.TSU.ClipLatency + c.TSU.SetupLatency + c.ASU.PlaneLatency)
	above := total(c, func(f *hw.Connection) bool { return f.Class == wires.Above && f.Stage }) + stages + 64
	triangles := depth("ASU_FIFO") + 1 // SG makes rows of them
	rows := uint64(height) + 2

	tiles := tilesBelow(c)
	tile := 2*linesOfTile*2*memory + quadsOfTile*(4*memory+pixelTime(c)+8*hop+more(c, pixel))
	ahead := uint64(3) // tiles after which TG_INT and INT_END get room
	if c.ZL1.ForwardTGInt {
		ahead++
	}
	answers := uint64(c.EUP.Threads*vertex.Messages) * corners * texelLines * memory // that cancelled threads wait for

	return Bound{
		Discard: (above+triangles*rows)*hop + stages + reports + 2*memory + ahead*tile + answers,
		Drain:   tiles * tile,
		Flush:   written(c, uint64(c.ZL2.Lines), uint64(c.ZL2.Lines)) + written(c, uint64(c.WBU.Cache.Lines), uint64(c.WBU.Cache.Lines)) + 4*memory,
		Save:    reports + 4*memory,
	}
}

// tilesBelow is how many tiles can be below the break point.
func tilesBelow(c *hw.Config) uint64 {
	depth := func(name string) uint64 { return uint64(c.Depth(name)) }
	return depth("TG_FIFO") + depth("ZFIFO") + uint64(c.ZL2.Ahead) + 2 +
		(depth("PS_FIFO")+depth("WB_FIFO")+uint64(c.PS.InFlight+c.WBU.Ahead))/quadsOfTile + 1
}

// total is how many entries the FIFOs of a kind hold.
func total(c *hw.Config, of func(f *hw.Connection) bool) (n uint64) {
	for _, f := range c.Fifos() {
		if of(&f) {
			n += uint64(f.Depth)
		}
	}
	return n
}

// Blit is the longest time of a fill or copy, in cycles. C2D has in_flight lines
// under way, which take their reads, an answer, their writes and another answer; then
// others have taken their places. It comes on top of the save of a context that is cut
// after one, and a second time when the context before it was.
func Blit(c *hw.Config, s vector.BlitSize) uint64 {
	rounds := (s.Lines+uint64(c.C2D.InFlight)-1)/uint64(c.C2D.InFlight) + 1
	return rounds*2*access(c) + (s.Lines+s.Reads)*request(c)
}

// wideBlit is the work of a million pixels of the widest format, copied from rows that lie
// badly to tiles.
var wideBlit = vector.BlitSize{Lines: 1_000_000 / 8, Reads: 4 * 1_000_000 / 8}

// BlitMillion is the bound for each million pixels of a wide fill or copy, in cycles.
func BlitMillion(c *hw.Config) uint64 { return Blit(c, wideBlit) }

// Of is the worst case of a switch of a vector's contexts.
func Of(v *vector.Vector, c *hw.Config) Bound {
	var vertex, pixel golden.Work
	for _, t := range v.Traces {
		vertex.Messages = max(vertex.Messages, t.Vertex.Messages)
		pixel.Instructions, pixel.Messages = max(pixel.Instructions, t.Pixel.Instructions), max(pixel.Messages, t.Pixel.Messages)
	}
	b := bounds(c, v.Height(), vertex, pixel)
	for i := range v.Blits {
		for _, l := range v.Blits[i] {
			b.Blit = max(b.Blit, 2*Blit(c, l.Size))
		}
	}
	return b
}

// Most of the pixel kernel (vectors/kernels/pixel.tka): instructions, lines of them, and beats of its request and its results.
const (
	pixelInstructions = 20
	pixelMessages     = 2 // a texel, its colour
	pixelLines        = 3
	quadLanes         = 4
	pixelBeats        = 32
)

// pixelTime is the longest time of a pixel thread, but for its texels: its quad is interpolated, it is filled, sent, and executes its instructions, whose lines come from memory, while
// all other threads of its multiprocessor issue in turn.
func pixelTime(c *hw.Config) uint64 {
	hop := c.SlowestHop()
	return uint64(c.PS.InterpolationLatency+c.EUP.FillWait) + pixelBeats*hop + pixelInstructions*instructionTime(c) + pixelLines*(access(c)+4*hop)
}

// instructionTime is the longest time from an instruction to the next one of the same thread, if it waits for no message: all others of its multiprocessor issue before it.
func instructionTime(c *hw.Config) uint64 {
	m := &c.GPC.SM
	passes := max(1, 8/m.Lanes)
	return uint64(m.Threads*passes + m.ALULatency + m.FlowLatency)
}

// Lines that a message can ask for, for each lane: those of the texels of two levels, or of four components that lie apart.
const texelLines = 8

// instructionsOfLine is the number of instructions of a line, none of them compact. A loop that is longer than the lines that a thread has fetches each again and again.
const instructionsOfLine = 4

// corners is the number of lanes of a primitive.
const corners = 3

// more is what a quad takes beyond pixelTime, if its thread executes that much: the work of the driver's kernel is in that.
func more(c *hw.Config, w golden.Work) uint64 {
	instructions, messages := uint64(max(0, w.Instructions-pixelInstructions)), uint64(max(0, w.Messages-pixelMessages))
	return instructions*instructionTime(c) + (instructions+instructionsOfLine-1)/instructionsOfLine*(access(c)+4*c.SlowestHop()) + messages*Message(c)
}

// Message is the longest time of a message of a quad's thread, in cycles.
func Message(c *hw.Config) uint64 { return quadLanes * texelLines * access(c) }

// Limit is the bound for kernels at their limit, in cycles: what a drain takes longer if the thread of each quad below the break point executes pixel.limit instructions and sends no message.
func Limit(c *hw.Config) uint64 {
	return tilesBelow(c) * quadsOfTile * more(c, golden.Work{Instructions: c.Pixel.Limit})
}
