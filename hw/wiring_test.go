package hw

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// rewired builds a machine with another table of connections.
func rewired(t *testing.T, change func(rows []connection) []connection) error {
	was := connections
	defer func() { connections = was }()
	connections = change(slices.Clone(was))
	cfg := DefaultConfig()
	_, err := Build(cfg)
	return err
}

func rowOf(t *testing.T, rows []connection, name string) *connection {
	i := slices.IndexFunc(rows, func(c connection) bool { return c.name == name })
	require.GreaterOrEqual(t, i, 0)
	return &rows[i]
}

// A table that forgets a row, has one twice, with another name or with a class that cannot be, is refused when the machine is
// built, with a sentence that names it.
func TestWrongTablesAreRefused(t *testing.T) {
	for want, change := range map[string]func(rows []connection) []connection{
		"joined to nothing: GPU.CSP.DMAAck, GPU.DMA.DMAAck; each port needs a row": func(rows []connection) []connection {
			return slices.DeleteFunc(rows, func(c connection) bool { return c.name == "DMA_ACK" })
		},
		"there is one of this name already": func(rows []connection) []connection {
			rowOf(t, rows, "DMA_ACK").name = "CSP_DMA"
			return rows
		},
		"DMA_ACKS is DMAAck at GPU.DMA": func(rows []connection) []connection {
			rowOf(t, rows, "DMA_ACK").name = "DMA_ACKS"
			return rows
		},
		"DP_ZL2 carries reports to the back-end parser; class save was expected": func(rows []connection) []connection {
			rowOf(t, rows, "DP_ZL2").class = below
			return rows
		},
		"ZL1_FIFO carries INT_END; class above, between or below was expected": func(rows []connection) []connection {
			rowOf(t, rows, "ZL1_FIFO").class = answer
			return rows
		},
		"PS_FIFO": func(rows []connection) []connection { // rule X2: ZL1_FIFO waits for it
			rowOf(t, rows, "PS_FIFO").class = above
			return rows
		},
	} {
		require.ErrorContains(t, rewired(t, change), want)
	}
	require.NoError(t, rewired(t, func(rows []connection) []connection { return rows }))
}

// Each field of the machine that is a block is made.
func TestABlockThatIsNotMadeIsNamed(t *testing.T) {
	m := &Machine{Domain: wires.NewDomain(1, 1), Host: newHost("GPU.Host")}
	require.EqualError(t, m.addBlocks(), "the machine's CSP is not made; Build calls New for each block")
}
