package drq_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
)

// A unit that sends and dumps at random, and one or two neighbours: nothing is lost or changed,
// all keep their order, an item goes in every cycle in which there is room and one waits, and
// none waits for more than its share: the unit lets one item pass, a neighbour three.
func TestUnitBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		two := rapid.Bool().Draw(rt, "two")
		k := newBench(t, two)
		var want [3][]pipe.Report // by block: own, neighbour, second one
		ids := map[uint8]int{ownBlock: 0, 1: 1, 2: 2}
		last, put := -1, 0
		k.out.F.OnPut(func(_ uint64, r *pipe.Report) {
			i, known := ids[r.Block]
			require.True(rt, known && len(want[i]) > 0)
			require.Equal(rt, want[i][0], *r)
			want[i] = want[i][1:]
			last = i
			put++
		})
		var counters []uint32
		var dumped func()
		number, wants, sent := uint32(0), 0, 0
		k.b.do = func() {
			switch {
			case counters != nil:
				if k.b.u.Ready() {
					dumped()
				}
				if _, done := k.b.u.EndContext(1, drq.Counters{Block: ownBlock, First: 5, Regs: counters}); done {
					require.Equal(rt, len(counters), sent, "all counters are dumped")
					k.b.u.Return(&registers{})
					counters = nil
				}
			case wants > 0 && k.b.u.Ready():
				number++
				r := pipe.RegisterReport(pipe.Committed, 0, 0, number).From(ownBlock)
				want[0] = append(want[0], r)
				k.b.u.Send(r)
				wants--
			}
		}
		waited := [3]int{}
		cycle := func() {
			waits := [3]bool{wants > 0 || counters != nil, k.in.F.View().Arrived() > 0, two && k.side.F.View().Arrived() > 0}
			room := k.b.P.DP.Free() > 0
			before := put
			k.Step(1)
			any := waits[0] || waits[1] || waits[2]
			require.Equal(rt, room && any, put > before, "one waits and there is room")
			if put == before {
				return
			}
			require.Equal(rt, before+1, put)
			for i := range waits {
				if waited[i]++; !waits[i] || i == last {
					waited[i] = 0
				}
				require.LessOrEqual(rt, waited[i], []int{1, 3, 3}[i], "%d waits for too many", i)
			}
		}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0:
				wants += rapid.IntRange(1, 6).Draw(rt, "wants")
			case 1, 2:
				block := uint8(1)
				if two && rapid.Bool().Draw(rt, "second") {
					block = 2
				}
				for range rapid.IntRange(1, 6).Draw(rt, "items") {
					number++
					r := pipe.Report{Kind: pipe.CutAt, Block: block, Slot: uint8(number & 1), At: pipe.Cursor{Tile: number}}
					want[block] = append(want[block], r)
					if block == 2 {
						k.side.Queue = append(k.side.Queue, r)
					} else {
						k.in.Queue = append(k.in.Queue, r)
					}
				}
			case 3:
				if counters == nil {
					n := rapid.IntRange(1, 5).Draw(rt, "registers")
					sent = 0
					for i := range n {
						counters = append(counters, number+uint32(i))
					}
					all := counters
					dumped = func() {
						r := pipe.RegisterReport(pipe.Dumped, 1, uint16(5+sent), all[sent]).From(ownBlock)
						want[0] = append(want[0], r)
						sent++
					}
				}
			case 4:
				shut := rapid.SampledFrom(k.Valves()).Draw(rt, "valve")
				*shut = !*shut
			case 5:
				k.Hesitate(rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]int{0, 50, 90}).Draw(rt, "hesitate"))
			}
			for range rapid.IntRange(0, 8).Draw(rt, "cycles") {
				cycle()
			}
		}
		k.Open()
		for range 400 {
			cycle()
		}
		require.Empty(rt, append(append(want[0], want[1]...), want[2]...), "nothing is lost")
	})
}
