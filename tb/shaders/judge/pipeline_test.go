package judge

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/hw/isa/nos"
	"tilemark/tb/shaders"
)

// pipeline is the shader of a seed, and how it runs.
func pipeline(seed uint64) (*shaders.Program, *Pipeline) {
	o := shaders.Options{Statements: []int{6, 20, 40, 80, 160}[seed%5], Half: seed%3 == 0, Pipeline: true, Vertex: seed%4 == 3, Fragment: seed%4 != 3}
	c := &Pipeline{Lanes: []int{8, 16, 32}[seed/2%3], Items: nos.All, State: seed, Seed: seed}
	switch seed % 7 {
	case 0:
		c.Items = 0
	case 1, 2:
		c.Items = nos.All & uint16(seed*0x9e37>>3)
	}
	return shaders.New(seed, o), c
}

func areUnequal(err error) bool {
	u := Unequal("")
	return errors.As(err, &u)
}

// Random fragment and vertex shaders, patched for a state and compiled for it, give what the reference model says, and write the same memory.
func TestRandomPipelineShaders(t *testing.T) {
	n := *seeds
	if n == 0 {
		n = 60
		if testing.Short() {
			n = 20
		}
	}
	refused := 0
	for seed := *first; seed < *first+n; seed++ {
		p, c := pipeline(seed)
		err := c.Run(p)
		require.False(t, areUnequal(err) || failed(err), "-seed %d: %v", seed, err)
		if err != nil {
			refused++
			t.Logf("-seed %d: %v", seed, err)
		}
	}
	require.LessOrEqual(t, refused, int(1+n/20), "shaders that were not compiled")
}

func TestOnePipelineSeed(t *testing.T) {
	if *seed < 0 {
		t.Skip("no -seed")
	}
	p, c := pipeline(uint64(*seed))
	if err := c.Run(p); !areUnequal(err) {
		require.NoError(t, err)
		return
	}
	p = shaders.Shrink(p, func(p *shaders.Program) bool { return areUnequal(c.Run(p)) })
	r, err := compiler.Compile("random.wgsl", p.Source(), compiler.Options{Lanes: c.Lanes, State: compiler.State{Items: c.Items}})
	require.NoError(t, err)
	t.Fatalf("%v\n%+v, %+v\n%s\n%v\n%s", c.Run(p), *c, Random(c.State), p.Source(), r.LLIR, r.Text)
}
