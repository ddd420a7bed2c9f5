package wave_test

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/wave"
)

// record runs a triangle, cut in cycle 400, and records a window.
func record(t *testing.T, blocks []string, from, to uint64, sinks ...wave.Sink) *wave.Store {
	s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scenes(t, 16, 16, "one-triangle"), true)
	require.NoError(t, err)
	store := &wave.Store{}
	r, err := wave.NewRecorder(s.M.Domain, s.M.Config.Clock, blocks, from, to, append(sinks, store)...)
	require.NoError(t, err)
	require.NoError(t, s.Run(cosim.Plan{At: []uint64{400}}, r.Sample))
	require.NoError(t, r.Close())
	return store
}

// parse reads a dump with nothing but the standard in mind: changes by full name.
func parse(t *testing.T, dump string) map[string][]wave.Change {
	out, names, scope := map[string][]wave.Change{}, map[string]string{}, []string{}
	now, text := uint64(0), map[string]uint64{}
	lines := bufio.NewScanner(strings.NewReader(dump))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		switch {
		case f[0] == "$scope":
			scope = append(scope, f[2])
		case f[0] == "$upscope":
			scope = scope[:len(scope)-1]
		case f[0] == "$var":
			names[f[3]] = strings.Join(scope, ".") + "." + f[4]
		case f[0][0] == '$':
		case f[0][0] == '#':
			n, err := strconv.ParseUint(f[0][1:], 10, 64)
			require.NoError(t, err)
			require.True(t, n >= now, "time runs backwards")
			now = n
		default:
			value, id := f[0], ""
			if len(f) == 2 {
				id = f[1]
			} else {
				value, id = "b"+f[0][:1], f[0][1:]
			}
			x := wave.Unknown
			if value[0] == 's' {
				x = uint64(len(text))
				if old, ok := text[value]; ok {
					x = old
				}
				text[value] = x
			} else if value != "bx" {
				n, err := strconv.ParseUint(value[1:], 2, 64)
				require.NoError(t, err)
				x = n
			}
			require.Contains(t, names, id)
			out[names[id]] = append(out[names[id]], wave.Change{Cycle: now, Value: x})
		}
	}
	require.Empty(t, scope)
	return out
}

func TestDumpHasTheValuesOfTheStore(t *testing.T) {
	var b bytes.Buffer
	s := record(t, nil, 390, 600, wave.NewVCD(&b, false))
	got := parse(t, b.String())
	require.Contains(t, b.String(), "$timescale 1 ns $end")
	for i := range s.Signals {
		list := got[s.Signals[i].Path()]
		require.Len(t, list, len(s.Changes[i]), s.Signals[i].Path())
		for k, c := range s.Changes[i] {
			require.Equal(t, 2*c.Cycle, list[k].Cycle)
			if s.Signals[i].Width > 0 {
				require.Equal(t, c.Value, list[k].Value, s.Signals[i].Path())
			}
		}
	}
	require.Len(t, got["GPU.clock"], 2*int(s.To-s.From))
	require.Len(t, got["GPU.cycle"], int(s.To-s.From))
}

func TestNamesAsVectorsSpellTheSame(t *testing.T) {
	var b bytes.Buffer
	s := record(t, []string{"tg"}, 390, 500, wave.NewVCD(&b, true))
	require.NotContains(t, b.String(), "string")
	phase := s.Find("TG", "phase")
	var want []string
	for _, c := range s.Changes[phase] {
		bits := ""
		for _, r := range s.Name(c.Value) {
			bits += strconv.FormatInt(256+int64(r), 2)[1:]
		}
		want = append(want, "b"+strings.TrimLeft(bits, "0"))
	}
	for _, w := range want {
		require.Contains(t, b.String(), w+" ")
	}
}

func TestEveryPhaseAndEntryHasAName(t *testing.T) {
	s := record(t, nil, 0, 10_000)
	for i := range s.Signals {
		for _, c := range s.Changes[i] {
			if s.Signals[i].Width == 0 {
				require.NotContains(t, s.Name(c.Value), "?", s.Signals[i].Path())
				require.NotContains(t, s.Name(c.Value), " ")
				require.NotEmpty(t, s.Name(c.Value))
			}
		}
	}
}

func TestCaptionWritesNumbersAsAllDo(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, record(t, []string{"tg"}, 300, 1300).Text(&b, 1))
	require.Contains(t, b.String(), "cycles 300 to 1,299, 1,000 cycles a column\n")
}

func TestLongWindowsShareColumns(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, record(t, []string{"tg"}, 300, 700).Text(&b, 100))
	require.Contains(t, b.String(), "4 cycles a column")
	for _, line := range strings.Split(b.String(), "\n")[5:] {
		require.LessOrEqual(t, len(line), 40+100)
	}
	require.Contains(t, b.String(), "!")
	require.Contains(t, b.String(), "E")
}

func TestTimesFollowTheClock(t *testing.T) {
	for _, c := range []struct {
		mhz  int
		unit string
		at   string // half cycle 3
	}{{500, "1 ns", "3"}, {1000, "1 ps", "1500"}, {1, "1 ns", "1500"}, {333, "1 fs", "4504504"}, {100000, "1 ps", "15"}} {
		s := wave.NewTimescale(c.mhz)
		require.Equal(t, c.unit, s.Unit, c.mhz)
		require.Equal(t, c.at, s.At(3), c.mhz)
	}
}

func TestRecordingDoesNotChangeTheRun(t *testing.T) {
	s := record(t, nil, 0, 1<<40)
	require.Greater(t, s.To, uint64(500))
	asleep := s.Find("", "asleep")
	require.Greater(t, len(s.Changes[asleep]), 1, "the machine sleeps through some cycles")
}

func TestUnknownBlocksAreRefused(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	_, err = wave.NewRecorder(m.Domain, m.Config.Clock, []string{"tg", "zl9"}, 0, 10)
	require.ErrorContains(t, err, `unknown block "zl9"; the blocks are host, csp, dma, `)
	_, err = wave.NewRecorder(m.Domain, m.Config.Clock, nil, 10, 10)
	require.ErrorContains(t, err, "nothing to show")
}

// A machine may sleep through the first cycles of a window, or all of it.
func TestWindowsBeginWhenTheMachineWakes(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	var seen, unseen wave.Store
	rec, err := wave.NewRecorder(m.Domain, m.Config.Clock, nil, 50, 300, &seen)
	require.NoError(t, err)
	short, err := wave.NewRecorder(m.Domain, m.Config.Clock, nil, 50, 80, &unseen)
	require.NoError(t, err)
	require.EqualValues(t, 49, rec.Sample(0))
	require.EqualValues(t, 49, short.Sample(0))
	require.NoError(t, m.Run(10))
	m.Sleep(100)
	short.Sample(100)
	rec.Sample(100)
	require.NoError(t, m.Doorbell())
	for range 4 {
		require.NoError(t, m.Run(m.Cycle()+1))
		rec.Sample(m.Cycle())
	}
	require.NoError(t, rec.Close())
	require.NoError(t, short.Close())
	require.False(t, short.Started())
	require.True(t, rec.Started())
	require.EqualValues(t, 101, seen.From)
	require.Greater(t, seen.To, seen.From)
}

// What readers of dumps go by: a signal's name has no scope in it, and an activity fits its vector (--ascii), so that no character is cut off.
func TestNamesFitADump(t *testing.T) {
	s, err := cosim.NewSession(hw.DefaultConfig(), cosimtest.Scenes(t, 16, 16, "one-triangle"), true)
	require.NoError(t, err)
	for _, v := range s.M.Views() {
		require.LessOrEqual(t, len("STARVED:"+v.Name()), wave.MaxName, v.Name())
	}
	store := record(t, nil, 5, 10)
	require.GreaterOrEqual(t, store.Find("GPC[0]", "EUP_CANCEL_0"), 0, "a line of a cluster is in the cluster's scope")
	for _, x := range store.Signals {
		require.NotContains(t, x.Label, ".")
	}
}
