package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
)

// A context that has work and does not run keeps its pages from the others for some time only.
func TestFavourPassesOn(t *testing.T) {
	v := vectorOf(t, 16, 16, "one-triangle", "query", "blend")
	v.Paging = &Paging{}
	s, err := NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	o := s.os
	pageOf := func(context int) int16 { return int16(v.Image.Contexts[context].From >> pipe.PageShift) }
	first, other := pageOf(0), pageOf(1)
	o.enter(first, 0)
	o.enter(other, 1)
	require.Equal(t, other, o.victim(), "the favourite keeps its page, though it was mapped first")
	again := func(page, frame int16) { // the page is taken away, and mapped again
		o.st.Victim, o.st.To, o.st.Old = page, none, o.st.Frame[page]
		o.release()
		o.enter(page, frame)
	}
	for range turn - 2 {
		again(other, 1)
	}
	require.Equal(t, other, o.victim())
	again(first, 0)
	for range turn - 1 {
		again(other, 1)
	}
	require.Equal(t, other, o.victim(), "it has had a page itself")
	again(other, 1)
	require.Equal(t, first, o.victim(), "its turn is over")
	for range 2 * turn {
		again(first, 0)
	}
	require.Equal(t, first, o.victim(), "the third has no page to keep")
}
