package cosim

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

func vectorOf(t testing.TB, w, h int, names ...string) *Vector {
	im := &driver.Image{}
	for _, n := range names {
		s, err := scene.Load(n)
		require.NoError(t, err)
		_, err = im.Add(s, driver.Options{Width: w, Height: h})
		require.NoError(t, err)
	}
	v, err := NewVector(im)
	require.NoError(t, err)
	return v
}

func TestDev(t *testing.T) {
	for _, n := range []string{"teapot", "one-triangle", "blend", "clipped", "depth-d32f", "few-large", "instancing", "query", "six-draws", "stencil", "strips-fans", "textured-cube"} {
		if only := os.Getenv("ONLY"); only == "" && n == "teapot" || only != "" && only != n {
			continue
		}
		v := vectorOf(t, 64, 64, n)
		cfg := hw.DefaultConfig()
		switch os.Getenv("CFG") {
		case "least":
			for _, p := range cfg.Params() {
				if strings.HasSuffix(p.Key, ".depth") {
					require.NoError(t, p.Set(p.Min))
				}
			}
		case "stall":
			require.NoError(t, cfg.Set("stall.percent", "30"))
			require.NoError(t, cfg.Set("memory.latency", "150"))
			require.NoError(t, cfg.Set("memory.vary", "200"))
		}
		s := &Sweep{Config: cfg, Vector: v, Jobs: 2}
		t0 := time.Now()
		r, err := s.Run()
		if err != nil {
			fmt.Println(n, err)
			t.Fail()
			continue
		}
		fmt.Println(n, v.Traces[0].Stats, r.Cycles, r, "shared", r.Shared, time.Since(t0))
		if r.First != nil {
			fmt.Println("   ", r.First.Cycle, r.First.Err)
			t.Fail()
		}
	}
}
