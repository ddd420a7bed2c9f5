package figures

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/driver"
	"tilemark/tb/kernels"
)

// long says how many cycles kernels of vertices and pixels loop before they do what they are for.
type long struct{ vertex, pixel int }

// options are those of contexts with such kernels and a target of a size.
func (l long) options(t testing.TB, size int) driver.Options {
	t.Helper()
	o := driver.Options{Width: size, Height: size}
	for name, k := range map[string]struct {
		to     **kernel.Kernel
		cycles int
	}{"vertex": {&o.VertexKernel, l.vertex}, "pixel": {&o.PixelKernel, l.pixel}} {
		var err error
		*k.to, err = kernels.Long(name, k.cycles)
		require.NoError(t, err)
	}
	return o
}

// machines are configurations by name: the default one, the least depths, and slow connections and memory.
func machines(t testing.TB) map[string]hw.Config {
	return map[string]hw.Config{
		"default": hw.DefaultConfig(),
		"least":   configured(t, hw.AllDepths, "least"),
		"stalls":  configured(t, "stall.percent", 30, "memory.latency", 150, "memory.vary", 200),
	}
}

// configured is the default machine with parameters set: key, value, key, value.
func configured(t testing.TB, pairs ...any) hw.Config {
	c := hw.DefaultConfig()
	for i := 0; i < len(pairs); i += 2 {
		require.NoError(t, c.Set(pairs[i].(string), fmt.Sprint(pairs[i+1])))
	}
	return c
}
