package wires

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// Damage is a kind of damage to a connection.
type Damage uint8

// Damage to a FIFO, then to a line.
const (
	Drop       Damage = iota + 1 // entry N is lost
	Duplicate                    // entry N, or the next one that leaves room, comes twice
	Delay                        // entry N is held back
	Corrupt                      // a bit of entry N is inverted
	StuckValid                   // from entry N on the consumer sees none
	StuckReady                   // from entry N on the producer sees no room
	LostToken                    // INT_END number N is lost
	Swap                         // entry N, or the next one that finds another waiting, comes before that one
	SetField                     // a field of entry N has value Bit

	StuckLow    // from pulse N on the line stays low
	StuckHigh   // from pulse N on it stays high
	MissedPulse // pulse N is lost
	SecondPulse // after pulse N there is another one
	LatePulse   // pulse N is held back
)

var classNames = [...]string{"", "drop", "duplicate", "delay", "corrupt", "stuck-valid", "stuck-ready", "lost-token", "swap", "set", "stuck-low", "stuck-high", "missed-pulse", "second-pulse", "late-pulse"}

// String returns the class's name.
func (c Damage) String() string { return classNames[c] }

// Classes returns those of FIFOs, and those of lines.
func Classes() (fifos, lines []Damage) {
	return []Damage{Drop, Duplicate, Delay, Corrupt, StuckValid, StuckReady, LostToken}, []Damage{StuckLow, StuckHigh, MissedPulse, SecondPulse}
}

// Sabotage is damage to a connection at its entry, token or pulse number N, counted from 0.
type Sabotage struct {
	Connection string
	Class      Damage
	Kind       string // entries of this kind are counted, by the name that What of an entry gives; "": all
	N          uint32
	Field      string // Corrupt: the field that Bit is in; "": any. SetField: the field
	Bit        uint32 // Corrupt: which bit, modulo those of the entry or field. SetField: the value
	Cycles     uint64 // Delay, LatePulse: for how long; 0: for 5,000
	AtProducer bool   // observers see the damage: it is as if the producer had put it
}

// sabotagedDelay is how long, in cycles, an entry is held back if nothing else is said.
const sabotagedDelay = 5000

func (s *saboteur) delay() uint64 { return cmp.Or(s.Cycles, sabotagedDelay) }

// secondPulse is how many cycles after the first one a second pulse comes.
const secondPulse = 3

// Sabotage damages a connection from here on. A snapshot does not know of it.
func (d *Domain) Sabotage(s Sabotage) error {
	line := s.Class >= StuckLow
	var names []string
	for _, l := range d.lines {
		if names = append(names, l.name); l.name == s.Connection && line {
			l.sab = lineSaboteur{Sabotage: s}
			return nil
		}
	}
	for _, l := range d.links {
		names = append(names, l.name)
		if l.name != s.Connection || line {
			continue
		}
		if s.Class == LostToken && l.token == nil {
			return fmt.Errorf("connection %s carries no tokens", s.Connection)
		}
		if s.Class == SetField && s.Field == "" {
			return fmt.Errorf("connection %s: class set needs a field", s.Connection)
		}
		if err := l.checkField(s.Field); err != nil {
			return err
		}
		l.saboteur = saboteur{Sabotage: s}
		l.special, l.slow = true, l.slow || s.Class == Delay
		return nil
	}
	if slices.Contains(names, s.Connection) {
		return fmt.Errorf("connection %s: class %s is for the other kind of connection, FIFO or line", s.Connection, s.Class)
	}
	return fmt.Errorf("unknown connection %q; one of %s was expected", s.Connection, strings.Join(names, ", "))
}

// saboteur damages a FIFO.
type saboteur struct {
	Sabotage
	seen, tokens uint32
	held         uint32 // Delay: place of the entry
	holding      bool
	stuck        bool
}

// damage changes what was put in this cycle, before it is committed.
func (s *saboteur) damage(l *link) {
	c := &l.ctr
	for i := c.tail; s.Class != 0 && i != c.newTail; i++ {
		if s.Kind != "" && l.kindAt(i) != s.Kind {
			continue
		}
		n := s.seen
		s.seen++
		token := l.token != nil && l.token(l.slot(i))
		if token {
			s.tokens++
		}
		lost := s.Class == Drop && n == s.N || s.Class == LostToken && token && s.tokens == s.N+1
		switch {
		case lost:
			for k := i; k+1 != c.newTail; k++ {
				copy(l.bytesOf(k), l.bytesOf(k+1))
			}
			c.newTail--
			i--
		case s.Class == Duplicate && n == s.N:
			if i+1 != c.newTail || c.newTail-c.newHead >= l.depth {
				s.N++
				break
			}
			copy(l.bytesOf(c.newTail), l.bytesOf(i))
			c.newTail++
			return
		case s.Class == Swap && n == s.N:
			if i != c.tail || c.newHead == c.tail {
				s.N++ // the one before it does not wait
				break
			}
			first := slices.Clone(l.bytesOf(i - 1))
			copy(l.bytesOf(i-1), l.bytesOf(i))
			copy(l.bytesOf(i), first)
		case s.Class == Corrupt && n == s.N:
			l.invert(i, s.Field, s.Bit)
		case s.Class == SetField && n == s.N:
			l.set(i, s.Field, s.Bit)
		case s.Class == Delay && n == s.N:
			s.held, s.holding = i&l.mask, true
		case (s.Class == StuckValid || s.Class == StuckReady) && n == s.N:
			s.stuck = true
		}
	}
}

// stick keeps a stuck side from moving.
func (s *saboteur) stick(c *counters) {
	switch {
	case !s.stuck:
	case s.Class == StuckValid:
		c.takeEnd = c.head
	default:
		c.putEnd = c.tail
	}
}

// delays tells, once, whether the entry in a place is the one to be held back.
func (s *saboteur) delays(slot uint32) bool {
	held := s.holding && s.held == slot
	s.holding = s.holding && !held
	return held
}

// bytesOf are the bytes of an entry.
func (l *link) bytesOf(n uint32) []byte { return unsafe.Slice((*byte)(l.slot(n)), l.typ.Size()) }

// kindAt returns what an entry calls itself; "" when it has no name.
func (l *link) kindAt(n uint32) string {
	if e, ok := l.entry(l.slot(n)).(interface{ What() string }); ok {
		return e.What()
	}
	return ""
}

func (l *link) checkField(path string) error {
	if _, _, ok := within(l.typ, path); path != "" && !ok {
		return fmt.Errorf("connection %s: entries have no field %s", l.name, path)
	}
	return nil
}

// within returns offset and type of what a path of fields, joined by dots, names in a type.
func within(t reflect.Type, path string) (off uintptr, of reflect.Type, ok bool) {
	for name := range strings.SplitSeq(path, ".") {
		if t.Kind() != reflect.Struct {
			return 0, nil, false
		}
		f, found := t.FieldByName(name)
		if !found {
			return 0, nil, false
		}
		for k := range f.Index {
			off += t.FieldByIndex(f.Index[:k+1]).Offset
		}
		t = f.Type
	}
	return off, t, true
}

// invert inverts a bit of an entry, or of a field of it; of a bool, all of it.
func (l *link) invert(n uint32, field string, bit uint32) {
	var off uintptr
	if field != "" {
		base, t, _ := within(l.typ, field)
		off = base + uintptr(bit/8)%t.Size()
	} else {
		bytes := l.plan.bytes(0)
		off = bytes[bit/8%uint32(len(bytes))]
	}
	mask := byte(1) << (bit % 8)
	if slices.Contains(boolsOf(l.typ), off) {
		mask = 1
	}
	*(*byte)(unsafe.Add(l.slot(n), off)) ^= mask
}

// set gives a field of an entry a value; one that is no number or bool stays.
func (l *link) set(n uint32, field string, value uint32) {
	base, t, _ := within(l.typ, field)
	switch v := reflect.NewAt(t, unsafe.Add(l.slot(n), base)).Elem(); {
	case v.CanUint():
		v.SetUint(uint64(value))
	case v.CanInt():
		v.SetInt(int64(value))
	case v.Kind() == reflect.Bool:
		v.SetBool(value != 0)
	}
}

// bytes returns where the data of a type are.
func (p *plan) bytes(base uintptr) (at []uintptr) {
	for _, s := range p.raw {
		for i := range s.size {
			at = append(at, base+s.off+i)
		}
	}
	for _, l := range p.loops {
		for i := range l.count {
			at = append(at, l.body.bytes(base+l.off+uintptr(i)*l.stride)...)
		}
	}
	return at
}

// lineSaboteur damages a line.
type lineSaboteur struct {
	Sabotage
	seen  uint32
	again uint32 // cycles to the second pulse
}

// damage changes what readers see next; again tells that the line is to be looked at in
// the next cycle too.
func (s *lineSaboteur) damage(l *lineState) (again bool) {
	if s.Class == 0 {
		return false
	}
	if l.now && s.again == 0 {
		s.seen++
	}
	reached := s.seen > s.N
	switch {
	case s.Class == StuckLow && reached, s.Class == MissedPulse && l.now && s.seen == s.N+1:
		l.now = false
	case s.Class == StuckHigh && reached:
		l.now = true
		return true
	case s.Class == SecondPulse && l.now && s.seen == s.N+1:
		s.again = secondPulse
		return true
	case s.Class == LatePulse && l.now && s.seen == s.N+1:
		s.again, l.now = uint32(cmp.Or(s.Cycles, sabotagedDelay)), false
		return true
	case s.again > 0:
		s.again--
		l.now = s.again == 0
		return true
	}
	return l.now
}

// Damaged tells whether the damage to a connection has been done.
func (d *Domain) Damaged(connection string) bool {
	for _, l := range d.lines {
		if l.name == connection {
			return l.sab.seen > l.sab.N
		}
	}
	for _, l := range d.links {
		if s := &l.saboteur; l.name == connection {
			return s.seen > s.N && (s.Class != LostToken || s.tokens > s.N)
		}
	}
	return false
}
