// Package hw is the machine: it builds the blocks, joins them, and lets the outside
// drive and observe the whole.
package hw

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/sarchlab/akita/v3/sim"

	"tilemark/hw/blocks/asu"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/c2d"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/dispatch"
	"tilemark/hw/blocks/dma"
	"tilemark/hw/blocks/eupfront"
	"tilemark/hw/blocks/memory"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/blocks/ps"
	"tilemark/hw/blocks/sg"
	"tilemark/hw/blocks/tess"
	"tilemark/hw/blocks/tg"
	"tilemark/hw/blocks/tsu"
	"tilemark/hw/blocks/vf"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl1"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Machine is a built machine.
type Machine struct {
	*wires.Domain
	Engine *wires.Engine
	Config Config

	Host     *Host
	CSP      *csp.CSP
	DMA      *dma.DMA
	C2D      *c2d.C2D
	EUPFront *eupfront.EUPFront
	VF       *vf.VF
	Tess     *tess.Tess
	EUP      *dispatch.Dispatcher
	Clusters []*Cluster
	TSU      *tsu.TSU
	ASU      *asu.ASU
	SG       *sg.SG
	TG       *tg.TG
	ZL1      *zl1.ZL1
	ZL2      *zl2.ZL2
	PS       *ps.PS
	WBU      *wbu.WBU
	MXU      *mxu.MXU
	Memory   *memory.Memory
}

// Build makes a machine in reset state.
func Build(cfg Config) (*Machine, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	cfg.tellBlocks()
	m := &Machine{
		Domain: wires.NewDomain(sim.Freq(cfg.Clock)*sim.MHz, cfg.Seed), Config: cfg,
		Host:     newHost("GPU.Host"),
		CSP:      csp.New("GPU.CSP", cfg.CSP),
		DMA:      dma.New("GPU.DMA", cfg.DMA),
		C2D:      c2d.New("GPU.C2D", cfg.C2D),
		EUPFront: eupfront.New("GPU.EUPFront", cfg.EUPFront),
		VF:       vf.New("GPU.VF", cfg.VF),
		Tess:     tess.New("GPU.Tess", cfg.Tess),
		EUP:      dispatch.New("GPU.EUP", cfg.EUP),
		TSU:      tsu.New("GPU.TSU", cfg.TSU),
		ASU:      asu.New("GPU.ASU", cfg.ASU),
		SG:       sg.New("GPU.SG", cfg.SG),
		TG:       tg.New("GPU.TG", cfg.TG),
		ZL1:      zl1.New("GPU.ZL1", cfg.ZL1),
		ZL2:      zl2.New("GPU.ZL2", cfg.ZL2),
		PS:       ps.New("GPU.PS", cfg.PS),
		WBU:      wbu.New("GPU.WBU", cfg.WBU),
		MXU:      mxu.New("GPU.MXU", cfg.MXU),
		Memory:   memory.New("GPU.Memory", cfg.Memory),
	}
	m.Engine = wires.NewEngine(m.Domain)
	err := m.addBlocks()
	if err == nil {
		err = m.join()
	}
	if err != nil {
		return nil, fmt.Errorf("building the machine: %w", err)
	}
	return m, nil
}

// addBlocks adds the blocks that the machine has as fields, in their order, and makes the clusters: none is forgotten or added twice.
func (m *Machine) addBlocks() error {
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		if _, ok := v.Field(i).Interface().([]*Cluster); ok {
			for n := range m.Config.GPC.Count {
				m.Clusters = append(m.Clusters, newCluster(m.Domain, &m.Config.GPC, uint8(n)))
			}
			continue
		}
		b, ok := v.Field(i).Interface().(wires.Block)
		switch {
		case !ok:
		case v.Field(i).IsNil():
			return fmt.Errorf("the machine's %s is not made; Build calls New for each block", v.Type().Field(i).Name)
		default:
			m.Add(b)
		}
	}
	return m.CheckNames()
}

// around are the ports to which a cluster is joined.
func (m *Machine) around(n int) *Around {
	p := &m.EUP.P
	a := &Around{PMEUP: &p.Free[n], EUPCtrl: &p.Ctrl[n], CtrlEUP: &p.CtrlDone[n], MXUCtrl: &m.MXU.P.Ctrl[n], CtrlMXU: &m.MXU.P.CtrlDone[n]}
	for side := range pipe.Sides {
		a.EUPPM[side], a.EUPCall[side] = &p.Req[n][side], &p.Call[n][side]
		for i := range m.Config.GPC.SMs {
			a.SMRes[i][side] = &p.Res[n][i][side]
		}
	}
	for slot := range pipe.Slots {
		a.Cancel[slot] = &p.Cancel[n][slot]
	}
	a.Serve(m.MXU, n)
	return a
}

// atBreakPoint returns the ports that only the block at the break point uses.
func (m *Machine) atBreakPoint() ports {
	if m.Config.Place() == breakpoint.AtZL1 {
		p := &m.ZL1.P
		return ports{&p.BPMXU, &p.MXUBP, &p.DPMXU, &p.DP}
	}
	p := &m.TG.P
	return ports{&p.BPMXU, &p.MXUBP, &p.DPMXU, &p.DP}
}

// ForgetDecoded has the multiprocessors forget what they remember beside their state. Tests use it to see that it does not matter.
func (m *Machine) ForgetDecoded(r *rand.Rand) {
	for _, c := range m.Clusters {
		for _, s := range c.SMs {
			s.Forget(r)
		}
	}
}
