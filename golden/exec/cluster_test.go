package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// clustered is a memory of 256 bytes, words that count from 100 on, with two clusters; binding 0 is all of it, 1 begins at byte 4.
type clustered struct {
	image []byte
	on    [2]*Cluster
	m     Memory
}

func newClustered() *clustered {
	c := &clustered{image: counted(100, 64)}
	c.on = [2]*Cluster{NewCluster(c.image), NewCluster(c.image)}
	c.m.Bindings = []Binding{{Data: c.image, Write: true}, {Data: c.image[4:204], Write: true, Base: 4}}
	return c
}

// run executes instructions on a cluster; lane k has byte 4·k in r4 and 1000+k in r5.
func (c *clustered) run(t *testing.T, on int, program ...any) *Thread {
	t.Helper()
	thread := NewThread(kernel(t, Program{Lanes: 8}, append(program, end())...), &c.m, nil)
	thread.Cluster = c.on[on]
	for k := range uint32(8) {
		thread.Registers[32+k], thread.Registers[40+k] = 4*k, 1000+k
	}
	thread.run()
	return thread
}

func loads(binding uint32, nc bool) ins {
	return sends(isa.MessageLoad, ud(10), 4, 0, fields{Binding: binding, Type: isa.TypeUd, NonCacheable: nc})
}

func stores(nc bool) ins {
	return sends(isa.MessageStore, noAnswer, 4, 5, fields{Binding: 0, Type: isa.TypeUd, NonCacheable: nc})
}

var firstWords = []uint32{100, 101, 102, 103, 104, 105, 106, 107}
var stored = []uint32{1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007}

func TestStoresStayInTheLines(t *testing.T) {
	c := newClustered()
	c.run(t, 0, stores(false))
	require.Equal(t, firstWords, wordsOf(c.image)[:8])
	require.Equal(t, []uint64{0}, c.on[0].Lines())
	require.Equal(t, stored, c.run(t, 0, loads(0, false)).at(10, 8), "its own stores")
	require.Equal(t, firstWords, c.run(t, 1, loads(0, false)).at(10, 8), "not those of others")
	c.on[0].WriteBack(0)
	require.Equal(t, append(append([]uint32{}, stored...), 108), wordsOf(c.image)[:9], "nothing else of the line")
	require.Equal(t, firstWords, c.run(t, 1, loads(0, false)).at(10, 8), "what was loaded stays")
	c.on[1].Drop(0)
	require.Equal(t, stored, c.run(t, 1, loads(0, false)).at(10, 8))
	c.on[0].WriteBack(7)
	c.on[0].Drop(7)
	c.image[0] = 7 // word 0 was 0x3e8
	c.on[0].WriteBackAll()
	require.Equal(t, uint32(0x307), wordsOf(c.image)[0], "what was written back is not written again")
	c.on[0].Fill(0)
	require.Equal(t, uint32(0x307), c.run(t, 0, loads(0, false)).at(10, 8)[0], "nor kept from a fill")
}

// A line that was stored to is filled around what was stored.
func TestFillsLeaveWhatWasStored(t *testing.T) {
	c := newClustered()
	c.run(t, 0, stores(false).sized(isa.SizeLanes4, 0))
	want := []uint32{1000, 1001, 1002, 1003, 104, 105, 106, 107}
	require.Equal(t, want, c.run(t, 0, loads(0, false)).at(10, 8))
	c.image[4*6]++
	c.on[0].Fill(0)
	want[6]++
	require.Equal(t, want, c.run(t, 0, loads(0, false)).at(10, 8))
	c.on[0].Drop(0)
	require.Equal(t, uint32(100), c.run(t, 0, loads(0, false)).at(10, 8)[0], "dropped before it was written back")
	require.Equal(t, []uint64{0}, c.on[0].Lines())
}

// Stores of two clusters to bytes of one line do not undo each other.
func TestBytesOfALineAreWrittenBackAlone(t *testing.T) {
	c := newClustered()
	bytes := sends(isa.MessageStore, noAnswer, 4, 5, fields{Binding: 0, Type: isa.TypeUb})
	c.run(t, 0, loads(0, false), bytes)
	c.run(t, 1, loads(0, false), bytes.plus(1))
	c.on[0].WriteBackAll()
	c.on[1].WriteBackAll()
	require.Equal(t, []byte{0xe8, 0xe8, 0, 0, 3, 3, 0, 0}, c.image[:8], "bytes of 1000 and 1001 in turn")
}

func TestNonCacheableAccessesAndAtomicsAreInMemory(t *testing.T) {
	add := sends(isa.MessageAtomic, ud(10), 4, 5, fields{Binding: 0, Type: isa.TypeUd, Operation: isa.AtomicAdd, Returns: true})
	for name, i := range map[string]ins{"load": loads(0, true), "store": stores(true), "atomic": add} {
		t.Run(name, func(t *testing.T) {
			c := newClustered()
			c.run(t, 0, sends(isa.MessageStore, noAnswer, 4, 4, fields{Binding: 0, Type: isa.TypeUd})) // 0, 4, 8, ...
			c.run(t, 1, loads(0, false))
			got := c.run(t, 0, i)
			require.Empty(t, c.on[0].Lines())
			require.Equal(t, []uint64{0}, c.on[1].Lines(), "those of others stay")
			if name == "store" {
				require.Equal(t, stored, wordsOf(c.image)[:8])
				return
			}
			require.Equal(t, uint32(8), got.at(10, 8)[2], "what it stored before")
			if name == "atomic" {
				require.Equal(t, uint32(8+1002), wordsOf(c.image)[2])
			}
		})
	}
}

// Lanes that are helpers do not write, so that nothing is given up for them.
func TestHelpersGiveUpNoLines(t *testing.T) {
	c := newClustered()
	add := sends(isa.MessageAtomic, ud(10), 4, 5, fields{Binding: 0, Type: isa.TypeUd, Operation: isa.AtomicAdd, Returns: true})
	thread := NewThread(kernel(t, Program{Lanes: 8}, stores(true), stores(false), add, end()), &c.m, nil)
	thread.Cluster, thread.Helpers = c.on[0], 0xff
	c.on[0].Fill(0)
	thread.run()
	require.Equal(t, []uint64{0}, c.on[0].Lines())
	require.Equal(t, firstWords, wordsOf(c.image)[:8])
	c.on[0].WriteBackAll()
	require.Equal(t, firstWords, wordsOf(c.image)[:8])
}

func TestConstantsHaveLinesOfTheirOwn(t *testing.T) {
	c := newClustered()
	constant := sends(isa.MessageConstant, ud(10), 0, 0, fields{Binding: 0, Count: 0})
	require.Equal(t, firstWords, c.run(t, 0, constant).at(10, 8))
	require.Equal(t, firstWords, c.run(t, 0, stores(true), constant).at(10, 8), "a constant that was written to")
	c.on[0].Begin()
	require.Equal(t, firstWords, c.run(t, 0, constant).at(10, 8))
	c.on[0].DropConstants()
	require.Equal(t, stored, c.run(t, 0, constant).at(10, 8))
	require.Equal(t, make([]uint32, 8), c.run(t, 0, constant.plus(256)).at(10, 8), "beyond the binding")
}

// A binding that begins within a line has its own bytes, and its end.
func TestBindingsWithinLines(t *testing.T) {
	c := newClustered()
	require.Equal(t, []uint32{101, 102, 103, 104, 105, 106, 107, 108}, c.run(t, 0, loads(1, false)).at(10, 8))
	require.Equal(t, []uint32{149, 150, 0, 0, 0, 0, 0, 0}, c.run(t, 0, loads(1, false).plus(192)).at(10, 8))
	c.run(t, 0, sends(isa.MessageStore, noAnswer, 4, 5, fields{Binding: 1, Type: isa.TypeUd}).plus(192))
	c.on[0].WriteBackAll()
	require.Equal(t, []uint32{148, 1000, 1001, 151}, wordsOf(c.image)[48:52])
}

// An observed cluster has what it was said to have.
func TestObservedClusters(t *testing.T) {
	c := newClustered()
	c.on[0].Observed = true
	got := c.run(t, 0, loads(0, false))
	require.Equal(t, Failed, got.State)
	require.EqualError(t, got.Fault, "0x0: a load of address 0x0, which is not in the cluster's lines")
	c.on[0].Fill(0)
	require.Equal(t, firstWords, c.run(t, 0, loads(0, false)).at(10, 8))
	c.on[0].Drop(0)
	require.Equal(t, stored, c.run(t, 0, stores(false), loads(0, false)).at(10, 8), "of what is stored there nothing else is needed")
	constant := sends(isa.MessageConstant, ud(10), 0, 0, fields{Binding: 0, Count: 0})
	require.Equal(t, Failed, c.run(t, 0, constant).State)
	c.on[0].FillConstants(0)
	require.Equal(t, firstWords, c.run(t, 0, constant).at(10, 8))
}

// CTAs go to clusters in turn; a launch sees what the one before it stored, and leaves everything in memory.
func TestLaunchesOnClusters(t *testing.T) {
	c := newClustered()
	k := kernel(t, Program{Lanes: 8, CTA: [3]int{8, 1, 1}},
		do(isa.OpMov, ud(6), num(0, isa.TypeUd)), sends(isa.MessageLoad, ud(10), 6, 0, fields{Type: isa.TypeUd}),
		do(isa.OpAdd, ud(10), ud(10), num(1, isa.TypeUd)), sends(isa.MessageStore, noAnswer, 6, 10, fields{Type: isa.TypeUd}), end())
	o := Options{Clusters: c.on[:]}
	require.NoError(t, RunGrid(k, [3]int{2, 2, 1}, nil, &c.m, o))
	require.Equal(t, uint32(102), wordsOf(c.image)[0], "two CTAs on each cluster")
	require.NoError(t, RunGrid(k, [3]int{1, 1, 1}, nil, &c.m, o))
	require.Equal(t, uint32(103), wordsOf(c.image)[0])
	require.NoError(t, RunGrid(k, [3]int{3, 1, 1}, nil, &c.m, o))
	require.Equal(t, uint32(104), wordsOf(c.image)[0], "cluster 0 has stored 105, cluster 1 after it 104")
	require.NoError(t, RunGrid(k, [3]int{1, 1, 1}, nil, &c.m, o))
	require.Equal(t, uint32(105), wordsOf(c.image)[0], "cluster 0 sees memory, not its line of the launch before")
}

// A launch begins without lines: what they had of stores is in memory, and what memory has now is loaded.
func TestALaunchBeginsWithoutLines(t *testing.T) {
	c := newClustered()
	c.run(t, 0, stores(false))
	c.on[0].Begin()
	require.Equal(t, stored, wordsOf(c.image)[:8])
	require.Empty(t, c.on[0].Lines())
	require.Equal(t, stored, c.run(t, 0, loads(0, false)).at(10, 8))
	c.image[0]++
	c.on[0].Begin()
	require.Equal(t, uint32(1001), c.run(t, 0, loads(0, false)).at(10, 8)[0])
}

// Of a line that is dropped nothing is left, of the others all.
func TestLinesThatAreDropped(t *testing.T) {
	c := newClustered().on[0]
	c.Fill(0)
	c.Fill(1)
	c.Drop(0)
	require.Equal(t, []uint64{1}, c.Lines())
	c.Fill(2)
	c.Drop(1)
	require.Equal(t, []uint64{2}, c.Lines())
	c.Drop(1)
	require.Equal(t, []uint64{2}, c.Lines(), "it was dropped before")
	c.Drop(2)
	require.Empty(t, c.Lines())
}

// The number of a CTA that says its cluster counts x before y before z.
func TestClustersOfCTAs(t *testing.T) {
	clusters := []*Cluster{NewCluster(nil), NewCluster(nil), NewCluster(nil)}
	for _, grid := range [][3]int{{12, 1, 1}, {1, 12, 1}, {1, 1, 12}, {2, 3, 2}, {1, 3, 4}, {4, 1, 3}} {
		var got []*Cluster
		o := Options{Clusters: clusters, Hook: func(e *Event) { got = append(got, e.Thread.Cluster) }}
		require.NoError(t, RunGrid(kernel(t, Program{Lanes: 8}, end()), grid, nil, nil, o))
		require.Len(t, got, 12)
		for n := range got {
			require.Same(t, clusters[n%3], got[n], "CTA %d of a grid of %v", n, grid)
		}
	}
}
