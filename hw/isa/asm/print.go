package asm

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/format"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Instruction returns the text of a legal instruction. A target is in bytes from it.
func Instruction(n isa.Native) string { return Tagged(n, nil) }

// Tagged is Instruction, with what values of state replace.
func Tagged(n isa.Native, patches []kernel.Patch) string {
	in := isa.Decode(n)
	return text(&in, patches, func() string { return fmt.Sprintf("%+d", in.Target) }, "")
}

// text puts an instruction together. target is asked for when it has one.
func text(in *isa.Instruction, patches []kernel.Patch, target func() string, more string) string {
	var b strings.Builder
	op := &isa.Operations[in.Op]
	b.WriteString(predicateText(in))
	b.WriteString(op.Name)
	switch op.Format {
	case isa.FormatFlow:
		if op.Allows&isa.AllowsLevels != 0 && in.Levels != 1 {
			fmt.Fprintf(&b, ".%d", in.Levels)
		}
		if op.Allows&isa.AllowsTarget != 0 {
			b.WriteString(" " + target())
		}
	case isa.FormatSend:
		b.WriteString(sendText(in))
	default:
		b.WriteString(operandsText(in))
	}
	b.WriteString(attributesText(in, patches, more))
	return b.String()
}

func predicateText(in *isa.Instruction) string {
	if in.Predicate == isa.PredicateNone {
		return ""
	}
	invert, how := "", isa.PredicateNames[uint32(in.Predicate)]
	if in.Invert {
		invert = "~"
	}
	if in.Predicate == isa.PredicateLane {
		how = ""
	} else {
		how = "." + how
	}
	return fmt.Sprintf("(%sf%d%s) ", invert, in.Flag, how)
}

func sizeText(in *isa.Instruction) string {
	if in.Size == isa.SizeThread {
		return ""
	}
	at := ""
	if in.Group > 0 {
		at = fmt.Sprintf("@%d", 8*in.Group)
	}
	return fmt.Sprintf(" (%d%s)", 1<<in.Size, at)
}

func operandsText(in *isa.Instruction) string {
	op := &isa.Operations[in.Op]
	if op.Allows&isa.AllowsSpecial != 0 {
		return specialText(in)
	}
	suffix := ""
	if in.Saturate {
		suffix += ".sat"
	}
	if in.Condition != isa.ConditionNone {
		suffix += "." + isa.ConditionNames[uint32(in.Condition)]
		if in.Predicate == isa.PredicateNone && op.Allows&isa.AllowsSelect == 0 {
			suffix += fmt.Sprintf(".f%d", in.Flag)
		}
	}
	parts := []string{destinationText(&in.Dst)}
	for k := range op.Sources {
		if in.Immediate && k == op.Sources-1 {
			parts = append(parts, numberText(in.Number, in.Src[k].Type, k == 2))
			continue
		}
		s := sourceText(&in.Src[k])
		if k == 0 && in.Swizzle != isa.OwnOrder {
			s += "[" + swizzleText(in.Swizzle) + "]"
		}
		parts = append(parts, s)
	}
	return suffix + sizeText(in) + " " + strings.Join(parts, ", ")
}

func specialText(in *isa.Instruction) string {
	name := isa.SpecialNames[in.Number]
	if in.Number > isa.SpecialStack && in.Number < isa.SpecialStackEnd {
		name = fmt.Sprintf("%s+%d", isa.SpecialNames[isa.SpecialStack], in.Number-isa.SpecialStack)
	}
	if isa.Operations[in.Op].Allows&isa.AllowsWrite == 0 {
		return fmt.Sprintf(" %s, %s", destinationText(&in.Dst), name)
	}
	return fmt.Sprintf(" %s, %s", name, sourceText(&in.Src[0]))
}

// placeText is a register and an element of it.
func placeText(reg, sub, typ uint8) string {
	if sub == 0 {
		return fmt.Sprintf("r%d", reg)
	}
	return fmt.Sprintf("r%d.%d", reg, int(sub)/isa.Bytes(typ))
}

func destinationText(d *isa.Destination) string {
	typ := isa.TypeNames[uint32(d.Type)]
	if d.Null {
		return "null:" + typ
	}
	stride := ""
	if d.Stride != isa.StridePacked {
		stride = isa.StrideNames[uint32(d.Stride)]
	}
	return placeText(d.Reg, d.Sub, d.Type) + stride + ":" + typ
}

func sourceText(s *isa.Source) string {
	t := placeText(s.Reg, s.Sub, s.Type)
	if s.Abs {
		t = "|" + t + "|"
	}
	if s.Negate {
		t = "-" + t
	}
	if s.Region != isa.RegionPacked {
		t += isa.RegionNames[uint32(s.Region)]
	}
	return t + ":" + isa.TypeNames[uint32(s.Type)]
}

func swizzleText(v uint8) string {
	var b [4]byte
	for k := range b {
		b[k] = letters[v>>(2*k)&3]
	}
	return string(b[:])
}

// numberText writes a number so that it is read as the same bits.
func numberText(v uint32, typ uint8, short bool) string {
	name := ":" + isa.TypeNames[uint32(typ)]
	switch {
	case typ == isa.TypeF && short:
		v <<= 16
	case short && typ&1 != 0 && isa.Bytes(typ) >= 4:
		v = uint32(int32(int16(v)))
	}
	switch typ {
	case isa.TypeF:
		return floatText(math.Float32frombits(v), v) + name
	case isa.TypeHf:
		return floatText(format.Widen(uint16(v)), v) + name
	}
	if bits := min(8*isa.Bytes(typ), 32); typ&1 != 0 {
		return strconv.Itoa(int(int32(v<<(32-bits))>>(32-bits))) + name
	}
	if v > 9999 {
		return fmt.Sprintf("%#x", v) + name
	}
	return strconv.Itoa(int(v)) + name
}

// floatText writes a value, or the bits of a NaN.
func floatText(f float32, bits uint32) string {
	switch {
	case f != f:
		return fmt.Sprintf("%#x", bits)
	case math.IsInf(float64(f), 1):
		return "inf"
	case math.IsInf(float64(f), -1):
		return "-inf"
	}
	return strconv.FormatFloat(float64(f), 'g', -1, 32)
}

func sendText(in *isa.Instruction) string {
	m, about := &in.Message, &isa.Messages[in.Message.Code]
	s := "." + about.Name
	if about.Uses&isa.UsesType != 0 {
		s += "." + isa.TypeNames[uint32(m.Type)]
	}
	if about.Uses&isa.UsesCount != 0 && m.Count > 0 {
		s += fmt.Sprintf(".%d", m.Count+1)
	}
	if about.Uses&isa.UsesCoordinates != 0 {
		s += "." + coordinateNames[:m.Type+1]
	}
	if about.Uses&isa.UsesAtomic != 0 {
		s += "." + isa.AtomicNames[uint32(m.Operation)]
	}
	var parts []string
	if !in.Dst.Null {
		parts = append(parts, fmt.Sprintf("r%d", in.Dst.Reg))
	}
	if about.BringsAddress() {
		offset := ""
		if m.Offset != 0 && about.Sends&isa.SendsAddresses != 0 {
			offset = fmt.Sprintf("%+d", m.Offset)
		}
		parts = append(parts, fmt.Sprintf("r%d%s", m.Address, offset))
	}
	if about.BringsData() && !(about.Uses&isa.UsesAtomic != 0 && m.Operation == isa.AtomicLoad) {
		parts = append(parts, fmt.Sprintf("r%d", m.Data))
	}
	if about.HasPlace() {
		parts = append(parts, fmt.Sprintf("%+d", m.Offset))
	}
	if about.Uses&isa.UsesBinding != 0 {
		parts = append(parts, fmt.Sprintf("b%d", m.Binding))
	}
	if about.Uses&isa.UsesSampler != 0 {
		parts = append(parts, fmt.Sprintf("s%d", m.Operation))
	}
	s += sizeText(in)
	if len(parts) > 0 {
		s += " " + strings.Join(parts, ", ")
	}
	return s
}

func attributesText(in *isa.Instruction, patches []kernel.Patch, more string) string {
	var list []string
	if in.NoMask && isa.Operations[in.Op].Allows&isa.AllowsSpecial == 0 {
		list = append(list, "nomask")
	}
	if in.Message.NonCacheable {
		list = append(list, "nc")
	}
	if in.Message.Last {
		list = append(list, "last")
	}
	if texels := texelsText(in.Message.Offset); texels != "" && isa.Messages[in.Message.Code].Uses&isa.UsesTexels != 0 {
		list = append(list, "texels"+texels)
	}
	if more != "" {
		list = append(list, more)
	}
	if in.NOS != 0 {
		list = append(list, "nos"+tagsText(in.NOS, patches))
	}
	if len(list) == 0 {
		return ""
	}
	return " {" + strings.Join(list, ", ") + "}"
}

// Disassemble returns the text of a kernel, which Assemble turns into the same kernel. why adds to each instruction that is not compact the reason.
func Disassemble(k *kernel.Kernel, why bool) string {
	var b strings.Builder
	header(&b, k)
	labels := labelsOf(k)
	for i := range k.Code {
		c := &k.Code[i]
		if name, ok := labels[i]; ok {
			fmt.Fprintf(&b, "%s:\n", name)
		}
		in := isa.Decode(c.Native)
		_, reason := isa.Compacted(c.Native)
		more := ""
		switch {
		case c.Compact || reason != "":
		case !kernel.AreShort(c.Patches):
			reason = "state replaces a part of it that only 128 bits have"
		default:
			more, reason = "native", "its text says native"
		}
		line := text(&in, c.Patches, func() string {
			if name, ok := labels[k.At(c.Offset+int(in.Target))]; ok {
				return name
			}
			return fmt.Sprintf("%+d", in.Target)
		}, more)
		if why && !c.Compact {
			line = fmt.Sprintf("%-60s %s %s", line, comment, reason)
		}
		fmt.Fprintf(&b, "    %s\n", line)
	}
	return b.String()
}

// header writes the directives.
func header(b *strings.Builder, k *kernel.Kernel) {
	if k.Name != "" {
		fmt.Fprintf(b, ".kernel %s\n", k.Name)
	}
	fmt.Fprintf(b, ".stage %s\n.lanes %d\n", isa.StageNames[uint32(k.Stage)], k.Lanes)
	if k.CTA != [3]int{} {
		fmt.Fprintf(b, ".cta %d %d %d\n", k.CTA[0], k.CTA[1], k.CTA[2])
	}
	for _, d := range []struct {
		name  string
		value int
	}{{"shared", k.Shared}, {"scratch", k.Scratch}, {"args", k.Args}} {
		if d.value > 0 {
			fmt.Fprintf(b, ".%s %d\n", d.name, d.value)
		}
	}
	headerLists(b, k)
	b.WriteString("\n")
}

// headerLists writes the directives of which a kernel may have several, and those that have nothing besides their name.
func headerLists(b *strings.Builder, k *kernel.Kernel) {
	if k.Inputs > k.FixedInputs() {
		fmt.Fprintf(b, ".inputs %d\n", k.Inputs)
	}
	if k.Stage == isa.StagePixel && k.Attributes != kernel.OwnAttributes {
		fmt.Fprintf(b, ".attributes %d\n", k.Attributes)
	}
	for set := k.Flat; set != 0; set &= set - 1 {
		fmt.Fprintf(b, ".flat %d\n", bits.TrailingZeros16(set))
	}
	if k.Early {
		b.WriteString(".early\n")
	}
	if k.Idempotent {
		b.WriteString(".idempotent\n")
	}
	for _, d := range k.Bindings {
		fmt.Fprintf(b, ".binding %d %s", d.Number, isa.BindingKindNames[uint32(d.Kind)])
		if d.Read {
			b.WriteString(" read")
		}
		if d.Write {
			b.WriteString(" write")
		}
		b.WriteString("\n")
	}
	for n := range 16 {
		if k.Samplers>>n&1 != 0 {
			fmt.Fprintf(b, ".sampler %d\n", n)
		}
	}
	for _, c := range k.Compiled {
		fmt.Fprintf(b, ".compiled %s %#x\n", kernel.ValueText(c.Value, c.Index), c.To)
	}
	for _, name := range k.Enqueues {
		fmt.Fprintf(b, ".enqueue %s\n", name)
	}
}

// labelsOf names the instructions that others go to, in their order.
func labelsOf(k *kernel.Kernel) map[int]string {
	var targets []int
	for i := range k.Code {
		in := isa.Decode(k.Code[i].Native)
		if isa.Operations[in.Op].Allows&isa.AllowsTarget == 0 {
			continue
		}
		if to := k.At(k.Code[i].Offset + int(in.Target)); to >= 0 {
			targets = append(targets, to)
		}
	}
	slices.Sort(targets)
	labels := map[int]string{}
	for n, to := range slices.Compact(targets) {
		labels[to] = fmt.Sprintf("L%d", n)
	}
	return labels
}
