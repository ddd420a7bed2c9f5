package scenefile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
)

func TestYAMLFillsAndCopiesStandBetweenDraws(t *testing.T) {
	s := load(t, save(t, "a.yaml", yamlTriangle+`textures: [{name: x, pixels: [ff00ff00 ff00ff00]}]
draws:
  - fill: {surface: depth, rect: [1, 2, 3, 4], value: 0.25, stencil: 9}
  - {mesh: t, hiz: false}
  - fill: {surface: color, value: [1, 2, 3]}
  - copy: {from: color, to: x, rect: [0, 0, 2, 1], at: [1, 0]}
`))
	require.Len(t, s.Draws, 1)
	require.True(t, s.Draws[0].State.NoHiZ)
	require.Equal(t, []scene.Transfer{
		{Before: 0, To: scene.PlaceDepth, Rect: &[4]int{1, 2, 3, 4}, Depth: 0.25, Stencil: 9},
		{Before: 1, To: scene.PlaceColor, Color: [4]uint8{1, 2, 3, 255}},
		{Before: 1, Copy: true, From: scene.PlaceColor, To: 0, Rect: &[4]int{0, 0, 2, 1}, At: [2]int{1, 0}},
	}, s.Transfers)
}

func TestYAMLTransferErrorsArePlaced(t *testing.T) {
	for step, want := range map[string]string{
		"{fill: {surface: color, value: 1}}":                               `a.yaml:4:36: fill of color: [r, g, b, a] for colours`,
		"{fill: {surface: depth, value: [1, 2, 3]}}":                       `a.yaml:4:36: fill of depth`,
		"{fill: {surface: depth, value: 2}}":                               `a.yaml:4:36: draws: fill: value: 2; [r, g, b, a] in bytes, or a depth`,
		"{fill: {surface: depth}}":                                         `a.yaml:4:12: fill: a value was expected`,
		"{fill: {value: 1}}":                                               `a.yaml:4:12: surface: color, depth or a texture's name was expected`,
		"{fill: {surface: colour, value: 1}}":                              `a.yaml:4:22: no surface is named "colour"`,
		"{fill: {surface: depth, value: 1, rect: [3, 0, 3, 4]}}":           `a.yaml:4:45: rect [3 0 3 4]; x0, y0, x1, y1 with a pixel between, 0 to 8192, were expected`,
		"{fill: {surface: depth, value: 1}, mesh: t}":                      `fill or copy with other keys beside it`,
		"{copy: {from: color, to: color, rect: [0, 0, 8, 8], at: [7, 7]}}": `a.yaml:4:30: copy: the rectangles overlap`,
		"{copy: {from: color, to: color}}":                                 `the rectangles overlap`,
		"{copy: {from: color, to: depth, at: [-1, 0]}}":                    `a.yaml:4:41: copy: at [-1 0]; 0 to 8191 were expected`,
		"{copy: {from: color}}":                                            `a.yaml:4:12: to: color, depth or a texture's name was expected`,
	} {
		_, err := Load(save(t, "a.yaml", yamlTriangle+"draws:\n  - "+step+"\n  - {mesh: t}\n"))
		require.ErrorContains(t, err, want, step)
		requireHelpful(t, err)
	}
	load(t, save(t, "a.yaml", yamlTriangle+"draws: [{mesh: t}, {copy: {from: color, to: color, rect: [0, 0, 8, 8], at: [8, 0]}}]\n"))
}
