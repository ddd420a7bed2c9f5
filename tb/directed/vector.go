// Package directed runs the directed vectors: text files that each show one thing. A
// vector names scenes, a configuration and steps; a step waits for a condition of the
// machine and then does something to it. A condition that never holds is a failure:
// the vector would show nothing. vectors/directed/FORMAT.md describes the files.
package directed

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
	"tilemark/tb/sched"
	"tilemark/text/near"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
	"tilemark/vectors"
)

// Vector is a directed vector as its file has it.
type Vector struct {
	strictyaml.Source

	Name          string       `yaml:"-"`
	Most          uint64       `yaml:"-"` // cycles that a run may take; 0: as many as it does
	Over          func() bool  `yaml:"-"` // when given, is asked now and then, and ends a run that goes on too long; nil: nothing does
	Patch         *scene.Patch `yaml:"-"` // who patches kernels; nil: what scenes say
	Raised        []uint64     `yaml:"-"` // after a run: cycles in which interrupts were raised after the steps
	Took          uint64       `yaml:"-"` // after a run: its cycles
	rejected      int          // tiles that hierarchical Z has rejected in the run
	Covers        string       `yaml:"covers"`
	Size          []int        `yaml:"size"`
	Config        settings     `yaml:"config"`
	Contexts      []Context    `yaml:"contexts"`
	Steps         []Step       `yaml:"steps"`
	Interrupts    []uint64     `yaml:"interrupts"` // cycles in which the CPU interrupts, after the steps
	Aims          []Aim        `yaml:"aims"`
	Every         uint64       `yaml:"every"`
	Cuts          *int         `yaml:"cuts"`          // the number of cuts that must result
	AtLeast       AtLeast      `yaml:"at_least"`      // what must have happened
	CutAt         *Cursor      `yaml:"cut_at"`        // where the first cut must be
	Leave         bool         `yaml:"leave"`         // after its last context each run list leaves for the other one
	Paging        *Paging      `yaml:"paging"`        // pages are mapped when they are used
	Driver        *Driver      `yaml:"driver"`        // decides which contexts run
	Status        []string     `yaml:"status"`        // what the context status buffer must say at the end
	StatusEntries int          `yaml:"status_buffer"` // of the context status buffer; 0: none, or StatusEntries with status
	Ends          []int        `yaml:"ends"`          // the contexts in the order in which they must come to their ends
}

// AtLeast is what a vector must have led to, so that it shows what it says.
type AtLeast struct {
	Cuts    int    `yaml:"cuts"`
	Aborted uint32 `yaml:"aborted"` // restores cut short
	Ignored uint32 `yaml:"ignored"` // interrupts with nothing to cut
	Starts  int    `yaml:"starts"`  // contexts started, restores included

	Rejected int `yaml:"rejected"` // tiles that hierarchical Z has rejected
}

// missing says what has not been found as often as it must; "": nothing.
func (a *AtLeast) missing(found *AtLeast) string {
	var list []string
	for _, n := range []struct {
		what        string
		found, want int
	}{
		{"cut", found.Cuts, a.Cuts}, {"aborted restore", int(found.Aborted), int(a.Aborted)},
		{"ignored interrupt", int(found.Ignored), int(a.Ignored)}, {"start", found.Starts, a.Starts},
		{"rejected tile", found.Rejected, a.Rejected},
	} {
		if n.found < n.want {
			list = append(list, fmt.Sprintf("%s, at least %s expected", number.Count(n.found, n.what), number.Thousands(n.want)))
		}
	}
	return strings.Join(list, "; ")
}

// Context is a context of a vector.
type Context struct {
	strictyaml.Source

	Scene          Scene    `yaml:"scene"`
	DrawsPerBuffer int      `yaml:"draws_per_buffer"`
	RingSize       int      `yaml:"ring_size"`
	RingStart      int      `yaml:"ring_start"`
	RingFence      bool     `yaml:"ring_fence"`
	RingFlush      bool     `yaml:"ring_flush"`
	FenceFirst     bool     `yaml:"fence_first"`         // a fence stands in its ring before INTERRUPTIBLE
	Never          bool     `yaml:"never_interruptible"` // there is no INTERRUPTIBLE in its ring
	Packing        *Packing `yaml:"packing"`             // of its save area; nil: that of the tables
	Repeat         int      `yaml:"repeat"`              // how often its ring names its DMA buffers; 0: once
	DrawFences     bool     `yaml:"draw_fences"`         // others wait for fences of its draws, and none stands in its ring
	Residue        bool     `yaml:"residue"`
	Access         bool     `yaml:"access"`
	WideIndices    bool     `yaml:"wide_indices"`
	BufferAt       int      `yaml:"buffer_at"` // bytes from the beginning of a page to that of each DMA buffer
	Wait           bool     `yaml:"wait"`
	WaitsFor       *int     `yaml:"waits_for"`    // the context whose last ring fence the first WAIT waits for
	InTurnWith     *int     `yaml:"in_turn_with"` // the context with which it takes turns, DMA buffer by DMA buffer
	SurfacesOf     *int     `yaml:"surfaces_of"`  // the context whose colour and depth surface it draws into
	ModelsOf       *int     `yaml:"models_of"`    // the context whose vertices, indices and textures it uses
	HoldBack       Hidden   `yaml:"hold_back"`    // ring commands that the tail hides at first
	Empty          bool     `yaml:"empty"`        // nothing in the ring
	Odd            bool     `yaml:"odd"`          // in the odd run list, which starts after the even one
	Poke           []Poke   `yaml:"poke"`         // DWORDs that are spoiled before the run
	Priority       int      `yaml:"priority"`     // for the driver: more is more urgent
	Arrives        uint64   `yaml:"arrives"`      // cycle in which the driver shows the tail; 0: at once
	After          *int     `yaml:"after"`        // for the driver: the context that writes the word of its WAIT
}

// Hidden is a number of ring commands.
type Hidden int

// everything is all commands of a ring.
const everything Hidden = -1

// some tells whether there are any.
func (h Hidden) some() bool { return h != 0 }

// DecodeYAML reads a number or "all".
func (h *Hidden) DecodeYAML(n *strictyaml.Node) error {
	if n.Text == "all" {
		*h = everything
		return nil
	}
	if n.Number((*int)(h)) != nil || *h < 0 {
		return n.Expected("a number of ring commands from 0, or all,")
	}
	return nil
}

// Scene is the name of a built-in scene, or one that is written into the vector.
type Scene struct {
	Name   string
	Inline *scene.Scene
}

// DecodeYAML reads a name or a scene.
func (s *Scene) DecodeYAML(n *strictyaml.Node) (err error) {
	switch n.Kind {
	case strictyaml.Mapping:
		s.Inline, err = scenefile.Inline("inline", n)
		return err
	case strictyaml.Text:
		s.Name = n.Text
		return nil
	}
	return n.Expected("the name of a built-in scene, or a scene,")
}

func (s *Scene) load() (*scene.Scene, error) {
	if s.Inline != nil {
		return s.Inline, nil
	}
	return scenefile.Load(s.Name)
}

// Driver has a driver decide which contexts run.
type Driver struct {
	strictyaml.Source

	Policy  string `yaml:"policy"`
	Slice   uint32 `yaml:"slice"`   // cycles
	Depth   int    `yaml:"depth"`   // contexts in a list, 1 to 4; 0: 1
	Latency uint64 `yaml:"latency"` // cycles until it reacts
}

// Paging has pages mapped on demand.
type Paging struct {
	strictyaml.Source

	Frames  int    `yaml:"frames"`  // pages of memory; 0: as many as the contexts have
	Latency uint64 `yaml:"latency"` // cycles from a fault to its service
	Steal   uint64 `yaml:"steal"`   // a page is taken away every so many cycles
	Move    uint64 `yaml:"move"`    // a page that nothing writes is moved to another frame every so many cycles
	Reuse   bool   `yaml:"reuse"`   // a frame that nothing uses any more is spoiled and given to another page at once
	Same    bool   `yaml:"same_pages"`
	Mapped  bool   `yaml:"mapped"` // pages are mapped before the run, as many as there are frames
	Faults  uint32 `yaml:"faults"` // the least number of faults that must have been served
}

// Poke changes a DWORD of a context.
type Poke struct {
	strictyaml.Source

	In    string `yaml:"in"` // one of pokePlaces or saidPlaces
	DWord uint32 `yaml:"dword"`
	Value uint32 `yaml:"value"`
}

// Step waits for all that it names to hold at once, Times times, and then acts After
// cycles later.
type Step struct {
	strictyaml.Source

	Cycle  uint64   `yaml:"cycle"`
	State  []string `yaml:"state"`  // pieces of the machine's one-line state
	Cursor *Cursor  `yaml:"cursor"` // the break point's, in the first context
	Blits  int      `yaml:"blits"`  // fills and copies of the first context that have passed the break point
	Full   []string `yaml:"full"`
	Empty  []string `yaml:"empty"`
	Times  int      `yaml:"times"`
	After  uint64   `yaml:"after"`
	Do     string   `yaml:"do"`   // a key of actions
	Poke   *Poke    `yaml:"poke"` // with do: poke, in the first context
}

// Cursor is a place in golden's sequence. What is left out is not compared.
type Cursor struct {
	Draw      *uint32 `yaml:"draw"`
	Instance  *uint32 `yaml:"instance"`
	Primitive *uint32 `yaml:"primitive"`
	Triangle  *uint32 `yaml:"triangle"`
	Tile      *uint32 `yaml:"tile"`
}

// Names lists the project's directed vectors.
func Names() []string {
	files, _ := fs.Glob(vectors.Directed, "directed/*.yaml")
	for i, f := range files {
		files[i] = strings.TrimSuffix(path.Base(f), ".yaml")
	}
	return files
}

func fileOf(name string) string { return "directed/" + name + ".yaml" }

// Text returns the text of a directed vector of the project.
func Text(name string) ([]byte, error) {
	data, err := vectors.Directed.ReadFile(fileOf(name))
	if err != nil {
		return nil, fmt.Errorf("no directed vector is called %q%s", name, near.Suggest(name, Names(), "; the folder vectors/directed has them"))
	}
	return data, nil
}

// Load reads a directed vector of the project by its name.
func Load(name string) (*Vector, error) {
	data, err := Text(name)
	if err != nil {
		return nil, err
	}
	v, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("vectors/%s:%w", fileOf(name), err)
	}
	v.Name = name
	return v, nil
}

// Build makes the machine's configuration and golden's trace of the vector.
func (v *Vector) Build() (hw.Config, *vector.Vector, error) {
	cfg := hw.DefaultConfig()
	if err := v.Configure(&cfg); err != nil {
		return cfg, nil, err
	}
	cv, _, err := v.Workload()
	return cfg, cv, err
}

// At has the vector run with another break point, tg or zl1.
func (v *Vector) At(place string) {
	v.Config = append(v.Config, setting{key: "break_point", value: place})
}

// Workload lays the vector's contexts out in memory and runs golden on them.
func (v *Vector) Workload() (*vector.Vector, []*scene.Scene, error) {
	im, scenes, err := v.layOut()
	if err != nil {
		return nil, nil, err
	}
	cv, err := v.run(im)
	return cv, scenes, err
}

// maxPrimitives is how many primitives a context of a vector may draw: more are a mistake,
// such as a poke into the instances of a draw.
const maxPrimitives = 1 << 18

// run has contexts wait for each other, spoils what the vector spoils, and runs golden.
func (v *Vector) run(im *driver.Image) (*vector.Vector, error) {
	for i := range v.Contexts {
		for _, p := range v.Contexts[i].Poke {
			if p.said() {
				continue
			}
			at, err := p.place(im, i)
			if err != nil {
				return nil, err
			}
			binary.LittleEndian.PutUint32(im.Bytes[at:], p.Value)
		}
	}
	cfg := hw.DefaultConfig()
	if err := v.Configure(&cfg); err != nil {
		return nil, err
	}
	cv, err := vector.NewWithin(im, maxPrimitives, &cfg)
	if err != nil {
		return nil, err
	}
	for i := range v.Contexts {
		cv.Odd[i], cv.Residue[i] = v.Contexts[i].Odd, v.Contexts[i].Residue
	}
	for i := range v.Steps {
		cv.Spoiled[0] = cv.Spoiled[0] || v.Steps[i].Poke != nil
	}
	cv.Leave = v.Leave
	if err := v.say(cv); err != nil {
		return nil, err
	}
	if p := v.Paging; p != nil {
		cv.Paging = &vector.Paging{Frames: p.Frames, Latency: p.Latency, Steal: p.Steal, Move: p.Move, Reuse: p.Reuse, Mapped: p.Mapped}
	}
	if cv.Status = uint32(v.StatusEntries); v.Status != nil && v.StatusEntries == 0 {
		cv.Status = StatusEntries
	}
	if v.Driver != nil {
		cv.Schedule = v.schedule()
	}
	return cv, nil
}

// say has the CPU say what is not so, in a run list or a page table. Only an empty context can be called by an address that is not its
// own, and page tables name places without memory only: golden runs contexts where they are.
func (v *Vector) say(cv *vector.Vector) error {
	for i := range v.Contexts {
		for k := range v.Contexts[i].Poke {
			say := map[string]func(*vector.Vector, int, *Poke) error{inPages: v.sayInPages, inList: v.sayInList}[v.Contexts[i].Poke[k].In]
			if say == nil {
				continue
			}
			if err := say(cv, i, &v.Contexts[i].Poke[k]); err != nil {
				return strictyaml.Inside(err, "context %d", i)
			}
		}
	}
	return nil
}

func (v *Vector) sayInPages(cv *vector.Vector, i int, p *Poke) error {
	x := &cv.Image.Contexts[i]
	from := p.DWord<<pipe.PageShift + x.Offset
	switch {
	case !x.Uses(from, from+pageBytes):
		return p.Wrong("dword", "poke: page %d, which the context does not use; one that it uses was expected", p.DWord)
	case p.Value&pipe.PagePresent != 0 && p.Value < v.memory():
		return p.Wrong("value", "poke: %#x in the pages names memory; a place from %#x on, where there is none, or PRESENT clear was expected", p.Value, v.memory())
	}
	cv.Entries, cv.Spoiled[i] = append(cv.Entries, vector.Entry{Context: i, Page: p.DWord, Value: p.Value}), true
	return nil
}

// memory is the size of the machine's memory in bytes. The configuration has been checked.
func (v *Vector) memory() uint32 {
	cfg := hw.DefaultConfig()
	_ = v.Configure(&cfg)
	return uint32(cfg.Memory.SizeMiB) << 20
}

func (v *Vector) sayInList(cv *vector.Vector, i int, p *Poke) error {
	if slices.ContainsFunc(cv.ListWords, func(w vector.ListWord) bool { return w.Context == i && w.Word == int(p.DWord) }) {
		return p.Wrong("dword", "poke: dword %d of the list a second time; each of them once was expected", p.DWord)
	}
	own, line := cv.Image.Contexts[i].Name(), p.Value&^(regs.RunListContextAlign-1)
	switch {
	case p.DWord == regs.RunListContext && line != own:
		if !v.Contexts[i].Empty {
			return p.Wrong("value", "poke: %#x in the list, for a context whose header is at %#x; that address, or an empty context, was expected", p.Value, own)
		}
		for n := range cv.Image.Contexts {
			if n != i && (line == cv.Image.Contexts[n].Name() || line == cv.Called(n)) {
				return p.Wrong("value", "poke: %#x in the list, by which context %d is called; an address of no other context was expected", p.Value, n)
			}
		}
		cv.Spoiled[i] = true
	case p.DWord == regs.RunListPageTable && line != 0 && line < v.memory():
		return p.Wrong("value", "poke: page table %#x in the list, where nobody serves page faults; an address below %d, or from %#x on, where there is no memory, was expected", p.Value, regs.RunListPageTableAlign, v.memory())
	case p.DWord == regs.RunListPageTable && line != 0:
		cv.Spoiled[i] = true
	}
	cv.ListWords = append(cv.ListWords, vector.ListWord{Context: i, Word: int(p.DWord), Value: p.Value})
	return nil
}

// schedule is what the driver does. The policy's name has been checked.
func (v *Vector) schedule() *vector.Schedule {
	d := v.Driver
	policy, _ := sched.Named(d.Policy)
	out := &vector.Schedule{Policy: policy, Slice: d.Slice, Depth: d.Depth, Latency: d.Latency}
	for i := range v.Contexts {
		c, j := &v.Contexts[i], &out.Jobs[i]
		j.Priority, j.Arrives = c.Priority, c.Arrives
		if by := cmp.Or(c.After, c.WaitsFor); by != nil {
			j.After = 1 + *by
		}
	}
	return out
}

// StatusEntries is the size of the status buffer of a vector that looks at it, and the most that one can have.
const StatusEntries = 256
