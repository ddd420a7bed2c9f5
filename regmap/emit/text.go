package emit

import (
	"bufio"
	"fmt"
	"strconv"
)

// Text is a file in the making. What goes wrong while writing is told when it
// is flushed. The writer is never copied: a copy would keep the error to itself.
type Text struct{ *bufio.Writer }

// Printf adds formatted text.
func (t *Text) Printf(format string, args ...any) { fmt.Fprintf(t.Writer, format, args...) }

// Add adds texts as they are.
func (t *Text) Add(parts ...string) {
	for _, p := range parts {
		t.WriteString(p)
	}
}

// Hex writes a word as C, Go and many others do.
func Hex(v uint32) string { return "0x" + strconv.FormatUint(uint64(v), 16) }

// BitRange writes bits as 7:4, a single one as 31.
func BitRange(hi, lo int) string {
	if hi == lo {
		return strconv.Itoa(hi)
	}
	return fmt.Sprintf("%d:%d", hi, lo)
}
