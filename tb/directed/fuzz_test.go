package directed

import (
	"testing"

	"tilemark/text/strictyaml"
	"tilemark/vectors"
	"tilemark/vectors/fuzztest"
)

// FuzzVector: a directed vector is read, the same each time and when its tree is printed, or is an error with line and column. One with small scenes of its
// own is laid out in memory and drawn by golden.
func FuzzVector(f *testing.F) {
	fuzztest.Texts(f, vectors.Directed, "directed/*.yaml", 260)
	for _, text := range []string{
		"covers: x\nsize: [8, 8]\ncontexts:\n  - scene: {meshes: [{name: m, positions: [[-1,-1,0],[1,-1,0],[0,1,0]]}], draws: [{mesh: m, clip_space: true}]}\n    wait: true\n    poke: [{in: buffer, dword: 3, value: 7}]\n",
		"covers: x\ncontexts: [{scene: one-triangle, waits_for: 1}, {scene: blend, in_turn_with: 0, odd: true}]\nat_least: {cuts: 1}\naims: [{at: x}]\n",
		"covers: x\ncontexts: [{scene: one-triangle, priority: 3, arrives: 9, after: 1}, {scene: blend, empty: true}]\ndriver: {policy: round-robin, slice: 100, depth: 2}\npaging: {frames: 20, latency: 5, steal: 9}\nends: [0, 1]\n",
		"covers: x\ncontexts: [{scene: one-triangle, hold_back: all}]\nsteps: [{state: [TSU], full: [TG_FIFO], do: tail, after: 3}, {cycle: 5, do: poke, poke: {in: ring, dword: 1, value: 2}}]\nstatus: [idle]\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		v, err := Parse(data)
		if err != nil {
			fuzztest.Placed(t, data, err)
			return
		}
		again, err := Parse(data)
		if err != nil {
			t.Fatalf("%q is refused for the second time: %v", data, err)
		}
		fuzztest.Equal(t, v, again, data)
		tree, err := strictyaml.Parse(data, "a vector")
		if err != nil {
			t.Fatal(err)
		}
		printed, err := Parse([]byte(tree.Print()))
		if err != nil {
			t.Fatalf("%q is printed as %q, which is refused: %v", data, tree.Print(), err)
		}
		if len(printed.Contexts) != len(v.Contexts) || len(printed.Steps) != len(v.Steps) || len(printed.Aims) != len(v.Aims) || printed.Covers != v.Covers {
			t.Fatalf("%q is printed as %q, which is another vector", data, tree.Print())
		}
		if isSmall(v) {
			draw(t, v, data)
		}
	})
}

// isSmall tells whether a vector is drawn soon: its scenes are its own, and small.
func isSmall(v *Vector) bool {
	for i := range v.Contexts {
		c := &v.Contexts[i]
		s := c.Scene.Inline
		if s == nil || s.Triangles() > 32 || c.RingSize > 1000 || c.RingStart > 1000 {
			return false
		}
		for k := range s.Meshes {
			if len(s.Meshes[k].Vertices) > 300 {
				return false
			}
		}
		for k := range s.Textures {
			if len(s.Textures[k].Pix) > 4096 {
				return false
			}
		}
	}
	return len(v.Contexts) <= 2 && v.Size[0]*v.Size[1] <= 256
}

// draw wants golden to run what the driver writes for a vector. Pokes may spoil what they hit, and then golden says where that stops.
func draw(t testing.TB, v *Vector, data []byte) {
	t.Helper()
	im, _, err := v.layOut()
	if err != nil {
		return
	}
	cv, err := v.run(im)
	if err != nil {
		return // a poke outside of what it may hit, or into the instances of a draw
	}
	for i, trace := range cv.Traces {
		if trace.Stopped != nil && len(v.Contexts[i].Poke) == 0 {
			t.Fatalf("the driver's commands for %q are refused: %v", data, trace.Stopped)
		}
	}
}
