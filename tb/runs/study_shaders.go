package runs

import (
	"tilemark/tb/request"
	"tilemark/tb/scene"
	"tilemark/tb/study/patching"
	"tilemark/vectors"
)

// ShaderOptions say which shaders are studied, and with how many states.
type ShaderOptions struct {
	Files    []string // shaders in WGSL; none: the project's own
	States   int
	Frames   int
	Draws    int // of a frame
	Seed     uint64
	Progress func(done, total int)
}

// ShaderResult is a study of shaders that depend on state.
type ShaderResult struct {
	Options ShaderOptions
	patching.Result
}

// studiedShaders are the project's own, the largest one last.
var studiedShaders = []string{"checker", "noise", "depth", "gathers", "branches", "textured", "metal"}

// StudyShaders measures patching against compiling.
func StudyShaders(o ShaderOptions) (*ShaderResult, error) {
	list, err := o.sources()
	if err != nil {
		return nil, err
	}
	r, err := patching.Measure(patching.Options{Shaders: list, States: o.States, Frames: o.Frames, Draws: o.Draws, Seed: o.Seed, Progress: o.Progress})
	if err != nil {
		return nil, request.Usage("%w", err)
	}
	return &ShaderResult{o, *r}, nil
}

// sources reads the shaders.
//
//fuzz:compiler.FuzzCompile
func (o *ShaderOptions) sources() (list []patching.Source, err error) {
	for _, path := range o.Files {
		text, err := request.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list = append(list, patching.Source{Name: path, Text: string(text)})
	}
	if len(o.Files) > 0 {
		return list, nil
	}
	for _, name := range studiedShaders {
		text, err := vectors.Shaders.ReadFile("shaders/" + name + ".wgsl")
		if err != nil {
			return nil, err
		}
		list = append(list, patching.Source{Name: name, Text: string(text)})
	}
	text, _ := scene.BuiltinShader(scene.PBR)
	return append(list, patching.Source{Name: scene.PBR, Text: text}), nil
}

// Held tells whether every check held: what does not ends the study.
func (r *ShaderResult) Held() bool { return true }
