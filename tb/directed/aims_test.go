package directed

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/csp"
)

// run runs a vector with a log of the machine's switches.
func aimed(t *testing.T, aims string) (cuts []uint64, v *Vector) {
	t.Helper()
	v, err := Parse([]byte("covers: aims\nsize: [16, 16]\ncontexts: [{scene: six-draws}, {scene: blend}]\n" + aims))
	require.NoError(t, err)
	s, log, err := v.Play()
	require.NoError(t, err)
	require.NotNil(t, s)
	for _, e := range log.Events {
		if e.Kind == csp.EventCut {
			cuts = append(cuts, e.Cycle)
		}
	}
	return cuts, v
}

func TestInterruptsComeInTheirCycles(t *testing.T) {
	cuts, _ := aimed(t, "interrupts: [700, 2300]")
	require.Equal(t, []uint64{702, 2302}, cuts)
}

// What an aim waits for happens in a run without it too; then the line is pulsed so many
// cycles after.
func TestAimsFollowWhatTheyName(t *testing.T) {
	for _, aim := range []string{
		"{passes: last tile of draw, nth: 2, after: 3}", "{passes: state, nth: 9}", "{full: TSU_FIFO, nth: 3}", "{event: started, nth: 2, after: 100}",
		"{passes: first tile, nth: 3}", "{cycle: 900}", "{token: TG_FIFO, after: 600}", "{event: ended, after: 600}",
	} {
		cuts, _ := aimed(t, "aims: ["+aim+"]")
		require.Len(t, cuts, 1, aim)
	}
	cuts, _ := aimed(t, "aims: [{event: loaded, after: 1}, {cycle: 700}]")
	require.Len(t, cuts, 2, "the second one in the restore that the first one brings")
	cuts, _ = aimed(t, "aims: [{event: fault}, {token: WB_FIFO, nth: 1000}]")
	require.Empty(t, cuts, "their time never comes")
}

// Time passes in an idle machine until the last interrupt, which finds nothing to cut.
func TestAnInterruptBehindTheEndIsRaised(t *testing.T) {
	v, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: one-triangle}]\ninterrupts: [50000]"))
	require.NoError(t, err)
	s, _, err := v.Play()
	require.NoError(t, err)
	require.EqualValues(t, 1, s.M.CSP.S.Stats.Ignored)
	require.Greater(t, s.M.Cycle(), uint64(50000))
}

// Waits pass, and rings are shown, when an aim says so.
func TestAimsDoWhatStepsDo(t *testing.T) {
	v, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: one-triangle, wait: true}, {scene: blend, hold_back: 1}]\naims: [{cycle: 9000, do: pass}, {cycle: 12000, do: tail}]"))
	require.NoError(t, err)
	s, _, err := v.Play()
	require.NoError(t, err)
	require.Greater(t, s.M.Cycle(), uint64(12000))
}

// Rings that wrap are cut where they do, and tails' moves when they come; a vector without them is not cut.
func TestAimsAtWrapsAndTails(t *testing.T) {
	for _, text := range []string{
		"contexts: [{scene: six-draws, draws_per_buffer: 1, ring_size: 40, ring_start: 36}]\naims: [{reads: wrap, after: 30}]",
		"contexts: [{scene: six-draws, draws_per_buffer: 1, ring_size: 40, ring_start: 30}]\naims: [{passes: wrap}]",
		"contexts: [{scene: six-draws, draws_per_buffer: 1, hold_back: 2}]\naims: [{cycle: 400, do: tail}, {action: tail, after: 2}]",
	} {
		v, err := Parse([]byte("covers: x\nsize: [16, 16]\ncuts: 1\n" + text))
		require.NoError(t, err)
		_, err = v.Run()
		require.NoError(t, err, text)
	}
	cuts, _ := aimed(t, "aims: [{reads: wrap}, {passes: wrap}, {action: tail}]")
	require.Empty(t, cuts)
}

func TestSceneWithinAVector(t *testing.T) {
	v, err := Parse([]byte(`
covers: a scene of its own
size: [16, 16]
contexts:
  - scene:
      meshes: [{name: m, positions: [[-1, -1, 0.5], [1, -1, 0.5], [0, 1, 0.5]]}]
      draws: [{mesh: m, clip_space: true, blend: {src: src_alpha, dst: one}}]
interrupts: [300]
cuts: 1
`))
	require.NoError(t, err)
	_, err = v.Run()
	require.NoError(t, err)
}

func TestErrorsOfAimsAndScenesArePlaced(t *testing.T) {
	const vector = "covers: x\ncontexts: [{scene: blend}]\n"
	for text, want := range map[string]string{
		vector + "aims: [{after: 3}]":                       "3:8: aim 0: one of cycle, token, full, event, passes, reads and action was expected",
		vector + "aims: [{cycle: 3, token: TG_FIFO}]":       "3:8: aim 0: one of cycle",
		vector + "aims: [{token: TG_FIF}]":                  `3:16: aim 0: token "TG_FIF"; did you mean "TG_FIFO"?`,
		vector + "aims: [{event: strted}]":                  `3:16: aim 0: event "strted"; did you mean "started"?`,
		vector + "aims: [{passes: gas}]":                    `3:17: aim 0: passes "gas"; `,
		vector + "aims: [{reads: warp}]":                    `3:16: aim 0: reads "warp"; did you mean "wrap"?`,
		vector + "aims: [{action: poke}]":                   `3:17: aim 0: action "poke"; `,
		vector + "aims: [{cycle: 3, do: poke}]":             `3:23: aim 0: do "poke"; doorbell, `,
		vector + "aims: [{cycle: 3, nth: -1}]":              "3:24: aim 0: nth -1; a whole number from 1 was expected",
		vector + "interrupts: [-1]":                         "3:14: ",
		"covers: x\ncontexts: [{scene: [1]}]":               "2:20: contexts: scene: a list of 1; the name of a built-in scene, or a scene, was expected",
		"covers: x\ncontexts: [{scene: {drws: []}}]":        "2:21: ",
		"covers: x\ncontexts: [{scene: {draws: []}}]":       "2:28: ",
		"covers: x\ncontexts: [{scene: {interrupts: [3]}}]": "2:20: contexts: scene: contexts or interrupts of a scene within a file",
	} {
		_, err := Parse([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}
