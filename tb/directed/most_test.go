package directed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestARunEndsBehindTheMostCycles(t *testing.T) {
	v, err := Load("in-fence")
	require.NoError(t, err)
	_, err = v.Run()
	require.NoError(t, err)
	took := v.Took
	v.Most = took
	_, err = v.Run()
	require.NoError(t, err)
	v.Most = took / 2
	_, err = v.Run()
	require.ErrorIs(t, err, ErrLong)
	require.Equal(t, "too long", Signature(err))
	require.Equal(t, took/2+1, v.Took)
}

func TestARunEndsWhenItsTimeIsOver(t *testing.T) {
	v, err := Load("interrupt-above-the-break-point")
	require.NoError(t, err)
	v.Over = func() bool { return true }
	_, err = v.Run()
	require.ErrorIs(t, err, ErrLong)
	require.Less(t, v.Took, uint64(100))
}
