package kernel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// What threads of each stage begin with in any case: r0, and register sets of values of 32 bits, for 8, 16 and 32 lanes.
func TestInputsOfStages(t *testing.T) {
	for _, c := range []struct {
		stage, header string
		least         [3]int
		more          bool // attributes and the like follow
	}{
		{"compute", ".cta 8 1 1\n", [3]int{4, 7, 13}, false},
		{"compute", ".cta 8 1 1\n.args 1\n", [3]int{5, 8, 14}, false},
		{"compute", ".cta 8 1 1\n.args 8\n", [3]int{5, 8, 14}, false},
		{"compute", ".cta 8 1 1\n.args 9\n", [3]int{6, 9, 15}, false},
		{"compute", ".cta 8 1 1\n.args 256\n", [3]int{36, 39, 45}, false},
		{"vertex", "", [3]int{3, 5, 9}, true},
		{"hull", "", [3]int{1, 1, 1}, true},
		{"domain", "", [3]int{3, 5, 9}, true},
		{"pixel", "", [3]int{6, 11, 21}, true},
		{"trap", "", [3]int{0, 0, 0}, false},
		{"restore", "", [3]int{0, 0, 0}, false},
	} {
		for n, lanes := range []int{8, 16, 32} {
			least := c.least[n]
			end := "\nsend.end {last}\n"
			if c.stage == "trap" || c.stage == "restore" {
				end = "\niret\n"
			}
			text := fmt.Sprintf(".stage %s\n.lanes %d\n%s", c.stage, lanes, c.header)
			k := assemble(t, text+end)
			require.Equal(t, []int{least, least, least}, []int{k.FixedInputs(), k.Inputs, k.Registers}, text)
			if least > 0 {
				requireMistake(t, "", text+fmt.Sprintf(".inputs %d", least)+end)
			}
			if least > 1 {
				says := fmt.Sprintf("%d registers that a thread begins with, expected %d to 128", least-1, least)
				requireMistake(t, says, text+fmt.Sprintf(".inputs %d", least-1)+end)
			}
			for _, more := range []int{least + 1, 128} {
				says := ""
				if !c.more {
					says = fmt.Sprintf("%d registers that a thread begins with, expected %d in stage %s", more, least, c.stage)
				}
				requireMistake(t, says, text+fmt.Sprintf(".inputs %d", more)+end)
			}
		}
	}
	requireMistake(t, "t.tka:2: 5 registers that a thread begins with, expected 6 to 128", ".stage pixel\n.inputs 5\nsend.end {last}\n")
	k := assemble(t, ".stage pixel\n.inputs 128\nsend.end {last}\n")
	k.Inputs = 129
	require.Equal(t, "129 registers that a thread begins with, expected 6 to 128", k.Check()[0].Message)
}

// What the 3D pipeline has for threads of 8, 16 and 32 lanes, by the table of docs/isa.md: constants come last, four registers of EUP's and two of PS's.
func TestMostInputsOfStages(t *testing.T) {
	for stage, most := range map[uint8][3]int{
		isa.StageVertex: {15 + 4, 29 + 4, 57 + 4}, isa.StageHull: {33 + 4, 33 + 4, 33 + 4}, isa.StageDomain: {35 + 4, 37 + 4, 41 + 4},
		isa.StagePixel: {12 + 2, 23 + 2, 45 + 2}, isa.StageCompute: {4, 7, 13}, isa.StageTrap: {},
	} {
		attributes := 0
		if stage == isa.StagePixel {
			attributes = kernel.OwnAttributes
		}
		for n, lanes := range []int{8, 16, 32} {
			require.Equal(t, most[n], (&kernel.Kernel{Stage: stage, Lanes: lanes, Attributes: attributes}).MostInputs(), "stage %d, %d lanes", stage, lanes)
		}
	}
}

// Registers of a kernel are at least those that its threads begin with, and more when its instructions name more.
func TestRegistersAreAtLeastInputs(t *testing.T) {
	for text, want := range map[string]int{"nop": 20, "mov r18:f, r1:f": 20, "mov r19:f, r1:f": 20, "mov r20:f, r1:f": 21, "mov r1:f, r127:f": 128} {
		require.Equal(t, want, assemble(t, ".stage pixel\n.inputs 20\n"+text+"\nsend.end {last}\n").Registers, text)
	}
}

// Results are registers up to the end of the last.
func TestResults(t *testing.T) {
	for text, want := range map[string]int{
		"nop":                  0,
		"send.result r9, +0":   1,
		"send.result.4 r9, +0": 4,
		"send.result r9, +32":  2,
		"send.result.2 r11, +64\nsend.result r9, +0":  4,
		"send.result r9, +0\nsend.result.3 r13, +128": 7,
		"send.result r127, +4064":                     128,
	} {
		k := assemble(t, ".stage domain\n"+text+"\nsend.end {last}\n")
		require.Equal(t, want, k.Results, text)
		_, err := kernel.Unmarshal(k.Marshal())
		require.NoError(t, err, text)
	}
	requireMistake(t, "results from r126 on belong at byte 4064", ".stage domain\nsend.result r126, +4064 {last}\n")
}

// An early depth test is an effect, besides what the code does, and comes back from a file.
func TestEarlyIsAnEffect(t *testing.T) {
	for text, want := range map[string]uint32{"nop": isa.EffectEarly, put10: isa.EffectEarly | isa.EffectStores} {
		k := assemble(t, ".stage pixel\n.early\n.binding 0 buffer write\n"+text+"\nsend.end {last}\n")
		require.Equal(t, want, k.Effects)
		back, err := kernel.Unmarshal(k.Marshal())
		require.NoError(t, err)
		require.Equal(t, k, back)
	}
}
