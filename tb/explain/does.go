package explain

import (
	"strings"

	"tilemark/hw"
	"tilemark/hw/blocks/asu"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/eupfront"
	"tilemark/hw/blocks/sg"
	"tilemark/hw/blocks/tess"
	"tilemark/hw/blocks/tg"
	"tilemark/hw/blocks/tsu"
	"tilemark/hw/blocks/vf"
	"tilemark/hw/blocks/zl1"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// What blocks do while they work.
const (
	worked  = "worked"
	discard = "threw away what was left of the context"
	token   = "let INT_END pass"
	report  = "reported the cut"
)

// task is what a block works on in the next cycle.
func task(m *hw.Machine, name string) string {
	switch name {
	case "CSP":
		return taskOfCSP(m.CSP.S.Front.Phase)
	case "EUPFront":
		if m.EUPFront.S.Phase == eupfront.Discard {
			return discard
		}
		return "started vertex threads"
	case "VF":
		if m.VF.S.Phase == vf.Discard {
			return discard
		}
		return "asked for the data of vertex threads"
	case "Tess":
		return taskOfTess(m.Tess.S.Phase)
	case "TSU":
		return taskOfTSU(m.TSU.S.Phase)
	case "ASU":
		switch m.ASU.S.Phase {
		case asu.Discard:
			return discard
		case asu.Normal:
			return "set up planes"
		}
		return token
	case "SG":
		if m.SG.S.Phase == sg.Rows {
			return "walked the spans of a triangle"
		}
	case "TG":
		return taskOfTG(m.TG.S.Phase)
	case "ZL1":
		return taskOfZL1(m.ZL1.S.Phase)
	}
	return taskBelow(m, name)
}

// taskBelow is task for the blocks below the break point.
func taskBelow(m *hw.Machine, name string) string {
	switch name {
	case "ZL2":
		if q := &m.ZL2.S.Queue; q.Len() > 0 && q.Front().Entry.Kind == pipe.IntEnd {
			return "wrote its depth cache back"
		}
		return "tested quads"
	case "PS":
		return "passed quads on"
	case "WBU":
		if q := &m.WBU.S.Queue; q.Len() > 0 && q.Front().Entry.Kind == pipe.IntEnd {
			return "wrote its colour cache back"
		}
		return "blended quads"
	case "EUP":
		return "passed threads on"
	case "DMA":
		return "passed data on"
	case "C2D":
		return "filled or copied"
	}
	return taskInCluster(name[strings.LastIndexByte(name, '.')+1:])
}

// taskInCluster is task for the blocks of a cluster, by the last part of their names.
func taskInCluster(name string) string {
	switch name {
	case "PM":
		return "passed threads on"
	case "LSU":
		return "accessed memory for kernels"
	case "L15":
		return "served lines"
	case "TEX":
		return "sampled textures"
	}
	if strings.HasPrefix(name, "SM[") {
		return "executed kernels"
	}
	return worked
}

func taskOfCSP(p csp.Phase) string {
	switch p {
	case csp.Pick, csp.PinHeader, csp.Header, csp.PinRest, csp.Leave:
		return "chose and fetched the next context"
	case csp.Scratch:
		return "sent the place of scratch memory"
	case csp.Load:
		return "sent the saved registers"
	case csp.Values:
		return "sent registers"
	case csp.Prims, csp.EndDraw:
		return "sent primitives"
	case csp.Tokens:
		return "sent INT_END"
	}
	return "read commands"
}

func taskOfTess(p tess.Phase) string {
	switch p {
	case tess.Splitting:
		return "split a patch"
	case tess.Discard:
		return discard
	}
	return "passed vertex threads on"
}

func taskOfTSU(p tsu.Phase) string {
	switch p {
	case tsu.DiscardEUP, tsu.DiscardCSP:
		return discard
	case tsu.EndEUP, tsu.EndCSP:
		return token
	}
	return "set up triangles"
}

func taskOfTG(p tg.Phase) string {
	switch p {
	case tg.Normal:
		return "took spans"
	case tg.Tiles:
		return "made tiles"
	case tg.SendInt, tg.End:
		return report
	case tg.Discard:
		return discard
	}
	return token
}

func taskOfZL1(p zl1.Phase) string {
	switch p {
	case zl1.Normal:
		return "joined tiles with planes"
	case zl1.End:
		return report
	case zl1.Token, zl1.Left:
		return token
	}
	return discard
}

// draws tells whether a block takes what it works on from a connection, one entry after the other: the ends of draws come by it.
// VF, EUP and TSU are not such: the first two work on several entries side by side, TSU looks at two inputs together.
func draws(m *hw.Machine, v wires.View) bool {
	switch _, to := v.Ends(); to {
	case wires.Block(m.VF), wires.Block(m.EUP), wires.Block(m.TSU):
		return false
	}
	return hw.Carries(v.Name(), pipe.EndDraw)
}

// several stands for work of more than a cycle.
const several = 2

// queued is what a block holds of its input, as far as each entry takes it a cycle.
func queued(m *hw.Machine, name string) int {
	switch name {
	case "TSU":
		return m.TSU.S.Clip.Len() + m.TSU.S.Setup.Len()
	case "ASU":
		return m.ASU.S.Setup.Len()
	case "ZL2":
		return several * m.ZL2.S.Queue.Len()
	case "PS":
		return m.PS.S.Queue.Len()
	case "WBU":
		if q := &m.WBU.S.Queue; q.Len() > 0 && q.Front().Entry.Kind != pipe.Quad {
			return several
		}
		return m.WBU.S.Queue.Len()
	}
	return 0
}
