package opt

import (
	"encoding/binary"

	"tilemark/compiler/llir"
)

// numberValues replaces what is computed twice from the same operands by the first one, where that is seen.
func numberValues(k *llir.Kernel) bool {
	n := &numbering{k: k, known: map[string]*llir.Instr{}, renamed: renaming{}}
	n.region(k.Body)
	return n.changed
}

// numbering is the state of the pass: what is known in the regions around, by what it is.
type numbering struct {
	k       *llir.Kernel
	known   map[string]*llir.Instr
	renamed renaming
	changed bool
	key     []byte
}

func (n *numbering) region(r *llir.Region) {
	var added []string
	kept := r.Code[:0]
	for _, i := range r.Code {
		i.Uses(func(v *llir.Value) { *v = n.renamed.of(*v) })
		for _, b := range i.Bodies {
			n.region(b)
		}
		if !i.Op.Pure() && i.Op != llir.BufferSize {
			kept = append(kept, i)
			continue
		}
		key := n.keyOf(i)
		if first := n.known[key]; first != nil {
			for m, v := range i.Results {
				n.renamed[v] = first.Results[m]
			}
			n.changed = true
			continue
		}
		n.known[key] = i
		added = append(added, key)
		kept = append(kept, i)
	}
	r.Code = kept
	for _, key := range added {
		delete(n.known, key)
	}
}

// keyOf says what an instruction computes.
func (n *numbering) keyOf(i *llir.Instr) string {
	args := i.Args
	if commutative(i.Op) && args[1] < args[0] {
		args = []llir.Value{args[1], args[0]}
	}
	b := append(n.key[:0], byte(i.Op), byte(i.Type), byte(i.Cond))
	if i.Op == llir.Convert || i.Op == llir.Bitcast {
		b = append(b, byte(n.k.TypeOf(i.Results[0])))
	}
	b = binary.LittleEndian.AppendUint32(b, i.Bits)
	b = binary.LittleEndian.AppendUint32(b, uint32(i.Message.Binding))
	b = binary.LittleEndian.AppendUint32(b, uint32(i.Message.Offset))
	for _, t := range i.Tags {
		b = append(b, t.Value, t.Index, t.Part)
	}
	for _, v := range args {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	n.key = b
	return string(b)
}

func commutative(o llir.Op) bool {
	return o == llir.Add || o == llir.Mul || o == llir.And || o == llir.Or || o == llir.Xor || o == llir.Min || o == llir.Max
}
