package stream

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/driver"
	"tilemark/vectors/fuzztest"
)

// mostBytes bounds the inputs of targets: mutants of large ones take long and say little new.
const mostBytes = 1 << 13

// smallStream is a stream with one of everything: a context with a ring that wraps, a DMA buffer that draws, vertices, a pattern.
func smallStream(f *testing.F) *File {
	f.Helper()
	file, _ := record(f, driver.Options{RingSize: 8, RingStart: 6}, "one-triangle")
	return file
}

// FuzzDecode: the bytes after a .tmcs file's header are a stream that encodes to the same bytes, directly and by way of its text, or an error that
// names the offset.
func FuzzDecode(f *testing.F) {
	f.Add(smallStream(f).Encode()[headerBytes:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > mostBytes {
			return
		}
		data := sealed(append([]byte(magic+"\x01\x00\x00\x00"+strings.Repeat("\x00", 12)), body...))
		var file *File
		var err error
		fuzztest.Within(t, 1<<18, 1<<8, len(data), func() { file, err = Decode(data) })
		if err != nil {
			return
		}
		if !bytes.Equal(data, file.Encode()) {
			t.Fatalf("%q is encoded as %q", data, file.Encode())
		}
		var b strings.Builder
		require.NoError(t, file.Dump(&b))
		built, err := Build(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("%q is dumped as %q, which is refused: %v", data, b.String(), err)
		}
		if !bytes.Equal(data, built.Encode()) {
			t.Fatalf("%q is dumped as %q, which is built as %q", data, b.String(), built.Encode())
		}
	})
}

// FuzzContainer: any bytes are a stream, or an error that names the offset.
func FuzzContainer(f *testing.F) {
	data := smallStream(f).Encode()
	f.Add(uint16(0), byte(0), len(data))
	f.Add(uint16(8), byte(2), len(data))
	f.Add(uint16(100), byte(1), len(data))
	f.Add(uint16(0), byte(0), 20)
	f.Fuzz(func(t *testing.T, at uint16, flip byte, most int) {
		bad := bytes.Clone(data)
		bad[int(at)%len(bad)] ^= flip
		bad = bad[:max(0, min(most, len(bad)))]
		file, err := Decode(bad)
		switch {
		case flip == 0 && len(bad) == len(data):
			require.NoError(t, err)
		case err == nil:
			t.Fatalf("byte %d of %d by %#x is not noticed: %+v", int(at)%len(data), len(bad), flip, file)
		case !strings.HasPrefix(err.Error(), "offset "):
			t.Fatalf("%q names no offset", err)
		}
	})
}

// FuzzBuild: a stream's text is a stream that is written and read again as bytes and as text, or an error with line and column.
func FuzzBuild(f *testing.F) {
	f.Add(dump(f, smallStream(f)))
	const context = "context\n  header 64\n  ring_size 4\n  tail 0\n  save_area 0x400\n  belongs 0 0\n  color 0 pitch 1 size 8x8 format RGBA8\n  depth 0 pitch 1 size 8x8 format D32F\n  clear_depth 1\n  view_projection 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\nend\n"
	for _, text := range []string{
		"stream 1\nname \"a # b\" # c\nmemory 8192\ninterrupts 3 9\nevery 7\n" + context + "fill 0 bytes 64 pattern 0x0102030405060708\n",
		"stream 1\nmemory 8192\n" + context + "segment 64\n  words 1 0x2\n  bytes 01 02 03 04\n  zeros 8\n  vertex 1 2 3 0 0 1 0 0 1 1 1 1\n  indices16 1 2\n  indices32 3\n  texels ff00ff80\nend\n",
		"stream 1\nmemory 8192\n" + context + "segment 64\n  SET_STATE\n  TSU.CULL = CULL_FRONT 1\n  DRAW count 3 instances 1 first 0 flags 0\n  NOP 1\n  FENCE 64 1\n  INTERRUPTIBLE\nend\n",
		"\ufeffstream 1\nmemory 1\n", "stream 1\n", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostBytes {
			return
		}
		var file *File
		var err error
		fuzztest.Within(t, 1<<20+maxZeros, 1<<10, len(text), func() { file, err = Build(strings.NewReader(text)) })
		if err != nil {
			fuzztest.Placed(t, []byte(text), err)
			return
		}
		data := file.Encode()
		again, err := Decode(data)
		if err != nil {
			t.Fatalf("%q is built as %q, which is refused: %v", text, data, err)
		}
		if len(data) > 1<<16 { // zeros
			return
		}
		var b bytes.Buffer
		require.NoError(t, again.Dump(&b))
		back, err := Build(&b)
		if err != nil || !bytes.Equal(data, back.Encode()) {
			t.Fatalf("%q is built as %q, the text of which is built as something else: %v", text, data, err)
		}
	})
}

// FuzzCommands: the text of a command is read as its words.
func FuzzCommands(f *testing.F) {
	for i := range regs.Commands {
		c := &regs.Commands[i]
		f.Add(c.Code|c.Shape.Least, uint32(1), uint32(2), uint32(3), uint32(4))
	}
	f.Fuzz(func(t *testing.T, header, a, b, c, d uint32) {
		words := []uint32{header, a, b, c, d}
		if text, n := commandText(words); n > 0 {
			require.Equal(t, words[:n], read(t, text))
		}
	})
}

// FuzzRegion: a ring, a DMA buffer or a save area is text that takes no more than a few lines for each word, or an error.
func FuzzRegion(f *testing.F) {
	file := smallStream(f)
	c := &file.Contexts[0]
	area, err := file.Part(c.SaveArea, regs.SaveRoomBytes)
	require.NoError(f, err)
	ring, err := file.Part(c.Header, regs.ContextHeaderBytes+4*c.RingSize)
	require.NoError(f, err)
	f.Add(byte(0), ring)
	f.Add(byte(1), ring[regs.ContextHeaderBytes:])
	f.Add(byte(2), area)
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		if len(data) > mostBytes {
			return
		}
		var b bytes.Buffer
		write := []func(io.Writer, []byte) error{DumpRing, DumpDMA, func(w io.Writer, b []byte) error { return DumpSaveArea(w, b, 0x1000) }}[kind%3]
		fuzztest.Within(t, 1<<20, 1<<12, len(data), func() { err = write(&b, data) })
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("%q has more than a line", err)
		}
	})
}
