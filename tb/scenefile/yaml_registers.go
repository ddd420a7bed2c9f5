package scenefile

import (
	"slices"
	"strings"

	"tilemark/hw/regs"
	"tilemark/tb/scene"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// placing are registers that say where something lies in memory and how large it is. Several of them must agree, so that a draw's file cannot name them.
var placing = []string{
	"EUP_FRONT.VERTEX_BASE", "EUP_FRONT.VERTEX_COUNT", "SG_TG.TARGET_SIZE", "PS.PIXEL_PROGRAM", "BIND.TEXTURE_0_BASE", "BIND.TEXTURE_0_BYTES", "BIND.TEXTURE_0_SIZE", "PS.COLOR_FORMAT",
	"ZL2.DEPTH_BASE", "ZL2.DEPTH_PITCH", "ZL2.DEPTH_CONTROL", "WBU.COLOR_BASE", "WBU.COLOR_PITCH", "WBU.COLOR_FORMAT", "WBU.SURFACE_LOCK",
}

// writable are the registers that a draw's file can name: they are saved, and say what is computed.
var writable = func() map[string][2]int {
	list := map[string][2]int{}
	for b := range regs.Blocks {
		if b == regs.BlockMXU || b == regs.BlockCSP || b == regs.BlockC2D {
			continue
		}
		for i := range regs.Blocks[b].Registers {
			r := &regs.Blocks[b].Registers[i]
			if name := regs.RegisterName(b, r.Index); regs.Saved(uint8(b), uint16(r.Index)) && !slices.Contains(placing, name) {
				list[name] = [2]int{b, i}
			}
		}
	}
	return list
}()

// registerWrites is a mapping of registers, or of their fields, to values.
type registerWrites []scene.Write

// DecodeYAML reads {BLOCK.REGISTER: word, BLOCK.REGISTER.FIELD: value}; the word kept stands for no write.
func (v *registerWrites) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.Mapping {
		return n.Expected("a mapping of registers or fields, such as {WBU.BLEND_CONSTANT: 0xff00ff00, BIND.TEXTURE_0_FORMAT.LEVELS: 0},")
	}
	for _, e := range n.Entries {
		w, err := registerWrite(e)
		if err != nil {
			return err
		}
		*v = append(*v, w)
	}
	return nil
}

func registerWrite(e *strictyaml.Entry) (w scene.Write, err error) {
	name, field := e.Key, ""
	if parts := strings.SplitN(e.Key, ".", 3); len(parts) == 3 {
		name, field = parts[0]+"."+parts[1], parts[2]
	}
	at, known := writable[name]
	if !known {
		var names []string
		for k := range writable {
			names = append(names, k)
		}
		slices.Sort(names)
		return w, e.Wrong("registers: %q%s", e.Key, near.Suggest(name, names, "; BLOCK.REGISTER or BLOCK.REGISTER.FIELD, of those that are saved and say what is computed, was expected"))
	}
	r := &regs.Blocks[at[0]].Registers[at[1]]
	w = scene.Write{Block: at[0], Register: r.Index, Mask: ^uint32(0)}
	shift := uint8(0)
	if field != "" {
		i := slices.IndexFunc(r.Fields, func(f regs.Field) bool { return f.Name == field })
		if i < 0 {
			return w, e.Wrong("registers: %s has no field %q", name, field)
		}
		shift = r.Fields[i].Shift
		w.Mask = uint32(1<<r.Fields[i].Width-1) << shift
	}
	if e.Value.Kind == strictyaml.Text && e.Value.Text == "kept" && field == "" {
		w.Kept = true
		return w, nil
	}
	if e.Value.Number(&w.Value) != nil || w.Value > w.Mask>>shift {
		return w, e.Value.Expected("a whole number from 0 to %#x, or kept for a whole register,", w.Mask>>shift)
	}
	w.Value <<= shift
	return w, nil
}

// recordWords are words of vertex records: a list of [vertex, DWORD, value].
type recordWords []scene.Word

// DecodeYAML reads [[vertex, DWORD, value], ...].
func (v *recordWords) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.List {
		return n.Expected("a list of [vertex, DWORD, value]")
	}
	for _, item := range n.Items {
		var w scene.Word
		if item.Kind != strictyaml.List || len(item.Items) != 3 || item.Items[0].Number(&w.Vertex) != nil || item.Items[1].Number(&w.DWord) != nil || item.Items[2].Number(&w.Value) != nil {
			return item.Expected("[vertex, DWORD, value]")
		}
		if w.Vertex < 0 || w.DWord < 0 || w.DWord >= regs.VertexBytes/4 {
			return item.Wrong("words: vertex %d, DWORD %d; a vertex from 0, and a DWORD from 0 to %d of its record, were expected", w.Vertex, w.DWord, regs.VertexBytes/4-1)
		}
		*v = append(*v, w)
	}
	return nil
}

// words takes the words of a mesh's vertex records.
func (m *meshSpec) words(mesh *scene.Mesh) error {
	for i, w := range m.Words {
		if w.Vertex >= len(mesh.Vertices) {
			return m.Item("words", i).Wrong("words: vertex %d; below %d, the number of vertices, was expected", w.Vertex, len(mesh.Vertices))
		}
	}
	mesh.Words = m.Words
	return nil
}
