package patching

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
)

var update = flag.Bool("update", false, "make the recording anew")

// The recording is what the draws of the examples run now.
func TestRecordingIsNotStale(t *testing.T) {
	var list []*scene.Scene
	for _, name := range RecordedScenes {
		s, err := scenefile.Load(filepath.Join("../../../examples", name+".yaml"))
		require.NoError(t, err)
		list = append(list, s)
	}
	r, err := Record(list)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("recorded.txt", []byte(r.Text()), 0o644))
		return
	}
	require.Equal(t, recorded, r.Text(), "go test ./tb/study/patching -run RecordingIsNotStale -update")
	again, err := ReadRecording(recordedFile, recorded)
	require.NoError(t, err)
	require.Equal(t, r, again)
}

// With patched kernels nothing is compiled again, however states change; with kept ones all that is not there any more, or was never there.
func TestReplay(t *testing.T) {
	r, err := ReadRecording(recordedFile, recorded)
	require.NoError(t, err)
	got, err := r.replay()
	require.NoError(t, err)
	require.Equal(t, ReplayWay{Name: "patched", Patched: got.States, Time: got.Ways[0].Time}, got.Ways[0])
	for n := 2; n < 5; n++ {
		require.LessOrEqual(t, got.Ways[n].Compiled, got.Ways[n-1].Compiled)
	}
	require.Equal(t, got.Changes, got.Ways[1].Compiled)
	require.Equal(t, got.States-got.Shaders, got.Ways[4].Compiled, "each kernel but the first of each shader, once")
	require.Greater(t, got.Changes, got.States)
}

func TestRecordingsThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"draw a default":                                  "f:1: shader \"a\", which no line before has",
		"shader a b.wgsl - fogg":                          "f:1: \"fogg\"; one of alpha_test, fog,",
		"shader a b.wgsl - fog\ndraw a fog=thick:0":       "f:2: fog: \"thick\"; one of none, linear, exp, exp2 was expected",
		"shader a b.wgsl - fog\ndraw a fog=linear":        "f:2: fog with 1 parts; 2 were expected",
		"shader a b.wgsl - -\ndraw a write_mask=16":       "f:2: write_mask: \"16\"; a number from 0 to 15 was expected",
		"shader a b.wgsl - -\ndraw a texture0=rgx1:1:0:0": "f:2: texture0: \"rgx1\"; four letters among rgba01 were expected",
		"shader a b.wgsl - -\ndraw a texture8=rgb1:1:0:0": "f:2: \"texture8\" is no part of a state",
		"shader a b.wgsl - -\ndraw a vertex0=f:0:0:0:0:0": "f:2: vertex0: no components; 1 to 4 were expected",
		"shader a b.wgsl - -\ndraw a alpha_test=less":     "f:2: alpha_test: a function and a reference",
		"frame": "f:1: shader NAME FILE ENTRY ITEMS, or draw NAME STATE, was expected",
	} {
		_, err := ReadRecording("f", text)
		require.ErrorContains(t, err, want)
	}
}

// A frame of each scene is drawn in as many cycles each time, and both patchers draw all of it.
func TestPatchersInCycles(t *testing.T) {
	list, err := patchers()
	require.NoError(t, err)
	require.Len(t, list, 2*len(cycleScenes))
	for n := 0; n < len(list); n += 2 {
		d, m := &list[n], &list[n+1]
		t.Logf("%+v", *d)
		t.Logf("%+v", *m)
		require.Equal(t, d.Draws, m.Draws)
		require.Less(t, m.Kernels, d.Kernels, "the machine's kernels are there once")
		require.Less(t, m.Written, d.Written)
		require.Greater(t, m.Buffers, d.Buffers, "registers of state")
		require.Positive(t, d.Median)
		require.Positive(t, m.Median)
	}
}
