package wgslvalid

import "testing"

const shader = `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = a[id.x] + 1u; // one
  a[id.x] = max(x, 3u);
}
`

func TestMutantsDifferAndAreTheSameEachTime(t *testing.T) {
	changed := map[string]bool{}
	for seed := range uint64(300) {
		m := Mutate(shader, seed)
		if m != Mutate(shader, seed) {
			t.Fatalf("seed %d gives two mutants", seed)
		}
		changed[m] = true
	}
	if len(changed) < 200 {
		t.Errorf("%d different mutants of 300", len(changed))
	}
}
