package scene

import (
	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
)

// shader is what a kernel is compiled from.
type shader struct {
	path    string
	module  *ir.Module
	options compiler.Options
	made    *compiler.Result
}

// newShader compiles an entry point of a shader in WGSL.
func newShader(path, text string, o compiler.Options) (*shader, error) {
	m, err := compiler.Load(path, text, o.Overrides)
	if err != nil {
		return nil, err
	}
	s := &shader{path: path, module: m, options: o}
	s.made, err = s.compile(o)
	return s, err
}

// Shader is the file, and how it was compiled, of a kernel that is a shader in WGSL. The file is the name of a built-in shader where it is one.
func (k *Kernel) Shader() (path string, o compiler.Options, ok bool) {
	if k == nil || k.shader == nil {
		return "", o, false
	}
	return k.shader.path, k.shader.options, true
}

// compile compiles it once more.
func (s *shader) compile(o compiler.Options) (*compiler.Result, error) {
	return compiler.Module(s.path, s.module, o)
}

// after is a pixel kernel for the vertices of a vertex kernel: when both are shaders, it takes locations from where these are put.
func (k *Kernel) after(vertex *Kernel) (*Kernel, error) {
	if k.shader == nil || vertex == nil || vertex.shader == nil {
		return k, nil
	}
	if had := k.linked[vertex]; had != nil {
		return had, nil
	}
	given, err := compiler.Interface(vertex.shader.path, vertex.shader.module, vertex.shader.options)
	if err != nil {
		return nil, err
	}
	s := *k.shader
	if s.options.Varyings = given; given == nil {
		s.options.Varyings = []compiler.Varying{}
	}
	if s.made, err = s.compile(s.options); err != nil {
		return nil, err
	}
	linked := *s.made.Kernel
	linked.Name = k.Kernel.Name
	if k.linked == nil {
		k.linked = map[*Kernel]*Kernel{}
	}
	of := *k // with who patches it
	of.Kernel, of.shader, of.linked = &linked, &s, nil
	k.linked[vertex] = &of
	return k.linked[vertex], nil
}
