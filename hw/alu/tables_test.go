package alu

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write tables_gen.go")

// generate is the command that writes the tables anew.
const generate = "go test ./hw/alu -run TestTablesAreNotStale -update"

func TestTablesAreNotStale(t *testing.T) {
	want := tables(t)
	if *update {
		require.NoError(t, os.WriteFile("tables_gen.go", want, 0o644))
	}
	got, err := os.ReadFile("tables_gen.go")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), generate)
}

// tables writes the constants that the oracle gives.
func tables(t *testing.T) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated from tables_test.go by %q. DO NOT EDIT.\n\npackage alu\n\nvar (\n", generate)
	fmt.Fprintf(&b, "\tnaturalOf2 = %s // ln 2 in 2^-128\n", word(oracleLn2, 128))
	fmt.Fprintf(&b, "\tlog2OfE = %s // in 2^-127\n", word(over(floatOf(1), oracleLn2), 127))
	fmt.Fprintf(&b, "\tquarterPi = %s // π/4 in 2^-128\n)\n", word(over(newFloat().Set(oraclePi), floatOf(4)), 128))
	b.WriteString("\n// twoOverPi is 2/π: 64 zeros before the point, 320 bits after it.\nvar twoOverPi = [6]uint64{")
	for _, w := range wordsOfTwoOverPi() {
		fmt.Fprintf(&b, "0x%016x, ", w)
	}
	b.WriteString("}\n")

	table(&b, "exp2Coarse has 2^(i/128) in 2^-127.", "exp2Coarse", 128, 127, func(i int) *big.Float {
		return oracleExp2(floatOf(float64(i) / 128))
	})
	table(&b, "exp2Fine has 2^(i/16384) in 2^-127.", "exp2Fine", 128, 127, func(i int) *big.Float {
		return oracleExp2(floatOf(float64(i) / 16384))
	})
	table(&b, "log2Coarse has -log2 of the factor that belongs to i in 2^-118.", "log2Coarse", 128, logPoint, func(i int) *big.Float {
		return minusLog2(float64(logFactor(uint64(i), 7, 9)) / (1 << 9))
	})
	table(&b, "log2Fine has -log2 of the factor that belongs to i in 2^-118.", "log2Fine", fineFactors(), logPoint, func(i int) *big.Float {
		return minusLog2(float64(logFactor(uint64(i), 14, 16)) / (1 << 16))
	})
	table(&b, "sines has sin(i/256 · π/2) in 2^-127.", "sines", 257, 127, func(i int) *big.Float {
		return oracleSin(times(newFloat().Set(oraclePi), floatOf(float64(i)/512)))
	})
	out, err := format.Source(b.Bytes())
	require.NoError(t, err)
	return out
}

func table(b *bytes.Buffer, comment, name string, n, point int, entry func(int) *big.Float) {
	fmt.Fprintf(b, "\n// %s\nvar %s = [%d]wide{\n", comment, name, n)
	for i := range n {
		b.WriteString(word(entry(i), point)[len("wide"):])
		b.WriteString([]string{", ", ",\n"}[max(i%3-1, 0)])
	}
	b.WriteString("\n}\n")
}

// word writes x, which is not negative, in 2^-point, to the nearest.
func word(x *big.Float, point int) string {
	n := nearestInteger(new(big.Float).SetMantExp(x, point))
	return fmt.Sprintf("wide{0x%016x, 0x%016x}", new(big.Int).Rsh(n, 64), new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)))
}

func wordsOfTwoOverPi() (words [6]uint64) {
	q := new(big.Float).SetPrec(reduction).Quo(floatOf(2), oraclePi)
	n, _ := q.SetMantExp(q, 320).Int(nil)
	for i := range 5 {
		words[5-i] = new(big.Int).And(new(big.Int).Rsh(n, uint(64*i)), new(big.Int).SetUint64(1<<64-1)).Uint64()
	}
	return words
}

func minusLog2(x float64) *big.Float {
	log := oracleLog2(floatOf(x))
	if log.Sign() == 0 {
		return log
	}
	return log.Neg(log)
}

// fineFactors is how many factors there are for what the coarse ones leave of a mantissa.
func fineFactors() (n int) {
	for i := uint64(0); i < 128; i++ {
		largest := (i+1)<<16 + 128<<16 - 1 // of 23 bits after the point
		n = max(n, int((largest*logFactor(i, 7, 9)-1<<32)>>(32-14))+1)
	}
	return n
}
