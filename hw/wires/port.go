package wires

import (
	"fmt"
	"reflect"
	"strings"
)

// Out is a producer's end of a FIFO, an output port of a block. It has what a producer may do.
type Out[T any] struct {
	fifo *Fifo[T]
	end  *end
}

// In is a consumer's end of a FIFO, an input port of a block. It has what a consumer may do.
type In[T any] struct {
	fifo *Fifo[T]
	end  *end
}

// LineOut is the end of a line that raises it, LineIn one that reads it.
type (
	LineOut struct {
		line *Line
		end  *end
	}
	LineIn struct {
		now  *bool // the line is high: looked at in each cycle, so there is one even where there is no line
		line *Line
		end  *end
	}
)

// Ready tells whether there is room for an entry.
func (o *Out[T]) Ready() bool { c := &o.fifo.link.ctr; return c.newTail != c.putEnd }

// Free returns how many entries can still be put in this cycle; between two cycles, in the next one. A block that
// waits until there are enough needs the tag wakes:"each" at the port, as with Promised: otherwise it is woken when it can
// put again, and not at each entry that is taken.
func (o *Out[T]) Free() int { c := &o.fifo.link.ctr; return int(c.putEnd - c.newTail) }

// Slot gives the place of the next entry, to be written in place and then pushed; the
// producer must have seen Ready. It holds an old entry.
func (o *Out[T]) Slot() *T {
	f := o.fifo
	n := f.link.ctr.newTail
	if n == f.link.ctr.putEnd {
		panic(f.link.overflow)
	}
	return f.slot(n)
}

// Push puts the entry that was written into Slot.
func (o *Out[T]) Push() { o.fifo.link.put() }

// Put adds an entry; the producer must have seen Ready.
func (o *Out[T]) Put(v T) {
	f := o.fifo
	*f.slot(f.link.ctr.newTail) = v
	f.link.put()
}

// Blocked is the activity of a producer that waits for room. One that has put an entry in
// this cycle does not wait: it was busy.
func (o *Out[T]) Blocked() Activity {
	l := &o.fifo.link
	if l.ctr.newTail != l.ctr.tail {
		return Busy
	}
	return l.blocked
}

// Depth returns the number of entries that the FIFO can hold.
func (o *Out[T]) Depth() int { return int(o.fifo.link.depth) }

// Promised returns the number of entries including those put in this cycle.
func (o *Out[T]) Promised() int { return o.fifo.link.Promised() }

// Tap returns the FIFO for observers.
func (o *Out[T]) Tap() *Fifo[T] { return o.fifo }

// Valid tells whether there is an entry to take.
func (i *In[T]) Valid() bool { c := &i.fifo.link.ctr; return c.newHead != c.takeEnd }

// Head gives the oldest entry in place; the consumer must have seen Valid.
func (i *In[T]) Head() *T { return i.fifo.slot(i.fifo.link.ctr.newHead) }

// Drop takes the oldest entry away; the consumer must have seen Valid.
func (i *In[T]) Drop() { i.fifo.link.drop() }

// Take removes and returns the oldest entry; the consumer must have seen Valid.
func (i *In[T]) Take() T {
	f := i.fifo
	v := *f.slot(f.link.ctr.newHead)
	f.link.drop()
	return v
}

// Len returns the number of entries as of the last clock edge. A block that waits until there are enough needs the tag
// wakes:"each" at the port, as with Peek: otherwise it is woken when there is an entry again, and not at each that comes.
func (i *In[T]) Len() int { return i.fifo.link.Len() }

// Peek returns entry n, 0 being the oldest, as of the last clock edge.
func (i *In[T]) Peek(n int) *T { return i.fifo.Peek(n) }

// Starved is the activity of a consumer that waits for an entry. One that has taken an
// entry in this cycle does not wait: it was busy.
func (i *In[T]) Starved() Activity {
	l := &i.fifo.link
	if l.ctr.newHead != l.ctr.head {
		return Busy
	}
	return l.starved
}

// Tap returns the FIFO for observers.
func (i *In[T]) Tap() *Fifo[T] { return i.fifo }

// Raise pulses the line: readers see it in the next cycle.
func (o *LineOut) Raise() { o.line.raise() }

// Tap returns the line for observers.
func (o *LineOut) Tap() *Line { return o.line }

// High tells whether the line is high in this cycle. One that is joined to nothing never is.
func (i *LineIn) High() bool { return *i.now }

// Tap returns the line for observers.
func (i *LineIn) Tap() *Line { return i.line }

// end is what all ports have. It is beside them, so that a port is small.
type end struct {
	owner    Block
	field    string // "TGFifo", "Requests[2]"
	optional bool
	shared   bool
	waits    string
	each     bool // tag wakes:"each": every entry that comes, or goes, wakes the block
	place    int  // among the valid bits of the domain; 0: it is in no ValidBits
}

// Port is an In, an Out, a LineIn or a LineOut.
type Port interface {
	// Joined tells whether a connection leads to the port. Only one with the tag
	// port:"optional" may have none.
	Joined() bool
	joined() string // the connection's name
	at() *end       // nil: it belongs to no block
	give(e *end)
}

var (
	_ Port = (*In[int])(nil)
	_ Port = (*Out[int])(nil)
	_ Port = (*LineIn)(nil)
	_ Port = (*LineOut)(nil)
)

// Joined implements Port.
func (o *Out[T]) Joined() bool { return o.fifo != nil }

// Joined implements Port.
func (i *In[T]) Joined() bool { return i.fifo != nil }

// Joined implements Port.
func (o *LineOut) Joined() bool { return o.line != nil }

// Joined implements Port.
func (i *LineIn) Joined() bool { return i.line != nil }

// name is the port's name in the source.
func (e *end) name() string { return e.owner.Name() + "." + e.field }

func (o *Out[T]) joined() string  { return o.fifo.link.name }
func (i *In[T]) joined() string   { return i.fifo.link.name }
func (o *LineOut) joined() string { return o.line.name }
func (i *LineIn) joined() string  { return i.line.name }

func (o *Out[T]) at() *end  { return o.end }
func (i *In[T]) at() *end   { return i.end }
func (o *LineOut) at() *end { return o.end }
func (i *LineIn) at() *end  { return i.end }

// give makes a port one of a block.
func (o *Out[T]) give(e *end)  { o.end = e }
func (i *In[T]) give(e *end)   { i.end = e }
func (o *LineOut) give(e *end) { o.end = e }

func (i *LineIn) give(e *end) {
	i.end = e
	if i.line == nil {
		i.now = new(bool)
	}
}

// Attach makes a port one of a block, which has no such field: a block of a test has as many ports
// as it likes.
func Attach(b Block, p Port, name string) {
	p.give(&end{owner: b, field: name})
	b.base().ports = append(b.base().ports, p)
}

// attachAll makes the ports in a block's struct its own: a pointer to a struct of ports, arrays and
// slices of ports, and probes.
func attachAll(b Block, ports any) {
	v := reflect.ValueOf(ports)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("ports of %s: %T is not a pointer to a struct", b.Name(), ports))
	}
	for i := range v.Elem().NumField() {
		f := v.Elem().Type().Field(i)
		if f.IsExported() {
			attach(b, v.Elem().Field(i), f.Name, f.Tag)
		}
	}
}

func attach(b Block, v reflect.Value, name string, tag reflect.StructTag) {
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			attach(b, v.Index(i), fmt.Sprintf("%s[%d]", name, i), tag)
		}
		return
	}
	p, ok := v.Addr().Interface().(Port)
	if !ok {
		if _, probe := v.Addr().Interface().(interface{ On() bool }); !probe {
			panic(fmt.Sprintf("ports of %s: %s is a %s; a port, or a probe, was expected", b.Name(), name, v.Type()))
		}
		return
	}
	Attach(b, p, name)
	p.at().optional, p.at().waits = tag.Get("port") == "optional", tag.Get("waits")
	switch wakes := tag.Get("wakes"); wakes {
	case "", "each":
		p.at().each = wakes == "each"
	default:
		panic(fmt.Sprintf("ports of %s: the tag of %s is wakes:%q; wakes:\"each\" was expected, or none", b.Name(), name, wakes))
	}
	p.at().shared = tag.Get("port") == "shared" || strings.HasSuffix(name, "]")
}

// Misnamed lists the connections of which an end is a field with another name. Ports with the tag port:"shared", of which one
// connection or another is built, and elements of an array have names of their own.
func (d *Domain) Misnamed() (list []string) {
	plain := func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "_", "")) }
	check := func(connection string, ends ...*end) {
		name := connection[strings.LastIndexByte(connection, '.')+1:]
		for _, e := range ends {
			if !e.shared && plain(e.field) != plain(name) {
				list = append(list, fmt.Sprintf("%s is %s at %s", name, e.field, e.owner.Name()))
			}
		}
	}
	for _, l := range d.links {
		check(l.name, l.producer, l.consumer)
	}
	for _, b := range d.blocks {
		for _, p := range b.base().ports {
			switch p := p.(type) {
			case *LineIn:
				if p.line != nil {
					check(p.line.name, p.end)
				}
			case *LineOut:
				if p.line != nil {
					check(p.line.name, p.end)
				}
			}
		}
	}
	return list
}

// Loose lists the ports that are joined to nothing and must be: a wiring that has forgotten them.
func (d *Domain) Loose() (names []string) {
	for _, b := range d.blocks {
		for _, p := range b.base().ports {
			if !p.Joined() && !p.at().optional {
				names = append(names, p.at().name())
			}
		}
	}
	return names
}
