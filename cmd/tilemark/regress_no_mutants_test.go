//go:build !faults

package main

import "testing"

func TestShippedProgramTriesNoMutants(t *testing.T) {
	for _, flag := range []string{"--mutants", "--mutant x"} {
		wrong(t, "regress quick "+flag, "unknown flag: --")
	}
}
