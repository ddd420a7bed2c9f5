package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilemark/compiler/front"
)

// parsed is a shader that naga takes.
func parsed(t *testing.T, source string) *front.Shader {
	t.Helper()
	s, failed := front.Parse("shader", source)
	if failed != nil {
		t.Fatalf("%s: %v", source, failed)
	}
	return s
}

// entry is a shader of a file of testdata, and the errors that are expected of it.
type entry struct {
	source string
	want   []string
}

// entries reads a file: each shader is a line, and the lines after it that are indented are its errors, LINE:COLUMN: TEXT.
func entries(t *testing.T, file string) (out []entry) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if e, is := strings.CutPrefix(line, "    "); is {
			out[len(out)-1].want = append(out[len(out)-1].want, e)
		} else if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, entry{source: line})
		}
	}
	return out
}

func errorsOf(r *Result) (out []string) {
	for _, e := range r.Errors {
		out = append(out, fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text))
	}
	return out
}

func TestShaders(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			for _, e := range entries(t, file) {
				got := errorsOf(Check(parsed(t, e.source)))
				if strings.Join(got, "\n") != strings.Join(e.want, "\n") {
					t.Errorf("%s\n got: %s\nwant: %s", e.source, strings.Join(got, "\n      "), strings.Join(e.want, "\n      "))
				}
			}
		})
	}
}

func TestWhatIsNotSupportedIsNotCalledWrong(t *testing.T) {
	for _, source := range []string{"enable subgroups; fn f() { let x = subgroupAdd(1); }", "@group(0) @binding(0) var a: binding_array<texture_2d<f32>, 4>;",
		"fn f() { let a = 1lu; }", "requires subgroup_id;", "var<push_constant> a: i32;", "@fragment fn f(@builtin(primitive_index) i: u32) {}"} {
		r := Check(parsed(t, source))
		if len(r.Errors) == 0 {
			t.Errorf("%s: no error", source)
		}
		for _, e := range r.Errors {
			if !e.Unsupported {
				t.Errorf("%s: %v is not of what is unsupported", source, e)
			}
		}
	}
}

func TestTypesAndValuesOfExpressions(t *testing.T) {
	r := Check(parsed(t, "const a = vec2(1, 2.5) * 2; var<private> v: vec2f = a;"))
	if !r.Valid() || len(r.Module.Decls) != 2 {
		t.Fatal(errorsOf(r))
	}
	shown := map[string]bool{}
	for e, typ := range r.Types {
		shown[fmt.Sprintf("%v %s %s", e.At(), typ, r.Values[e])] = true
	}
	for _, want := range []string{"{1 11} vec2<abstract-float> vec2<abstract-float>(...)", "{1 19} abstract-float 2.5", "{1 53} vec2<abstract-float> vec2<abstract-float>(...)", "{1 45} vec2<f32> ?"} {
		if !shown[want] {
			t.Errorf("%q is not in %v", want, shown)
		}
	}
}

// FuzzCheck: whatever naga parses is checked, with the same result each time; each error has a place in the text, and none is one of the checker itself.
func FuzzCheck(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for _, line := range strings.Split(string(text), "\n") {
			if line != "" && line[0] != ' ' && line[0] != '#' {
				f.Add(line)
			}
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, failed := front.Parse("fuzz", source)
		if failed != nil {
			return
		}
		r := Check(s)
		lines := strings.Split(source, "\n")
		for _, e := range r.Errors {
			if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len(lines[e.Line-1])+1 || strings.Contains(e.Text, "the checker failed") {
				t.Errorf("%v", e)
			}
		}
		if a, b := errorsOf(r), errorsOf(Check(s)); strings.Join(a, "\n") != strings.Join(b, "\n") {
			t.Errorf("%q, and again %q", a, b)
		}
	})
}
