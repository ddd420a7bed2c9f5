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
	body := headerBytes + 4 + len(f.Name) // behind the name
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
		"rest":       {sealed(append(slices.Clone(good), 0)), "1 bytes behind the last segment"},
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
		"query or fence at":              func(f *File) { f.Contexts[0].Fences = []uint32{f.Memory - 4} },
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
		{"stream 1", "stream 2", "1: stream 2; version 1 was expected"},
		{"stream 1\n", "", `1: "name"; stream 1 was expected first`},
		{"name \"one-triangle\"", "name one", "2: name one; a text in quotes"},
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
		require.Regexp(t, `^\d+: `, err.Error())
	}
	_, err := Build(strings.NewReader(good[:len(good)-5]))
	require.ErrorContains(t, err, "the text ends; end was expected")
	_, err = Build(strings.NewReader(""))
	require.ErrorContains(t, err, "1: the text ends; memory SIZE was expected")
}

func FuzzDecode(f *testing.F) {
	file, _ := record(f, driver.Options{RingSize: 20, RingStart: 17}, "query", "textured-cube")
	f.Add(file.Encode()[headerBytes:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		data := sealed(append([]byte(magic+"\x01\x00\x00\x00"+strings.Repeat("\x00", 12)), body...))
		file, err := Decode(data)
		if err != nil {
			return
		}
		require.Equal(t, data, file.Encode())
		var b strings.Builder
		require.NoError(t, file.Dump(&b))
		built, err := Build(strings.NewReader(b.String()))
		require.NoError(t, err)
		require.Equal(t, data, built.Encode())
	})
}

func FuzzBuild(f *testing.F) {
	file, _ := record(f, driver.Options{}, "query")
	f.Add(dump(f, file))
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Build(strings.NewReader(text))
		if err != nil {
			return
		}
		_, err = Decode(file.Encode())
		require.NoError(t, err)
	})
}
