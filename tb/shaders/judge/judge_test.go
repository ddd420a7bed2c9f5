package judge

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
	"tilemark/tb/shaders"
)

func of(p *shaders.Program) *Compute {
	c := &Compute{Entry: "main", Groups: p.Groups, Buffers: map[wgsl.Binding][]byte{}}
	for _, b := range p.Buffers {
		c.Buffers[wgsl.Binding{Binding: b.Binding}] = b.Contents
	}
	return c
}

func judge(t testing.TB, p *shaders.Program, lanes int) error {
	s, failed := front.Parse("random.wgsl", p.Source())
	require.Nil(t, failed)
	m, failed := s.Lower()
	if failed != nil {
		return failed
	}
	return of(p).Run(m, compiler.Options{Lanes: lanes})
}

func TestRandomShaders(t *testing.T) {
	from, to := uint64(0), uint64(100)
	if s := os.Getenv("SEEDS"); s != "" {
		n, _ := strconv.Atoi(s)
		to = uint64(n)
	}
	bad, refused := 0, 0
	for seed := from; seed < to; seed++ {
		p := shaders.New(seed, shaders.Options{Statements: []int{6, 20, 60, 120, 300}[seed%5], Half: seed%3 == 0})
		err := func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					if os.Getenv("STACK") != "" {
						panic(r)
					}
					err = &Difference{}
					t.Logf("seed %d PANIC %v", seed, r)
				}
			}()
			return judge(t, p, []int{0, 8, 16}[seed%3])
		}()
		if err != nil {
			if _, ok := err.(*Difference); ok {
				bad++
				t.Errorf("seed %d: %v", seed, err)
			} else {
				refused++
				t.Logf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d seeds, %d different, %d refused", to, bad, refused)
}
