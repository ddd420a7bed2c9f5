package directed

import (
	"cmp"
	"slices"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
	"tilemark/tb/sched"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// Parse reads a directed vector. Errors begin with line and column.
func Parse(data []byte) (*Vector, error) {
	v := &Vector{Size: []int{64, 64}}
	root, err := strictyaml.Parse(data, "a directed vector")
	if err != nil {
		return nil, err
	}
	if err := strictyaml.Decode(root, v); err != nil {
		return nil, err
	}
	return v, v.check()
}

// check looks for what a run would only find out later, or never.
func (v *Vector) check() error {
	switch {
	case v.Covers == "":
		return v.Wrong("covers", "covers: what the vector shows was expected")
	case len(v.Size) != 2 || min(v.Size[0], v.Size[1]) < 1 || max(v.Size[0], v.Size[1]) > driver.MaxSize:
		return v.Wrong("size", "size %v; width and height, each from 1 to %d, were expected", v.Size, driver.MaxSize)
	case v.StatusEntries < 0 || v.StatusEntries > StatusEntries:
		return v.Wrong("status_buffer", "status_buffer %d; 0 to %d entries were expected", v.StatusEntries, StatusEntries)
	case len(v.Contexts) < 1 || len(v.Contexts) > v.most():
		return v.Wrong("contexts", "%d contexts; 1 to %d were expected", len(v.Contexts), v.most())
	}
	for _, check := range []func() error{v.checkDriver, v.checkPaging} {
		if err := check(); err != nil {
			return err
		}
	}
	cfg := hw.DefaultConfig()
	if err := v.Configure(&cfg); err != nil {
		return err
	}
	if odd := v.oddContexts(); v.Driver == nil && max(odd, len(v.Contexts)-odd) > vector.MaxListed/2 {
		return v.Wrong("contexts", "%d contexts in the even run list and %d in the odd one; at most %d each were expected", len(v.Contexts)-odd, odd, vector.MaxListed/2)
	}
	for i := range v.Contexts {
		if err := cmp.Or(v.Contexts[i].check(), v.checkWaits(i), v.checkShares(i), v.checkSaid(i)); err != nil {
			return strictyaml.Inside(err, "context %d", i)
		}
		if err := v.scheduling(i); err != nil {
			return strictyaml.Inside(err, "context %d", i)
		}
		if c := &v.Contexts[i]; c.HoldBack.some() && c.Empty {
			return c.Wrong("hold_back", "context %d: hold_back beside empty; no commands to hide were expected", i)
		} else if c.HoldBack.some() && !v.does("tail") {
			return c.Wrong("hold_back", "context %d: hold_back, and nothing shows all commands; a step or an aim with `do: tail` was expected", i)
		}
	}
	for i := range v.Steps {
		if err := v.Steps[i].check(); err != nil {
			return strictyaml.Inside(err, "step %d", i)
		}
	}
	for i := range v.Aims {
		if err := v.Aims[i].check(); err != nil {
			return strictyaml.Inside(err, "aim %d", i)
		}
	}
	return nil
}

// oddContexts counts the contexts of the odd run list.
func (v *Vector) oddContexts() (n int) {
	for i := range v.Contexts {
		if v.Contexts[i].Odd {
			n++
		}
	}
	return n
}

func (c *Context) check() error {
	if names := scenefile.Builtins(); c.Scene.Inline == nil && !slices.Contains(names, c.Scene.Name) {
		return c.Wrong("scene", "scene %q%s", c.Scene.Name, near.Suggest(c.Scene.Name, names, "; the name of a built-in scene was expected"))
	}
	for _, n := range []struct {
		key   string
		value int
	}{{"draws_per_buffer", c.DrawsPerBuffer}, {"ring_size", c.RingSize}, {"ring_start", c.RingStart}, {"repeat", c.Repeat}} {
		if n.value < 0 {
			return c.Wrong(n.key, "%s %d; a whole number from 0 was expected", n.key, n.value)
		}
	}
	if c.DrawFences && c.RingFence {
		return c.Wrong("draw_fences", "draw_fences beside ring_fence; one of them was expected")
	}
	if c.BufferAt < 0 || c.BufferAt >= pageBytes || c.BufferAt%4 != 0 {
		return c.Wrong("buffer_at", "buffer_at %d; a multiple of 4 from 0 to %d was expected", c.BufferAt, pageBytes-4)
	}
	if err := c.Packing.check(); err != nil {
		return err
	}
	for i := range c.Poke {
		if err := c.Poke[i].check(true); err != nil {
			return err
		}
	}
	return nil
}

// pageBytes is the size of a page.
const pageBytes = 1 << pipe.PageShift

// most is the most contexts that the vector may have.
func (v *Vector) most() int {
	if v.Driver != nil {
		return vector.MaxContexts
	}
	return vector.MaxListed
}

// does tells whether a step or an aim does something.
func (v *Vector) does(what string) bool {
	return slices.ContainsFunc(v.Steps, func(s Step) bool { return s.Do == what }) || slices.ContainsFunc(v.Aims, func(a Aim) bool { return a.Do == what })
}

func (v *Vector) checkPaging() error {
	if p := v.Paging; p != nil && p.Frames < 0 {
		return p.Wrong("frames", "frames %d; the number of pages of memory, or 0 for enough, was expected", p.Frames)
	}
	return nil
}

func (v *Vector) checkDriver() error {
	d := v.Driver
	if d == nil {
		return nil
	}
	if _, err := sched.Named(d.Policy); err != nil {
		return d.Wrong("policy", "%w", err)
	}
	if d.Depth < 0 || d.Depth > 4 {
		return d.Wrong("depth", "depth %d; 1 to 4 was expected", d.Depth)
	}
	if d.Slice == 0 && d.Policy != (sched.ShortestRemaining{}).Name() {
		return d.Wrong("slice", "policy %s without slice; cycles were expected", d.Policy)
	}
	return nil
}

// scheduling checks what a context tells the driver.
func (v *Vector) scheduling(i int) error {
	c := &v.Contexts[i]
	switch {
	case v.Driver == nil && (c.Priority != 0 || c.Arrives != 0 || c.After != nil):
		return c.Wrong("", "priority, arrives or after; they are for a driver, which `driver` at the top of the file has")
	case c.After != nil && (*c.After < 0 || *c.After >= len(v.Contexts) || *c.After == i):
		return c.Wrong("after", "after %d; the number of another context was expected", *c.After)
	}
	return nil
}

// Places that Poke.In names: of the image, and of what the CPU says before the run.
var (
	pokePlaces = []string{"header", "ring", "buffer", "save"}
	saidPlaces = []string{inList, inPages}
)

const (
	inList  = "list"  // of the context's place in its run list
	inPages = "pages" // of its page table
)

// said tells whether a poke is of what the CPU says.
func (p *Poke) said() bool { return slices.Contains(saidPlaces, p.In) }

// check looks at a poke, of a context before the run, or of a step.
func (p *Poke) check(before bool) error {
	places := pokePlaces
	if before {
		places = append(slices.Clone(places), saidPlaces...)
	}
	if !slices.Contains(places, p.In) {
		return p.Wrong("in", "poke: in %q; %s was expected", p.In, strictyaml.OneOf(places))
	}
	dwords := map[string]uint32{inList: regs.RunListDWords, inPages: pipe.TablePages}
	if n := dwords[p.In]; n > 0 && p.DWord >= n {
		return p.tooFar(n)
	}
	return nil
}

func (p *Poke) tooFar(dwords uint32) error {
	return p.Wrong("dword", "poke: dword %d of the %s; below %d, the DWORDs that it has, was expected", p.DWord, p.In, dwords)
}

// checkSaid looks for pokes of what somebody else says, or that is not there.
func (v *Vector) checkSaid(i int) error {
	c := &v.Contexts[i]
	for k := range c.Poke {
		switch p := &c.Poke[k]; {
		case p.In == inList && v.Driver != nil:
			return p.Wrong("in", "poke in the list, beside a driver, which writes lists; one of them was expected")
		case p.In == inPages && v.Paging == nil:
			return p.Wrong("in", "poke in the pages without paging; `paging` at the top of the file was expected")
		case p.In == inList && p.DWord == regs.RunListPageTable && v.Paging != nil:
			return p.Wrong("in", "poke of the page table's address, beside paging, which gives it; one of them was expected")
		}
	}
	return nil
}

func (st *Step) check() error {
	if actions[st.Do] == nil {
		return st.Wrong("do", "do %q; %s was expected", st.Do, strictyaml.OneOf(actionNames()))
	}
	if (st.Do == "poke") != (st.Poke != nil) {
		return st.Wrong("poke", "do %q; poke, with in, dword and value, beside do: poke, and there only, was expected", st.Do)
	}
	fifos := hw.Connections()
	for _, name := range append(slices.Clone(st.Full), st.Empty...) {
		if !slices.Contains(fifos, name) {
			return st.Wrong("", "unknown FIFO %q%s", name, near.Suggest(name, fifos, "; `tilemark config` lists them as fifo.NAME.depth"))
		}
	}
	if st.Poke != nil {
		return st.Poke.check(false)
	}
	return nil
}

// setting is a parameter of the machine.
type setting struct {
	key, value string
	at         strictyaml.Place
}

type settings []setting

// DecodeYAML reads a mapping of parameters by their whole names.
func (s *settings) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of parameters, such as {memory.latency: 200},")
	}
	for _, e := range n.Entries {
		if !e.Value.Scalar() {
			return e.Value.Expected("%s: a number, a name, true or false", e.Key)
		}
		*s = append(*s, setting{e.Key, e.Value.Text, e.Place})
	}
	return nil
}

// Configure sets the vector's parameters.
func (v *Vector) Configure(cfg *hw.Config) error {
	for _, all := range []bool{true, false} { // single depths override that of all
		for _, s := range v.Config {
			if (s.key == hw.AllDepths) != all {
				continue
			}
			if err := cfg.Set(s.key, s.value); err != nil {
				return s.at.Wrong("%w", err)
			}
		}
	}
	return nil
}
