package table

import "slices"

// ReadEffect is what software gets when it reads a field, and what that does to it.
type ReadEffect uint8

// WriteEffect is what a write of software does to the bits of a field.
type WriteEffect uint8

// What a read does.
const (
	NoRead      ReadEffect = iota // software must not look: it reads 0
	ReadValue                     // the value, which stays
	ReadZero                      // 0, as documented
	ReadClears                    // the value, and all bits are 0 afterwards
	ReadSetsAll                   // the value, and all bits are 1 afterwards
)

// What a write does.
const (
	NoWrite     WriteEffect = iota // nothing
	WriteValue                     // the bits are those written
	OneClears                      // bits where 1 is written become 0
	OneSets                        // bits where 1 is written become 1
	OneToggles                     // bits where 1 is written change
	ZeroClears                     // bits where 0 is written become 0
	ZeroSets                       // bits where 0 is written become 1
	ZeroToggles                    // bits where 0 is written change
	AnyClears                      // all bits become 0, whatever is written
	AnySets                        // all bits become 1, whatever is written
	OnceValue                      // the first write after reset is WriteValue, later ones are NoWrite
	Pulse                          // the hardware sees bits where 1 is written for one cycle; nothing is kept
)

// Access is a type of access by software: a name, and what reads and writes do.
type Access struct {
	Name        string
	Reads       ReadEffect
	Writes      WriteEffect
	Description string // one line
}

// AccessTypes are the access types that the key sw can name. Between them they cover
// those of OpenTitan's reggen and the combinations of SystemRDL's sw, onread, onwrite
// and singlepulse for which the Universal Verification Methodology has a name. No two
// do the same.
var AccessTypes = []Access{
	{"none", NoRead, NoWrite, "Not for software: reads 0, writes are ignored."},
	{"ro", ReadValue, NoWrite, "Read only: writes are ignored."},
	{"rw", ReadValue, WriteValue, "Read and write."},
	{"wo", NoRead, WriteValue, "Write only: reads 0."},
	{"rc", ReadClears, NoWrite, "Read only; a read clears all bits."},
	{"rs", ReadSetsAll, NoWrite, "Read only; a read sets all bits."},
	{"wrc", ReadClears, WriteValue, "Read and write; a read clears all bits."},
	{"wrs", ReadSetsAll, WriteValue, "Read and write; a read sets all bits."},
	{"rw1c", ReadValue, OneClears, "Read; a written 1 clears its bit."},
	{"rw1s", ReadValue, OneSets, "Read; a written 1 sets its bit."},
	{"rw1t", ReadValue, OneToggles, "Read; a written 1 toggles its bit."},
	{"rw0c", ReadValue, ZeroClears, "Read; a written 0 clears its bit."},
	{"rw0s", ReadValue, ZeroSets, "Read; a written 0 sets its bit."},
	{"rw0t", ReadValue, ZeroToggles, "Read; a written 0 toggles its bit."},
	{"w1crs", ReadSetsAll, OneClears, "A written 1 clears its bit; a read sets all bits."},
	{"w1src", ReadClears, OneSets, "A written 1 sets its bit; a read clears all bits."},
	{"w0crs", ReadSetsAll, ZeroClears, "A written 0 clears its bit; a read sets all bits."},
	{"w0src", ReadClears, ZeroSets, "A written 0 sets its bit; a read clears all bits."},
	{"r0w1c", ReadZero, OneClears, "Reads 0; a written 1 clears its bit."},
	{"wclr", ReadValue, AnyClears, "Read; any write clears all bits."},
	{"wset", ReadValue, AnySets, "Read; any write sets all bits."},
	{"wclrrs", ReadSetsAll, AnyClears, "Any write clears all bits; a read sets all bits."},
	{"wsetrc", ReadClears, AnySets, "Any write sets all bits; a read clears all bits."},
	{"woclr", NoRead, OneClears, "Write only: a written 1 clears its bit."},
	{"woset", NoRead, OneSets, "Write only: a written 1 sets its bit."},
	{"wot", NoRead, OneToggles, "Write only: a written 1 toggles its bit."},
	{"rw1", ReadValue, OnceValue, "Read; only the first write after reset counts."},
	{"wo1", NoRead, OnceValue, "Write only; only the first write after reset counts."},
	{"singlepulse", ReadZero, Pulse, "Reads 0; a written 1 is seen by the hardware for one cycle."},
}

// SoftwareAccess are the names of AccessTypes.
var SoftwareAccess = accessNames()

func accessNames() (names []string) {
	for _, a := range AccessTypes {
		names = append(names, a.Name)
	}
	return names
}

// AccessByName finds an access type.
func AccessByName(name string) (Access, bool) {
	i := slices.Index(SoftwareAccess, name)
	if i < 0 {
		return Access{}, false
	}
	return AccessTypes[i], true
}

// Read returns what software reads of a field's bits, and the bits afterwards. mask has
// the bits of the field.
func (a Access) Read(old, mask uint32) (value, after uint32) {
	old &= mask
	switch a.Reads {
	case ReadValue:
		return old, old
	case ReadClears:
		return old, 0
	case ReadSetsAll:
		return old, mask
	}
	return 0, old
}

// Write returns a field's bits after a write of software. mask has the bits of the field,
// other bits are 0 in the result. A field that takes one write only is taken to wait
// for it: the caller knows whether it came (Once).
func (a Access) Write(old, written, mask uint32) uint32 {
	old, written = old&mask, written&mask
	switch a.Writes {
	case WriteValue, OnceValue:
		return written
	case OneClears:
		return old &^ written
	case OneSets:
		return old | written
	case OneToggles:
		return old ^ written
	case ZeroClears:
		return old & written
	case ZeroSets:
		return old | ^written&mask
	case ZeroToggles:
		return old ^ ^written&mask
	case AnyClears:
		return 0
	case AnySets:
		return mask
	}
	return old
}

// Once reports whether only the first write after reset counts.
func (a Access) Once() bool { return a.Writes == OnceValue }

// Writable reports whether a write of software can change or trigger something.
func (a Access) Writable() bool { return a.Writes != NoWrite }

// Readable reports whether a read of software gives the value, whatever it does to it.
func (a Access) Readable() bool { return a.Reads != NoRead && a.Reads != ReadZero }

// ReadBack reports whether a read of software gives the value and leaves it alone.
func (a Access) ReadBack() bool { return a.Reads == ReadValue }

// HWAccess is a type of access by the hardware.
type HWAccess struct {
	Name          string
	Reads, Writes bool
	Description   string // one line
}

// HardwareAccessTypes are the access types that the key hw can name.
var HardwareAccessTypes = []HWAccess{
	{"none", false, false, "The hardware does not look at the bits."},
	{"ro", true, false, "The hardware reads the bits."},
	{"rw", true, true, "The hardware reads and writes the bits."},
	{"wo", false, true, "The hardware writes the bits and does not look at them."},
	{"set", true, true, "The hardware reads the bits and can set them, never clear them."},
	{"clr", true, true, "The hardware reads the bits and can clear them, never set them."},
}

// HardwareAccess are the names of HardwareAccessTypes.
var HardwareAccess = hardwareNames()

func hardwareNames() (names []string) {
	for _, a := range HardwareAccessTypes {
		names = append(names, a.Name)
	}
	return names
}

// HWAccessByName finds an access type of the hardware.
func HWAccessByName(name string) (HWAccess, bool) {
	i := slices.Index(HardwareAccess, name)
	if i < 0 {
		return HWAccess{}, false
	}
	return HardwareAccessTypes[i], true
}

// Access is the field's access type; of a name that is none, Access{}.
func (f Field) Access() Access {
	a, _ := AccessByName(f.SW)
	return a
}

// HardwareWrites reports whether the hardware can change the field.
func (f Field) HardwareWrites() bool {
	a, _ := HWAccessByName(f.HW)
	return a.Writes
}
