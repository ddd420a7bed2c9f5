package stream

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
)

// record lays scenes out and records them.
func record(t testing.TB, o driver.Options, names ...string) (*File, *driver.Image) {
	t.Helper()
	im := &driver.Image{}
	var clear []float32
	for _, name := range names {
		s, err := scenefile.Load(name)
		require.NoError(t, err)
		o.Width, o.Height = 24, 16
		_, err = im.Add(s, o)
		require.NoError(t, err)
		clear = append(clear, s.ClearDepth)
	}
	return FromImage(names[0], im, clear), im
}

func dump(t testing.TB, f *File) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, f.Dump(&b))
	return b.String()
}

func TestBinaryAndTextKeepEveryBit(t *testing.T) {
	for _, name := range scenefile.Builtins() {
		f, im := record(t, driver.Options{DrawsPerBuffer: 2, RingFence: true, Residue: true}, name, "blend")
		f.Interrupts, f.Every = []uint64{3, 900}, 17
		for i := range im.Contexts {
			c := &im.Contexts[i] // what a stream has no place for
			c.Kernels, c.KernelBytes, c.BufferBytes = nil, 0, 0
			f.Contexts[i].KernelBytes, f.Contexts[i].BufferBytes = 0, 0
		}
		require.Equal(t, im, f.Image(), name)
		data := f.Encode()
		back, err := Decode(data)
		require.NoError(t, err, name)
		require.Equal(t, f, back, name)

		text := dump(t, f)
		built, err := Build(strings.NewReader(text))
		require.NoError(t, err, name)
		require.True(t, bytes.Equal(data, built.Encode()), "%s: text does not keep the stream", name)
		require.Equal(t, text, dump(t, built), name)
	}
}

func TestTextMayBeginWithAByteOrderMark(t *testing.T) {
	f, _ := record(t, driver.Options{}, "one-triangle")
	built, err := Build(strings.NewReader("\ufeff" + dump(t, f)))
	require.NoError(t, err)
	require.Equal(t, f.Encode(), built.Encode())
	_, err = Build(strings.NewReader("\ufeffrubbish\n"))
	require.ErrorContains(t, err, "1:1: ")
}

func TestAWrappedRingKeepsEveryBit(t *testing.T) {
	for start := range 12 {
		f, _ := record(t, driver.Options{DrawsPerBuffer: 1, RingFence: true, RingSize: 40, RingStart: 28 + start, WideIndices: true}, "six-draws")
		built, err := Build(strings.NewReader(dump(t, f)))
		require.NoError(t, err)
		require.True(t, bytes.Equal(f.Encode(), built.Encode()))
	}
}

func TestTextShowsCommandsRegistersAndData(t *testing.T) {
	f, _ := record(t, driver.Options{}, "textured-cube")
	text := dump(t, f)
	for _, want := range []string{
		"stream 1\nname \"textured-cube\"\n", "  color 0x00001000 pitch 3 size 24x16 format RGBA8\n", "SKIP_1_DWORD 0x00000000 # place-holder",
		"  INTERRUPTIBLE # 0\n  DMA 0x", "  SET_STATE # ", "    TSU.CULL = CULL_FRONT 0, CULL_BACK 1, FRONT_CW 0\n", "    BIND.SAMPLER_0_MODE = WRAP_U MIRROR, WRAP_V CLAMP, ",
		"  DRAW count 4 instances 1 first 0 flags 0 # ", "  vertex -2 2 -1.2 0 0 0 -1.5 -0.5 1 1 1 1\n", "  indices16 0 2 1 1 2 3 ", "  texels c03030ff c03030ff",
		"fill 0x00001000 bytes 1536 pattern 0xff28221eff28221e\n",
	} {
		require.Contains(t, text, want)
	}
}

// Kernels stand in the text with their instructions, and what they bind by its number.
func TestTextShowsKernelsAndWhatTheyBind(t *testing.T) {
	f, _ := record(t, driver.Options{}, "textured-cube")
	text := dump(t, f)
	for _, want := range []string{
		": vertex kernel of 376 bytes\n  words 0x", " # cvt r0:f, r2:ud\n", ": pixel kernel of 136 bytes\n", " # send.sample.4.xy r0, r10, b0, s0\n", ": texture 0 of pixel kernels, 8 by 8 texels, 256 bytes\n  texels ",
	} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "domain kernel")
	f, _ = record(t, driver.Options{}, "patches")
	require.Contains(t, dump(t, f), ": domain kernel of ")
}

// Buffers of all kernels, textures of the stages above the break point and hull kernels, which no scene has, are areas too; what is no kernel is words.
func TestTextShowsBuffersAndTexturesOfAllStages(t *testing.T) {
	f, _ := record(t, driver.Options{}, "one-triangle")
	set := func(register string, value int) string { return fmt.Sprintf("    %s = 0x%x\n", register, value) }
	at := int(f.Memory)
	writes := "  SET_STATE\n" + set("EUP.HULL_KERNEL", at) + set("EUP.HULL_KERNEL_BYTES", 64) +
		"  SET_STATE\n" + set("EUP.BINDING_3_BASE", at+64) + set("EUP.BINDING_3_BYTES", 36) +
		"  SET_STATE\n" + set("EUP.TEXTURE_1_BASE", at+128) + set("EUP.TEXTURE_1_BYTES", 8) +
		"  SET_STATE\n" + set("EUP.TEXTURE_1_SIZE", 0x10002) +
		"  SET_STATE\n" + set("BIND.BINDING_7_BASE", at+192) + set("BIND.BINDING_7_BYTES", 7) +
		"  SET_STATE\n" + set("BIND.TEXTURE_7_BASE", at+256) + set("BIND.TEXTURE_7_BYTES", 4) +
		"  SET_STATE\n" + set("BIND.TEXTURE_7_FORMAT", 7<<24) +
		"  DRAW count 3 instances 1 first 0 flags 0\n"
	data := strings.Repeat("  words 0xffffffff\n", 80)
	f.Memory += 4096
	buffer := at + 1024
	text := dump(t, f)
	text += fmt.Sprintf("segment 0x%x\n%send\nsegment 0x%x\n%send\n", at, data, buffer, writes)
	built, err := Build(strings.NewReader(text))
	require.NoError(t, err)
	w := &walker{m: memory{built}, seen: map[uint32]bool{}, left: mostCommands, state: map[[2]int]uint32{}}
	w.commands(uint32(buffer), uint32(built.Segments[len(built.Segments)-1].size()/4), true)
	var titles []string
	for _, a := range w.list {
		titles = append(titles, a.title)
	}
	require.Subset(t, titles, []string{
		"hull kernel of 64 bytes", "buffer 3 of vertex, hull and domain kernels, 36 bytes", "texture 1 of vertex, hull and domain kernels, 2 by 1 texels, 8 bytes",
		"buffer 7 of pixel kernels, 7 bytes", "texture 7 of pixel kernels, 0 by 0 texels, 4 bytes",
	})
	built.Segments = built.Segments[:len(built.Segments)-1]
	var b strings.Builder
	te := &texter{bufio.NewWriter(&b)}
	te.parts(&Segment{Addr: uint32(at), Data: built.Segments[len(built.Segments)-1].Data[:64]}, w.list[:1])
	require.NoError(t, te.w.Flush())
	require.Contains(t, b.String(), ": hull kernel of 64 bytes\n  words 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff 0xffffffff\n")
}

func TestEditedTextChangesTheStream(t *testing.T) {
	f, _ := record(t, driver.Options{}, "one-triangle")
	text := strings.Replace(dump(t, f), "DRAW count 3 instances 1", "DRAW count 3 instances 2", 1)
	text = strings.Replace(text, "# ring", "# what is said here counts for nothing", 1)
	built, err := Build(strings.NewReader(text))
	require.NoError(t, err)
	was, is := f.Image().Bytes, built.Image().Bytes
	different := 0
	for i := range was {
		if was[i] != is[i] {
			different++
		}
	}
	require.Equal(t, 1, different)
}

func TestSegmentsLeaveZerosOutAndFoldPatterns(t *testing.T) {
	mem := make([]byte, 4096)
	for i := 1024; i < 2048; i += 4 {
		mem[i], mem[i+3] = 7, 9
	}
	copy(mem[2048:], "end of the pattern")
	mem[4095] = 1
	require.Equal(t, []Segment{
		{Addr: 1024, Pattern: 0x0900_0007_0900_0007, Bytes: 1024},
		{Addr: 2048, Data: mem[2048:2112]},
		{Addr: 4032, Data: mem[4032:]},
	}, segments(mem))
}

func TestRegisterTextsRoundTrip(t *testing.T) {
	for _, v := range []uint32{0, 1, 0x3f800000, 0x80000000, 0x7fc00001, 0xffffffff, 0x12345678, 0x7f800000} {
		for block := range 22 {
			for reg := range 60 {
				got, err := parseRegister(block, reg, registerText(block, reg, v))
				require.NoError(t, err)
				require.Equal(t, v, got)
			}
		}
	}
	_, err := parseRegister(8, 2, "ENABLE 1, SRC 4")
	require.ErrorContains(t, err, `"SRC"; fields of WBU.BLEND were expected: ENABLE, SRC_COLOR`)
	_, err = parseRegister(8, 2, "COLOR_EQUATION XOR")
	require.ErrorContains(t, err, `COLOR_EQUATION: "XOR"; ADD, SUBTRACT, REVERSE_SUBTRACT, MIN, MAX or a number from 0 to 7 was expected`)
}
