package scenefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestYAMLExperiment(t *testing.T) {
	path := save(t, "a.yaml", yamlTriangle+`clear: {color: [1, 2, 3]}
draws: [{mesh: t}]
contexts:
  - {scene: blend}
  - {draws: [{mesh: t}, {mesh: t}], clear: {color: [4, 5, 6]}}
  - {scene: sub/b.yaml}
interrupts: [300, 100]
interrupt_every: 50
`)
	sub := filepath.Join(filepath.Dir(path), "sub")
	require.NoError(t, os.Mkdir(sub, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(sub, "b.yaml"), []byte(yamlTriangle+"draws: [{mesh: t}]\n"), 0o600))
	s := load(t, path)
	require.Len(t, s.More, 3)
	require.Equal(t, "blend", s.More[0].Name)
	require.Len(t, s.More[1].Draws, 2)
	require.Equal(t, [4]uint8{4, 5, 6, 255}, s.More[1].ClearColor)
	require.Equal(t, [4]uint8{1, 2, 3, 255}, s.ClearColor)
	require.Equal(t, "b", s.More[2].Name)
	require.Equal(t, []uint64{100, 300}, s.Interrupts)
	require.Equal(t, uint64(50), s.InterruptEvery)
}

func TestYAMLExperimentWithoutDrawsOfItsOwn(t *testing.T) {
	s := load(t, save(t, "a.yaml", "contexts: [{scene: blend}, {scene: query}]\ninterrupts: [7]\n"))
	require.Equal(t, "blend", s.Name)
	require.Equal(t, "query", s.More[0].Name)
	require.Equal(t, []uint64{7}, s.Interrupts)
}

func TestYAMLExperimentErrorsArePlaced(t *testing.T) {
	const draw = "draws: [{mesh: t}]\n"
	for text, want := range map[string]string{
		draw + "contexts: [{scene: nosuch}]\n":                    `a.yaml:4:20: "nosuch" is neither a built-in scene nor a .obj`,
		draw + "contexts: [{scene: none.yaml}]\n":                 `a.yaml:4:20: refers to file "none.yaml"`,
		draw + "contexts: [{scene: a.yaml}]\n":                    `a.yaml:4:20: a.yaml:1:1: has contexts or interrupts of its own; a single scene was expected`,
		draw + "contexts: [{scene: blend, draws: [{mesh: t}]}]\n": `a.yaml:4:20: contexts: scene with draws or clear beside it; either was expected`,
		draw + "contexts: [{}]\n":                                 `a.yaml:4:12: contexts: a scene, or draws, was expected`,
		draw + "contexts: [{scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}]\n": `a.yaml:4:11: 9 contexts, with the file's own draws; 1 to 8 were expected`,
		draw + "contexts: [{draws: [{mesh: x}]}]\n":               `a.yaml:4:28: draw 0: no mesh is named "x"; the name of a mesh, such as t, was expected`,
		draw + "contexts: [{draws: [{mesh: t, instances: 0}]}]\n": `a.yaml:4:42: context 1: draw 0: 0 instances; 1 to 1048576 were expected`,
		draw + "interrupts: [5, -1]\n":                            `a.yaml:4:17: interrupts: -1; a number of cycles`,
		draw + "interrupts: [5, 5]\n":                             `a.yaml:4:17: interrupts: 5 for the second time`,
		draw + "interrupt_every: soon\n":                          `a.yaml:4:18: interrupt_every: "soon"; a number of cycles`,
	} {
		_, err := Load(save(t, "a.yaml", yamlTriangle+text))
		require.ErrorContains(t, err, want, "%s", text)
		requireHelpful(t, err)
	}
}
