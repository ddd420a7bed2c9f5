// Package examples holds the project's example scenes and their shaders as files inside the program.
package examples

import "embed"

// Files holds them: NAME.yaml and NAME.wgsl.
//
//go:embed *.yaml *.wgsl *.tka
var Files embed.FS
