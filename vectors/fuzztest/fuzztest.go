// Package fuzztest has what fuzz targets of all packages ask of a reader: errors that name a place in the text, and memory that grows with the
// text and no faster.
package fuzztest

import (
	"bytes"
	"io/fs"
	"reflect"
	"regexp"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"
)

// place is how errors about a text begin, after the name of a file.
var place = regexp.MustCompile(`^(?:[^:\n]*:)?(\d+):(\d+): .`)

// Placed wants an error about a text to begin with a line and a column of it, each from 1, after the name of a file. The line after the last
// one, where something is missing, counts as one. Lines end with a line feed, or also with a carriage return alone, as YAML has it.
func Placed(t testing.TB, text []byte, err error) {
	t.Helper()
	m := place.FindStringSubmatch(err.Error())
	if m == nil {
		t.Fatalf("%q; LINE:COLUMN: and what was expected there should be the error of %q", err, text)
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	if !inside(bytes.Split(text, []byte("\n")), line, column) && !inside(breaks.Split(string(text), -1), line, column) {
		t.Fatalf("%q; a place in it should be in the error of %q", err, text)
	}
}

var breaks = regexp.MustCompile("\r\n|\r|\n")

// inside tells whether lines have a place. After the end of a line there is one more, and one for the first byte of a line break of two.
func inside[T string | []byte](lines []T, line, column int) bool {
	return line >= 1 && line <= len(lines)+1 && column >= 1 && (line > len(lines) || column <= len(lines[line-1])+2)
}

// Within calls a reader and wants that it asks for no more than so many bytes of memory, and so many more for each of the input's. A reader that
// seems to ask for more is called again, up to three times: the quick count takes in what a collection hands in late, and what other
// goroutines of the process ask for meanwhile.
func Within(t testing.TB, least, each, input int, read func()) {
	t.Helper()
	most := uint64(least + each*input)
	before := allocated()
	read()
	got := allocated() - before
	for n := 0; got > most && n < 3; n++ {
		got = min(got, exactly(read))
	}
	if got > most {
		t.Fatalf("an input of %d bytes takes %d bytes of memory; at most %d were expected", input, got, most)
	}
}

// allocated is how many bytes the process has asked for since its start, as far as they are counted: small ones are when their span is full,
// or at a collection.
func allocated() uint64 {
	s := [1]metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s[:])
	return s[0].Value.Uint64()
}

// exactly counts what a reader asks for to the byte. It stops all goroutines twice, too slow for each input.
func exactly(read func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Equal wants two readings of an input to be the same. NaN equals itself.
func Equal(t testing.TB, first, second any, input []byte) {
	t.Helper()
	if !reflect.DeepEqual(first, second) {
		t.Fatalf("two readings of %q differ:\n%+v\n%+v", input, first, second)
	}
}

// Texts gives a target the files of a folder of at most so many bytes as seeds: large ones make mutants that take long and change little.
func Texts(f *testing.F, files fs.FS, pattern string, most int) {
	f.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) == 0 {
		f.Fatalf("no file is called %s: %v", pattern, err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) <= most {
			f.Add(data)
		}
	}
}
