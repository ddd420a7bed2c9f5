package scene

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
)

// Shader is what a kernel is compiled from.
type Shader struct {
	path    string
	module  *ir.Module
	options compiler.Options
	Made    *compiler.Result
}

// NewShader compiles an entry point of a shader in WGSL.
func NewShader(path, text string, o compiler.Options) (*Shader, error) {
	m, err := compiler.Load(path, text, o.Overrides)
	if err != nil {
		return nil, err
	}
	s := &Shader{path: path, module: m, options: o}
	s.Made, err = s.compile(o)
	return s, err
}

// Shader is the file, and how it was compiled, of a kernel that is a shader in WGSL. The file is the name of a built-in shader where it is one.
func (k *Kernel) Shader() (path string, o compiler.Options, ok bool) {
	if k == nil || k.From == nil {
		return "", o, false
	}
	return k.From.path, k.From.options, true
}

// compile compiles it once more.
func (s *Shader) compile(o compiler.Options) (*compiler.Result, error) {
	return compiler.Module(s.path, s.module, o)
}

// After is a pixel kernel for the vertices of a vertex kernel: when both are shaders, it takes locations from where these are put.
func (k *Kernel) After(vertex *Kernel) (*Kernel, error) {
	if k.From == nil || vertex == nil || vertex.From == nil {
		return k, nil
	}
	if had := k.linked[vertex]; had != nil {
		return had, nil
	}
	given, err := compiler.Interface(vertex.From.path, vertex.From.module, vertex.From.options)
	if err != nil {
		return nil, err
	}
	s := *k.From
	if s.options.Varyings = given; given == nil {
		s.options.Varyings = []compiler.Varying{}
	}
	if s.Made, err = s.compile(s.options); err != nil {
		return nil, err
	}
	linked := *s.Made.Kernel
	linked.Name = k.Kernel.Name
	if k.linked == nil {
		k.linked = map[*Kernel]*Kernel{}
	}
	of := *k // with who patches it
	of.Kernel, of.From, of.linked = &linked, &s, nil
	k.linked[vertex] = &of
	return k.linked[vertex], nil
}
