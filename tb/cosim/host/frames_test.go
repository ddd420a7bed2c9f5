package host_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/host"
	"tilemark/tb/cosim/vector"
)

// A context that has work and does not run keeps its pages from the others for some time only.
func TestFavourPassesOn(t *testing.T) {
	v := cosimtest.Scenes(t, 16, 16, "one-triangle", "query", "blend")
	v.Paging = &vector.Paging{}
	s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	o := s.OS
	pageOf := func(context int) int16 { return int16(v.Image.Contexts[context].From >> pipe.PageShift) }
	first, other := pageOf(0), pageOf(1)
	o.Enter(first, 0)
	o.Enter(other, 1)
	require.Equal(t, other, o.Victim(), "the favourite keeps its page, though it was mapped first")
	again := func(page, frame int16) { // the page is taken away, and mapped again
		o.State().Victim, o.State().To, o.State().Old = page, vector.None, o.State().Frame[page]
		o.Release()
		o.Enter(page, frame)
	}
	for range host.Turn - 2 {
		again(other, 1)
	}
	require.Equal(t, other, o.Victim())
	again(first, 0)
	for range host.Turn - 1 {
		again(other, 1)
	}
	require.Equal(t, other, o.Victim(), "it has had a page itself")
	again(other, 1)
	require.Equal(t, first, o.Victim(), "its turn is over")
	for range 2 * host.Turn {
		again(first, 0)
	}
	require.Equal(t, first, o.Victim(), "the third has no page to keep")
}
