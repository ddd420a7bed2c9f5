package random

import (
	"fmt"

	"tilemark/text/strictyaml"
)

// Vector is a vector made at random.
type Vector struct {
	Text    []byte // as directed.Parse reads it
	Choices []Choice
}

// Choice is a bin of a knob that was chosen so many times.
type Choice struct {
	Knob, Bin string
	Times     uint64
}

// Generate makes the vector of a recipe of the project and a seed.
func Generate(name string, seed uint64) (*Vector, error) { return GenerateFrom(name, Seeds{seed}) }

// GenerateFrom is Generate with several seeds.
func GenerateFrom(name string, seeds Seeds) (*Vector, error) {
	r, err := Load(name)
	if err != nil {
		return nil, err
	}
	return r.generate(seeds), nil
}

// Generate makes a vector: the same one for the same recipe and seed.
func (r *Recipe) Generate(seed uint64) *Vector { return r.generate(Seeds{seed}) }

func (r *Recipe) generate(seeds Seeds) *Vector {
	g := &generator{dice: newDice(r, seeds)}
	root := strictyaml.Map("covers", fmt.Sprintf("made at random by %s from seed %s", r.Name, seeds))
	g.vector(root)
	return &Vector{Text: []byte(root.Print()), Choices: g.choices()}
}

// generator makes one vector.
type generator struct {
	*dice
	width, height int
	contexts      int
	big           bool // the target has pages, and takes long to draw
	driver        bool
	paging        bool // pages are mapped on demand
	few           bool // memory has fewer pages than the contexts
	scenes        []chosenScene
	lists         bool
	waits, silent map[int]bool // contexts that wait for a word of the CPU, that write no fence
	once          bool         // a context is stopped with nothing saved: no list may be written anew, or all it has done is done again
	lent          map[int]bool // contexts into whose surfaces another one draws

	texturesWritten bool // by the scene that was chosen last
	fails           bool // a kernel of it does not come to its end
	hidden          bool // commands that a tail hides
	wraps           bool // a ring
	beforeEnd       int  // DWORDs from the first command to the end of a ring that wraps
}

var (
	kSize     = knob("size", "Width and height of the target in pixels, each.", "1", "2..7:2", "8:3", "9..16:5", "17..24:3", "25..40")
	kContexts = knob("contexts", "Contexts of the vector.", "1:4", "2:5", "3:3", "4:2", "5..8")
)

func (g *generator) vector(root *strictyaml.Node) {
	g.width, g.height = g.int(kSize), g.int(kSize)
	g.contexts = g.int(kContexts)
	if g.big = g.yes(kBig); g.big {
		g.bigTarget()
		g.contexts = min(g.contexts, 2)
	}
	g.waits, g.silent = map[int]bool{}, map[int]bool{}
	g.lent = map[int]bool{}
	root.Set("size", []int{g.width, g.height})
	root.Set("config", g.config())
	g.software(root)
	root.Set("contexts", g.all())
	g.interrupts(root)
	if n := g.int(kEntries); n > 0 {
		root.Set("status_buffer", n)
	}
}

// all makes the contexts.
func (g *generator) all() *strictyaml.Node {
	list := strictyaml.Seq[*strictyaml.Node]()
	for i := range g.contexts {
		list.Items = append(list.Items, g.context(i))
	}
	return list
}
