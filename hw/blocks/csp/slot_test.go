package csp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// slotSteps is the life of a slot as docs/architecture.md has it.
const slotSteps = `FREE HEADER
HEADER LOAD
HEADER RUN
HEADER FREE
LOAD RUN
LOAD STOP
LOAD FREE
RUN STOP
STOP SAVE
SAVE SEALED
SAVE FREE
SEALED FREE`

func TestASlotGoesWhereItsLifeLeadsAndNowhereElse(t *testing.T) {
	allowed := map[string]bool{}
	for _, step := range strings.Split(slotSteps, "\n") {
		allowed[step] = true
	}
	for from := range slotPhases {
		for to := range slotPhases {
			s := slot{Phase: from, Base: base, Writes: 3, Copy: copyDone}
			step := slotNames[from] + " " + slotNames[to]
			if !allowed[step] {
				require.PanicsWithError(t, "rule C1 broken at CSP in cycle 0: a context slot goes from "+slotNames[from]+" to "+slotNames[to], func() { s.to(to) }, step)
				require.Equal(t, from, s.Phase, step)
				continue
			}
			s.to(to)
			require.Equal(t, to, s.Phase, step)
			if to == slotFree {
				require.Equal(t, slot{}, s, "a free slot remembers nothing")
			} else {
				require.EqualValues(t, base, s.Base, step)
			}
		}
	}
}

// Instruments see what may follow, and those pairs between which a phase may last no cycle.
func TestInstrumentsSeeTheSamePhases(t *testing.T) {
	want := append(strings.Split(slotSteps, "\n"), "STOP SEALED", "SAVE HEADER", "SEALED HEADER")
	require.Equal(t, want, slotPaths())
	for _, hop := range slotHops {
		between := false
		for p := range slotPhases {
			between = between || mayFollow(hop[0], p) && mayFollow(p, hop[1])
		}
		require.True(t, between, "%s %s", slotNames[hop[0]], slotNames[hop[1]])
	}
	require.Len(t, slotLetters, int(slotPhases))
}

func TestAContextEntersAFreeSlotOnly(t *testing.T) {
	var s slot
	s.enter(base, 1, 2)
	require.Equal(t, slot{Phase: slotHeader, Base: base, List: 1, Index: 2}, s)
	require.Panics(t, func() { s.enter(base, 0, 0) })
}

// A restored context is in Load until its cursor has been sent, a fresh one never is; both are in Stop from the cut on, in Save when
// the token has left the break point, and Sealed when all is in memory.
func TestASlotFollowsItsContext(t *testing.T) {
	for _, restored := range []bool{false, true} {
		k := newBench(t, 4)
		var lives []string
		watch := func(n int) {
			for range n {
				k.run(1)
				if name := slotNames[k.b.S.Slots[0].Phase]; len(lives) == 0 || lives[len(lives)-1] != name {
					lives = append(lives, name)
				}
			}
		}
		if restored {
			k.memory[base+4*regs.ContextHeaderRestore], k.memory[base+4*regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, area
			for _, it := range regs.SaveList {
				k.memory[place(it.Block, it.Reg)] = saved(it)
			}
			k.memory[area+4*regs.SaveAreaHeadContext], k.memory[area+4*regs.SaveAreaHeadLayout] = base, regs.SaveLayoutID
			k.memory[area+4*regs.SaveAreaTailRingHead] = 1
		}
		k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
		watch(30)
		if !restored {
			k.copies(0)
		}
		watch(400)
		k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
		watch(10)
		k.a.Queue = append(k.a.Queue, pipe.Report{Kind: pipe.CutAt, Copied: true, At: cut}, pipe.Report{Kind: pipe.TokenLeft})
		watch(40)
		k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
		for n := 0; lives[len(lives)-1] != "SEALED"; n++ {
			require.Less(t, n, 100)
			watch(1)
		}
		watch(6)
		want := []string{"FREE", "HEADER", "RUN", "STOP", "SAVE", "SEALED"}
		if restored {
			want = []string{"FREE", "HEADER", "LOAD", "RUN", "STOP", "SAVE", "SEALED"}
		}
		require.Equal(t, want, lives[:len(want)], "restored: %t", restored)
	}
}

// finished is a slot whose context has brought everything.
func finished() slot {
	return slot{Phase: slotStop, Base: base, End: ending{Cursor: cursorKept, Left: true, Drained: true, Dumps: counted}}
}

// Each thing that the 3D pipeline's end brings holds the stop or the save back when it alone is missing.
func TestEachPartOfAnEndAloneHoldsItBack(t *testing.T) {
	whole := finished()
	require.Equal(t, SaveFinish, graphicsStop(&whole))
	require.Equal(t, SaveFinish, graphicsSave(&whole))
	for _, c := range []struct {
		missing string
		spoil   func(s *slot)
		stop    SaveStep
		save    SaveStep
	}{
		{"the cursor", func(s *slot) { s.End.Cursor = cursorAwaited }, SaveCursor, SaveFinish},
		{"the token", func(s *slot) { s.End.Left = false }, SaveToken, SaveFinish},
		{"C2D's end", func(s *slot) { s.Blit = blitRunning }, SaveFinish, SaveBlit},
		{"C2D's begin", func(s *slot) { s.Blit = blitReady }, SaveFinish, SaveBlit},
		{"what is drawn", func(s *slot) { s.End.Drained = false }, SaveFinish, SaveDrain},
		{"a counter", func(s *slot) { s.End.Dumps-- }, SaveFinish, SaveCounters},
		{"a field of the cursor", func(s *slot) { s.End.Fields = 1 }, SaveFinish, SaveFields},
		{"an answer", func(s *slot) { s.Writes = 1 }, SaveFinish, SaveAnswers},
		{"nothing: C2D is done", func(s *slot) { s.Blit = blitDone }, SaveFinish, SaveFinish},
		{"nothing: the save area stays as it was", func(s *slot) { s.End.Cursor = cursorDropped }, SaveFinish, SaveFinish},
	} {
		s := finished()
		c.spoil(&s)
		require.Equal(t, c.stop, graphicsStop(&s), c.missing)
		require.Equal(t, c.save, graphicsSave(&s), c.missing)

		b := New("CSP", Config{})
		b.S.Slots[1] = s
		first := c.stop
		if first == SaveFinish {
			first = c.save
		}
		require.Equal(t, first, b.Saving(1), c.missing)
		require.Equal(t, SaveNone, b.Saving(0), c.missing)
		b.S.Slots[1].Phase = slotSave
		require.Equal(t, c.save, b.Saving(1), c.missing)
	}
}

func TestASealedSlotWaitsForItsAnswerOnly(t *testing.T) {
	s := slot{Phase: slotSealed, Writes: 1}
	require.Equal(t, SaveAnswers, s.awaits(&ownFinishers))
	s.Writes = 0
	require.Equal(t, SaveFinish, s.awaits(&ownFinishers))
	for _, p := range []slotPhase{slotFree, slotHeader, slotLoad, slotRun} {
		s.Phase = p
		require.Equal(t, SaveNone, s.awaits(&ownFinishers), slotNames[p])
	}
}

// Another kind of context brings its own finisher: the slot stops and is saved when that says so, whatever the 3D pipeline's end brings.
func TestTheFinisherSaysWhenASlotGoesOn(t *testing.T) {
	stop, save := SaveToken, SaveDrain
	k := newBench(t, 4)
	k.b.ends[graphics] = finisher{func(*slot) SaveStep { return stop }, func(*slot) SaveStep { return save }}
	k.start(t)
	s := &k.b.S.Slots[0]
	k.interrupt()
	k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
	k.run(60)
	require.Equal(t, slotStop, s.Phase)
	require.Equal(t, SaveToken, k.b.Saving(0))
	stop = SaveFinish
	k.Wake(k.b)
	k.run(20)
	require.Equal(t, slotSave, s.Phase)
	require.Equal(t, SaveDrain, k.b.Saving(0))
	k.written()
	save, k.quiet = SaveFinish, true
	k.Wake(k.b)
	k.run(10)
	require.Equal(t, slotSealed, s.Phase)
	require.Equal(t, []string{show(base+8, regs.CommandRestoreHeader, area)}, k.written())
}

// The rooms ask and tell each other by methods: none reaches into another one's state or ports, whose names begin with capitals, and
// none hands another one on or keeps it in a variable, where that could not be seen.
func TestRoomsDoNotReachIntoEachOther(t *testing.T) {
	packages, err := parser.ParseDir(token.NewFileSet(), ".", nil, 0)
	require.NoError(t, err)
	calls := 0
	for name, file := range packages["csp"].Files {
		if strings.HasSuffix(name, "_test.go") || name == "csp.go" { // which builds the rooms
			continue
		}
		n, wrong := uses(file)
		require.Empty(t, wrong, name)
		calls += n
	}
	require.Greater(t, calls, 50)
}

func TestRoomsThatReachIntoEachOtherAreSeen(t *testing.T) {
	for body, want := range map[string][]string{
		"f.host.tokenOut()":                       nil,
		"return f.host.Lists[0]":                  {"host.Lists"},
		"h := f.host; return h.Lists[0]":          {"host is handed on"},
		"look(f.back)":                            {"back is handed on"},
		"k.front.P.Vertex.Drop()":                 {"front.P"},
		"x := struct{ r *host }{f.host}; _ = x":   {"host is handed on"},
		"if f.host != nil { f.host.Bell = true }": {"host is handed on", "host.Bell"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "room.go", "package csp\nfunc (f *frontEnd) room() {\n"+body+"\n}\n", 0)
		require.NoError(t, err)
		_, wrong := uses(file)
		require.Equal(t, want, wrong, body)
	}
}

// uses counts what a file asks and tells rooms by methods, and lists what it does with them beside that.
func uses(file *ast.File) (calls int, wrong []string) {
	rooms := map[string]bool{"host": true, "front": true, "back": true}
	seen := map[*ast.SelectorExpr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := s.X.(*ast.SelectorExpr); ok && rooms[of.Sel.Name] {
			seen[of] = true
			if calls++; ast.IsExported(s.Sel.Name) {
				wrong = append(wrong, of.Sel.Name+"."+s.Sel.Name)
			}
		}
		if rooms[s.Sel.Name] && !seen[s] {
			wrong = append(wrong, s.Sel.Name+" is handed on")
		}
		return true
	})
	return calls, wrong
}
