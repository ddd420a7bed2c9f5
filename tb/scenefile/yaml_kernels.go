package scenefile

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"tilemark/compiler"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

// kernelSpec is a kernel: a file, or lines of text. A file may be a shader in WGSL, with several entry points.
type kernelSpec struct {
	strictyaml.Source

	Name  label   `yaml:"name"`
	File  label   `yaml:"file"`
	Entry label   `yaml:"entry"`
	Lines []label `yaml:"lines"`
	State *items  `yaml:"state"`

	Compiled *items `yaml:"compiled"`

	Patch patchName `yaml:"patch"`
}

// patchName is who patches a kernel.
type patchName uint32

// DecodeYAML reads a name.
func (v *patchName) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, scene.PatchNames, (*uint32)(v))
}

// bufferSpec is memory that kernels bind.
type bufferSpec struct {
	strictyaml.Source

	Name   label     `yaml:"name"`
	Bytes  int       `yaml:"bytes"`
	Words  []uint32  `yaml:"words"`
	Floats []float32 `yaml:"floats"`
}

// stagesSpec names the kernels of a draw.
type stagesSpec struct {
	strictyaml.Source

	Vertex label `yaml:"vertex"`
	Hull   label `yaml:"hull"`
	Domain label `yaml:"domain"`
	Pixel  label `yaml:"pixel"`
}

// limitsSpec bounds the threads of a draw.
type limitsSpec struct {
	Vertex uint32 `yaml:"vertex"`
	Hull   uint32 `yaml:"hull"`
	Domain uint32 `yaml:"domain"`
	Pixel  uint32 `yaml:"pixel"`
}

// bindSpec is what the kernels of a draw bind: those above the break point, and the pixel kernel.
type bindSpec struct {
	strictyaml.Source

	Vertex *bindingsSpec `yaml:"vertex"`
	Pixel  *bindingsSpec `yaml:"pixel"`
}

type bindingsSpec struct {
	strictyaml.Source

	Buffers  bindingList `yaml:"buffers"`
	Textures bindingList `yaml:"textures"`
	Samplers bindingList `yaml:"samplers"`
}

// bindingList is a mapping of numbers, or names of a shader's variables, to names.
type bindingList []namedBinding

type namedBinding struct {
	number   int
	variable string // "": the number counts
	key      *strictyaml.Entry
	name     label
}

// DecodeYAML reads {number: name, variable: name, ...}.
func (v *bindingList) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of numbers, or of a shader's variables, to names, such as {0: counts},")
	}
	for _, e := range n.Entries {
		var b namedBinding
		if _, err := fmt.Sscanf(e.Key, "%d", &b.number); err != nil {
			b.variable = e.Key
		} else if fmt.Sprint(b.number) != e.Key {
			return e.Wrong("%q; the number of a binding, or the name of a shader's variable was expected", e.Key)
		}
		if err := b.name.DecodeYAML(e.Value); err != nil {
			return err
		}
		b.key = e
		*v = append(*v, b)
	}
	return nil
}

// kernels reads the kernels and buffers of the scene.
func (spec *sceneSpec) kernels(s *scene.Scene, dir files.References) error {
	var names []string
	for i := range spec.Kernels {
		k := &spec.Kernels[i]
		if err := checkName(k.Source, k.Name, "kernel", names); err != nil {
			return err
		}
		names = append(names, k.Name.text)
		made, err := k.assemble(dir)
		if err != nil {
			return strictyaml.Inside(k.Place("name", err), "kernel %q", k.Name.text)
		}
		made.Name, made.Patch = k.Name.text, scene.Patch(k.Patch)
		made.Kernel.Name = cmp.Or(made.Kernel.Name, k.Name.text)
		s.Kernels = append(s.Kernels, made)
	}
	names = nil
	for i := range spec.Buffers {
		b := &spec.Buffers[i]
		if err := checkName(b.Source, b.Name, "buffer", names); err != nil {
			return err
		}
		names = append(names, b.Name.text)
		buffer, err := b.buffer()
		if err != nil {
			return strictyaml.Inside(b.Place("name", err), "buffer %q", b.Name.text)
		}
		s.Buffers = append(s.Buffers, buffer)
	}
	return nil
}

// assemble makes the kernel.
func (k *kernelSpec) assemble(dir files.References) (made scene.Kernel, err error) {
	if (k.File.text != "") == (len(k.Lines) > 0) {
		return made, fmt.Errorf("either file or lines was expected")
	}
	shader := strings.EqualFold(filepath.Ext(k.File.text), ".wgsl")
	switch {
	case k.State != nil && !shader:
		return made, k.Wrong("state", "state, but the kernel is no shader in WGSL")
	case k.Compiled != nil && !shader:
		return made, k.Wrong("compiled", "compiled, but the kernel is no shader in WGSL")
	}
	if k.File.text != "" {
		text, err := dir.Read(k.File.text)
		if err != nil {
			return made, k.File.at.Wrong("%w", err)
		}
		if shader {
			return k.compile(dir.Path(k.File.text), string(text))
		}
		if k.Entry.text != "" {
			return made, k.Entry.at.Wrong("an entry point, but the file is no shader in WGSL")
		}
		made.Kernel, err = assemble(dir.Path(k.File.text), string(text), k.File.at)
		return made, err
	}
	var text strings.Builder
	for _, l := range k.Lines {
		text.WriteString(l.text + "\n")
	}
	made.Kernel, err = assemble(k.Name.text, text.String(), k.Lines[0].at)
	return made, err
}

// compile makes a kernel of a shader in WGSL. What is compiled in is what state is when nothing is said of it.
func (k *kernelSpec) compile(path, text string) (made scene.Kernel, err error) {
	o := compiler.Options{Entry: k.Entry.text, State: compiler.State{Items: uint16(or(k.State, 0))}}
	compiled := or(k.Compiled, 0)
	if k.Compiled == nil && o.State.Items == nos.All {
		compiled = compiler.Usual
	}
	if compiled&isa.NosFog != 0 {
		return made, k.Wrong("compiled", "fog is compiled in, but its parameters are bound for the kernel that is drawn; other items were expected")
	}
	if compiled&isa.NosVertexFormat != 0 {
		return made, k.Wrong("compiled", "vertex_format is compiled in, but vertex buffers are bound for the kernel that is drawn; other items were expected")
	}
	if compiled != 0 {
		o.State.In = func(value, _ uint8) bool { return compiled>>(value>>4)&1 != 0 }
		usual := nos.Default()
		o.State.Known = &usual
	}
	s, err := scene.NewShader(path, text, o)
	if err != nil {
		return made, k.File.at.Wrong("%w", err)
	}
	return scene.Kernel{Kernel: s.Made.Kernel, From: s}, nil
}

// assemble reads a kernel that may run; at is where the scene has it from.
func assemble(name, text string, at strictyaml.Place) (*kernel.Kernel, error) {
	k, errs := asm.Assemble(name, text)
	if len(errs) > 0 {
		return nil, at.Wrong("%w", errs[0])
	}
	return k, nil
}

// mostBufferBytes is the most memory of a buffer.
const mostBufferBytes = 16 << 20

func (b *bufferSpec) buffer() (scene.Buffer, error) {
	given := max(len(b.Words), len(b.Floats))
	switch {
	case len(b.Words) > 0 && len(b.Floats) > 0:
		return scene.Buffer{}, b.Wrong("floats", "words and floats; one of them was expected")
	case b.Bytes == 0 && given == 0:
		return scene.Buffer{}, fmt.Errorf("words, floats or bytes, more than 0, were expected")
	case b.Bytes%4 != 0 || b.Bytes < 0 || b.Bytes > mostBufferBytes:
		return scene.Buffer{}, b.Wrong("bytes", "%s bytes; a multiple of 4 up to %s was expected", number.Thousands(b.Bytes), number.Thousands(mostBufferBytes))
	case b.Bytes > 0 && b.Bytes/4 < given:
		return scene.Buffer{}, b.Wrong("bytes", "%s bytes for %s words; as many as these take, or more, were expected", number.Thousands(b.Bytes), number.Thousands(given))
	}
	buffer := scene.Buffer{Name: b.Name.text, Words: make([]uint32, max(b.Bytes/4, given))}
	copy(buffer.Words, b.Words)
	for i, f := range b.Floats {
		buffer.Words[i] = math.Float32bits(f)
	}
	return buffer, nil
}

// runs reads the kernels of a draw, what they bind and their limits.
func (d *drawSpec) runs(s *scene.Scene, draw *scene.Draw) error {
	var p scene.Programs
	if k := d.Kernels; k != nil {
		for _, of := range []struct {
			name  label
			stage uint8
			to    **scene.Kernel
		}{{k.Vertex, isa.StageVertex, &p.Vertex}, {k.Hull, isa.StageHull, &p.Hull}, {k.Domain, isa.StageDomain, &p.Domain}, {k.Pixel, isa.StagePixel, &p.Pixel}} {
			n, err := find(of.name, "kernel", s.Kernels, func(k *scene.Kernel) string { return k.Name })
			if err != nil {
				return err
			}
			if n < 0 {
				continue
			}
			if *of.to = &s.Kernels[n]; s.Kernels[n].Stage != of.stage {
				return of.name.at.Wrong("kernel %q is of stage %s; one of stage %s was expected", of.name.text, scene.StageName(s.Kernels[n].Stage), scene.StageName(of.stage))
			}
		}
	}
	if p.Pixel != nil {
		after := p.Vertex
		if p.Domain != nil {
			after = p.Domain
		}
		linked, err := p.Pixel.After(after)
		if err != nil {
			return d.Kernels.Pixel.at.Wrong("%w", err)
		}
		p.Pixel = linked
	}
	if l := d.Limits; l != nil {
		p.Limits = scene.Limits(*l)
	}
	if b := d.Bind; b != nil {
		above := p.Vertex
		if p.Domain != nil {
			above = p.Domain
		}
		if err := b.Vertex.bindings(s, above, &p.Above, scene.MostTexturesAbove, scene.MostSamplersAbove); err != nil {
			return err
		}
		if err := b.Pixel.bindings(s, p.Pixel, &p.Below, scene.MostTextures, scene.MostSamplers); err != nil {
			return err
		}
	}
	draw.Programs = p
	return nil
}

func (b *bindingsSpec) bindings(s *scene.Scene, k *scene.Kernel, to *scene.Bindings, textures, samplers int) error {
	if b == nil {
		return nil
	}
	texture := func(t *scene.Texture) string { return t.Name }
	for _, list := range []struct {
		what  string
		kinds []scene.VariableKind
		of    bindingList
		most  int
		to    *[]scene.Binding
		named func(l label) (int, error)
	}{
		{"buffer", []scene.VariableKind{scene.BufferVariable, scene.AttributeVariable}, b.Buffers, scene.MostBuffers, &to.Buffers, func(l label) (int, error) {
			return find(l, "buffer", s.Buffers, func(b *scene.Buffer) string { return b.Name })
		}},
		{"texture", []scene.VariableKind{scene.TextureVariable}, b.Textures, textures, &to.Textures, func(l label) (int, error) { return find(l, "texture", s.Textures, texture) }},
		{"sampler", []scene.VariableKind{scene.SamplerVariable}, b.Samplers, samplers, &to.Samplers, func(l label) (int, error) { return find(l, "texture", s.Textures, texture) }},
	} {
		for _, e := range list.of {
			number := e.number
			if e.variable != "" {
				var err error
				if number, err = k.NumberOf(e.variable, list.kinds...); err != nil {
					return e.key.Wrong("%w", err)
				}
			}
			if number < 0 || number >= list.most {
				return e.key.Wrong("%s %d; 0 to %d was expected", list.what, number, list.most-1)
			}
			n, err := list.named(e.name)
			if err != nil {
				return err
			}
			*list.to = append(*list.to, scene.Binding{Number: number, Index: n})
		}
	}
	return nil
}
