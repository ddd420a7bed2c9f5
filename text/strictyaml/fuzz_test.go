package strictyaml

import (
	"testing"

	"tilemark/vectors"
	"tilemark/vectors/fuzztest"
)

// FuzzParse: a text is a tree, or one error with a place in it. A tree that is printed is read as the same one.
func FuzzParse(f *testing.F) {
	fuzztest.Texts(f, vectors.Directed, "directed/*.yaml", 200)
	for _, text := range []string{
		"", "# nothing\n", "a: 1\nb: [1, 2.5, .inf, 0x10, 1e3]\nc: {d: true, e: null}\n", "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n",
		"a: |\n  one\n  two\nb: >-\n  three\n", "a: \"\\x41\\u00e9\\n\"\nb: 'it''s'\n", "- 1\n- [2]\n", "a: 1\na: 2\n", "a: 1\n---\nb: 2\n", "\ufeffa: ä\n",
		"a: {b: [{c: [{d: [}]}]}\n", "a: !!int 1\n", "? [a]\n: b\n", "a: *b\n", "\ta: 1\n", "a: 'x\n", "a: -.nan\n", "'': 1\n", "{a: 1, b: }\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var n *Node
		var err error
		fuzztest.Within(t, 4<<20, 1<<13, len(data), func() { n, err = Parse(data, "a tree") })
		if err != nil {
			fuzztest.Placed(t, data, err)
			return
		}
		if values(n) > 10000 { // aliases of aliases
			return
		}
		text := n.Print()
		back, err := Parse([]byte(text), "a tree")
		if err != nil {
			t.Fatalf("%q is printed as %q, which is refused: %v", data, text, err)
		}
		if !alike(n, back) {
			t.Fatalf("%q is printed as %q, which is read as %q", data, text, back.Print())
		}
	})
}

// values counts those of a tree, each time that an alias stands for them.
func values(n *Node) int {
	count := 1
	for _, v := range n.Items {
		if count += values(v); count > 1<<20 {
			return count
		}
	}
	for _, e := range n.Entries {
		if count += values(e.Value); count > 1<<20 {
			return count
		}
	}
	return count
}

// alike tells whether two trees say the same, wherever it stands.
func alike(a, b *Node) bool {
	if a.Kind != b.Kind || len(a.Items) != len(b.Items) || len(a.Entries) != len(b.Entries) {
		return false
	}
	if a.Scalar() && a.Text != b.Text {
		return false
	}
	for i := range a.Items {
		if !alike(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Entries {
		if a.Entries[i].Key != b.Entries[i].Key || !alike(a.Entries[i].Value, b.Entries[i].Value) {
			return false
		}
	}
	return true
}

// FuzzParsePlain: a text that tables may have is the same tree elsewhere, with offsets of its places; others have one error with a place in it.
func FuzzParsePlain(f *testing.F) {
	for _, text := range []string{
		"block: TST\nid: 3\nregisters:\n  - name: A\n    fields: [{name: B, bits: \"7:4\", type: uint}]\n", "a: {b: [1, -0x2, 3.5], c: ~}\n",
		"a: |\n  one\n\n  two\nb: >-\n  three\n  four\n", "a: 'it''s'\nb: \"x\\u00e9\\n\"\n", "- a\n- - b\n", "a: b # c\n", "a:\tb\n", "a: &x 1\n", "\ufeffä: ü\r\n", "? a\n", "a: 1\n---\n", "a: [\n", "# x",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		var err error
		fuzztest.Within(t, 1<<18, 1<<13, len(text), func() { _, err = ParsePlain([]byte(text), "a table") })
		if err != nil {
			fuzztest.Placed(t, []byte(text), err)
			return
		}
		plainIsAPart(t, text)
	})
}
