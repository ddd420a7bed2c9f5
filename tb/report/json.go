package report

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/host"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/scene"
)

// Summary is what --json prints; its keys are stable.
type Summary struct {
	Scene              string           `json:"scene"`
	Remarks            []scene.Remark   `json:"remarks"` // what the scenes leave out
	Width              int              `json:"width"`
	Height             int              `json:"height"`
	Cycles             uint64           `json:"cycles"`
	EvaluatedCycles    uint64           `json:"evaluated_cycles"`
	runs.Counts                         // what the machine drew
	Golden             runs.Counts      `json:"golden"` // and what golden draws
	ColorSHA256        string           `json:"color_sha256"`
	DepthSHA256        string           `json:"depth_sha256"`
	GoldenEqual        bool             `json:"golden_equal"`
	UninterruptedEqual bool             `json:"uninterrupted_equal"`
	ViewProjection     [16]float32      `json:"view_projection"`
	Cuts               []Cut            `json:"cuts"`
	Interrupts         *runs.Interrupts `json:"interrupts,omitempty"` // nil: none was asked for
	Seconds            float64          `json:"seconds"`
	CyclesPerSecond    float64          `json:"cycles_per_second"`
}

// Cut is one switch.
type Cut struct {
	Number         int    `json:"number"` // from 1, as --cut and --zoom take it
	Cycle          uint64 `json:"cycle"`  // of the line
	Cause          string `json:"cause"`
	IDs            IDs    `json:"ids"`
	LatencyCycles  uint64 `json:"latency_cycles"`
	SavedBytes     uint64 `json:"saved_bytes"`
	DiscardedTiles uint64 `json:"discarded_tiles"`
	LineToSaved    uint64 `json:"line_to_saved,omitempty"`     // cycles; left out: nothing was saved
	LineToNextTile uint64 `json:"line_to_next_tile,omitempty"` // cycles; left out: none came

	Phases runs.PhaseCycles `json:"phases"`
}

// IDs is the place of a cut.
type IDs struct {
	RingHead   uint32 `json:"ring_head"`
	DMABuffer  uint32 `json:"dma_buffer"`
	DMAOffset  uint32 `json:"dma_offset"`
	Instance   uint32 `json:"instance"`
	Primitive  uint32 `json:"primitive"`
	Triangle   uint32 `json:"triangle"`
	TileNumber uint32 `json:"tile"`
}

func idsOf(c *pipe.Cursor) IDs {
	return IDs{c.Head, c.Buffer, c.Offset, c.Instance, c.Primitive, c.Triangle, c.Tile}
}

// summaryOf gives what is known without a run.
func summaryOf(w *request.Work, f runs.Frame) Summary {
	c := &w.Vector.Image.Contexts[0]
	s := Summary{
		Scene: w.Input.Scene, Width: w.Input.Size.Width, Height: w.Input.Size.Height, Cuts: []Cut{},
		ColorSHA256: checksum(f.Color, c.Color.Bytes), DepthSHA256: checksum(f.Depth, c.Depth.Bytes),
		ViewProjection: c.ViewProjection, Remarks: w.Input.Remarks.List(),
	}
	for _, t := range w.Vector.Traces {
		s.Golden.Triangles += t.Stats.Triangles
		s.Golden.Tiles += t.Stats.Tiles
		s.Golden.Fragments += t.Stats.Fragments
	}
	return s
}

func (s *Summary) time(seconds float64) {
	s.Seconds = seconds
	if seconds > 0 {
		s.CyclesPerSecond = float64(s.Cycles) / seconds
	}
}

func cutOf(s *cosim.Switch, number int) Cut {
	return Cut{
		Number: number, Cycle: s.Line, Cause: host.Causes(s.Cause), IDs: idsOf(&s.At), LatencyCycles: latency(s),
		SavedBytes: 4 * uint64(s.SaveWords), DiscardedTiles: uint64(s.Spans),
		LineToSaved: s.Saved, LineToNextTile: s.NextTile, Phases: runs.PhasesOf(s),
	}
}

// latency is the time from the line to the next tile of any context or, when none
// came, to the end of the save.
func latency(s *cosim.Switch) uint64 {
	if s.NextTile != 0 {
		return s.NextTile
	}
	return s.Saved
}

// checksum digests pixels of some bytes each: rows from the top, little-endian.
func checksum(pixels []uint64, size int) string {
	raw := make([]byte, 0, size*len(pixels)+8)
	for _, p := range pixels {
		raw = binary.LittleEndian.AppendUint64(raw, p)[:len(raw)+size]
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
