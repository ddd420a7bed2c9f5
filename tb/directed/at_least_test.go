package directed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatHasNotHappenedOftenEnoughIsNamed(t *testing.T) {
	want := AtLeast{Cuts: 5, Aborted: 1, Starts: 1200}
	require.Empty(t, want.missing(&AtLeast{Cuts: 5, Aborted: 1, Starts: 1200}))
	require.Equal(t, "1 cut, at least 5 expected; 1,199 starts, at least 1,200 expected", want.missing(&AtLeast{Cuts: 1, Aborted: 2, Starts: 1199}))
	require.Equal(t, "0 aborted restores, at least 1 expected", want.missing(&AtLeast{Cuts: 9, Starts: 1200}))
}
