package cover

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
)

func newSpace(t *testing.T) *Space {
	sp, err := New()
	require.NoError(t, err)
	return sp
}

// play runs a directed vector and returns what it hits.
func play(t *testing.T, sp *Space, name, place string) *Counts {
	v, err := directed.Load(name)
	require.NoError(t, err)
	v.At(place)
	var p *Sampler
	_, _, err = v.Play(func(s *cosim.Session) { p = Attach(s, sp) })
	require.NoError(t, err)
	return p.Counts()
}

// hits tells how often a bin is hit, which must exist.
func hits(t *testing.T, c *Counts, bin string) uint64 {
	i, ok := c.sp.index[bin]
	require.True(t, ok, "no bin %s", bin)
	return c.Hits[i]
}

func TestSpaceIsWellFormed(t *testing.T) {
	sp := newSpace(t)
	wellFormed(t, sp)
	again := newSpace(t)
	require.Equal(t, sp.names, again.names, "names and their order do not change")
}

func wellFormed(t *testing.T, sp *Space) {
	groups := map[string]bool{}
	for _, g := range sp.Groups() {
		require.False(t, groups[g.Name], g.Name)
		groups[g.Name] = true
		require.NotContains(t, g.Name, "/")
		require.NotZero(t, g.Len(), g.Name)
		require.Regexp(t, `^[A-Z].*\.$`, g.About)
		for i := range g.Len() {
			require.True(t, strings.HasPrefix(sp.Name(g.Bin(i)), g.Name+"/"))
		}
	}
	require.Len(t, sp.index, sp.Len(), "each bin has a name of its own")
}

func TestExclusionsHaveReasonsAndBins(t *testing.T) {
	sp := newSpace(t)
	require.ErrorContains(t, sp.exclude([]exclusion{{Bins: []string{"states/TG.phase LEFT"}}}), "without a reason")
	require.ErrorContains(t, sp.exclude([]exclusion{{Bins: []string{"states/TG.phase GONE"}, Why: "a joke"}}), "no bin is called that")
	require.NoError(t, sp.exclude([]exclusion{{Bins: []string{"states/TG.phase *"}, Why: "a joke"}}))
	c := play(t, sp, "first-tile-of-draw", "tg")
	require.ErrorContains(t, c.Check(), "excluded bins are hit; the first is states/TG.phase NORMAL: a joke")
}

func TestACutIsSeen(t *testing.T) {
	sp := newSpace(t)
	for place, never := range map[string]string{"tg": "states/ZL1.phase END", "zl1": "states/TG.phase SEND_INT"} {
		c := play(t, sp, "first-tile-of-draw", place)
		require.NoError(t, c.Check())
		for _, bin := range []string{
			"states/TSU.phase DISCARD_EUP", "moves/ASU.phase NORMAL > DISCARD", "tokens/CSP_FIFO INT_END fills it", "tokens/AFIFO INT_END between",
			"tokens/CSP_FIFO STATE waits",
		} {
			require.NotZero(t, hits(t, c, bin), "%s at %s", bin, place)
		}
		require.Zero(t, hits(t, c, never))
	}
}

func TestRestoresAreSeen(t *testing.T) {
	sp := newSpace(t)
	c := play(t, sp, "every-register-restored", "tg")
	require.NoError(t, c.Check())
	for _, bin := range []string{
		"events/resumed", "stops/left by cpu", "nesting/1 cut", "causes/cpu: EUP waits", "runs/break point tg", "configuration/break_point tg", "fill/TG_FIFO empty",
		"registers/SG_TG.TARGET_SIZE", "restored/PS.COLOR_FORMAT.VALUE RGBA8",
	} {
		require.NotZero(t, hits(t, c, bin), bin)
	}
}

func TestIDsAreClassified(t *testing.T) {
	event := func(k golden.Kind, instance, primitive, tile uint32) golden.Event {
		return golden.Event{Kind: k, Cursor: golden.Cursor{Instance: instance, Primitive: primitive, Tile: tile}}
	}
	got := classify([]golden.Event{
		event(golden.KindDraw, 0, 0, 0),
		event(golden.KindTriangle, 0, 0, 0), event(golden.KindTile, 0, 0, 1), event(golden.KindTile, 0, 0, 2), event(golden.KindTile, 0, 0, 3),
		event(golden.KindTriangle, 0, 2, 0),
		event(golden.KindTriangle, 1, 0, 0), event(golden.KindTile, 1, 0, 1),
		event(golden.KindEndDraw, 0, 0, 0),
	})
	require.Equal(t, []ids{
		{}, {},
		{idFirst, idFirst, idOnly, idNone}, {idFirst, idFirst, idOnly, idFirst}, {idFirst, idFirst, idOnly, idMiddle}, {idFirst, idFirst, idOnly, idLast},
		{idFirst, idLast, idOnly, idNone},
		{idLast, idOnly, idOnly, idNone}, {idLast, idOnly, idOnly, idOnly},
		{},
	}, got)
}

func TestCounterGivesEveryBin(t *testing.T) {
	sp := newSpace(t)
	knobs := sp.Group("knobs", "What a generator has chosen.", "one", "two")
	c := NewCounter(sp)
	c.Hit(knobs, 1)
	v, err := directed.Load("first-tile-of-draw")
	require.NoError(t, err)
	_, _, err = v.Play(c.Attach)
	require.NoError(t, err)
	got, wrong := c.Take()
	require.Empty(t, wrong)
	require.EqualValues(t, 1, got["knobs/two"])
	require.Contains(t, got, "knobs/one")
	require.NotZero(t, got["events/cut"])
	require.NotContains(t, got, "moves/TG.phase LEFT > TILES", "a bin that cannot be hit")
	got, _ = c.Take()
	require.Zero(t, got["events/cut"])
}

// A bin that is hit though it is excluded is told with its reason, and is no hit.
func TestCounterTellsOfExcludedBins(t *testing.T) {
	sp := newSpace(t)
	knobs := sp.Group("knobs", "What a generator has chosen.", "one", "two")
	require.NoError(t, sp.exclude([]exclusion{{Bins: []string{"knobs/two"}, Why: "a joke"}}))
	c := NewCounter(sp)
	c.Hit(knobs, 0)
	c.Hit(knobs, 1)
	got, wrong := c.Take()
	require.Equal(t, []Excluded{{"knobs/two", "a joke"}}, wrong)
	require.EqualValues(t, 1, got["knobs/one"])
	require.NotContains(t, got, "knobs/two")
}

func TestExclusionsAreListedByReason(t *testing.T) {
	sp := newSpace(t)
	_, of := NewCounts(sp).Total()
	n, lists := 0, 0
	for _, x := range sp.Exclusions() {
		require.NotEmpty(t, x.Why)
		if n += x.Count; derived[x.Why] {
			lists++
			require.Empty(t, x.Bins)
			continue
		}
		require.Zero(t, lists, "what is written down comes first")
		require.Len(t, x.Bins, x.Count)
		require.True(t, sp.Excludes(x.Bins[0]))
	}
	require.Equal(t, sp.Len(), of+n)
	require.Equal(t, len(derived), lists)
	require.False(t, sp.Excludes("events/cut"))
}

func TestCountsMergeByName(t *testing.T) {
	sp := newSpace(t)
	one, two := NewCounts(sp), NewCounts(sp)
	g := sp.Groups()[0]
	one.Hit(g, 1)
	two.Hit(g, 1)
	two.Hit(g, 2)
	stored := two.Encode()
	stored["old/a bin of another commit"] = 7
	one.Merge(Decode(sp, stored))
	require.Equal(t, map[string]uint64{sp.Name(1): 2, sp.Name(2): 1, "old/a bin of another commit": 7}, one.Encode())
	require.Equal(t, 1, one.Unknown())
	hit, reachable := one.Total()
	require.Equal(t, 2, hit)
	require.InDelta(t, 100*2/float64(reachable), one.Percent(), 1e-9)
}
