package wires_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// node is a block with two inputs and two outputs.
type node struct {
	wires.BlockBase
	P struct {
		A, B wires.In[uint64]
		C, D wires.Out[uint64]
	}
	s struct{}
}

func (n *node) Tick(uint64) wires.Activity { return wires.Idle }
func (n *node) Line() string               { return "" }
func (n *node) Parts() (ports, state any)  { return &n.P, &n.s }

// narrow is a node in which what comes by A waits for C only, and what comes by B for nothing.
type narrow struct {
	wires.BlockBase
	P struct {
		A wires.In[uint64] `waits:"C"`
		B wires.In[uint64] `waits:"-"`
		C wires.Out[uint64]
		D [2]wires.Out[uint64]
		L wires.LineOut `port:"optional"`
	}
	s struct{}
}

func (n *narrow) Tick(uint64) wires.Activity { return wires.Idle }
func (n *narrow) Line() string               { return "" }
func (n *narrow) Parts() (ports, state any)  { return &n.P, &n.s }

func link(t *testing.T, name string, c wires.Class, out *wires.Out[uint64], in *wires.In[uint64]) {
	t.Helper()
	_, err := wires.Join(name, wires.LinkConfig{Depth: 1, Width: 1, Latency: 1, Class: c}, out, in)
	require.NoError(t, err)
}

func nodes(d *wires.Domain, names ...string) (list []*node) {
	for _, name := range names {
		n := &node{BlockBase: wires.NewBlockBase(name)}
		d.Add(n)
		list = append(list, n)
	}
	return list
}

func TestFIFOsThatWaitInACircleAreRefused(t *testing.T) {
	for class, want := range map[wires.Class]string{wires.Above: "FIFOs wait for each other in a circle: AHEAD, BACK, AHEAD", wires.Answer: ""} {
		b := newBench(t)
		n := nodes(b.Domain, "N1", "N2")
		link(t, "AHEAD", wires.Above, &n[0].P.C, &n[1].P.A)
		link(t, "BACK", class, &n[1].P.C, &n[0].P.A)
		if want == "" {
			require.NoError(t, b.CheckWaits())
		} else {
			require.EqualError(t, b.CheckWaits(), want)
		}
	}
}

func TestNothingBelowTheBreakPointMayWaitForSomethingAbove(t *testing.T) {
	for _, c := range []struct {
		first, second wires.Class
		err           string
	}{
		{wires.Above, wires.Below, ""}, {wires.Above, wires.Above, ""}, {wires.Below, wires.Below, ""}, {wires.Below, wires.Save, ""}, {wires.Answer, wires.Above, ""},
		{wires.Below, wires.Above, "rule X2: FIRST, which is below it, can wait for room in SECOND, which is above the break point"},
		{wires.Save, wires.Above, "rule X2: FIRST, which is for saves, can wait for room in SECOND, which is above the break point"},
	} {
		b := newBench(t)
		n := nodes(b.Domain, "N1", "N2", "N3")
		link(t, "FIRST", c.first, &n[0].P.C, &n[1].P.A)
		link(t, "SECOND", c.second, &n[1].P.C, &n[2].P.A)
		if c.err == "" {
			require.NoError(t, b.CheckWaits())
		} else {
			require.EqualError(t, b.CheckWaits(), c.err)
		}
	}
}

// What a tag says of an input is all that it waits for, arrays of outputs included.
func TestTagsSayWhatAnInputWaitsFor(t *testing.T) {
	b := newBench(t)
	n := nodes(b.Domain, "N1", "N2")
	m := &narrow{BlockBase: wires.NewBlockBase("M")}
	b.Add(m)
	link(t, "IN_A", wires.Above, &n[0].P.C, &m.P.A)
	link(t, "IN_B", wires.Above, &n[0].P.D, &m.P.B)
	link(t, "OUT_C", wires.Above, &m.P.C, &n[1].P.A)
	link(t, "OUT_D", wires.Above, &m.P.D[1], &n[1].P.B)
	var waits []string
	for _, w := range b.Waits() {
		waits = append(waits, w.From.Name()+" for "+w.To.Name())
	}
	require.Equal(t, []string{"IN_A for OUT_C"}, waits)
	require.NoError(t, b.CheckWaits())
	require.Equal(t, []string{"N1.A", "N1.B", "N2.C", "N2.D", "M.D[0]"}, b.Loose())
}

// An answer is taken at once: one that waits for room in a stage of the pipe belongs to that stage.
func TestAnswersThatWaitForAStageAreRefused(t *testing.T) {
	for class, want := range map[wires.Class]string{
		wires.Below:  "IN_A brings answers, and can wait for room in OUT_C, which is below the break point: so is the first one, and its class is no answer",
		wires.Above:  "rule X2: IN_A, which is for answers, can wait for room in OUT_C, which is above the break point",
		wires.Answer: "", wires.Save: "",
	} {
		b := newBench(t)
		n := nodes(b.Domain, "N1", "N2")
		m := &narrow{BlockBase: wires.NewBlockBase("M")}
		b.Add(m)
		link(t, "IN_A", wires.Answer, &n[0].P.C, &m.P.A)
		link(t, "OUT_C", class, &m.P.C, &n[1].P.A)
		if want == "" {
			require.NoError(t, b.CheckWaits())
		} else {
			require.EqualError(t, b.CheckWaits(), want)
		}
	}
}

// clients has an array of inputs: each waits for its own answers, the first one for C too.
type clients struct {
	wires.BlockBase
	P struct {
		Req [2]wires.In[uint64] `waits:"Ans[] 0:C"`
		Ans [2]wires.Out[uint64]
		C   wires.Out[uint64]
		Fin wires.In[uint64] `port:"optional" waits:"Ans[1]"`
	}
	s struct{}
}

func (n *clients) Tick(uint64) wires.Activity { return wires.Idle }
func (n *clients) Line() string               { return "" }
func (n *clients) Parts() (ports, state any)  { return &n.P, &n.s }

func TestInputsOfAnArrayWaitEachForItsOwn(t *testing.T) {
	b := newBench(t)
	n := nodes(b.Domain, "N1", "N2")
	m := &clients{BlockBase: wires.NewBlockBase("M")}
	b.Add(m)
	link(t, "REQ_0", wires.Below, &n[0].P.C, &m.P.Req[0])
	link(t, "REQ_1", wires.Below, &n[1].P.C, &m.P.Req[1])
	link(t, "ANS_0", wires.Answer, &m.P.Ans[0], &n[0].P.A)
	link(t, "ANS_1", wires.Answer, &m.P.Ans[1], &n[1].P.A)
	link(t, "OUT", wires.Save, &m.P.C, &n[1].P.B)
	require.Equal(t, []string{"REQ_0 for ANS_0", "REQ_0 for OUT", "REQ_1 for ANS_1", "OUT for REQ_1"}, waitsOf(b.Domain))
	require.NoError(t, b.CheckWaits())
}

func waitsOf(d *wires.Domain) (list []string) {
	for _, w := range d.Waits() {
		list = append(list, w.From.Name()+" for "+w.To.Name())
	}
	return list
}

// An input can name one element of an array of outputs.
func TestAnInputWaitsForOneElementOfAnArray(t *testing.T) {
	b := newBench(t)
	n := nodes(b.Domain, "N1", "N2")
	m := &clients{BlockBase: wires.NewBlockBase("M")}
	b.Add(m)
	link(t, "ANS_0", wires.Answer, &m.P.Ans[0], &n[0].P.A)
	link(t, "ANS_1", wires.Answer, &m.P.Ans[1], &n[1].P.A)
	link(t, "FIN", wires.Below, &n[0].P.C, &m.P.Fin)
	require.Equal(t, []string{"FIN for ANS_1"}, waitsOf(b.Domain))
}

// misspelt has a tag that names no output.
type misspelt struct {
	wires.BlockBase
	P struct {
		A wires.In[uint64] `waits:"C D"`
		C wires.Out[uint64]
	}
	s struct{}
}

func (n *misspelt) Tick(uint64) wires.Activity { return wires.Idle }
func (n *misspelt) Line() string               { return "" }
func (n *misspelt) Parts() (ports, state any)  { return &n.P, &n.s }

func TestTagsThatNameNoOutputAreRefused(t *testing.T) {
	b := newBench(t)
	b.Add(&misspelt{BlockBase: wires.NewBlockBase("M")})
	require.EqualError(t, b.CheckWaits(), "port M.A waits for D, which is no output of M")
}

// misnumbered has a tag that names an element which there is not, or one of its own where it has no number.
type misnumbered struct {
	wires.BlockBase
	ports any
	s     struct{}
}

func (n *misnumbered) Tick(uint64) wires.Activity { return wires.Idle }
func (n *misnumbered) Line() string               { return "" }
func (n *misnumbered) Parts() (ports, state any)  { return n.ports, &n.s }

func TestTagsThatNameNoElementAreRefused(t *testing.T) {
	for want, ports := range map[string]any{
		"port M.A waits for C[2], which is no output of M": &struct {
			A wires.In[uint64] `waits:"C[2]"`
			C [2]wires.Out[uint64]
		}{},
		"port M.A waits for C[], and has no number of its own": &struct {
			A wires.In[uint64] `waits:"C[]"`
			C [2]wires.Out[uint64]
		}{},
	} {
		b := newBench(t)
		b.Add(&misnumbered{BlockBase: wires.NewBlockBase("M"), ports: ports})
		require.EqualError(t, b.CheckWaits(), want)
	}
}

func TestPortsAreJoinedOnce(t *testing.T) {
	b := newBench(t)
	n := nodes(b.Domain, "N1", "N2")
	link(t, "F", wires.Above, &n[0].P.C, &n[1].P.A)
	cfg := wires.LinkConfig{Depth: 1, Width: 1, Latency: 1}
	_, err := wires.Join("G", cfg, &n[0].P.C, &n[1].P.B)
	require.EqualError(t, err, "fifo G: N1.C already leads to F")
	_, err = wires.Join("G", cfg, &n[0].P.D, &n[1].P.A)
	require.EqualError(t, err, "fifo G: N2.A is already fed by F")
	_, err = wires.Join("G", cfg, &n[0].P.D, &wires.In[uint64]{})
	require.EqualError(t, err, "fifo G: its input belongs to no block; Domain.Add gives a block its ports")
	_, err = wires.Join("F", cfg, &n[0].P.D, &n[1].P.B)
	require.EqualError(t, err, "fifo F: there is one of this name already; a name of its own was expected")
	line := joinLine(t, "L", n[0], n[1])
	_, err = wires.JoinLine("M", &line.LineOut, &wires.LineIn{})
	require.EqualError(t, err, "line M: N1.L has a line already")
}

// Two blocks of one name are found, and a block that is added twice.
func TestBlocksHaveNamesOfTheirOwn(t *testing.T) {
	b := newBench(t)
	n := nodes(b.Domain, "N1", "N2")
	require.NoError(t, b.CheckNames())
	b.Add(n[1])
	require.EqualError(t, b.CheckNames(), "two blocks are called N2, or one is added twice; a name of its own was expected")
}

// A port is called after its connection.
func TestPortsAreCalledAfterTheirConnections(t *testing.T) {
	b := newBench(t)
	n := nodes(b.Domain, "N1", "N2")
	link(t, "A", wires.Above, &n[0].P.C, &n[1].P.A)
	require.Equal(t, []string{"A is C at N1"}, b.Misnamed())
	link(t, "GPC[1].D", wires.Above, &n[0].P.D, &n[1].P.B)
	require.Equal(t, []string{"A is C at N1", "D is B at N2"}, b.Misnamed())
}

// A field that is neither a port nor a probe is no part of a block's ports.
func TestFieldsThatAreNoPortsAreRefused(t *testing.T) {
	require.PanicsWithValue(t, "ports of Unit: N is a int; a port, or a probe, was expected", func() {
		newBench(t).Add(&odd{BlockBase: wires.NewBlockBase("Unit")})
	})
}

// A tag that says something else than it may is refused.
func TestWakesTagsAreChecked(t *testing.T) {
	require.PanicsWithValue(t, `ports of Unit: the tag of In is wakes:"all"; wakes:"each" was expected, or none`, func() {
		newBench(t).Add(&mistagged{BlockBase: wires.NewBlockBase("Unit")})
	})
}

type mistagged struct {
	wires.BlockBase
	P struct {
		In wires.In[int] `wakes:"all"`
	}
	s struct{}
}

func (n *mistagged) Tick(uint64) wires.Activity { return wires.Idle }
func (n *mistagged) Line() string               { return "" }
func (n *mistagged) Parts() (ports, state any)  { return &n.P, &n.s }

type odd struct {
	wires.BlockBase
	P struct {
		Shows wires.Probe[int]
		N     int
	}
	s struct{}
}

func (n *odd) Tick(uint64) wires.Activity { return wires.Idle }
func (n *odd) Line() string               { return "" }
func (n *odd) Parts() (ports, state any)  { return &n.P, &n.s }

// A connection between instances of blocks has their names before its own.
func TestNamesOfConnectionsBetweenInstances(t *testing.T) {
	for _, c := range [][3]string{
		{"GPU.CSP", "GPU.TSU", "F"}, {"GPU.GPC[1].SM[0]", "GPU.MXU", "GPC[1].SM[0].F"}, {"GPU.GPC[1].PM", "GPU.GPC[1].SM[3]", "GPC[1].SM[3].F"},
		{"GPU.GPC[1].SM[3].LSU", "GPU.GPC[1].L15", "GPC[1].SM[3].F"}, {"GPU.GPC[1].L15", "GPU.MXU", "GPC[1].F"},
	} {
		b := newBench(t)
		n := nodes(b.Domain, c[0], c[1])
		require.Equal(t, c[2], wires.InstanceName("F", &n[0].P.C, &n[1].P.A), fmt.Sprint(c))
	}
}
