package stream

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"tilemark/golden/packing"
	"tilemark/hw/regs"
	"tilemark/tb/driver"
	"tilemark/text/number"
)

// savedArea is a save area and the address at which it lies.
type savedArea struct {
	b      []byte
	base   uint64
	packed *packing.Packing
}

// areaIn reads a save area by the packing that it holds.
func areaIn(b []byte, base uint64) *savedArea { return &savedArea{b, base, packing.In(b)} }

// word is a word of head or tail, which the generated constants place in the packing of the tables.
func (a *savedArea) word(dword int) uint32 { return a.at(a.packed.Field(dword)) }

// at is the word at a DWORD of the area.
func (a *savedArea) at(dword int) uint32 { return binary.LittleEndian.Uint32(a.b[4*dword:]) }

// DumpSaveArea writes a save area as text: the context's header, the cursor's IDs, then every saved register by its fields. Bytes that no save can have left
// are an error that names the address, counted from base, and what was expected there.
func DumpSaveArea(w io.Writer, b []byte, base uint32) error {
	if err := CheckSaveArea(b, uint64(base)); err != nil {
		return err
	}
	a := areaIn(b, uint64(base))
	t := &texter{bufio.NewWriter(w)}
	t.line("context          0x%08x", a.word(regs.SaveAreaHeadContext))
	t.line("ring head        %d # DWORD offset in the ring", a.word(regs.SaveAreaTailRingHead))
	t.line("DMA buffer       0x%08x", a.word(regs.SaveAreaTailDmaBuffer))
	t.line("DMA offset       %d # DWORDs", a.word(regs.SaveAreaHeadDmaOffset))
	t.line("instance         %d", a.word(regs.SaveAreaTailInstance))
	t.line("primitive        %d", a.word(regs.SaveAreaTailPrimitive))
	t.line("triangle         %d", a.word(regs.SaveAreaTailTriangle))
	t.line("tile             %d", a.word(regs.SaveAreaTailTile))
	block := -1
	for _, s := range regs.SaveList {
		if int(s.Block) != block {
			block = int(s.Block)
			t.line("\n# %s, from byte %d", regs.Blocks[block].Name, 4*a.packed.Place(block, 0))
		}
		v := a.at(a.packed.Place(block, int(s.Reg)))
		t.line("%s = %s", regs.RegisterName(block, int(s.Reg)), registerText(block, int(s.Reg), v))
	}
	return t.w.Flush()
}

// CheckSaveArea tells whether a save can have left these bytes, which lie at base.
func CheckSaveArea(b []byte, base uint64) error {
	if len(b) != saveAreaBytes {
		return fmt.Errorf("%s bytes; a save area of %s bytes was expected", number.Thousands(len(b)), number.Thousands(saveAreaBytes))
	}
	if err := areaIn(b, base).check(); err != nil {
		return fmt.Errorf("no save area at %#x: %w", base, err)
	}
	return nil
}

// Largest values of a cursor that any commands lead to.
const (
	mostTriangles = 8 * 2 * 32 * 32               // of a patch at level 32, each cut into at most eight
	mostTiles     = (1 << 16 / 8) * (1 << 16 / 8) // of a triangle on the largest target
)

// areaField is a field of the cursor, or of what tells whose save area it is.
type areaField struct {
	name  string
	dword int
}

var (
	layoutID    = areaField{"layout", regs.SaveAreaHeadLayout}
	ringHeadID  = areaField{"ring head", regs.SaveAreaTailRingHead}
	dmaBufferID = areaField{"DMA buffer", regs.SaveAreaTailDmaBuffer}
	dmaOffsetID = areaField{"DMA offset", regs.SaveAreaHeadDmaOffset}
	triangleID  = areaField{"triangle", regs.SaveAreaTailTriangle}
	tileID      = areaField{"tile", regs.SaveAreaTailTile}
	ringHasNone = []areaField{dmaOffsetID, {"instance", regs.SaveAreaTailInstance}, {"primitive", regs.SaveAreaTailPrimitive}, triangleID, tileID}
)

// wrong names the address of a field, and what was expected there.
func (a *savedArea) wrong(f areaField, want string, args ...any) error {
	return fmt.Errorf("the %s at %#x is %#x; %s was expected", f.name, a.base+4*uint64(a.packed.Field(f.dword)), a.word(f.dword), fmt.Sprintf(want, args...))
}

// check compares a save area with what docs/commands.md says of layout and cursor. Registers and reserved words may hold anything.
func (a *savedArea) check() error {
	if len(bytes.Trim(a.b, "\x00")) == 0 {
		return fmt.Errorf("it holds zeros only: nothing was saved there")
	}
	if a.word(regs.SaveAreaHeadLayout) != regs.SaveLayoutID {
		return a.wrong(layoutID, "%#x, that of these register tables,", regs.SaveLayoutID)
	}
	if reg, wrong := a.packed.Wrong(); wrong {
		place := 4*int(regs.SaveOffset[regs.BlockCSP]) + reg
		return fmt.Errorf("%s at %#x is %#x; a packing of the save area was expected", regs.RegisterName(regs.BlockCSP, reg), a.base+4*uint64(place), a.at(place))
	}
	buffer, offset := a.word(regs.SaveAreaTailDmaBuffer), a.word(regs.SaveAreaHeadDmaOffset)
	switch {
	case buffer%regs.SaveAreaTailDmaBufferAlign != 0 || buffer >= driver.Limit:
		return a.wrong(dmaBufferID, "0, or a multiple of 64 below %#x,", driver.Limit)
	case uint64(buffer)+4*uint64(offset) > driver.Limit:
		return a.wrong(dmaOffsetID, "one that ends below address %#x", driver.Limit)
	case a.word(regs.SaveAreaTailRingHead) > regs.SaveAreaTailRingHeadMax:
		return a.wrong(ringHeadID, "at most %#x", regs.SaveAreaTailRingHeadMax)
	case a.word(regs.SaveAreaTailTriangle) > mostTriangles:
		return a.wrong(triangleID, "at most %#x", mostTriangles)
	case a.word(regs.SaveAreaTailTile) > mostTiles:
		return a.wrong(tileID, "at most %#x", mostTiles)
	}
	for _, f := range ringHasNone {
		if buffer == 0 && a.word(f.dword) != 0 {
			return a.wrong(f, "0 beside DMA buffer 0")
		}
	}
	return nil
}

// DumpSaveArea writes the save area of a context of the stream. The address must be that of one, and its guard zones must be whole.
func (f *File) DumpSaveArea(w io.Writer, at uint32) error {
	var places []string
	found := false
	for i := range f.Contexts {
		found = found || f.Contexts[i].SaveArea == at
		places = append(places, fmt.Sprintf("%#x", f.Contexts[i].SaveArea))
	}
	if !found {
		return fmt.Errorf("no save area at %#x; %s was expected", at, strings.Join(places, " or "))
	}
	for k := uint32(0); k < driver.GuardBytes; k += 4 {
		for _, zone := range []uint32{at - driver.GuardBytes + k, at + saveAreaBytes + k} {
			if v := (memory{f}).word(zone); v != driver.GuardWord {
				return fmt.Errorf("no save area at %#x: its guard zone has %#x at %#x; %#x was expected", at, v, zone, driver.GuardWord)
			}
		}
	}
	b, err := f.Part(at, saveAreaBytes)
	if err != nil {
		return err
	}
	return DumpSaveArea(w, b, at)
}
