package patching

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"tilemark/examples"
	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
)

// Patcher is what a frame of a scene with changes of state takes on the machine, by who patches kernels.
type Patcher struct {
	Scene   string  `json:"scene"`
	By      string  `json:"by" doc:"Who patches: driver or machine."`
	Draws   int     `json:"draws" unit:"draws"`
	Cycles  uint64  `json:"cycles" unit:"cycles" doc:"Of the frame."`
	Mean    float64 `json:"mean_cycles" unit:"cycles" doc:"From the first state of a draw that leaves the CSP to its first pixel, on average."`
	Median  uint64  `json:"median_cycles" unit:"cycles" doc:"The same, the median."`
	Most    uint64  `json:"most_cycles" unit:"cycles" doc:"The same, of the slowest draw."`
	Kernels int     `json:"kernels" unit:"kernels" doc:"In memory."`
	Written int     `json:"written_bytes" unit:"bytes" doc:"Of them, with patch tables: what the driver writes."`
	Buffers int     `json:"buffer_bytes" unit:"bytes" doc:"Of DMA buffers, in which registers of state are written."`
}

// cycleScenes are the examples that both patchers draw, and how large, in pixels: their pictures, and few pixels, where a change counts more.
var cycleScenes = []struct {
	name          string
	width, height int
}{{"garden", 160, 120}, {"garden", 24, 16}, {"foliage", 160, 120}}

// patchers draws scenes with the driver's patcher, and with the machine's.
func patchers() (list []Patcher, err error) {
	dir, err := os.MkdirTemp("", "tilemark")
	if err != nil {
		return nil, err
	}
	defer func() {
		if failed := os.RemoveAll(dir); err == nil {
			err = failed
		}
	}()
	if err := os.CopyFS(dir, examples.Files); err != nil {
		return nil, fmt.Errorf("the examples cannot be copied aside, where they are drawn: %w", err)
	}
	for _, c := range cycleScenes {
		s, err := scenefile.Load(filepath.Join(dir, c.name+".yaml"))
		if err != nil {
			return nil, err
		}
		for _, by := range []scene.Patch{scene.PatchDriver, scene.PatchMachine} {
			p, err := patched(s, by, c.width, c.height)
			if err != nil {
				return nil, fmt.Errorf("%s, patched by the %s: %w", c.name, scene.PatchNames[by], err)
			}
			p.Scene = fmt.Sprintf("%s, %dx%d", c.name, c.width, c.height)
			list = append(list, p)
		}
	}
	return list, nil
}

// patched draws a scene once, compared with golden all the time.
func patched(s *scene.Scene, by scene.Patch, width, height int) (p Patcher, err error) {
	im := &driver.Image{}
	c, err := im.Add(s, driver.Options{Width: width, Height: height, Patch: &by})
	if err != nil {
		return p, err
	}
	p = Patcher{By: scene.PatchNames[by], Draws: len(s.Draws), Kernels: len(c.Kernels), Written: c.KernelBytes, Buffers: c.BufferBytes}
	v, err := vector.New(im)
	if err != nil {
		return p, err
	}
	session, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	if err != nil {
		return p, err
	}
	first := watch(session.M)
	for !session.Idle() {
		const while = 100_000 // cycles
		if err := session.RunTo(session.M.Cycle() + while); err != nil {
			return p, err
		}
	}
	if err := session.Finish(); err != nil {
		return p, err
	}
	p.Cycles = first.end
	p.Mean, p.Median, p.Most = first.latencies()
	return p, nil
}

// firsts are cycles of each draw: the one in which its first state leaves the CSP, and the one of its first pixel.
type firsts struct {
	state, pixel []uint64
	begun, drawn bool   // the draw that comes next has state, or a pixel
	end          uint64 // of the last pixel
}

// watch notes what a machine does while it draws.
func watch(m *hw.Machine) *firsts {
	f := &firsts{}
	command := func(cycle uint64, c *pipe.Cmd) {
		switch c.Kind {
		case pipe.State:
			if !f.begun {
				f.begun = true
				f.state = append(f.state, cycle)
			}
		case pipe.EndDraw:
			f.begun = false
		}
	}
	m.CSP.P.Vertex.Tap().OnPut(func(cycle uint64, e *pipe.VertexEntry) { command(cycle, &e.Cmd) })
	m.PS.P.WBFifo.Tap().OnPut(func(cycle uint64, e *pipe.ColorEntry) {
		switch e.Kind {
		case pipe.Quad:
			f.end = cycle
			if !f.drawn {
				f.drawn = true
				f.pixel = append(f.pixel, cycle)
			}
		case pipe.EndDraw:
			if !f.drawn { // nothing of it is seen
				f.pixel = append(f.pixel, 0)
			}
			f.drawn = false
		}
	})
	return f
}

// latencies are from state to pixel, of draws of which something is seen.
func (f *firsts) latencies() (mean float64, middle, most uint64) {
	var list []float64
	for n := range min(len(f.state), len(f.pixel)) {
		if f.pixel[n] > f.state[n] {
			x := f.pixel[n] - f.state[n]
			list, most = append(list, float64(x)), max(most, x)
			mean += float64(x)
		}
	}
	if len(list) == 0 {
		return math.NaN(), 0, 0
	}
	return mean / float64(len(list)), uint64(median(list)), most
}
