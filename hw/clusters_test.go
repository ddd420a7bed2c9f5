package hw

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// outside is all that is around a cluster, without doing anything.
type outside struct {
	wires.BlockBase
	P struct {
		EUPPM   [pipe.Sides]wires.Out[pipe.ThreadBeat]
		Cancel  [pipe.Slots]wires.LineOut
		PMEUP   wires.In[pipe.ThreadFree] `waits:"-"`
		EUPCall [pipe.Sides]wires.Out[pipe.ResultCall]
		SMRes   [pm.MaxSMs][pipe.Sides]wires.In[pipe.ResultBeat] `port:"optional" waits:"-"`
		WDUPM   [pipe.Slots]wires.Out[pipe.TaskBeat]
		PMWDU   wires.In[pipe.CTAEnd] `waits:"-"`
		WDUCall wires.Out[pipe.HandlerRequest]
		EUPCtrl wires.Out[pipe.Control]
		CtrlEUP wires.In[pipe.ControlDone] `waits:"-"`
		MXUCtrl wires.Out[pipe.Control]
		CtrlMXU wires.In[pipe.ControlDone]                    `waits:"-"`
		Req     [mxu.ClusterClients]wires.In[pipe.MemRequest] `waits:"-"`
		Ans     [mxu.ClusterClients]wires.Out[pipe.MemAnswer]
	}
}

func (o *outside) Parts() (ports, state any)  { return &o.P, &struct{}{} }
func (o *outside) Line() string               { return "" }
func (o *outside) Tick(uint64) wires.Activity { return wires.Waiting }

func (o *outside) around() *Around {
	p := &o.P
	a := &Around{PMEUP: &p.PMEUP, PMWDU: &p.PMWDU, WDUCall: &p.WDUCall, EUPCtrl: &p.EUPCtrl, CtrlEUP: &p.CtrlEUP, MXUCtrl: &p.MXUCtrl, CtrlMXU: &p.CtrlMXU}
	for side := range p.EUPPM {
		a.EUPPM[side], a.EUPCall[side] = &p.EUPPM[side], &p.EUPCall[side]
		for n := range p.SMRes {
			a.SMRes[n][side] = &p.SMRes[n][side]
		}
	}
	for slot := range p.Cancel {
		a.Cancel[slot], a.WDUPM[slot] = &p.Cancel[slot], &p.WDUPM[slot]
	}
	for n := range p.Req {
		a.Req[n], a.Ans[n] = &p.Req[n], &p.Ans[n]
	}
	return a
}

func buildClusters(t *testing.T, cfg ClusterConfig) (*wires.Domain, []*Cluster, error) {
	d := wires.NewDomain(1, 1)
	list, err := BuildClusters(d, cfg, func(place int) *Around {
		o := &outside{BlockBase: wires.NewBlockBase(fmt.Sprintf("Outside%d", place))}
		d.Add(o)
		return o.around()
	})
	if err == nil {
		err = CheckJoined(d)
	}
	return d, list, err
}

// From one cluster of one multiprocessor to eight of eight, nothing is left loose, names are unique, and nothing below the break point waits for something above it.
func TestClustersOfAllSizesAreBuilt(t *testing.T) {
	for _, count := range []int{1, 2, 8} {
		for _, sms := range []int{1, 3, 8} {
			cfg := DefaultClusters()
			cfg.Count, cfg.SMs = count, sms
			d, list, err := buildClusters(t, cfg)
			require.NoError(t, err)
			require.Len(t, list, count)
			require.Len(t, list[count-1].SMs, sms)
			require.Equal(t, fmt.Sprintf("GPU.GPC[%d].SM[%d]", count-1, sms-1), list[count-1].SMs[sms-1].Name())
			require.NoError(t, d.CheckNames())
		}
	}
}

// The two machines are those of spec chapter 5.
func TestNamedClusters(t *testing.T) {
	d, w := DefaultClusters(), WideClusters()
	require.Equal(t, []int{2, 2, 8, 16}, []int{d.Count, d.SMs, d.SM.Lanes, d.SM.Threads})
	require.Equal(t, []int{2, 4, 16, 16}, []int{w.Count, w.SMs, w.SM.Lanes, w.SM.Threads})
}

// What a cluster cannot be is refused, with the parameter's name.
func TestWrongClustersAreRefused(t *testing.T) {
	for want, change := range map[string]func(c *ClusterConfig){
		"gpc.sm.lanes: 12; a power of two was expected":                  func(c *ClusterConfig) { c.SM.Lanes = 12 },
		"gpc.sm.shared: 100; a multiple of 64 was expected":              func(c *ClusterConfig) { c.SM.Shared = 100 },
		"gpc.count: 9; a whole number from 1 to 8 clusters was expected": func(c *ClusterConfig) { c.Count = 9 },
		"gpc.l15.lines: 100; a power of two was expected":                func(c *ClusterConfig) { c.L15.Lines = 100 },
		"fifo.PM_SM.depth: 0; a whole number from 1 to 65536 entries was expe": func(c *ClusterConfig) {
			c.Params()
			c.Links[len(c.Links)-1].Depth = 1
			c.Links[rowAt("PM_SM")].Depth = 0
		},
	} {
		cfg := DefaultClusters()
		change(&cfg)
		_, _, err := buildClusters(t, cfg)
		require.ErrorContains(t, err, want)
	}
	var c = DefaultClusters()
	require.ErrorContains(t, c.Set("gpc.sm.lane", "16"), `unknown parameter "gpc.sm.lane"`)
}

func rowAt(name string) int {
	_, n, _ := named(clusterConnections, name)
	return n
}

// A cluster whose messages below the break point can wait for one above it is refused (rule X2).
func TestClustersThatWaitForWhatIsAboveAreRefused(t *testing.T) {
	was := clusterConnections
	defer func() { clusterConnections = was }()
	clusterConnections = append([]clusterRow(nil), was...)
	clusterConnections[rowAt("LSU_L15_BELOW")].class = above
	_, _, err := buildClusters(t, DefaultClusters())
	require.ErrorContains(t, err, "rule X2: GPC[0].SM[0].SM_LSU_BELOW, which is below it, can wait for room in GPC[0].LSU_L15_BELOW, which is above the break point")
}
