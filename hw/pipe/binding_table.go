package pipe

// A binding table lies in registers: its buffers, then its textures, then its samplers. Each takes so many of them.
const (
	BufferWords  = 2
	TextureWords = 5
	SamplerWords = 3
)

// BindingTable is how many of each kind a table has (spec chapter 5).
type BindingTable struct{ Buffers, Textures, Samplers uint8 }

// Steps is how many controls bring a table to a cluster: one for each entry, and one that ends it.
func (t BindingTable) Steps() uint8 { return t.Buffers + t.Textures + t.Samplers + 1 }

// Step is control n of those that bring a table. registers are those of the table.
func (t BindingTable) Step(n uint8, slot, set uint8, registers []uint32) Control {
	c := Control{Kind: ControlSet, Slot: slot, Set: set}
	for _, part := range [...]struct {
		kind  ControlKind
		count uint8
		words int
	}{{ControlBuffer, t.Buffers, BufferWords}, {ControlTexture, t.Textures, TextureWords}, {ControlSampler, t.Samplers, SamplerWords}} {
		if n < part.count {
			c.Kind, c.Number = part.kind, n
			copy(c.Words[:part.words], registers[part.words*int(n):])
			return c
		}
		n, registers = n-part.count, registers[part.words*int(part.count):]
	}
	return c
}
