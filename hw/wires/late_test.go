package wires

import (
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"
)

// quiet is a block that does nothing.
type quiet struct{ BlockBase }

func (*quiet) Tick(uint64) Activity { return Busy }
func (*quiet) Line() string         { return "" }
func (*quiet) Parts() (any, any)    { return nil, &struct{}{} }

// An entry that comes a cycle later than latency and stalls allow is noticed by the guard of its connection.
func TestGuardsNoticeAnEntryThatIsACycleLate(t *testing.T) {
	for _, stall := range []Stall{{}, {Percent: 100, Max: 1}, {Max: 9}} {
		for late := range uint64(2) {
			d := NewDomain(1*sim.GHz, 1)
			from, to := &quiet{NewBlockBase("From")}, &quiet{NewBlockBase("To")}
			d.Add(from)
			d.Add(to)
			var out Out[uint64]
			var in In[uint64]
			Attach(from, &out, "Out")
			Attach(to, &in, "In")
			f, err := Join("F", LinkConfig{Depth: 4, Width: 1, Latency: 3, Stall: stall}, &out, &in)
			require.NoError(t, err)
			d.Guard()
			require.NoError(t, d.Run(5))
			out.Put(1)
			require.NoError(t, d.Run(6))
			f.link.stamps[0] += late
			err = d.Run(30)
			require.Equal(t, late > 0, err != nil, "%d cycles late, stalls %+v: %v", late, stall, err)
		}
	}
}
