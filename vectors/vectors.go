// Package vectors holds the project's test vectors as files inside the program.
package vectors

import "embed"

// Scenes holds the built-in scenes, scenes/NAME.yaml, and the control points that generators read, scenes/*.patches.
//
//go:embed scenes/*.yaml scenes/*.patches
var Scenes embed.FS

// Directed holds the directed vectors, directed/NAME.yaml.
//
//go:embed directed/*.yaml
var Directed embed.FS

// Kernels holds kernels as text, kernels/NAME.tka, directed ones of the bench of clusters, kernels/directed/NAME.tka, and the shaders that fixed programs are compiled from, kernels/NAME.wgsl.
//
//go:embed kernels/*.tka kernels/*.wgsl kernels/directed/*.tka
var Kernels embed.FS

// Random holds the recipes for random vectors, random/NAME.yaml.
//
//go:embed random/*.yaml
var Random embed.FS

// Shaders holds fragment shaders in WGSL that depend on state, shaders/NAME.wgsl.
//
//go:embed shaders/*.wgsl
var Shaders embed.FS
