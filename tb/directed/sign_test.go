package directed

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
)

func TestWaysToFailAreToldApart(t *testing.T) {
	for _, c := range []struct {
		err  error
		sign string
	}{
		{nil, ""},
		{&wires.Violation{Rule: "P2", Where: "WBU"}, "rule P2 at WBU"},
		{fmt.Errorf("context 1: %w", &wires.Violation{Rule: "P2", Where: "WBU"}), "rule P2 at WBU"},
		{&monitor.Mismatch{Rule: "P1"}, "rule P1 in memory"},
		{&cosim.HangError{Report: "hang in cycle 7"}, "hang"},
		{&cosim.HangError{Rule: "S5", Where: "CSP"}, "hang, rule S5 at CSP"},
		{&cosim.HangError{Rule: "K1", Where: "CSP"}, "hang, rule K1 at CSP"},
		{fmt.Errorf("%w", unmet("cuts", "2 cuts; 3 were expected")), "expectation cuts"},
		{unmet("ends", "contexts ended otherwise"), "expectation ends"},
		{fmt.Errorf("step 1: %w", errNeverHeld), "condition of a step"},
		{errors.New("a file that is not there"), "expectation"},
	} {
		require.Equal(t, c.sign, Signature(c.err))
	}
}
