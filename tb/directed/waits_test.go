package directed

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestContextsThatCannotBeWaitedForAreRefused(t *testing.T) {
	const two = "covers: x\ncontexts: [{scene: blend}, {scene: blend, "
	for text, want := range map[string]string{
		two + "waits_for: 1}]\n":                  "context 1: waits_for: 1; the number of another context, which is not empty, was expected",
		two + "waits_for: 2}]\n":                  "context 1: waits_for: 2; the number of another",
		two + "in_turn_with: -1}]\n":              "context 1: in_turn_with: -1; the number of another",
		two + "in_turn_with: 0, waits_for: 0}]\n": "context 1: in_turn_with beside waits_for; one of them was expected",
	} {
		_, err := Parse([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestListsHaveRoomForFour(t *testing.T) {
	_, err := Parse([]byte("covers: x\ncontexts: [{scene: blend}" + strings.Repeat(", {scene: blend}", 4) + "]\n"))
	require.ErrorContains(t, err, "2:11: 5 contexts in the even run list and 0 in the odd one; at most 4 each were expected")
}

// What fences of other contexts write is not there when the run begins, except where
// contexts wait for each other: a sweep, which takes no steps, would not end.
func TestOnlyADeadlockFindsItsWordsWritten(t *testing.T) {
	for text, written := range map[string]bool{
		"[{scene: blend, waits_for: 1}, {scene: blend}]":               false,
		"[{scene: blend, waits_for: 1}, {scene: blend, waits_for: 0}]": true,
	} {
		v, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: " + text))
		require.NoError(t, err)
		cv, _, err := v.Workload()
		require.NoError(t, err)
		x := &cv.Image.Contexts[0]
		require.Equal(t, cv.Image.RingFences(&cv.Image.Contexts[1]), []uint32{x.Wait})
		require.Equal(t, written, cv.Image.Bytes[x.Wait] == 1, text)
		require.EqualValues(t, 1, cv.Final[x.Wait])
	}
}
