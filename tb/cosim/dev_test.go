package cosim

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

func TestRunDev(t *testing.T) {
	name := os.Getenv("SCENE")
	if name == "" {
		t.Skip()
	}
	w, _ := strconv.Atoi(os.Getenv("W"))
	h, _ := strconv.Atoi(os.Getenv("H"))
	every, _ := strconv.Atoi(os.Getenv("EVERY"))
	v := vectorOf(t, w, h, name)
	s, err := NewSession(hw.DefaultConfig(), v, os.Getenv("NOMON") == "")
	require.NoError(t, err)
	t0 := time.Now()
	if s.Mon == nil {
		err = s.Finish()
	} else {
		err = s.Run(Plan{Every: uint64(every)}, nil)
	}
	d := time.Since(t0)
	fmt.Println(v.Traces[0].Stats, "cycles", s.M.Cycle(), "eval", s.M.Evaluated(), d, float64(s.M.Evaluated())/d.Seconds()/1e6, "Mc/s", err)
	if s.Mon != nil {
		fmt.Println("cuts", s.Mon.s.Cuts, "resumes", s.Mon.s.Resumes)
	}
	for _, b := range s.M.Blocks() {
		a := s.M.Account(b)
		fmt.Println(b.Name(), "busy", a.Busy, "idle", a.Idle, "wait", a.Waiting, a.Starved, a.Blocked)
	}
	require.NoError(t, err)
}
