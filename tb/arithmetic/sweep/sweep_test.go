package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSweepPrintsALineForEachComparison(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, sweep([]string{"--functions", "rem,dph", "--sample", "100"}, &out, &errs))
	require.Empty(t, errs.String())
	require.Regexp(t, `^dph f: 100 results equal, .* s
dph hf: 100 results equal, .* s
rem ub: 65,536 results equal, .* s
(rem .*\n){7}10 comparisons, .* results, all equal, .* s
$`, out.String())
}

func TestWrongUseIsReported(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--functions", "sin,sine"}, `"sine" is none; there are rcp, sqrt, `},
		{[]string{"--functions", "sin,"}, `"" is none`},
		{[]string{"--sample", "few"}, "invalid value"},
		{[]string{"--sample", "-1"}, "invalid value"},
		{[]string{"sin"}, "no arguments were expected"},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, exitUsage, sweep(c.args, &out, &errs))
		require.Empty(t, out.String())
		require.Contains(t, errs.String(), c.want)
	}
	var out, errs bytes.Buffer
	require.Zero(t, sweep([]string{"--help"}, &out, &errs))
	require.Contains(t, errs.String(), "-functions")
}
