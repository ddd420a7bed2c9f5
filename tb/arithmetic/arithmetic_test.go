package arithmetic

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

func TestBothImplementationsAgree(t *testing.T) {
	for _, c := range All() {
		t.Run(c.Function+" "+c.Type, func(t *testing.T) {
			if d := c.Run(20_000, nil); d != nil {
				t.Error(d)
			}
		})
	}
}

// wrong returns a comparison of two sources that differs where both have a value or more.
func wrong(from uint64) *Comparison {
	sum := func(s *patterns) [2]uint64 { return [2]uint64{s[0] + s[1]} }
	return &Comparison{
		Function: "add", Type: "hf", sources: repeated(half)[:2], results: []uint{16}, whole: true, golden: sum,
		machine: func(s *patterns) [2]uint64 {
			r := sum(s)
			if s[0] >= from && s[1] >= from {
				r[0]++
			}
			return r
		},
	}
}

func TestTheFirstDifferenceIsFound(t *testing.T) {
	var tried atomic.Uint64
	c := wrong(0x0103)
	d := c.Run(0, func(n uint64) { tried.Add(n) })
	require.NotNil(t, d)
	require.Equal(t, "add hf of 0x0103, 0x0103: machine 0x0207, golden 0x0206", d.String())
	require.Less(t, tried.Load(), c.Tuples(0))
	require.Equal(t, uint64(1<<32), c.Tuples(0))
}

func TestRandomTuplesAreTheSameEveryTime(t *testing.T) {
	first := wrong(0x7b00).Run(100_000, nil)
	require.NotNil(t, first)
	for range 5 {
		require.Equal(t, first.String(), wrong(0x7b00).Run(100_000, nil).String())
	}
}

func TestAllTuplesAreTried(t *testing.T) {
	var seen [1 << 16]atomic.Uint32
	c := &Comparison{
		Function: "mark", Type: "ub", sources: repeated(integer(8))[:2], results: []uint{8},
		machine: func(s *patterns) [2]uint64 { seen[s[0]<<8|s[1]].Add(1); return [2]uint64{} },
		golden:  func(*patterns) [2]uint64 { return [2]uint64{} },
	}
	require.Nil(t, c.Run(7, nil))
	for i := range seen {
		require.Equal(t, uint32(1), seen[i].Load(), i)
	}
}

// Quotients that should be hard lie within some 2^-21 of a unit in the last place from a middle.
func TestHardQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		s := patterns{r.Uint64()&0x7fffff | 0x3f800000, r.Uint64()&0x7fffff | 0x3f800000}
		hardQuotient(&s)
		q := new(big.Rat).Quo(new(big.Rat).SetFloat64(float64(value(s[0]))), new(big.Rat).SetFloat64(float64(value(s[1]))))
		unit := int64(1 << 23)
		if q.Cmp(big.NewRat(1, 1)) < 0 {
			unit <<= 1
		}
		q.Mul(q, big.NewRat(2*unit, 1)) // in half units: an odd number is a middle
		whole := new(big.Int).Div(q.Num(), q.Denom())
		if whole.Bit(0) == 0 {
			whole.Add(whole, big.NewInt(1))
		}
		q.Sub(q, new(big.Rat).SetInt(whole))
		distance, _ := q.Abs(q).Float64()
		require.Less(t, distance, 0x1p-20)
	}
}

// Each operation of the tables that computes something is compared: one that is new has a row here.
func TestNoOperationIsLeftOut(t *testing.T) {
	compared := map[string]bool{"mov": true, "sel": true, "cmp": true, "and": true, "or": true, "xor": true, "not": true} // no arithmetic, or under its kinds
	for _, c := range All() {
		compared[strings.Split(c.Function, ".")[0]] = true
	}
	for _, op := range isa.Operations {
		if op.Format == isa.FormatNative && op.Allows&isa.AllowsSpecial == 0 && !compared[op.Name] {
			t.Errorf("%s is not compared", op.Name)
		}
	}
}

// What the machine has is compared: a function that is new in hw/alu is named here, too.
func TestNoFunctionIsLeftOut(t *testing.T) {
	var text strings.Builder
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, path := range files {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		text.Write(b)
	}
	sources, err := filepath.Glob("../../hw/alu/*.go")
	require.NoError(t, err)
	functions := 0
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		for _, d := range f.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Name.Name == "Extend" { // of sources, before an operation
				continue
			}
			functions++
			qualifier := "alu."
			if f.Recv != nil {
				qualifier = "t."
			}
			require.Regexp(t, `\b`+qualifier+f.Name.Name+`\b`, text.String())
		}
	}
	require.Greater(t, functions, 80)
}
