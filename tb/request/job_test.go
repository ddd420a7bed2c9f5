package request

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestJobsAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]Job{
		"blend":                 {Scene: "blend", Copies: 1},
		"dir/m.glb:priority=5":  {Scene: "dir/m.glb", Priority: 5, Copies: 1},
		"a:arrives=20:copies=3": {Scene: "a", Arrives: 20, Copies: 3},
		"few-large:priority=1:arrives=2:copies=64": {Scene: "few-large", Priority: 1, Arrives: 2, Copies: 64},
	} {
		j, err := ParseJob(text)
		require.NoError(t, err)
		require.Equal(t, want, j)
		require.Equal(t, text, j.String())
	}
	j, err := ParseJob("a:copies=2:priority=1")
	require.NoError(t, err)
	require.Equal(t, "a:priority=1:copies=2", j.String())
}

func TestJobsThatMakeNoSense(t *testing.T) {
	for text, want := range map[string]string{
		"":                        `job "": a scene was expected before the first colon`,
		":copies=2":               `job ":copies=2": a scene was expected before the first colon`,
		"a:copies":                `job "a:copies": "copies"; KEY=VALUE was expected, KEY one of priority, arrives, copies`,
		"a:":                      `job "a:": ""; KEY=VALUE was expected, KEY one of priority, arrives, copies`,
		"a:prority=1":             `job "a:prority=1": unknown key "prority"; did you mean "priority"?`,
		"a:colour=1":              `job "a:colour=1": unknown key "colour"; priority, arrives, copies were expected`,
		"a:copies=0":              `job "a:copies=0": copies "0"; a whole number from 1 to 64 was expected`,
		"a:copies=65":             `job "a:copies=65": copies "65"; a whole number from 1 to 64 was expected`,
		"a:priority=-1":           `job "a:priority=-1": priority "-1"; a whole number from 0 to 2147483647 was expected`,
		"a:arrives=1e3":           `job "a:arrives=1e3": arrives "1e3"; a whole number from 0 to 1000000000000 was expected`,
		"a:arrives=":              `job "a:arrives=": arrives ""; a whole number from 0 to 1000000000000 was expected`,
		"a:priority=1:priority=1": `job "a:priority=1:priority=1": priority is given twice; each once was expected`,
	} {
		_, err := ParseJob(text)
		require.EqualError(t, err, want)
		require.IsType(t, &UsageError{}, err)
	}
}
