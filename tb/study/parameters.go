package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw"
)

// Parameter is something of the design that is varied while everything else is at its
// default.
type Parameter struct {
	Name   string // as a flag and in tables
	Unit   string
	Doc    string
	Values string // default values, separated by commas
	least  float64
	most   float64
	whole  bool                            // values are whole numbers
	now    func(c *hw.Config) float64      // its value in a configuration; nil: in none
	apply  func(c *hw.Config, x float64)   // nil: not of the configuration
	check  func(x float64) (expect string) // further limits; "" when it holds
	key    string                          // it is this one of the machine's own parameters; "": it is not
}

// Names of parameters that are not of the machine's configuration.
const (
	tileName     = "tile"
	programName  = "pixel-program"
	triangleName = "triangle"
)

// tileSize is the side of the machine's tiles, in pixels.
const tileSize = 8

// Parameters are all that can be varied, in the order of tables.
var Parameters = []Parameter{
	{
		Name: "fifo", Unit: "of the default", Values: "1/4,1/2,1,2,4", least: 1.0 / 64, most: 64,
		Doc: "depth of the FIFOs from CSP to WBU",
		now: func(*hw.Config) float64 { return 1 }, apply: scaleFifos,
	},
	{
		Name: tileName, Unit: "pixels", Values: "8,16,32,64", least: tileSize, most: 1024, whole: true,
		Doc: "side of the tiles after which a cut is allowed",
		now: func(*hw.Config) float64 { return tileSize }, check: wholeTiles,
	},
	{
		Name: "memory-latency", Unit: "cycles", Values: "10,40,160,640", least: 1, most: 100000, whole: true,
		Doc: "time from a request to its answer",
		now: func(c *hw.Config) float64 { return float64(c.Memory.Latency) }, apply: func(c *hw.Config, x float64) { c.Memory.Latency = int(x) },
	},
	{
		Name: "memory-interval", Unit: "cycles", Values: "1,2,4,8", least: 1, most: 1000, whole: true,
		Doc: "time between two requests of 64 bytes: the bandwidth",
		now: func(c *hw.Config) float64 { return float64(c.Memory.Interval) }, apply: func(c *hw.Config, x float64) { c.Memory.Interval = int(x) },
	},
	{
		Name: programName, Unit: "cycles", Values: "0,64,512,4096,32768", most: 100000, whole: true,
		Doc: "time for which a thread of pixels loops before it does what it is for",
		now: func(*hw.Config) float64 { return 0 },
	},
	{
		Name: "datapath", Unit: "cycles", Values: "1,2,4,8,16", least: 1, most: 1000, whole: true,
		Doc: "latency of each hop on the datapaths to the back-end parser: as if so many times the blocks shared them",
		now: hopLatency, apply: slowDatapaths,
	},
	{
		Name: triangleName, Unit: "pixels", Values: "4,8,16,32,64,128", least: 1, most: 4096, whole: true,
		Doc: "legs of the triangles of a generated scene",
	},
}

// scaleFifos multiplies the depths of the pipe's FIFOs. None comes below its least legal
// depth.
func scaleFifos(c *hw.Config, factor float64) {
	stages := c.Fifos()
	for _, p := range c.Params() {
		name, isDepth := strings.CutSuffix(strings.TrimPrefix(p.Key, "fifo."), ".depth")
		if !isDepth || !slices.ContainsFunc(stages, func(f hw.Connection) bool { return f.Stage && f.Name == name }) {
			continue
		}
		least, _ := strconv.Atoi(p.Min)
		set(&p, strconv.Itoa(max(least, int(float64(c.Depth(name))*factor+0.5))))
	}
}

// hops calls f with the latency of each hop of the datapaths, at whichever break point: a study measures each.
func hops(c *hw.Config, f func(p *hw.Param)) {
	var fifos []hw.Connection
	for _, place := range BreakPoints {
		at := *c
		at.BreakPoint = place.machine()
		fifos = append(fifos, at.Fifos()...)
	}
	for _, p := range c.Params() {
		if slices.ContainsFunc(fifos, func(f hw.Connection) bool { return f.Datapath && p.Key == "fifo."+f.Name+".latency" }) {
			f(&p)
		}
	}
}

func slowDatapaths(c *hw.Config, cycles float64) {
	hops(c, func(p *hw.Param) { set(p, strconv.Itoa(int(cycles))) })
}

// hopLatency is the latency of the slowest hop.
func hopLatency(c *hw.Config) (slowest float64) {
	hops(c, func(p *hw.Param) {
		n, _ := strconv.Atoi(p.Value())
		slowest = max(slowest, float64(n))
	})
	return slowest
}

// set gives a parameter a value that Parse has checked.
func set(p *hw.Param, value string) {
	if err := p.Set(value); err != nil {
		panic(err)
	}
}

func wholeTiles(x float64) string {
	if n := int(x) / tileSize; int(x)%tileSize != 0 || n&(n-1) != 0 {
		return "8, 16, 32, ...: the machine's tiles times a power of two"
	}
	return ""
}

// Value is a value of a parameter.
type Value struct {
	Text string
	X    float64
}

// Parse reads values separated by commas. Each is a number, or a fraction such as 1/4 where
// that makes sense.
func (p *Parameter) Parse(list string) (out []Value, err error) {
	if p.key != "" {
		return p.parseSettings(list)
	}
	for _, text := range strings.Split(list, ",") {
		text = strings.TrimSpace(text)
		x, ok := number(text)
		switch {
		case !ok || p.whole && x != float64(int(x)):
			return nil, fmt.Errorf("%q: %s was expected", text, p.kind())
		case !(x >= p.least && x <= p.most): // not a number either
			return nil, fmt.Errorf("%s: from %s to %s %s were expected", text, plain(p.least), plain(p.most), p.Unit)
		}
		if p.check != nil {
			if expect := p.check(x); expect != "" {
				return nil, fmt.Errorf("%s: %s was expected", text, expect)
			}
		}
		if slices.ContainsFunc(out, func(v Value) bool { return v.X == x }) {
			return nil, fmt.Errorf("%s: given twice; each once was expected", text)
		}
		out = append(out, Value{text, x})
	}
	return out, nil
}

func (p *Parameter) kind() string {
	if p.whole {
		return "a whole number"
	}
	return "a number or a fraction such as 1/4"
}

// plain writes a limit.
func plain(x float64) string {
	if x > 0 && x < 1 {
		return "1/" + strconv.Itoa(int(1/x+0.5))
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func number(text string) (x float64, ok bool) {
	top, bottom, fraction := strings.Cut(text, "/")
	x, err := strconv.ParseFloat(top, 64)
	if err != nil || !fraction {
		return x, err == nil
	}
	y, err := strconv.ParseFloat(bottom, 64)
	return x / y, err == nil && y > 0
}

// ByName finds a parameter; nil: there is none of that name.
func ByName(name string) *Parameter {
	for i := range Parameters {
		if Parameters[i].Name == name {
			return &Parameters[i]
		}
	}
	return nil
}
