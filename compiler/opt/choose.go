package opt

import "tilemark/compiler/llir"

// Limits of what is computed whether it is needed or not, in place of a branch: instructions of both sides, and results.
const (
	mostHoisted = 8
	mostChosen  = 4
)

// chooseResults makes selects of ifs whose sides only compute a little.
func chooseResults(k *llir.Kernel) bool {
	c := chooser{k: k}
	c.region(k.Body)
	return c.changed
}

type chooser struct {
	k       *llir.Kernel
	changed bool
}

func (c *chooser) region(r *llir.Region) {
	var code []*llir.Instr
	for _, i := range r.Code {
		for _, b := range i.Bodies {
			c.region(b)
		}
		if !worthChoosing(i) {
			code = append(code, i)
			continue
		}
		c.changed = true
		accept, reject := i.Bodies[0].Code, i.Bodies[1].Code
		code = append(code, accept[:len(accept)-1]...)
		code = append(code, reject[:len(reject)-1]...)
		x, y := accept[len(accept)-1].Args, reject[len(reject)-1].Args
		for n, v := range i.Results {
			code = append(code, &llir.Instr{Op: llir.Select, Type: c.k.TypeOf(v), Args: []llir.Value{i.Args[0], x[n], y[n]}, Results: []llir.Value{v}})
		}
	}
	r.Code = code
}

// worthChoosing tells whether both sides of an if may be executed: they end with its results, and compute with what takes no longer than a branch.
func worthChoosing(i *llir.Instr) bool {
	if i.Op != llir.If || len(i.Results) == 0 || len(i.Results) > mostChosen {
		return false
	}
	count := 0
	for _, b := range i.Bodies {
		for n, x := range b.Code {
			if last := n == len(b.Code)-1; last && x.Op != llir.Yield || !last && !cheap(x) {
				return false
			}
			count++
		}
	}
	return count-2 <= mostHoisted
}

// cheap tells whether an instruction has no effect and is one of the fast ones.
func cheap(i *llir.Instr) bool {
	switch i.Op {
	case llir.Div, llir.Rem, llir.Rcp, llir.Sqrt, llir.Rsqrt, llir.Exp2, llir.Log2, llir.Sin, llir.Cos, llir.LoadConstant:
		return false
	}
	return i.Op.Pure()
}
