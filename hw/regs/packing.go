package regs

// What every save area may take, whatever its packing: the machine pins so much before it can
// read the packing, and a packing that ends past it is refused. The tables' own packing takes
// SaveAreaBytes of it.
const (
	SaveRoomBytes  = 126 * 64
	SaveRoomDWords = SaveRoomBytes / 4
)

var _ [SaveRoomBytes - SaveAreaBytes]struct{} // the tables' packing fits

// The registers of the CSP that say how the save area is packed: offset registers, then length
// registers.
const (
	PackingFirst  = CSPOffset0
	PackingCount  = packingLast - PackingFirst + 1
	packingLast   = CSPLength5
	OffsetCount   = CSPOffset10 - CSPOffset0 + 1
	LengthOfTable = 0xff // a field of a length register: as many DWORDs as the block's table has
)

// IsPacking tells whether a register is one of those. They are written before INTERRUPTIBLE.
func IsPacking(block uint8, reg uint32) bool {
	return block == BlockCSP && reg >= PackingFirst && reg <= packingLast
}
