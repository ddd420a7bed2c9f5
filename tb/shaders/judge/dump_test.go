package judge

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/tb/shaders"
)

func TestDumpSeed(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("SEED"))
	if err != nil {
		t.Skip()
	}
	seed := uint64(n)
	p := shaders.New(seed, shaders.Options{Statements: []int{6, 20, 60, 120, 300}[seed%5], Half: seed%3 == 0})
	if os.Getenv("SHRINK") != "" {
		p = shaders.Shrink(p, func(p *shaders.Program) (bad bool) {
			s, e := front.Parse("random.wgsl", p.Source())
			if e != nil {
				return false
			}
			m, e := s.Lower()
			if e != nil {
				return false
			}
			_, bad = of(p).Run(m, compiler.Options{Lanes: []int{0, 8, 16}[seed%3]}).(*Difference)
			return bad
		})
		fmt.Println(p.Groups)
		fmt.Println(judge(t, p, []int{0, 8, 16}[seed%3]))
	}
	fmt.Println(p.Source())
	s, _ := front.Parse("random.wgsl", p.Source())
	m, _ := s.Lower()
	r, err := compiler.Module("x", m, compiler.Options{Lanes: []int{0, 8, 16}[seed%3]})
	fmt.Println(err)
	if err == nil {
		fmt.Println(r.LLIR)
		fmt.Println(r.Text)
	}
}

func TestWhySeed(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("SEED"))
	if err != nil {
		t.Skip()
	}
	seed := uint64(n)
	p := shaders.New(seed, shaders.Options{Statements: []int{6, 20, 60, 120, 300}[seed%5], Half: seed%3 == 0})
	s, _ := front.Parse("random.wgsl", p.Source())
	m, _ := s.Lower()
	c := of(p)
	a, e1 := c.reference(m)
	b, e2 := c.compiled(m, compiler.Options{Lanes: []int{0, 8, 16}[seed%3]})
	fmt.Println(e1, e2)
	for k := range a {
		fmt.Printf("%v init %x\n     ref  %x\n     comp %x\n", k, c.Buffers[k][:min(len(c.Buffers[k]), 200)], a[k][:min(len(a[k]), 200)], b[k][:min(len(a[k]), 200)])
	}
}
