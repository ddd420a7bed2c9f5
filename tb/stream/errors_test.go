package stream

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/driver"
)

// sealed sets length and checksum.
func sealed(data []byte) []byte {
	binary.LittleEndian.PutUint32(data[12:], crc32.ChecksumIEEE(data[headerBytes:]))
	binary.LittleEndian.PutUint64(data[16:], uint64(len(data)))
	return data
}

func TestDamagedFilesAreRefused(t *testing.T) {
	f, _ := record(t, driver.Options{}, "one-triangle")
	good := f.Encode()
	change := func(at int, b byte) []byte {
		data := slices.Clone(good)
		data[at] ^= b
		return data
	}
	body := headerBytes + 4 + len(f.Name) // after the name
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"text":       {[]byte("hello, world"), `offset 0: "hello, w"; a command stream`},
		"empty":      {nil, `offset 0: ""; a command stream`},
		"header":     {good[:20], "offset 20: the file ends; a header of 24 bytes"},
		"version":    {change(8, 2), "offset 8: version 3; 1 was expected"},
		"cut":        {good[:len(good)-1], "offset 16: a length of"},
		"bit":        {change(200, 1), "offset 12: checksum"},
		"rest":       {sealed(append(slices.Clone(good), 0)), "1 bytes after the last segment"},
		"short":      {sealed(slices.Clone(good[:len(good)-70])), "were expected"},
		"memory":     {sealed(change(body, 1)), "a multiple of 64, at most"},
		"interrupts": {sealed(change(body+4, 0xff)), "offset 44: 255 interrupts; at most"},
	} {
		_, err := Decode(c.data)
		require.ErrorContains(t, err, c.want, name)
	}
}

func TestStreamsThatMakeNoSenseAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(f *File){
		"0 contexts; 1 to 8":             func(f *File) { f.Contexts = nil },
		"memory of 63 bytes":             func(f *File) { f.Memory = 63 },
		"rising cycles":                  func(f *File) { f.Interrupts = []uint64{4, 4} },
		"context 0: header":              func(f *File) { f.Contexts[0].Header = f.Memory },
		"context 0: header 0x1001":       func(f *File) { f.Contexts[0].Header = 0x1001 },
		"colour surface: base":           func(f *File) { f.Contexts[0].Color.Base = f.Memory - 256 },
		"depth surface: 24 by 0 pixels":  func(f *File) { f.Contexts[0].Depth.Height = 0 },
		"save area 0x0":                  func(f *File) { f.Contexts[0].SaveArea = 0 },
		"formats 3 and 0":                func(f *File) { f.Contexts[0].ColorFormat = 3 },
		"pixels of 4 and 4 bytes; 8 and": func(f *File) { f.Contexts[0].ColorFormat = 2 },
		"fences: 0x":                     func(f *File) { f.Contexts[0].Fences = []uint32{f.Memory - 4} },
		"segment 1":                      func(f *File) { f.Segments[1].Addr = f.Segments[0].Addr },
	} {
		f, _ := record(t, driver.Options{}, "one-triangle")
		spoil(f)
		_, err := Decode(f.Encode())
		require.ErrorContains(t, err, want)
	}
}

func TestTextErrorsNameTheLine(t *testing.T) {
	f, _ := record(t, driver.Options{}, "one-triangle")
	good := dump(t, f)
	for _, c := range []struct{ old, new, want string }{
		{"stream 1", "stream 2", "1:1: stream 2; version 1 was expected"},
		{"stream 1\n", "", `1:1: "name"; stream 1 was expected first`},
		{"name \"one-triangle\"", "name one", "2:1: name one; a text in quotes"},
		{"\ncontext", "\ncontexts", `"contexts"; stream, name,`},
		{"  tail ", "  tale ", `"tale"; header, ring_size, tail`},
		{"pitch 3", "pitch x", `surface: "x"; a whole number`},
		{"format RGBA8", "format RGB8", `format "RGB8"; one of RGBA8, SRGB8, RGBA16F`},
		{"INTERRUPTIBLE", "INTERRUPTABLE", `"INTERRUPTABLE"; a command, or one of words`},
		{"SKIP_1_DWORD 0x00000000", "SKIP_1_DWORD", "SKIP_1_DWORD with 0 operands; 1 were expected"},
		{"TSU.VIEWPORT_SCALE_X = 12", "TSU.VIEWPORT = 12", `"TSU.VIEWPORT"; a register such as TSU.CULL`},
		{"TSU.VIEWPORT_SCALE_X = 12", "TSU.VIEWPORT_SCALE_X = wide", `"wide"; a number`},
		{"TSU.VIEWPORT_OFFSET_X = 12", "TSU.GUARD_BAND = 12", `register TSU.GUARD_BAND; register 1 of block 3 was expected`},
		{"DRAW count 3", "DRAW number 3", `"number"; count was expected`},
		{"  vertex ", "  vertex 1 ", "vertex with 13 numbers"},
		{"fill ", "fill x ", "fill ADDRESS bytes N pattern P"},
		{"memory ", "memory 0 ", "memory with 2 operands; 1 were expected"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		require.NotEqual(t, good, text, c.old)
		_, err := Build(strings.NewReader(text))
		require.ErrorContains(t, err, c.want)
		require.Regexp(t, `^\d+:\d+: `, err.Error())
	}
	_, err := Build(strings.NewReader(good[:len(good)-5]))
	require.ErrorContains(t, err, "the text ends; end was expected")
	_, err = Build(strings.NewReader(""))
	require.ErrorContains(t, err, "1:1: the text ends; memory SIZE was expected")
}

func TestTextErrorsNameTheColumn(t *testing.T) {
	const head = "stream 1\nmemory 16384\n"
	const keys = "context\n  header 64\n  ring_size 4\n  tail 0\n  save_area 0x400\n  belongs 0 0\n  color 0 pitch 1 size 8x8 format RGBA8\n" +
		"  depth 0 pitch 1 size 8x8 format D32F\n  clear_depth 1\n  view_projection 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n"
	for text, want := range map[string]string{
		head:                              "3:1: 0 contexts; 1 to 8 were expected",
		head + "context\n  header 1\nend": "5:1: context 0 ends without ring_size; header, ring_size, tail,",
		head + keys + "  tail 1\nend":     "13:3: context 0 tail for the second time (first in line 6); once was expected",
		head + strings.Replace(keys, "header 64", "header 65", 1) + "end":                 "4:3: context 0: header 0x41 with a ring of 4 DWORDs; an address that is a multiple of 64,",
		head + strings.Replace(keys, "size 8x8 format R", "size 0x8 format R", 1) + "end": "9:3: context 0: colour surface: 0 by 8 pixels",
		head + strings.Replace(keys, "depth 0", "depth 4", 1) + "end":                     "10:3: context 0: depth surface: base 0x4; a multiple of 256",
		head + strings.Replace(keys, "0x400", "0x3400", 1) + "end":                        "7:3: context 0: save area 0x3400; one inside",
		head + strings.Replace(keys, "format RGBA8", "format RGB", 1) + "end":             `9:35: format "RGB"; one of RGBA8,`,
		head + keys + "  fences 3\nend":                                                   "13:3: context 0: fences: 0x3; an address inside the memory",
		head + "memory 4096\n":                                                            "3:1: memory for the second time (first in line 2); once was expected",
		head + "interrupts 5 3\n" + keys + "end":                                          "3:1: interrupt in cycle 3 after 5; rising cycles were expected",
		head + "interrupts 5 x\n":                                                         `3:14: "x"; a number of cycles was expected`,
		head + keys + "end\nsegment 16384\n  words 1\nend":                                "14:1: segment 0 of 4 bytes at 0x4000; one after 0x0 and inside",
		head + "segment 0\n  SET_STATE\n  TSU.CUL = 3\n":                                  `5:3: "TSU.CUL"; a register such as TSU.CULL or TSU[163] was expected; did you mean "TSU.CULL"?`,
		head + "segment 0\n  SET_STATE\n  TSU.CULL = CULL_FRUNT 1\n":                      `5:14: "CULL_FRUNT"; fields of TSU.CULL were expected: CULL_FRONT,`,
		head + "segment 0\n  wrods 1\n":                                                   `4:3: "wrods"; a command, or one of words,`,
		head + "segment 0\n  words 1 2 0x1ffffffff\n":                                     `4:13: "0x1ffffffff"; a whole number of 32 bits was expected`,
		head + "\tsegmnt 0\n":                                                             `3:2: "segmnt"; stream, name,`,
		"stream 1\nmemory 100\n" + keys + "end":                                           "2:1: memory of 100 bytes; a multiple of 64",
	} {
		_, err := Build(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}
