package lines

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsStandAtTheirWord(t *testing.T) {
	for _, c := range []struct {
		line, word string
		want       int
	}{
		{"f 1 2 3", "2", 5},
		{"  f 12 2 3", "2", 8}, // not in 12
		{"v 1.5 5", "5", 7},
		{"v -5 5", "5", 6},
		{"a_b b", "b", 5},
		{"\tword", "word", 2},
		{"x(y)", "y", 3},
		{"ab", "b", 2}, // nowhere as a word: inside one
		{"  f 1", "9", 3},
		{"  f 1", "", 3},
		{"", "a", 1},
	} {
		err := fmt.Errorf("outside: %w", WrongWord(c.word, "%s was wrong", c.word))
		require.Equal(t, c.want, Column(c.line, err), "%q in %q", c.word, c.line)
	}
	require.Equal(t, 3, Column("  f", errors.New("of no word")))
}

func TestPlacesComeBeforeTheError(t *testing.T) {
	cause := errors.New("cause")
	err := Place{3, 7}.Wrong(WrongWord("x", "word: %w", cause))
	require.EqualError(t, err, "3:7: word: cause")
}
