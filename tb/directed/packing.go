package directed

import (
	"slices"

	"tilemark/hw/regs"
	"tilemark/tb/driver"
	"tilemark/text/strictyaml"
)

// Packing of a context's save area.
type Packing struct {
	strictyaml.Source

	Reversed bool         `yaml:"reversed"`
	Gap      int          `yaml:"gap"`    // units of 128 bits before each block but CSP
	Longer   int          `yaml:"longer"` // DWORDs that each block but CSP has more
	Set      []PackedWord `yaml:"set"`
	Late     bool         `yaml:"late"` // written again after INTERRUPTIBLE
}

// PackedWord is what an offset or length register gets instead.
type PackedWord struct {
	Register string `yaml:"register"`
	Value    uint32 `yaml:"value"`
}

// packingNames are the names of the registers, without their block's.
var packingNames = func() (out []string) {
	for i := range regs.Blocks[regs.BlockCSP].Registers {
		if r := &regs.Blocks[regs.BlockCSP].Registers[i]; regs.IsPacking(regs.BlockCSP, uint32(r.Index)) {
			out = append(out, r.Name)
		}
	}
	return out
}()

func (p *Packing) check() error {
	if p == nil {
		return nil
	}
	for _, n := range []struct {
		key   string
		value int
	}{{"gap", p.Gap}, {"longer", p.Longer}} {
		if n.value < 0 || n.value > 255 {
			return p.Wrong(n.key, "%s %d; a whole number from 0 to 255 was expected", n.key, n.value)
		}
	}
	for _, s := range p.Set {
		if !slices.Contains(packingNames, s.Register) {
			return p.Wrong("set", "register %q; %s was expected", s.Register, strictyaml.OneOf(packingNames))
		}
	}
	return nil
}

// driver gives what the driver is asked for.
func (p *Packing) driver() *driver.Packing {
	if p == nil {
		return nil
	}
	out := &driver.Packing{Reversed: p.Reversed, Gap: p.Gap, Longer: p.Longer, Late: p.Late, Set: map[uint32]uint32{}}
	for _, s := range p.Set {
		out.Set[uint32(regs.PackingFirst+slices.Index(packingNames, s.Register))] = s.Value
	}
	return out
}
