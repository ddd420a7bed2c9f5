package perfetto_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/perfetto"
)

// fields splits a message: numbers and, for nested ones, bytes.
func fields(t *testing.T, b []byte, each func(field, n uint64, body []byte)) {
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		require.Positive(t, n)
		b = b[n:]
		switch key & 7 {
		case 0:
			v, n := binary.Uvarint(b)
			require.Positive(t, n)
			b = b[n:]
			each(key>>3, v, nil)
		case 1:
			each(key>>3, binary.LittleEndian.Uint64(b), nil)
			b = b[8:]
		case 2:
			size, n := binary.Uvarint(b)
			require.Positive(t, n)
			each(key>>3, 0, b[n:n+int(size)])
			b = b[n+int(size):]
		default:
			t.Fatalf("wire type %d", key&7)
		}
	}
}

// slice is one that was opened.
type slice struct {
	name, track string
	from, flow  uint64
}

// read checks the trace's order and nesting and returns its slices and counters' names.
func read(t *testing.T, trace []byte) (slices []slice, counters map[string]int) {
	tracks, names, open, counters := map[uint64]string{}, map[uint64]string{}, map[uint64]int{}, map[string]int{}
	fields(t, trace, func(_, _ uint64, packet []byte) {
		var time uint64
		var event []byte
		fields(t, packet, func(field, n uint64, body []byte) {
			switch field {
			case 8:
				time = n
			case 11:
				event = body
			case 12:
				fields(t, body, func(_, _ uint64, entry []byte) {
					var iid uint64
					fields(t, entry, func(field, n uint64, body []byte) {
						if field == 1 {
							iid = n
						} else {
							names[iid] = string(body)
						}
					})
				})
			case 60:
				var uuid uint64
				fields(t, body, func(field, n uint64, body []byte) {
					if field == 1 {
						uuid = n
						tracks[uuid] = ""
					} else if field == 2 {
						tracks[uuid] = string(body)
					}
				})
			}
		})
		if event == nil {
			return
		}
		s, kind, track := slice{from: time}, uint64(0), uint64(0)
		fields(t, event, func(field, n uint64, _ []byte) {
			switch field {
			case 9:
				kind = n
			case 10:
				s.name = names[n]
			case 11:
				track = n
			case 47:
				s.flow = n
			}
		})
		require.Contains(t, tracks, track)
		s.track = tracks[track]
		switch kind {
		case 1:
			require.NotEmpty(t, s.name)
			slices = append(slices, s)
			open[track]++
		case 2:
			open[track]--
			require.GreaterOrEqual(t, open[track], 0, s.track)
		case 4:
			counters[s.track]++
		}
	})
	for track, n := range open {
		require.Zero(t, n, tracks[track])
	}
	return slices, counters
}

// trace runs a triangle, cut in cycle 400.
func trace(t *testing.T, from, to uint64) ([]slice, map[string]int) {
	v := cosimtest.Scenes(t, 16, 16, "one-triangle")
	s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	var b bytes.Buffer
	look, err := perfetto.New(s.M, &b, []uint32{v.Image.Contexts[0].Header}, from, to)
	require.NoError(t, err)
	require.NoError(t, s.Run(cosim.Plan{At: []uint64{400}}, look.Sample))
	require.NoError(t, look.Close())
	return read(t, b.Bytes())
}

func TestACutIsAFlowFromTheLineToResumed(t *testing.T) {
	slices, counters := trace(t, 0, 1<<40)
	var steps []string
	last := map[string]uint64{}
	for _, s := range slices {
		if s.flow == 1 {
			steps = append(steps, s.name)
			last[s.name] = s.from
		}
	}
	require.Equal(t, "INT context 0", steps[0])
	require.Equal(t, "RESUMED context 0", steps[len(steps)-1])
	for _, name := range []string{"CSP_FIFO", "VERTEX", "TSU_FIFO", "TG_FIFO", "PS_FIFO", "WB_FIFO"} {
		require.Contains(t, steps, "INT_END in "+name)
	}
	require.Contains(t, steps, "TG_INT in TG_FIFO")
	require.Less(t, last["INT context 0"], last["INT_END in CSP_FIFO"])
	require.Less(t, last["INT_END in WB_FIFO"], last["drained"])
	require.Less(t, last["drained"], last["saved"])
	require.Less(t, last["saved"], last["RESUMED context 0"])
	require.Positive(t, counters["SG_TG"])
	require.Greater(t, len(counters), 40)
}

func TestContextsAndBlocksAreSlices(t *testing.T) {
	slices, _ := trace(t, 0, 1<<40)
	seen := map[string]bool{}
	for _, s := range slices {
		seen[s.track+": "+s.name] = true
		require.Zero(t, s.from%2, "500 MHz: a cycle has 2 ns")
	}
	for _, want := range []string{
		"context slot 0: context 0", "context slot 0: run", "context slot 0: drain", "context slot 0: save", "context slot 0: restore",
		"context slot 0: skip", "TG: busy", "TG: starved by SG_TG",
	} {
		require.Contains(t, seen, want)
	}
}

func TestAWindowShowsOnlyItsBlocks(t *testing.T) {
	slices, _ := trace(t, 395, 420)
	for _, s := range slices {
		if !strings.HasPrefix(s.track, "context") {
			require.GreaterOrEqual(t, s.from, uint64(2*395), s.track)
		}
		require.Less(t, s.from, uint64(2*420))
	}
}

func TestEmptyWindowsAreRefused(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	_, err = perfetto.New(m, &bytes.Buffer{}, nil, 10, 10)
	require.ErrorContains(t, err, "nothing to show")
	_, err = perfetto.New(m, &bytes.Buffer{}, nil, 0, 1)
	require.ErrorContains(t, err, "cycle 1 is the first")
}
