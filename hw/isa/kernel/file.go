package kernel

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"tilemark/hw/isa"
)

const (
	magic   = 0x4e524b54
	version = 3
	align   = 8 // bytes: each part of a file begins at a multiple of it

	mostLanes = 32 // of a thread; what code uses is found for no more
)

// codeBytes returns instructions as they stand in memory.
func codeBytes(code []Instruction) []byte {
	var b []byte
	for i := range code {
		if !code[i].Compact {
			for _, w := range code[i].Native {
				b = binary.LittleEndian.AppendUint32(b, w)
			}
			continue
		}
		c, _ := isa.Compacted(code[i].Native)
		b = binary.LittleEndian.AppendUint32(b, c[0])
		b = binary.LittleEndian.AppendUint32(b, c[1])
	}
	return b
}

// Marshal returns the kernel's file.
func (k *Kernel) Marshal() []byte {
	var h [isa.KernelFileDWords]uint32
	h[isa.KernelFileMagic], h[isa.KernelFileVersion] = magic, version
	h[isa.KernelFileShape] = isa.KernelFileShapeFields{Stage: uint32(k.Stage), Lanes: uint32(k.Lanes), Registers: uint32(k.Registers), Stack: uint32(k.Stack)}.Pack()
	h[isa.KernelFileUntagged], h[isa.KernelFileEffects], h[isa.KernelFileScratch], h[isa.KernelFileShared] = k.Untagged, k.Effects, uint32(k.Scratch), uint32(k.Shared)
	for d := range k.CTA {
		h[isa.KernelFileCta+d] = uint32(k.CTA[d])
	}
	h[isa.KernelFileArgs], h[isa.KernelFileSamplers] = uint32(k.Args), uint32(k.Samplers)
	h[isa.KernelFilePayload] = isa.KernelFilePayloadFields{Inputs: uint32(k.Inputs), Results: uint32(k.Results)}.Pack()
	h[isa.KernelFileVaryings] = isa.KernelFileVaryingsFields{Count: uint32(k.Attributes), Flat: uint32(k.Flat)}.Pack()
	w := writer{b: make([]byte, 4*isa.KernelFileDWords)}
	h[isa.KernelFileNameBytes] = w.text(k.Name)
	h[isa.KernelFileBindings] = w.words(len(k.Bindings), func(i int) []uint32 { return []uint32{k.Bindings[i].pack()} })
	w.pad(lineBytes)
	h[isa.KernelFileCodeBytes] = w.text(string(k.Bytes()))
	h[isa.KernelFilePatches] = w.patches(k.Code)
	live := k.LiveSlots()
	h[isa.KernelFileLive] = w.words(len(live), func(i int) []uint32 { return live[i][:] })
	h[isa.KernelFileLines] = w.lines(k.Code)
	h[isa.KernelFileTextBytes], h[isa.KernelFileTextNameBytes] = w.text(k.Source.Text), w.text(k.Source.Name)
	h[isa.KernelFileCompiled] = w.words(len(k.Compiled), func(i int) []uint32 { return k.Compiled[i].pack() })
	h[isa.KernelFileEnqueuesBytes] = w.text(joinNames(k.Enqueues))
	h[isa.KernelFileFileBytes] = uint32(len(w.b))
	for i, v := range h {
		binary.LittleEndian.PutUint32(w.b[4*i:], v)
	}
	binary.LittleEndian.PutUint32(w.b[4*isa.KernelFileChecksum:], checksum(w.b))
	return w.b
}

// checksum is that of what follows it.
func checksum(file []byte) uint32 { return crc32.ChecksumIEEE(file[4*(isa.KernelFileChecksum+1):]) }

func (b Binding) pack() uint32 {
	v := uint32(b.Number) | uint32(b.Kind)<<8
	if b.Read {
		v |= 1 << 16
	}
	if b.Write {
		v |= 1 << 17
	}
	return v
}

func (c Compiled) pack() []uint32 {
	return []uint32{Patch{Value: c.Value, Index: c.Index}.pack(), c.To}
}

// LiveSlots is what the live registers of a kernel are in its file and for the machine: a set for each 8 bytes of the instructions, empty where none begins; nil
// without sets.
func (k *Kernel) LiveSlots() (slots []Set) {
	if k.Live == nil {
		return nil
	}
	for n := range k.Code {
		slots = append(slots, k.Live[n])
		if !k.Code[n].Compact {
			slots = append(slots, Set{})
		}
	}
	return slots
}

// joinNames puts a zero byte after each name.
func joinNames(names []string) (all string) {
	for _, n := range names {
		all += n + "\x00"
	}
	return all
}

// splitNames is the opposite; false when a name is none.
func splitNames(all string) (names []string, ok bool) {
	if all == "" {
		return nil, true
	}
	rest, ended := strings.CutSuffix(all, "\x00")
	names = strings.Split(rest, "\x00")
	return names, ended && !slices.ContainsFunc(names, func(n string) bool { return n == "" || !isWord(n) })
}

// writer appends the parts of a file.
type writer struct{ b []byte }

func (w *writer) pad(to int) {
	for len(w.b)%to != 0 {
		w.b = append(w.b, 0)
	}
}

func (w *writer) text(s string) uint32 {
	w.b = append(w.b, s...)
	w.pad(align)
	return uint32(len(s))
}

func (w *writer) words(n int, of func(i int) []uint32) uint32 {
	for i := range n {
		for _, v := range of(i) {
			w.b = binary.LittleEndian.AppendUint32(w.b, v)
		}
	}
	w.pad(align)
	return uint32(n)
}

func (w *writer) patches(code []Instruction) (n uint32) {
	for i := range code {
		for _, p := range code[i].Patches {
			w.b = binary.LittleEndian.AppendUint32(w.b, uint32(code[i].Offset))
			w.b = binary.LittleEndian.AppendUint32(w.b, p.pack())
			n++
		}
	}
	return n
}

// lines writes no table when no instruction has a line.
func (w *writer) lines(code []Instruction) uint32 {
	any := false
	for i := range code {
		any = any || code[i].Line > 0
	}
	if !any {
		return 0
	}
	return w.words(len(code), func(i int) []uint32 { return []uint32{uint32(code[i].Line)} })
}

// Unmarshal reads a kernel's file. The error says which byte is wrong, and what was expected. What the header says that can be found from the code is
// compared with it.
func Unmarshal(file []byte) (*Kernel, error) {
	if len(file) < 4*isa.KernelFileDWords {
		return nil, fmt.Errorf("byte %d: the file ends in its header, expected %d bytes", len(file), 4*isa.KernelFileDWords)
	}
	r := reader{file: file, at: 4 * isa.KernelFileDWords}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(file[4*i:]) }
	switch {
	case word(isa.KernelFileMagic) != magic:
		return nil, fmt.Errorf("byte 0: %#08x is no kernel file, expected %#08x", word(isa.KernelFileMagic), magic)
	case word(isa.KernelFileVersion) != version:
		return nil, fmt.Errorf("byte 4: version %d, expected %d", word(isa.KernelFileVersion), version)
	case uint64(word(isa.KernelFileFileBytes)) != uint64(len(file)):
		return nil, fmt.Errorf("byte 8: the file says it has %d bytes, but it has %d", word(isa.KernelFileFileBytes), len(file))
	case word(isa.KernelFileChecksum) != checksum(file):
		return nil, fmt.Errorf("byte 12: checksum %#08x, expected %#08x", word(isa.KernelFileChecksum), checksum(file))
	}
	for i := isa.KernelFileVaryings + 1; i < isa.KernelFileDWords; i++ {
		if word(i) != 0 {
			return nil, fmt.Errorf("byte %d: reserved, expected 0", 4*i)
		}
	}
	shape, payload := isa.UnpackKernelFileShape(word(isa.KernelFileShape)), isa.UnpackKernelFilePayload(word(isa.KernelFilePayload))
	if payload.Pack() != word(isa.KernelFilePayload) || word(isa.KernelFileSamplers)>>mostSamplers != 0 {
		return nil, fmt.Errorf("bytes %d to %d: bits that mean nothing are not 0", 4*isa.KernelFilePayload, 4*isa.KernelFileSamplers+3)
	}
	varyings := isa.UnpackKernelFileVaryings(word(isa.KernelFileVaryings))
	if varyings.Pack() != word(isa.KernelFileVaryings) {
		return nil, fmt.Errorf("bytes %d to %d: bits that mean nothing are not 0", 4*isa.KernelFileVaryings, 4*isa.KernelFileVaryings+3)
	}
	if shape.Lanes > mostLanes {
		return nil, fmt.Errorf("byte %d: %d lanes, expected %d at most", 4*isa.KernelFileShape+1, shape.Lanes, mostLanes)
	}
	k := &Kernel{Stage: uint8(shape.Stage), Lanes: int(shape.Lanes), Registers: int(shape.Registers), Stack: int(shape.Stack), Effects: word(isa.KernelFileEffects),
		Scratch: int(word(isa.KernelFileScratch)), Shared: int(word(isa.KernelFileShared)), Args: int(word(isa.KernelFileArgs)),
		Inputs: int(payload.Inputs), Results: int(payload.Results), Attributes: int(varyings.Count), Flat: uint16(varyings.Flat), Samplers: uint16(word(isa.KernelFileSamplers)), Untagged: word(isa.KernelFileUntagged),
		Early: word(isa.KernelFileEffects)&isa.EffectEarly != 0, Idempotent: word(isa.KernelFileEffects)&isa.EffectIdempotent != 0}
	for d := range k.CTA {
		k.CTA[d] = int(word(isa.KernelFileCta + d))
	}
	k.Name = r.text("name", word(isa.KernelFileNameBytes))
	if !isWord(k.Name) {
		return nil, fmt.Errorf("name %q, expected letters, digits and underscores", k.Name)
	}
	for n, v := range r.words("bindings", word(isa.KernelFileBindings), 1) {
		if v>>18 != 0 {
			return nil, fmt.Errorf("entry %d of the bindings: bits 31:18 are %#x, expected 0", n, v>>18)
		}
		k.Bindings = append(k.Bindings, Binding{Number: uint8(v), Kind: uint8(v >> 8), Read: v>>16&1 != 0, Write: v>>17&1 != 0})
	}
	r.skip(lineBytes)
	codeAt := r.at
	code := r.text("instructions", word(isa.KernelFileCodeBytes))
	patches := r.words("patches", word(isa.KernelFilePatches), 2)
	live := r.words("live registers", word(isa.KernelFileLive), uint32(len(Set{})))
	lines := r.words("lines", word(isa.KernelFileLines), 1)
	var compiled []uint32
	k.Source.Text, k.Source.Name = r.text("text", word(isa.KernelFileTextBytes)), r.text("name of the text", word(isa.KernelFileTextNameBytes))
	compiled = r.words("values that are compiled in", word(isa.KernelFileCompiled), 2)
	enqueues := r.text("names of kernels", word(isa.KernelFileEnqueuesBytes))
	if r.err == nil && r.at != len(file) {
		r.fail("%d bytes after the last part", len(file)-r.at)
	}
	if r.err != nil {
		return nil, r.err
	}
	for i := 0; i < len(compiled); i += 2 {
		p, ok := unpackPatch(compiled[i])
		if !ok || p.Part != 0 {
			return nil, fmt.Errorf("entry %d of the values that are compiled in: %#x is none", i/2, compiled[i])
		}
		k.Compiled = append(k.Compiled, Compiled{p.Value, p.Index, compiled[i+1]})
	}
	var err error
	var ok bool
	if k.Enqueues, ok = splitNames(enqueues); !ok {
		return nil, fmt.Errorf("names of kernels %q, expected words with a zero byte after each", enqueues)
	}
	if k.Code, err = ParseCode([]byte(code)); err != nil {
		return nil, fmt.Errorf("instructions from byte %d on: %w", codeAt, err)
	}
	return k, k.compare(lines, live, patches)
}

// isWord tells whether a text can be a name in the text of a kernel, or is none.
func isWord(s string) bool {
	for i, c := range s {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// compare checks what the file says of its instructions against them.
func (k *Kernel) compare(lines, live, patches []uint32) error {
	if len(lines) > 0 && len(lines) != len(k.Code) {
		return fmt.Errorf("lines of %d instructions, but there are %d", len(lines), len(k.Code))
	}
	for i, l := range lines {
		k.Code[i].Line = int(l)
	}
	if err := k.takePatches(patches); err != nil {
		return err
	}
	was := *k
	k.Analyse()
	var want []uint32
	for _, s := range k.LiveSlots() {
		want = append(want, s[:]...)
	}
	for i := range live {
		if i >= len(want) || want[i] != live[i] {
			return fmt.Errorf("live registers of byte %d are not those of the code", i/len(Set{})*isa.CompactBytes)
		}
	}
	if was.Untagged != k.Untagged {
		return fmt.Errorf("the header says untagged effects %#x; the code has %#x", was.Untagged, k.Untagged)
	}
	if was.Inputs != k.Inputs || was.Results != k.Results {
		return fmt.Errorf("the header says %d registers that a thread begins with and %d of results; the code has %d and %d", was.Inputs, was.Results, k.Inputs, k.Results)
	}
	if len(live) != len(want) || was.Registers != k.Registers || was.Stack != k.Stack || was.Effects != k.Effects {
		return fmt.Errorf("the header says %d registers, %d entries of the stack and effects %#x; the code has %d, %d and %#x",
			was.Registers, was.Stack, was.Effects, k.Registers, k.Stack, k.Effects)
	}
	return nil
}

// takePatches gives instructions their entries of the patch table, which is in the order of their places.
func (k *Kernel) takePatches(table []uint32) error {
	last := 0
	for i := 0; i < len(table); i += 2 {
		at, n := int(table[i]), k.At(int(table[i]))
		p, ok := unpackPatch(table[i+1])
		if n < 0 || !ok || at < last {
			return fmt.Errorf("patch %d: %#x at byte %d is none, or not in the order of bytes", i/2, table[i+1], at)
		}
		k.Code[n].Patches, last = append(k.Code[n].Patches, p), at
	}
	return nil
}

// ParseCode takes instructions apart. The error names the byte of the first that is refused.
func ParseCode(code []byte) (list []Instruction, err error) {
	for at := 0; at < len(code); {
		i, err := parseOne(code[at:])
		if err != nil {
			return nil, fmt.Errorf("byte %d: %w", at, err)
		}
		i.Offset = at
		if end := at + i.Bytes(); at/lineBytes != (end-1)/lineBytes {
			return nil, fmt.Errorf("byte %d: an instruction crosses a line of %d bytes", at, lineBytes)
		}
		list = append(list, i)
		at += i.Bytes()
	}
	return list, nil
}

// lineBytes is what the machine fetches at once.
const lineBytes = 64

func parseOne(code []byte) (i Instruction, err error) {
	word := func(k int) uint32 { return binary.LittleEndian.Uint32(code[4*k:]) }
	if len(code) < isa.CompactBytes {
		return i, fmt.Errorf("%d bytes are no instruction", len(code))
	}
	if i.Compact = isa.IsCompact(word(0)); i.Compact {
		if i.Native, err = (isa.Compact{word(0), word(1)}).Expand(); err != nil {
			return i, err
		}
		return i, isa.Check(i.Native)
	}
	if len(code) < isa.NativeBytes {
		return i, fmt.Errorf("an instruction of %d bytes in %d", isa.NativeBytes, len(code))
	}
	for k := range i.Native {
		i.Native[k] = word(k)
	}
	return i, isa.Check(i.Native)
}

// reader takes the parts of a file one after the other. The first error stays.
type reader struct {
	file []byte
	at   int
	err  error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %s", r.at, fmt.Sprintf(format, args...))
	}
}

// take returns the next bytes, and goes on to a multiple of align, which zeros fill.
func (r *reader) take(what string, n uint64) []byte {
	end := (uint64(r.at) + n + align - 1) / align * align
	if r.err != nil || end > uint64(len(r.file)) {
		r.fail("%s: %d bytes pass the end of the file", what, n)
		return nil
	}
	part := r.file[r.at : uint64(r.at)+n]
	for _, b := range r.file[uint64(r.at)+n : end] {
		if b != 0 {
			r.fail("%s: bytes that fill it up are not 0", what)
		}
	}
	r.at = int(end)
	return part
}

// skip goes on to a multiple of so many bytes, which zeros fill.
func (r *reader) skip(to int) {
	at := r.at
	for n, b := range r.take("instructions", uint64(-at&(to-1))) {
		if b != 0 && r.err == nil {
			r.err = fmt.Errorf("byte %d: bytes before the instructions are not 0", at+n)
		}
	}
}

func (r *reader) text(what string, n uint32) string { return string(r.take(what, uint64(n))) }

func (r *reader) words(what string, n, each uint32) (list []uint32) {
	b := r.take(what, 4*uint64(n)*uint64(each))
	for i := 0; i < len(b); i += 4 {
		list = append(list, binary.LittleEndian.Uint32(b[i:]))
	}
	return list
}

// IsFile tells a kernel's file from a text.
func IsFile(data []byte) bool {
	return len(data) >= 4 && binary.LittleEndian.Uint32(data) == magic
}
