package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cover"
)

func TestCoverageWritesNumbersAsAllDo(t *testing.T) {
	var b strings.Builder
	printCoverage(&b, []cover.Report{{Name: "registers", Hit: 1234, Reachable: 12345, About: "what"}}, false)
	require.Equal(t, "registers       1,234 of 12,345   10.0 %  what\n", b.String())
}
