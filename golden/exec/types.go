package exec

import "tilemark/hw/isa"

// typeSize is how many bytes a lane of a type takes.
var typeSize = [isa.TypeLimit]int{
	isa.TypeUb: 1, isa.TypeB: 1, isa.TypeUw: 2, isa.TypeW: 2, isa.TypeUd: 4, isa.TypeD: 4, isa.TypeUq: 8, isa.TypeQ: 8, isa.TypeHf: 2, isa.TypeF: 4,
}

func isFloat(typ uint32) bool { return typ == isa.TypeHf || typ == isa.TypeF }

func isSigned(typ uint32) bool {
	return typ == isa.TypeB || typ == isa.TypeW || typ == isa.TypeD || typ == isa.TypeQ
}

func isUnsigned(typ uint32) bool { return !isFloat(typ) && !isSigned(typ) }

// integerType is the integer type of so many bytes.
func integerType(bytes int, signed bool) uint32 {
	for typ := uint32(0); typ < isa.TypeLimit; typ++ {
		if !isFloat(typ) && typeSize[typ] == bytes && isSigned(typ) == signed {
			return typ
		}
	}
	panic("exec: no integer type of that size")
}
