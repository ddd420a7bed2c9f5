package formats

import "tilemark/regmap/table"

// Rules are the rules that tables of formats have beside those of registers, in the order of the
// reference.
var Rules = []table.Rule{
	{Name: "reference", Description: "Enums and clients that are named are in one of the tables."},
	{Name: "kind", Description: "An enum has values or flags; an instruction or message has words of the list, each once, and types iff it has sources."},
	{Name: "header", Description: "Commands have a header, with the fields that tell them apart and count their DWORDs."},
	{Name: "where", Description: "A command stands somewhere, and in places that there are."},
	{Name: "length", Description: "A command's length agrees with its operands; a structure of the save area fills whole units."},
	{Name: "writer", Description: "The CPU or the GPU writes a word."},
	{Name: "opcode", Description: "An opcode is of a group that there is."},
	{Name: "answers", Description: "The answer of a message has what answers can have."},
	{Name: "behind", Description: "The tail of a save area stands after its blocks, and nothing else does."},
}
