package judge

import (
	"os"
	"strconv"
	"testing"

	"tilemark/tb/shaders"
)

func TestOneSeed(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("SEED"))
	if err != nil {
		t.Skip()
	}
	seed := uint64(n)
	p := shaders.New(seed, shaders.Options{Statements: []int{6, 20, 60, 120, 300}[seed%5], Half: seed%3 == 0})
	t.Log(judge(t, p, []int{0, 8, 16}[seed%3]))
}
