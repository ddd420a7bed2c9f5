// Package lower makes low-level IR (package llir) of an entry point of naga's IR: functions are inlined, values taken apart into scalars, variables become
// SSA values or memory, and accesses get byte addresses. What it computes is docs/shaders.md.
//
// It is large because WGSL has many constructs, and all of them use one representation of values and places, which ends here.
package lower

import (
	"fmt"
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// Options say how an entry point is lowered.
type Options struct {
	Entry string // name; "" when there is one only
	State State
	// Stage, when it is not 0, is Hull or Domain: an entry point for vertices makes a kernel of a stage that WGSL does not have.
	Stage llir.Stage
	// Varyings is what the vertex shader gives to the pixels; nil: locations follow each other in ascending order, as far as the pixel shader names them.
	Varyings []Varying
}

// Resource is a variable of the shader that has a binding, or a sampler.
type Resource struct {
	Name           string
	Group, Binding uint32
	Number         int // in the kernel's binding table, or of the sampler
	Sampler        bool
	Fog            bool // the parameters of fog, which the shader does not name
	Planes         bool // the planes that clip, likewise
	// Attribute: the values of a location of the vertices, so many words for each.
	Attribute bool
	Location  uint32
	Count     int
	Formatted bool      // they have the format that state says
	Type      llir.Type // of a formatted one in the shader
}

// Entry finds an entry point by its name.
func Entry(m *ir.Module, name string) (*ir.EntryPoint, error) {
	var names []string
	for n := range m.EntryPoints {
		e := &m.EntryPoints[n]
		if e.Name == name || name == "" && len(m.EntryPoints) == 1 {
			return e, nil
		}
		names = append(names, e.Name)
	}
	if name == "" {
		return nil, fmt.Errorf("which entry point? There are %v", names)
	}
	return nil, fmt.Errorf("no entry point %q, there are %v", name, names)
}

// Lower makes a kernel of an entry point. Errors name what the machine has no place for.
func Lower(m *ir.Module, o Options) (k *llir.Kernel, resources []Resource, err error) {
	e, err := Entry(m, o.Entry)
	if err != nil {
		return nil, nil, err
	}
	defer refused(e, &err)
	l := &lowerer{module: m, entry: e, o: o, states: map[uint32]llir.Value{}, k: &llir.Kernel{Name: e.Name}, constants: map[constant]llir.Value{}, bits: map[llir.Value]constant{},
		globals: make([]*variable, len(m.GlobalVariables)), numbers: make([]int, len(m.GlobalVariables)), tables: map[string]int{}}
	l.lower()
	return l.k, l.resources, nil
}

// refused makes an error of what the machine has no place for.
func refused(e *ir.EntryPoint, err *error) {
	if p := recover(); p != nil {
		u, ok := p.(unsupported)
		if !ok {
			panic(p)
		}
		*err = fmt.Errorf("%s: %s", e.Name, string(u))
	}
}

// unsupported is what the machine has no place for; lowering ends with it.
type unsupported string

func refuse(format string, args ...any) {
	panic(unsupported(fmt.Sprintf(format, args...)))
}

// lowerer is the state of lowering a kernel.
type lowerer struct {
	module *ir.Module
	entry  *ir.EntryPoint
	o      Options
	k      *llir.Kernel
	region *llir.Region // where instructions are added
	ended  bool         // the region has its last instruction

	head      []*llir.Instr // of the kernel: constants, inputs, tables
	constants map[constant]llir.Value
	bits      map[llir.Value]constant // of values that are constants
	inputs    map[uint32]llir.Value
	states    map[uint32]llir.Value // by what names them
	tables    map[string]int        // bytes of private memory where an array of constants begins, by its values

	env         [][]llir.Value // by variable: the values of its scalars; nil of one in memory
	variables   []*variable
	globals     []*variable // of private and workgroup variables
	numbers     []int       // bindings and samplers of other global variables
	resources   []Resource
	constructs  []*construct
	calls       []*ir.Function // being lowered, for messages
	size        int
	constantsOf *frame // of global expressions
}

// mostInstructions bounds a kernel: inlining can multiply it.
const mostInstructions = 600_000

// mostScratch is the number of bytes of scratch memory of a thread.
const mostScratch = 1 << 20

type constant struct {
	t    llir.Type
	bits uint32
}

// variable is one that is no resource. In registers it is a list of scalars, in memory words.
type variable struct {
	number int
	leaves []llir.Type
	memory bool
	shared bool
	byte   int // where it begins in shared or private memory
}

// construct is a block or loop being lowered.
type construct struct {
	merged []int // variables whose values are its results
	kind   constructKind
}

type constructKind uint8

const (
	breakTarget    constructKind = iota // of break: a loop, or the block of a switch
	continueTarget                      // of continue: the block around a loop's body
	returnTarget                        // of return: the block around a function
)

func (l *lowerer) lower() {
	if l.o.Stage != llir.Compute && l.entry.Stage != ir.StageVertex {
		refuse("an entry point that is not @vertex, for a %v kernel", l.o.Stage)
	}
	switch l.entry.Stage {
	case ir.StageCompute:
		l.k.Stage = llir.Compute
		for n, size := range l.entry.Workgroup {
			l.k.CTA[n] = int(size)
		}
	case ir.StageVertex:
		if l.k.Stage = l.o.Stage; l.k.Stage == llir.Compute {
			l.k.Stage = llir.Vertex
		}
	case ir.StageFragment:
		l.k.Stage = llir.Pixel
	default:
		refuse("a stage that the machine does not have")
	}
	l.inputs = map[uint32]llir.Value{}
	l.k.Body = &llir.Region{}
	l.region = l.k.Body
	l.bindResources()
	l.privateVariables()
	l.stage()
	l.k.Body.Code = slices.Concat(l.head, l.k.Body.Code)
	l.checkStage()
	if bytes := 4 * 8 * l.k.Private; bytes > mostScratch {
		refuse("%d bytes of memory for the variables of eight lanes, the machine has %d", bytes, mostScratch)
	}
}

// checkStage refuses what the machine cannot do in a stage: what is above the break point changes no memory.
func (l *lowerer) checkStage() {
	l.k.Body.Walk(func(i *llir.Instr) {
		switch i.Op {
		case llir.Store, llir.AtomicOp, llir.TexelStore:
			if l.k.Stage != llir.Compute && l.k.Stage != llir.Pixel {
				refuse("a vertex shader that writes memory")
			}
		}
	})
}

// add appends an instruction.
func (l *lowerer) add(i *llir.Instr) *llir.Instr {
	if l.size++; l.size > mostInstructions {
		refuse("more than %d instructions when all functions are inlined", mostInstructions)
	}
	if !l.ended {
		l.region.Code = append(l.region.Code, i)
		l.ended = i.Op.Ends()
	}
	return i
}

// within lowers into a region of its own.
func (l *lowerer) within(r *llir.Region, body func()) (ended bool) {
	region, was := l.region, l.ended
	l.region, l.ended = r, false
	body()
	ended = l.ended
	l.region, l.ended = region, was
	return ended
}

// newVariable adds one whose values are 0.
func (l *lowerer) newVariable(leaves []llir.Type, memory bool) *variable {
	v := &variable{number: len(l.variables), leaves: leaves, memory: memory}
	l.variables = append(l.variables, v)
	if memory {
		v.byte = 4 * l.k.Private
		l.k.Private += len(leaves)
		l.env = append(l.env, nil)
		return v
	}
	l.env = append(l.env, l.zeros(leaves))
	return v
}

func (l *lowerer) zeros(leaves []llir.Type) []llir.Value {
	values := make([]llir.Value, len(leaves))
	for n, t := range leaves {
		values[n] = l.constant(t, 0)
	}
	return values
}

// bindResources numbers the variables that the entry point uses, by group and binding.
func (l *lowerer) bindResources() {
	used := l.usedGlobals()
	var list []int
	for n := range l.module.GlobalVariables {
		if g := &l.module.GlobalVariables[n]; used[n] && g.Binding != nil {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := l.module.GlobalVariables[a].Binding, l.module.GlobalVariables[b].Binding
		if x.Group != y.Group {
			return int(x.Group) - int(y.Group)
		}
		return int(x.Binding) - int(y.Binding)
	})
	for _, n := range list {
		l.bind(n, &l.module.GlobalVariables[n])
	}
}

func (l *lowerer) bind(n int, g *ir.GlobalVariable) {
	r := Resource{Name: g.Name, Group: g.Binding.Group, Binding: g.Binding.Binding, Number: len(l.k.Bindings)}
	b := llir.Binding{Kind: llir.Buffer, Read: true, Name: g.Name}
	switch g.Space {
	case ir.SpaceUniform:
		if w, ok := l.given(g); ok {
			l.checkGiven(g, w)
			return
		}
		b.Kind = llir.Constant
	case ir.SpaceStorage:
		b.Write = g.Access != ir.StorageRead
	case ir.SpaceHandle:
		switch t := l.inner(g.Type).(type) {
		case ir.SamplerType:
			r.Sampler, r.Number = true, l.k.Samplers
		case ir.ImageType:
			b.Kind = llir.Texture
			l.checkImage(t)
			if t.Class == ir.ImageClassStorage {
				b.Write = t.StorageAccess != ir.StorageAccessRead // its size is read in any case
			}
		default:
			refuse("%s is neither a buffer, a texture nor a sampler", g.Name)
		}
	default:
		refuse("%s is in an address space that the machine does not have", g.Name)
	}
	l.numbers[n] = r.Number
	l.resources = append(l.resources, r)
	if r.Sampler {
		if l.k.Samplers++; l.k.Samplers > 16 {
			refuse("more than 16 samplers")
		}
		return
	}
	if l.k.Bindings = append(l.k.Bindings, b); len(l.k.Bindings) > 255 {
		refuse("more than 255 bindings")
	}
}

// usedGlobals are the global variables that the entry point and what it calls name.
func (l *lowerer) usedGlobals() map[int]bool {
	used, seen := map[int]bool{}, map[ir.FunctionHandle]bool{}
	var function func(f *ir.Function)
	function = func(f *ir.Function) {
		for _, e := range f.Expressions {
			if g, ok := e.Kind.(ir.ExprGlobalVariable); ok {
				used[int(g.Variable)] = true
			}
		}
		eachStatement(f.Body, func(s ir.StatementKind) {
			if c, ok := s.(ir.StmtCall); ok && !seen[c.Function] {
				seen[c.Function] = true
				function(&l.module.Functions[c.Function])
			}
		})
	}
	function(&l.entry.Function)
	return used
}

// eachStatement calls visit for all statements of a block and of those within.
func eachStatement(b ir.Block, visit func(ir.StatementKind)) {
	for _, s := range b {
		visit(s.Kind)
		for _, inner := range blocksOf(s.Kind) {
			eachStatement(inner, visit)
		}
	}
}

func blocksOf(s ir.StatementKind) []ir.Block {
	switch s := s.(type) {
	case ir.StmtBlock:
		return []ir.Block{s.Block}
	case ir.StmtIf:
		return []ir.Block{s.Accept, s.Reject}
	case ir.StmtLoop:
		return []ir.Block{s.Body, s.Continuing}
	case ir.StmtSwitch:
		var list []ir.Block
		for _, c := range s.Cases {
			list = append(list, c.Body)
		}
		return list
	}
	return nil
}

// privateVariables makes those of the module that are private or shared by the workgroup.
func (l *lowerer) privateVariables() {
	used := l.usedGlobals()
	for n := range l.module.GlobalVariables {
		g := &l.module.GlobalVariables[n]
		if !used[n] || g.Space != ir.SpacePrivate && g.Space != ir.SpaceWorkGroup {
			continue
		}
		leaves := l.leafTypes(l.inner(g.Type))
		if g.Space == ir.SpaceWorkGroup {
			v := &variable{number: -1, leaves: leaves, memory: true, shared: true, byte: l.k.Shared}
			l.k.Shared += 4 * len(leaves)
			if l.k.Shared > 65536 {
				refuse("%d bytes of workgroup memory, the machine has 65536", l.k.Shared)
			}
			l.globals[n] = v
			continue
		}
		l.globals[n] = l.newVariable(leaves, l.needsMemory(l.inner(g.Type)))
		if init := l.initialValue(g); init != nil {
			l.assign(&pointer{variable: l.globals[n], typ: l.inner(g.Type)}, init)
		}
	}
}

func (l *lowerer) initialValue(g *ir.GlobalVariable) []llir.Value {
	switch {
	case g.InitExpr != nil:
		return l.global(*g.InitExpr)
	case g.Init != nil:
		return l.global(l.module.Constants[*g.Init].Init)
	}
	return nil
}
