package front

import "github.com/gogpu/naga/ir"

// repair puts right what naga lowers wrongly: atomicStore becomes a store that stands before the evaluation of what it stores; types of texels of i32.
func repair(m *ir.Module) {
	for n := range m.Functions {
		repairBlock(m.Functions[n].Body)
		repairTexels(m, &m.Functions[n])
	}
	for n := range m.EntryPoints {
		repairBlock(m.EntryPoints[n].Function.Body)
		repairTexels(m, &m.EntryPoints[n].Function)
	}
}

func repairBlock(b []ir.Statement) {
	for n := range b {
		switch s := b[n].Kind.(type) {
		case ir.StmtBlock:
			repairBlock(s.Block)
		case ir.StmtIf:
			repairBlock(s.Accept)
			repairBlock(s.Reject)
		case ir.StmtLoop:
			repairBlock(s.Body)
			repairBlock(s.Continuing)
		case ir.StmtSwitch:
			for _, c := range s.Cases {
				repairBlock(c.Body)
			}
		case ir.StmtStore:
			if n+1 < len(b) && evaluates(b[n+1], s.Pointer, s.Value) {
				b[n], b[n+1] = b[n+1], b[n]
			}
		}
	}
}

// evaluates tells whether a statement evaluates one of some expressions.
func evaluates(s ir.Statement, list ...ir.ExpressionHandle) bool {
	e, ok := s.Kind.(ir.StmtEmit)
	if !ok {
		return false
	}
	for _, h := range list {
		if h >= e.Range.Start && h < e.Range.End {
			return true
		}
	}
	return false
}
