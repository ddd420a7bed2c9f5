package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"tilemark/tb/cover"
)

// Random programs show the same of clusters every time.
func TestCoverOfRandomClusters(t *testing.T) {
	out := held(t, "cover", "--clusters", "3", "--holes")
	require.Regexp(t, `(?m)^states +[0-9]+ of +12 .*Each state of each state machine\.\n(.*\n)*moves (.*\n)*fill (.*\n)*stalls +[0-9]+ of +12 `, out)
	require.Regexp(t, `(?m)^3 random clusters: [0-9]+ of [0-9]+ bins hit, [6-9][0-9]\.[0-9] %$`, out)
	require.Regexp(t, `(?m)^    hole: [A-Z0-9_]+ (between|full)$`, out)
	require.NotContains(t, out, "excluded")
	require.Equal(t, out, held(t, "cover", "--clusters", "3", "--holes"))

	var doc struct {
		Vectors, Kernels, Clusters int
		Hits                       map[string]int
	}
	text := held(t, "cover", "--clusters", "3", "--json")
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	require.Equal(t, []int{0, 0, 3}, []int{doc.Vectors, doc.Kernels, doc.Clusters})
	require.Positive(t, doc.Hits["moves/PM.phase CHOOSE > FORWARD"])
	require.Equal(t, text, held(t, "cover", "--clusters", "3", "--json"))
}

// A program that fails is reported with its seed, those after it run, and the verb fails.
func TestARandomClusterThatFailsIsReported(t *testing.T) {
	c, err := cover.NewClusters()
	require.NoError(t, err)
	var errs, out strings.Builder
	cmd := &cobra.Command{}
	cmd.SetContext(context.WithValue(t.Context(), courseKey{}, &course{}))
	cmd.SetErr(&errs)
	cmd.SetOut(&out)
	ran := 0
	failed := runRandom(cmd, "cluster", 3, func(seed uint64) error {
		if ran++; seed == 1 {
			return errors.New("cycle 7: different")
		}
		return nil
	})
	require.Equal(t, 3, ran)
	require.Equal(t, "FAILED: random cluster 1: cycle 7: different\n", errs.String())
	require.ErrorIs(t, (&coverFlags{}).print(cmd, c.Counts(), coverJSON{Clusters: 3}, failed), errFailed)
	require.Regexp(t, `(?m)^3 random clusters: 0 of [0-9]+ bins hit, 0\.0 %$`, out.String())
}
