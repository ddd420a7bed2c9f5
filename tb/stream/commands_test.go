package stream

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// read assembles lines, and gives them back as words.
func read(t require.TestingT, text []string) []uint32 {
	a := &assembler{}
	for _, l := range text {
		require.NoError(t, a.line(l), l)
	}
	require.NoError(t, a.finish())
	return a.words()
}

// drawCommand makes words of a command of the tables, with what it may have as sub-opcode and operands.
func drawCommand(rt *rapid.T, c *regs.Command) []uint32 {
	sub := uint32(0)
	switch {
	case c.Sub == nil:
	case c.Sub.Type == "block":
		sub = rapid.Uint32Range(0, regs.NumBlocks-1).Draw(rt, "block")
	case len(c.Sub.Values) > 0:
		sub = rapid.SampledFrom(c.Sub.Values).Draw(rt, "sub-opcode").Value
	}
	n := rapid.Uint32Range(c.Shape.Least, min(c.Shape.Most, c.Shape.Least+40)).Draw(rt, "length")
	words := []uint32{c.Code | regs.HeaderFields{SubOpcode: sub, Length: n}.Pack()}
	for range n {
		words = append(words, rapid.Uint32().Draw(rt, "operand"))
	}
	for _, w := range c.Operands {
		if w.Type == "register" {
			words[w.Offset] = rapid.Uint32Range(0, regs.BlockLength[sub]).Draw(rt, "register")
		}
	}
	return words
}

func TestEveryCommandOfTheTablesRoundTripsThroughText(t *testing.T) {
	for i := range regs.Commands {
		c := &regs.Commands[i]
		t.Run(c.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				words := drawCommand(rt, c)
				behind := append(slices.Clone(words), rapid.SliceOfN(rapid.Uint32(), 0, 3).Draw(rt, "behind")...)
				text, n := commandText(behind)
				require.Equal(rt, len(words), n, "%#x", words)
				require.Regexp(rt, "^("+c.Name+"|"+c.Alone+")( |$)", text[0])
				require.Equal(rt, words, read(rt, text))
			})
		})
	}
}

// What is no command of the tables, or not whole, is left to be written as words.
func TestWhatIsNoCommandHasNoText(t *testing.T) {
	for i := range regs.Commands {
		c := &regs.Commands[i]
		for _, n := range []uint32{c.Shape.Least - 1, c.Shape.Most + 1} {
			if n > regs.HeaderLengthMask {
				continue
			}
			words := make([]uint32, 2+n)
			words[0] = c.Code | n
			_, got := commandText(words)
			require.Zero(t, got, "%s of length %d", c.Name, n)
		}
		if c.Shape.Least > 0 {
			_, got := commandText([]uint32{c.Code | c.Shape.Least})
			require.Zero(t, got, "%s without its operands", c.Name)
		}
		if c.Sub == nil {
			words := make([]uint32, 1+c.Shape.Least)
			words[0] = c.Code | c.Shape.Least | 1<<regs.HeaderSubOpcodeShift
			_, got := commandText(words)
			require.Zero(t, got, "%s with a sub-opcode", c.Name)
		}
	}
	_, n := commandText([]uint32{regs.CommandQueryWriteHeader | regs.CounterLimit<<regs.HeaderSubOpcodeShift, 0})
	require.NotZero(t, n, "a counter without a name is written as a number")
	_, n = commandText([]uint32{0x1f << regs.HeaderOpcodeShift})
	require.Zero(t, n)
}

func TestWrongOperandsSayWhatWasExpected(t *testing.T) {
	for line, want := range map[string]string{
		"NOP":          "NOP with 0 operands; 1 to 65535 were expected (NULL has none)",
		"NULL 1":       "NULL 1; no operands were expected",
		"FENCE 64":     "FENCE with 1 operands; 2 were expected",
		"FILL 1":       "FILL with 1 operands; 0 were expected",
		"DRAW 3 1 0 0": "DRAW with 4 operands; count N instances N first N flags N were expected",
		"DRAW count 3 instances 1 from 0 flags 0": `"from"; first was expected`,
		"QUERY_WRITE OCCLUSION":                   "QUERY_WRITE with 1 operands; 2 were expected",
		"QUERY_WRITE OCLUSION 64":                 `"OCLUSION"; one of OCCLUSION, IA_VERTICES, IA_PRIMITIVES`,
		"SET_STATE 1":                             "SET_STATE 1; no operands were expected",
		"DMA here 4":                              `"here"; a whole number of 32 bits was expected`,
		"FENSE 1 2":                               `did you mean "FENCE"?`,
	} {
		require.ErrorContains(t, (&assembler{}).line(line), want, line)
	}
}
