package hw

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/blocks/asu"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/c2d"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/dispatch"
	"tilemark/hw/blocks/dma"
	"tilemark/hw/blocks/eupfront"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/blocks/ps"
	"tilemark/hw/blocks/sg"
	"tilemark/hw/blocks/tess"
	"tilemark/hw/blocks/tg"
	"tilemark/hw/blocks/tsu"
	"tilemark/hw/blocks/vf"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl1"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// Config is every parameter of the machine. Params lists them with default, unit and
// meaning.
type Config struct {
	Seed  uint64 `cfg:"seed" default:"1" doc:"Drives the stall generators."`
	Clock int    `cfg:"clock" default:"500" min:"1" max:"100000" unit:"MHz" doc:"Frequency of the clock."`
	// BreakPoint says where the pipe is cut.
	BreakPoint string          `cfg:"break_point" default:"tg" values:"tg zl1" doc:"Where an interrupt cuts the pipe: at the tile generator or at first-level Z."`
	CSP        csp.Config      `cfg:"csp"`
	DMA        dma.Config      `cfg:"dma"`
	C2D        c2d.Config      `cfg:"c2d"`
	EUPFront   eupfront.Config `cfg:"eup_front"`
	VF         vf.Config       `cfg:"vf"`
	Tess       tess.Config     `cfg:"tess"`
	EUP        dispatch.Config `cfg:"eup"`
	GPC        Pool            `cfg:"gpc"`
	Vertex     VertexLimit     `cfg:"vertex"`
	Pixel      PixelLimit      `cfg:"pixel"`
	TSU        tsu.Config      `cfg:"tsu"`
	ASU        asu.Config      `cfg:"asu"`
	SG         sg.Config       `cfg:"sg"`
	TG         tg.Config       `cfg:"tg"`
	ZL1        zl1.Config      `cfg:"zl1"`
	ZL2        zl2.Config      `cfg:"zl2"`
	PS         ps.Config       `cfg:"ps"`
	WBU        wbu.Config      `cfg:"wbu"`
	MXU        mxu.Config      `cfg:"mxu"`
	Memory     memory.Config   `cfg:"memory"`
	Stall      Stall           `cfg:"stall"`
	Links      []Link          // by row of the table of connections, then by row of a cluster's; Params and Set replace it, so copies of a Config share nothing
}

// VertexLimit bounds threads above the break point.
type VertexLimit struct {
	Limit int `cfg:"limit" default:"65536" min:"1" max:"2147483647" unit:"instructions" doc:"Most that a thread of a vertex, hull or domain kernel may execute. Its register can say less."`
}

// PixelLimit bounds pixel threads.
type PixelLimit struct {
	Limit int `cfg:"limit" default:"65536" min:"1" max:"2147483647" unit:"instructions" doc:"Most that a thread of a pixel kernel may execute. Its register can say less."`
}

// Stall configures the stall generators of all connections.
type Stall struct {
	Percent int `cfg:"percent" default:"0" min:"0" max:"100" unit:"%" doc:"Probability that a connection holds an entry back."`
	Max     int `cfg:"max" default:"8" min:"1" max:"10000" unit:"cycles" doc:"Longest time that it is held back."`
}

// Link is the shape of one connection.
type Link struct {
	Depth   int `cfg:"depth" unit:"entries" doc:"Entries that it holds."`
	Width   int `cfg:"width" unit:"bits" doc:"Wires: an entry with more bits takes several cycles; as many as fit pass in one."`
	Latency int `cfg:"latency" default:"1" min:"1" max:"1000" unit:"cycles" doc:"Time from put to take."`
}

// Param is a parameter of the machine.
type Param struct {
	Key     string // "fifo.TG_FIFO.depth"
	Default string
	Unit    string
	Doc     string
	Min     string // empty: no bound
	Max     string
	Values  string // names that it can have, separated by spaces; empty: it is a number
	power   bool   // it must be a power of two
	value   reflect.Value
}

// Value returns the parameter's present value as text.
func (p *Param) Value() string { return fmt.Sprint(p.value.Interface()) }

// Set gives the parameter a value from text.
func (p *Param) Set(text string) error {
	switch p.value.Kind() {
	case reflect.Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%s: %q; true or false was expected", p.Key, text)
		}
		p.value.SetBool(v)
	case reflect.Uint64:
		v, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			return fmt.Errorf("%s: %q; a whole number from 0 to 2^64-1 was expected", p.Key, text)
		}
		p.value.SetUint(v)
	case reflect.String:
		if !slices.Contains(strings.Fields(p.Values), text) {
			return fmt.Errorf("%s: %q; %s was expected", p.Key, text, strictyaml.OneOf(strings.Fields(p.Values)))
		}
		p.value.SetString(text)
	default:
		n, err := strconv.ParseInt(text, 0, 0)
		v := int(n)
		if err != nil {
			return fmt.Errorf("%s: %q; a whole number%s was expected", p.Key, text, p.limits())
		}
		lo, _ := strconv.Atoi(p.Min)
		hi, _ := strconv.Atoi(p.Max)
		if v < lo || p.Max != "" && v > hi {
			return fmt.Errorf("%s: %d; a whole number%s was expected", p.Key, v, p.limits())
		}
		if p.power && v&(v-1) != 0 {
			return fmt.Errorf("%s: %d; a power of two was expected", p.Key, v)
		}
		p.value.SetInt(n)
	}
	return nil
}

// limits says in which range a whole number lies.
func (p *Param) limits() string {
	switch {
	case p.Min == "" && p.Max == "":
		return ""
	case p.Max == "":
		return " from " + p.Min
	}
	return strings.TrimRight(" from "+p.Min+" to "+p.Max+" "+p.Unit, " ")
}

// mostEntries is how many entries can be put and taken in a cycle where a FIFO is widest, and mostBeats how many
// cycles one takes where it is narrowest.
const (
	mostEntries = 8
	mostBeats   = 64
)

// entries is how many entries of so many bits can be put and taken in a cycle, and beats how many cycles each takes.
func (l *Link) entries(bits int) (n, beats int) {
	return max(1, l.Width/bits), (bits + l.Width - 1) / l.Width
}

// maxDepth is the deepest FIFO that can be configured.
const maxDepth = 65536

// Params lists the parameters of c, which they read and set.
func (c *Config) Params() []Param {
	ps := params(reflect.ValueOf(c).Elem(), "")
	c.Links = append(make([]Link, 0, len(connections)+len(drawing)), c.Links...)[:len(connections)+len(drawing)]
	ps = append(ps, linkParams(connections, c.Links)...)
	return append(ps, linkParams(drawing, c.ofClusters())...)
}

// ofClusters are the shapes of the connections of each cluster.
func (c *Config) ofClusters() []Link { return c.Links[len(connections):] }

// linkParams are the parameters of the FIFOs of a table.
func linkParams[M any](rows []row[M], links []Link) (ps []Param) {
	for i := range rows {
		s := &rows[i].fixed
		if s.depth == 0 {
			continue
		}
		for _, p := range params(reflect.ValueOf(&links[i]).Elem(), "fifo."+s.name+".") {
			if strings.HasSuffix(p.Key, ".width") {
				p.Default, p.Min, p.Max = strconv.Itoa(s.bits), strconv.Itoa((s.bits+mostBeats-1)/mostBeats), strconv.Itoa(mostEntries*s.bits)
			}
			if strings.HasSuffix(p.Key, ".depth") {
				p.Default, p.Min, p.Max = strconv.Itoa(s.depth), strconv.Itoa(s.least), strconv.Itoa(maxDepth)
				p.Doc = "Entries that " + s.name + " holds: " + s.carries + "."
			}
			ps = append(ps, p)
		}
	}
	return ps
}

func params(v reflect.Value, prefix string) (out []Param) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		key, ok := f.Tag.Lookup("cfg")
		switch {
		case !ok:
		case f.Type.Kind() == reflect.Struct:
			out = append(out, params(v.Field(i), prefix+key+".")...)
		default:
			out = append(out, Param{
				Key: prefix + key, Default: f.Tag.Get("default"), Unit: f.Tag.Get("unit"), Doc: f.Tag.Get("doc"),
				Min: f.Tag.Get("min"), Max: f.Tag.Get("max"), Values: f.Tag.Get("values"), power: f.Tag.Get("power") != "", value: v.Field(i),
			})
		}
	}
	return out
}

// DefaultConfig returns the configuration with every parameter at its default.
func DefaultConfig() Config {
	var c Config
	setDefaults(c.Params())
	return c
}

func setDefaults(ps []Param) {
	for _, p := range ps {
		if err := p.Set(p.Default); err != nil {
			panic("default of " + err.Error())
		}
	}
}

// AllDepths is the key that sets the depth of every connection; its value may be
// "least", the least legal depth of each.
const AllDepths = "fifo.depth"

// Set changes one parameter, or with AllDepths one of every connection. An unknown key
// gets an error that names near ones.
func (c *Config) Set(key, value string) error {
	return set(c.Params(), key, value)
}

func set(ps []Param, key, value string) error {
	if key == AllDepths {
		return setDepths(ps, value)
	}
	for i := range ps {
		if ps[i].Key == key {
			return ps[i].Set(value)
		}
	}
	return fmt.Errorf("unknown parameter %q%s", key, suggest(key, ps, AllDepths))
}

func setDepths(ps []Param, value string) error {
	for i := range ps {
		p := &ps[i]
		if !strings.HasPrefix(p.Key, "fifo.") || !strings.HasSuffix(p.Key, ".depth") {
			continue
		}
		v := value
		if v == "least" {
			v = p.Min
		}
		if err := p.Set(v); err != nil {
			return err
		}
	}
	return nil
}

// suggest names the parameter that a misspelt one was meant to be.
func suggest(key string, ps []Param, others ...string) string {
	names := others
	for i := range ps {
		names = append(names, ps[i].Key)
	}
	return near.Suggest(key, names, "; `tilemark config` lists them all")
}

// check refuses values that no parameter can have.
func (c *Config) check() error {
	if err := c.GPC.check(); err != nil {
		return err
	}
	if err := c.checkBindings(); err != nil {
		return err
	}
	if c.GPC.SM.Select == "greedy" && c.GPC.SM.FlowLatency == 1 {
		return errors.New("gpc.sm.flow_latency: 1; with gpc.sm.select greedy at least 2 was expected: a thread above the break point that is in a loop would issue in each cycle, and none below it")
	}
	return check(c.Params())
}

// checkBindings refuses clusters that have no room for what the pipe binds: the pin sets of a context and the set of its vertex stage, each with all that registers can name.
func (c *Config) checkBindings() error {
	for _, p := range [...]struct {
		key          string
		value, least int
		why          string
	}{
		{"gpc.lsu.sets", c.GPC.LSU.Sets, c.MXU.Sets + 1, "mxu.sets and one"},
		{"gpc.sampler.sets", c.GPC.Sampler.Sets, c.MXU.Sets + 1, "mxu.sets and one"},
		{"gpc.lsu.bindings", c.GPC.LSU.Bindings, mxu.Buffers, "the buffers of BIND"},
		{"gpc.sampler.textures", c.GPC.Sampler.Textures, mxu.Textures, "the textures of BIND"},
	} {
		if p.value < p.least {
			return fmt.Errorf("%s: %d; at least %d was expected (%s)", p.key, p.value, p.least, p.why)
		}
	}
	return nil
}

func check(ps []Param) error {
	for _, p := range ps {
		if err := p.Set(p.Value()); err != nil {
			return err
		}
	}
	return nil
}

// Depth returns the depth of a connection by its name in spec chapter 1.
func (c *Config) Depth(name string) int { return c.Links[index(name)].Depth }

// index is the number of the connection with a name among Links.
func index(name string) int {
	if _, i, ok := named(connections, name); ok {
		return i
	}
	_, i, ok := named(drawing, name)
	if !ok {
		panic("no connection is called " + name)
	}
	return len(connections) + i
}

// shapeOf is what is fixed about the connection with a number among Links.
func shapeOf(n int) *fixed {
	if n < len(connections) {
		return &connections[n].fixed
	}
	return &drawing[n-len(connections)].fixed
}

// Place returns the break point.
func (c *Config) Place() breakpoint.Place {
	if c.BreakPoint == "zl1" {
		return breakpoint.AtZL1
	}
	return breakpoint.AtTG
}

// tellBlocks gives blocks what they need to know of parameters that are not theirs.
func (c *Config) tellBlocks() {
	c.TG.BreakPoint, c.ZL1.BreakPoint = c.Place(), c.Place()
	c.MXU.MemoryMiB = c.Memory.SizeMiB
	c.MXU.Clusters = c.GPC.Count
	c.EUP.Limits = [pipe.Sides]uint32{pipe.Above: uint32(c.Vertex.Limit), pipe.Below: uint32(c.Pixel.Limit)}
	c.CSP.Scratch, c.CSP.Threads = c.GPC.LSU.ScratchBytes(), c.HardwareThreads()
	c.EUP.Clusters, c.EUP.SMs, c.EUP.Places = c.GPC.Count, c.GPC.SMs, c.GPC.SMs*c.GPC.SM.Threads
}

// HardwareThreads is the number of hardware threads of all clusters: each has a part of a context's scratch memory.
func (c *Config) HardwareThreads() int { return c.GPC.Count * c.GPC.SMs * c.GPC.SM.Threads }

// SlowestHop returns the longest time that an entry can take from one block to the
// next, in cycles, when there is room.
func (c *Config) SlowestHop() uint64 {
	hop := uint64(0)
	for i := range c.Links {
		if shapeOf(i).depth > 0 {
			hop = max(hop, c.hop(i))
		}
	}
	return hop
}

// Hop is SlowestHop of the connection with a name.
func (c *Config) Hop(name string) uint64 { return c.hop(index(name)) }

func (c *Config) hop(n int) uint64 {
	l := c.Links[n]
	_, beats := l.entries(shapeOf(n).bits)
	return c.stalled(l.Latency + beats - 1)
}

// stalled is a latency and the longest that an entry is held back, in cycles.
func (c *Config) stalled(latency int) uint64 {
	if c.Stall.Percent > 0 {
		latency += c.Stall.Max
	}
	return uint64(latency + 1)
}
