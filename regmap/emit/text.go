package emit

import (
	"bufio"
	"fmt"
)

// Text is a file in the making. What goes wrong while writing is told when it
// is flushed.
type Text struct{ bufio.Writer }

// Printf adds formatted text.
func (t *Text) Printf(format string, args ...any) { fmt.Fprintf(&t.Writer, format, args...) }

// Add adds texts as they are.
func (t *Text) Add(parts ...string) {
	for _, p := range parts {
		t.WriteString(p)
	}
}
