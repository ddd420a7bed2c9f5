package report

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilemark/tb/cosim/sweep"
	"tilemark/vectors/fuzztest"
)

// FuzzSweepRecord: the record of a sweep is taken over, and written as it was read, or is an error that names the file. A small file does not
// take much memory.
func FuzzSweepRecord(f *testing.F) {
	path := filepath.Join(f.TempDir(), "sweep.json")
	const head = `{"format":"` + sweepFormat + `","scene":"s","program":"p","memory":"m","cuts":"c","config":{"a":"1"},"checked":`
	for _, text := range []string{
		head + `{"firsts":[[0,2],[5,6]],"counts":{"Tried":3,"Cuts":3,"Equal":3},"naive":7,"measured":1,"next":[[0,4]]}}`, head + `{}}`, head + `null}`,
		head + `{"firsts":[[0,1000000000]],"counts":{"Tried":1000000000,"Cuts":1000000000,"Equal":1000000000}}}`, head + `{"firsts":[[3,2]]}}`, `{}`, ``, `[1]`,
		strings.Replace(head, `"p"`, `"q"`, 1) + `{}}`, strings.Replace(head, `"a":"1"`, `"b":"1"`, 1) + `{}}`,
	} {
		f.Add([]byte(text))
	}
	record := func() *sweepRecord {
		k := &sweepRecord{path: path}
		k.file = sweepFile{Format: sweepFormat, Scene: "s", Program: "p", Memory: "m", Cuts: "c", Config: map[string]string{"a": "1"}, Checked: &sweep.Part{}}
		return k
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		k := record()
		var err error
		fuzztest.Within(t, 1<<20, 1<<10, len(data), func() { err = k.read() })
		if err != nil {
			var use *UsageError
			if !errors.As(err, &use) || !strings.HasPrefix(err.Error(), path+": ") {
				t.Fatalf("%q; the file should be in the error of %q", err, data)
			}
			return
		}
		if err := k.save(); err != nil {
			t.Fatal(err)
		}
		again := record()
		if err := again.read(); err != nil {
			t.Fatalf("%q is written as something that is refused: %v", data, err)
		}
		fuzztest.Equal(t, k.file, again.file, data)
	})
}

// FuzzSize: --size is written as it is read, or an error quotes it.
func FuzzSize(f *testing.F) {
	for _, text := range []string{"640x480", "1x1", "4096x4096", "0x1", "x", "1x2x3", "+1x1", "", "99999999999999999999x1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSize(text)
		if err != nil {
			quoted(t, err, "size ")
			return
		}
		if again, err := ParseSize(s.String()); err != nil || again != s {
			t.Fatalf("%q is written as %q, which is read as %v: %v", text, s, again, err)
		}
	})
}

// quoted wants an error of wrong use that begins with a word, and says what was expected.
func quoted(t testing.TB, err error, word string) {
	t.Helper()
	var use *UsageError
	if !errors.As(err, &use) || !strings.HasPrefix(err.Error(), word) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("%q; %s, and what is wrong with it in a line, was expected", err, word)
	}
}

// FuzzJob: a job of `study policy` is written as it is read, or an error quotes it.
func FuzzJob(f *testing.F) {
	for _, text := range []string{"few-large", "few-large:priority=1:arrives=20000:copies=3", "a:copies=0", "a:x=1", ":", "a:copies=1:copies=1", "a:arrives"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		j, err := ParseJob(text)
		if err != nil {
			quoted(t, err, "job ")
			return
		}
		if again, err := ParseJob(j.String()); err != nil || again != j {
			t.Fatalf("%q is written as %q, which is read as %v: %v", text, j.String(), again, err)
		}
	})
}

// FuzzStream: a .tmcs file, of which a byte may be another one, is work that golden runs, or an error that names the file.
//
// Slow: golden copies the stream's memory and draws what the changed byte says, which may be thousands of instances in place of a triangle.
func FuzzStream(f *testing.F) {
	path := filepath.Join(f.TempDir(), "s.tmcs")
	w, err := Input{Scene: "one-triangle", Size: Size{8, 8}}.Load()
	if err != nil {
		f.Fatal(err)
	}
	good := w.Record([]uint64{5}, 0)
	f.Add(uint32(0), byte(0))
	f.Add(uint32(100), byte(1))
	f.Fuzz(func(t *testing.T, at uint32, flip byte) {
		s := *good
		segments := append(s.Segments[:0:0], s.Segments...)
		for i := range segments {
			n := uint32(len(segments[i].Data))
			if at < n {
				segments[i].Data = append([]byte(nil), segments[i].Data...)
				segments[i].Data[at] ^= flip
				break
			}
			at -= n
		}
		s.Segments = segments
		if err := os.WriteFile(path, s.Encode(), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := (Input{Scene: path}).Load(); err != nil {
			quoted(t, err, path+": ")
		}
	})
}
