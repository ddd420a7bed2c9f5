package kernels

import (
	"fmt"

	"tilemark/compiler"
	"tilemark/compiler/llir"
	"tilemark/vectors"
)

// FixedKernel is a kernel of the 3D pipeline's own programs (docs/arithmetic.md, sections 1 and 6), which is compiled from a shader of vectors/kernels.
type FixedKernel struct {
	Name   string // of the kernel, and of the entry point
	Shader string // its file
	stage  compiler.Stage
}

// Fixed are the kernels that draws run which name none.
var Fixed = []FixedKernel{{"vertex", "geometry.wgsl", 0}, {"hull", "geometry.wgsl", llir.Hull}, {"domain", "geometry.wgsl", llir.Domain}, {"pixel", "pixel.wgsl", 0}, {"pixel_depth", "pixel.wgsl", 0}}

// fixedLanes is the number of lanes of these, which one patch and two quads fill.
const fixedLanes = 8

// Compile makes the kernel's text, as it stands in vectors/kernels.
func (f *FixedKernel) Compile() (string, error) {
	path := "kernels/" + f.Shader
	source, err := vectors.Kernels.ReadFile(path)
	if err != nil {
		return "", err
	}
	r, err := compiler.Compile("vectors/"+path, string(source), compiler.Options{Entry: f.Name, Stage: f.stage, Lanes: fixedLanes})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("// Compiled from %s by `make kernels`.\n%s", f.Shader, r.Text), nil
}
