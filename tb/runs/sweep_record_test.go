package runs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/sweep"
	"tilemark/tb/request"
)

// smallSweep is one of a few cuts, with a record.
func smallSweep(t *testing.T, record string) SweepOptions {
	in := request.Input{Scene: "one-triangle", Size: request.Size{Width: 16, Height: 16}}
	return SweepOptions{Input: in, Every: 97, Jobs: 1, Resume: record}
}

// The seconds of a resumed sweep, and so its rates, are those of all processes; the record keeps them.
func TestResumedSweepsCountTheSecondsOfAllProcesses(t *testing.T) {
	record := filepath.Join(t.TempDir(), "s.json")
	first, err := Sweep(smallSweep(t, record))
	require.NoError(t, err)
	require.Zero(t, first.Earlier)
	text, err := os.ReadFile(record)
	require.NoError(t, err)
	var file sweepFile
	require.NoError(t, json.Unmarshal(text, &file))
	require.Positive(t, file.Seconds)
	require.LessOrEqual(t, file.Seconds, first.Seconds)

	spent := regexp.MustCompile(`"seconds":[^,]*,`)
	set := func(seconds string) {
		require.NoError(t, os.WriteFile(record, spent.ReplaceAll(text, []byte(`"seconds":`+seconds+`,`)), 0o644))
	}
	set("1000")
	again, err := Sweep(smallSweep(t, record))
	require.NoError(t, err)
	require.Equal(t, 1000.0, again.Earlier)
	require.Greater(t, again.Seconds, 1000.0)

	set("-1")
	_, err = Sweep(smallSweep(t, record))
	require.ErrorContains(t, err, "s.json: -1 seconds; zero or more were expected")
}

// A sweep that is stopped before its first new cut says how many there are, and how many were tried before.
func TestASweepStoppedBeforeItsFirstCutSaysWhatWasTried(t *testing.T) {
	record := filepath.Join(t.TempDir(), "s.json")
	var said []string // when it is first told of cuts
	o := smallSweep(t, record)
	var soFar func() string
	o.Begun = func(f func() string) { soFar = f; said = append(said, f()) }
	first := true
	o.Progress = func(done, total int) {
		if first {
			said = append(said, soFar())
		}
		first = false
	}
	_, err := Sweep(o)
	require.NoError(t, err)
	first = true
	_, err = Sweep(o)
	require.NoError(t, err)
	require.Len(t, said, 4)
	require.Equal(t, "the uninterrupted run has not ended; no interrupt was tried", said[0])
	require.Regexp(t, `^0 of \d+ interrupts tried; the same command goes on$`, said[1])
	require.Regexp(t, `^the uninterrupted run has not ended; \d+ interrupts were tried before, all equal; the same command goes on$`, said[2])
	require.Regexp(t, `^(\d+) of \d+ interrupts tried, all equal; the same command goes on$`, said[3])
}

// What is different is told, wherever a sweep is stopped.
func TestAStoppedSweepTellsOfDifferences(t *testing.T) {
	for want, k := range map[string]*sweepRecord{
		"3 of 1,200 interrupts tried, 3 different; with --resume FILE another sweep could go on from here": {total: 1200, different: 3},
		"0 of 7 interrupts tried; with --resume FILE another sweep could go on from here":                  {total: 7},
		"the uninterrupted run has not ended; no interrupt was tried":                                      {},
	} {
		k.file.Checked = &sweep.Part{}
		require.Equal(t, want, k.soFar("interrupts"))
	}
}
