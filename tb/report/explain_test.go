package report

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/request"
	"tilemark/tb/runs"
)

// JSON has each phase under a name of its own, the same in run and explain.
func TestPhasesHaveNames(t *testing.T) {
	var p runs.PhaseCycles
	fields := reflect.TypeOf(p)
	for i := range fields.NumField() {
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		require.NotNil(t, p.Of(name), name)
		*p.Of(name) = uint64(i + 1)
		require.EqualValues(t, i+1, reflect.ValueOf(p).Field(i).Uint(), name)
	}
	r, err := runs.Run(runs.RunOptions{Input: request.Input{Scene: "few-large", Size: request.Size{Width: 32, Height: 32}}, Every: 900, Monitors: true, Zoom: runs.CutChoice{Worst: true}})
	require.NoError(t, err)
	require.NotNil(t, r.Cut.Zoom)
	list := r.Cut.Log.Switches
	require.Equal(t, runs.WorstCut(list)+1, r.Cut.Zoom.Number)
	text, err := json.Marshal(Run{r}.Summary().Cuts[0])
	require.NoError(t, err)
	require.Regexp(t, `"phases":\{"interrupt_to_line":\d+,"line_to_tg_int":\d+,"tg_int_to_int_end_at_tg":\d+,"int_end_at_tg_to_memory_quiet":\d+,`+
		`"memory_quiet_to_saved":\d+,"int_end_at_tg_to_next_tile":\d+,"restart_to_registers_loaded":\d+,"registers_loaded_to_resumed":\d+\}`, string(text))

	var b strings.Builder
	Run{r}.Print(&b)
	require.Contains(t, b.String(), "tilemark explain few-large --size 32x32 --every 900 --cut ")
}

func TestExplainPrintsAndDraws(t *testing.T) {
	in := request.Input{Scene: "blend", Partner: "one-triangle", Default: request.Size{Width: 32, Height: 32}}
	e, err := runs.Explain(runs.ExplainOptions{Input: in, At: []uint64{900}, Cut: runs.CutChoice{Worst: true}, Monitors: true})
	require.NoError(t, err)
	var b strings.Builder
	Explanation{e}.Print(&b)
	for _, word := range []string{"line", "TG_INT", "discard", "drain", "save", "next tile", "restore", "skip"} {
		require.Regexp(t, `(?m)^`+word+`, [\d,]+ cycles?: from `, b.String())
	}
	s := Explanation{e}.Summary()
	require.Len(t, s.Phases, 8)
	for _, p := range s.Phases {
		require.Equal(t, *s.Cut.Phases.Of(p.Name), p.Cycles)
	}
	path := filepath.Join(t.TempDir(), "cut.png")
	require.NoError(t, Explanation{e}.Picture(path))
	require.FileExists(t, path)

	for _, c := range []struct {
		choice runs.CutChoice
		text   string
	}{
		{runs.CutChoice{Number: 9}, "--cut 9: the run has 1 cut"},
	} {
		_, err := runs.Explain(runs.ExplainOptions{Input: in, At: []uint64{900}, Cut: c.choice})
		require.EqualError(t, err, c.text)
	}
	_, err = runs.Explain(runs.ExplainOptions{Input: in, Cut: runs.CutChoice{Worst: true}})
	require.EqualError(t, err, "--cut: no context was cut; --interrupt and --every say when the CPU interrupts")
	_, err = runs.ParseCut("cut", "0")
	require.EqualError(t, err, `--cut "0": the number of a cut, counted from 1, or worst was expected`)
}
