package lower

import (
	"math/bits"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// pointer is a place: in the registers of a variable, or in memory.
type pointer struct {
	typ ir.TypeInner // of what it points to

	variable *variable // in registers, shared or private memory; nil: of a binding
	leaf     int       // of a variable in registers: scalar that it begins with
	chosen   []choice  // what is added by indices that are not known

	binding  int
	constant bool       // of a buffer of constants
	given    given      // words that come with the thread, in place of a buffer
	offset   int        // bytes
	address  llir.Value // bytes added that are not known; 0: none
}

// choice is an index that is not known: value times stride scalars, value below count.
type choice struct {
	value         llir.Value
	count, stride int
}

// inMemory tells whether it points to memory.
func (p *pointer) inMemory() bool { return p.variable == nil || p.variable.memory }

// wordLayout tells whether each scalar takes a word, without gaps.
func (p *pointer) wordLayout() bool { return p.variable != nil }

// at is a pointer to a member or an element whose number is known.
func (l *lowerer) at(p *pointer, n int) *pointer {
	q := *p
	if s, ok := p.typ.(ir.StructType); ok {
		typ, leaf, bytes := l.member(s, n)
		q.typ = typ
		return l.moved(p, &q, leaf, bytes)
	}
	e := l.element(p.typ)
	if e.count > 0 {
		n = min(n, e.count-1)
	}
	q.typ = e.typ
	return l.moved(p, &q, n*e.leaves, n*e.bytes)
}

func (l *lowerer) moved(p, q *pointer, leaves, bytes int) *pointer {
	switch {
	case !p.inMemory():
		q.leaf += leaves
	case p.wordLayout():
		q.offset += 4 * leaves
	default:
		q.offset += bytes
	}
	return q
}

// indexed is a pointer to an element whose number is a value.
func (l *lowerer) indexed(p *pointer, index llir.Value) *pointer {
	e := l.element(p.typ)
	if c, ok := l.bits[index]; ok && (e.count > 0 || c.bits < 1<<20) {
		if e.count > 0 && uint64(c.bits) >= uint64(e.count) {
			return l.at(p, e.count-1)
		}
		return l.at(p, int(c.bits))
	}
	index = l.clamped(index, e.count)
	q := *p
	q.typ = e.typ
	if !p.inMemory() {
		q.chosen = append(append([]choice(nil), p.chosen...), choice{index, e.count, e.leaves})
		return &q
	}
	stride := e.bytes
	if p.wordLayout() {
		stride = 4 * e.leaves
	}
	q.address = l.sum(p.address, l.times(index, stride))
	return &q
}

// clamped is an index, at most that of the last of count elements; count 0 is without a bound.
func (l *lowerer) clamped(index llir.Value, count int) llir.Value {
	if count == 0 {
		return index
	}
	return l.op(llir.Min, llir.U32, index, l.u32(uint32(count-1)))
}

func (l *lowerer) times(v llir.Value, n int) llir.Value {
	if n > 0 && n&(n-1) == 0 {
		return l.op(llir.Shl, llir.U32, v, l.u32(uint32(bits.TrailingZeros(uint(n)))))
	}
	return l.op(llir.Mul, llir.U32, v, l.u32(uint32(n)))
}

func (l *lowerer) sum(a, b llir.Value) llir.Value {
	if a == 0 {
		return b
	}
	return l.op(llir.Add, llir.U32, a, b)
}

// places are the scalars of what it points to, in bytes from its address.
func (l *lowerer) places(p *pointer) []placed {
	if p.wordLayout() {
		return l.words(p.typ, p.offset+p.variable.byte)
	}
	return l.layout(p.typ, p.offset)
}

// load is the scalars of what a pointer points to.
func (l *lowerer) load(p *pointer) []llir.Value {
	if !p.inMemory() {
		return l.choice(p, l.env[p.variable.number][p.leaf:], p.chosen)
	}
	if p.given.words > 0 {
		return l.givenWords(p)
	}
	if p.constant && p.address == 0 {
		return l.loadConstants(p)
	}
	var values []llir.Value
	list := l.places(p)
	for len(list) > 0 {
		run := l.run(list, p.wordLayout())
		op, m, base := l.access(p, run[0])
		m.Count, m.Format = len(run), format(p, run[0].t)
		t := memoryType(p, run[0].t)
		for n, v := range l.message(op, m, len(run), t, base) {
			values = append(values, l.fromMemory(t, run[n].t, v))
		}
		list = list[len(run):]
	}
	return values
}

// run is how many scalars from the first on one message moves: up to four of one type, one after the other.
func (l *lowerer) run(list []placed, words bool) []placed {
	n := 1
	for n < min(4, len(list)) && (list[n].t == list[0].t || words) && list[n].bytes == list[n-1].bytes+size(list[0].t, words) {
		n++
	}
	return list[:n]
}

func size(t llir.Type, words bool) int {
	if t == llir.F16 && !words {
		return 2
	}
	return 4
}

// memoryType is as which type a scalar is moved: what takes a word is moved as its bits.
func memoryType(p *pointer, t llir.Type) llir.Type {
	if p.wordLayout() || t == llir.Bool {
		return llir.U32
	}
	return t
}

func format(p *pointer, t llir.Type) llir.Format {
	if t == llir.F16 && !p.wordLayout() {
		return llir.Half
	}
	return llir.Word
}

func (l *lowerer) fromMemory(moved, t llir.Type, v llir.Value) llir.Value {
	if t == llir.Bool {
		return l.compare(llir.NotEqual, llir.U32, v, l.u32(0))
	}
	return l.bitcast(moved, t, v)
}

func (l *lowerer) toMemory(t, moved llir.Type, v llir.Value) llir.Value {
	if t == llir.Bool {
		return l.choose(llir.U32, v, l.u32(1), l.u32(0))
	}
	return l.bitcast(t, moved, v)
}

// Offsets of a message have 16 bits with a sign.
const mostOffset = 32767

// access is the operation that reads a place, and the address that it starts from.
func (l *lowerer) access(p *pointer, at placed) (op llir.Op, m llir.Message, address llir.Value) {
	op = llir.Load
	m.Binding = p.binding
	switch {
	case p.variable != nil && p.variable.shared:
		op, m.Binding = llir.SharedLoad, 0
	case p.variable != nil:
		op, m.Binding = llir.PrivateLoad, 0
	}
	address, m.Offset = p.address, at.bytes
	if m.Offset > mostOffset {
		high := m.Offset &^ 0x3fff
		address, m.Offset = l.sum(address, l.u32(uint32(high))), m.Offset-high
	}
	if address == 0 {
		address = l.u32(0)
	}
	return op, m, address
}

// loadConstants reads whole registers of constants, and takes words of them.
func (l *lowerer) loadConstants(p *pointer) []llir.Value {
	const register = 32
	lines := map[int][]llir.Value{}
	var values []llir.Value
	for _, at := range l.places(p) {
		first := at.bytes &^ (register - 1)
		if first > mostOffset {
			q := *p
			q.address = l.u32(0)
			q.constant = false
			return l.load(&q)
		}
		line := lines[first]
		if line == nil {
			line = l.message(llir.LoadConstant, llir.Message{Binding: p.binding, Offset: first}, register/4, llir.U32)
			lines[first] = line
		}
		word := line[at.bytes%register/4]
		if at.t == llir.F16 {
			if at.bytes&2 != 0 {
				word = l.op(llir.Shr, llir.U32, word, l.u32(16))
			}
		}
		values = append(values, l.fromMemory(llir.U32, at.t, word))
	}
	return values
}

// choice is the scalars at a pointer in registers: those of each possible index, of which one is chosen.
func (l *lowerer) choice(p *pointer, from []llir.Value, chosen []choice) []llir.Value {
	n := l.count(p.typ)
	if len(chosen) == 0 {
		return append([]llir.Value(nil), from[:n]...)
	}
	c := chosen[0]
	values := l.choice(p, from, chosen[1:])
	for k := 1; k < c.count; k++ {
		other := l.choice(p, from[k*c.stride:], chosen[1:])
		is := l.compare(llir.Equal, llir.U32, c.value, l.u32(uint32(k)))
		for m := range values {
			values[m] = l.choose(l.k.TypeOf(values[m]), is, other[m], values[m])
		}
	}
	return values
}

// fitted are values of some types: naga takes some constant integers for floats.
func (l *lowerer) fitted(values []llir.Value, types []llir.Type) []llir.Value {
	for n, v := range values {
		if t := l.k.TypeOf(v); t == llir.F32 && types[n].Integer() {
			values = append([]llir.Value(nil), values...)
			values[n] = l.convert(t, types[n], v)
		}
	}
	return values
}

// assign stores scalars at a pointer.
func (l *lowerer) assign(p *pointer, values []llir.Value) {
	values = l.fitted(values, l.leafTypes(p.typ))
	if !p.inMemory() {
		now := append([]llir.Value(nil), l.env[p.variable.number]...)
		l.replace(now[p.leaf:], p.chosen, values, 0)
		l.env[p.variable.number] = now
		return
	}
	list := l.places(p)
	for len(list) > 0 {
		run := l.run(list, p.wordLayout())
		op, m, base := l.access(p, run[0])
		m.Count, m.Format = len(run), format(p, run[0].t)
		args := []llir.Value{base}
		for n := range run {
			args = append(args, l.toMemory(run[n].t, memoryType(p, run[n].t), values[n]))
		}
		l.message(stores[op], m, 0, memoryType(p, run[0].t), args...)
		list, values = list[len(run):], values[len(run):]
	}
}

var stores = map[llir.Op]llir.Op{llir.Load: llir.Store, llir.SharedLoad: llir.SharedStore, llir.PrivateLoad: llir.PrivateStore}

var atomics = map[llir.Op]llir.Op{llir.Load: llir.AtomicOp, llir.SharedLoad: llir.SharedAtomic}

// replace puts values into those of a variable, where the indices lead; where is whether they do so far, 0 being always.
func (l *lowerer) replace(now []llir.Value, chosen []choice, values []llir.Value, where llir.Value) {
	if len(chosen) == 0 {
		for n, v := range values {
			if where != 0 {
				v = l.choose(l.k.TypeOf(v), where, v, now[n])
			}
			now[n] = v
		}
		return
	}
	c := chosen[0]
	for k := range c.count {
		is := l.compare(llir.Equal, llir.U32, c.value, l.u32(uint32(k)))
		if where != 0 {
			is = l.op(llir.And, llir.Bool, where, is)
		}
		l.replace(now[k*c.stride:], chosen[1:], values, is)
	}
}
