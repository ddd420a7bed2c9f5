package pipe

// CodeFetch is an entry of SM_L15: a thread wants a line of its kernel.
type CodeFetch struct {
	Slot       uint8
	Thread     uint8
	Generation uint8
	Version    uint8
	Addr       uint32 // byte address, aligned to LineBytes
	Patch      PatchTable
}

// PatchTable is what a fetch says of the kernel's patch table (docs/isa.md, "The machine's patcher").
type PatchTable struct {
	Stage uint8  // isa.Stage... value
	Lines uint8  // of the table; 0: the line is not patched
	Line  uint16 // number of the line of instructions in the kernel; 65,535 of later ones, too, for which no table has words
	Addr  uint32 // byte address of the table, aligned to LineBytes
}

// TableAt is the byte address of the patch table of a kernel: the first line after its instructions.
func TableAt(kernel, bytes uint32) uint32 { return kernel + (bytes+LineBytes-1)&^(LineBytes-1) }

// CodeLine is an entry of L15_SM: the line that a thread wanted.
type CodeLine struct {
	Slot       uint8
	Thread     uint8
	Generation uint8
	Addr       uint32
	NotPresent bool // its page is not in memory, or one of its patch table: there are no words
	Malformed  bool // its patch table is malformed: there are no words
	Words      [16]uint32
}

// LineOp is what an entry of LSU_L15 wants of a line.
type LineOp uint8

// Accesses of lines.
const (
	LineLoad     LineOp = iota + 1 // bytes of data; answered with the line
	LineConstant                   // of constants: no store changes them
	LineStore                      // bytes are written; answered when they are in the cache
	LineEvict                      // the line is written back and dropped; answered when memory has it
	LineForget                     // the line is dropped with what was written to it: scratch memory of a thread that has ended
)

// LineRequest is an entry of LSU_L15.
type LineRequest struct {
	Op   LineOp
	Slot uint8
	Tag  uint8  // of the access, for the answer
	Addr uint32 // byte address, aligned to LineBytes
	Mask uint64 // bytes, a bit each
	Data [16]uint32
}

// LineAnswer is an entry of L15_LSU.
type LineAnswer struct {
	Slot       uint8
	Side       uint8
	Tag        uint8
	NotPresent bool       // its page is not in memory
	Data       [16]uint32 // LineLoad, LineConstant
}

// CacheCommandOp is what the pipeline manager has the L1.5 do with all lines of a slot.
type CacheCommandOp uint8

// Commands.
const (
	CacheClean   CacheCommandOp = iota + 1 // dirty lines are written back, and memory has answered
	CacheDrop                              // the same, and they are dropped
	CacheForget                            // instructions and constants are dropped
	CacheRefresh                           // of data, what was read is dropped; what was written stays
	CacheState                             // a version of the state of a stage is these words; lines that were patched for it before are dropped
)

// CacheCommand is an entry of PM_L15.
type CacheCommand struct {
	Op     CacheCommandOp
	Slot   uint8
	Source uint8 // to whom PM answers

	Stages uint8 // CacheForget: stages whose state is forgotten, too, a bit each

	Stage   uint8 // CacheState: isa.Stage... value
	Version uint8
	Words   [StateWords]uint32
}

// UnitDone is an entry of L15_PM, DROP_PM, LSU_PM and TEX_PM: a command is done, or all of a set is there.
type UnitDone struct{ Slot, Source uint8 }

// PageFlush is an entry of MXU_L15: the lines of a page, of whatever slot, are to be written back and dropped. The cache answers with a request FlushDone after its
// writes.
type PageFlush struct {
	Addr uint32 // byte address of the page
}

// What implements Entry.
func (r *LineRequest) What() string {
	return [...]string{"?", "LOAD", "CONSTANT", "STORE", "EVICT", "FORGET"}[min(r.Op, LineForget)]
}

// Of implements Entry.
func (r *LineRequest) Of() uint8 { return r.Slot }

// What implements Entry.
func (a *LineAnswer) What() string { return present("ANSWER", a.NotPresent) }

// Of implements Entry.
func (a *LineAnswer) Of() uint8 { return a.Slot }

// What implements Entry.
func (c *CacheCommand) What() string {
	return [...]string{"?", "CLEAN", "DROP", "FORGET", "REFRESH", "STATE"}[min(c.Op, CacheState)]
}

// Of implements Entry.
func (c *CacheCommand) Of() uint8 { return c.Slot }

// Of implements Entry.
func (d *UnitDone) Of() uint8 { return d.Slot }

// What implements Entry.
func (l *CodeLine) What() string {
	if l.Malformed {
		return "MALFORMED"
	}
	return present("LINE", l.NotPresent)
}

// present is the name of an answer.
func present(name string, notPresent bool) string {
	if notPresent {
		return "NOT_PRESENT"
	}
	return name
}

// Of implements Entry.
func (f *CodeFetch) Of() uint8 { return f.Slot }

// Of implements Entry.
func (l *CodeLine) Of() uint8 { return l.Slot }
