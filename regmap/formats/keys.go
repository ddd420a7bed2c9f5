package formats

// form is what a key's value looks like.
type form uint8

const (
	textForm    form = iota // says something
	nameForm                // upper-case words
	versionForm             // MAJOR.MINOR.PATCH
	bitsForm                // "hi:lo"
	oneOfForm               // one of some words
	someOfForm              // a list of some words, each once
	integerForm
	powerForm  // a power of two
	lengthForm // of a command
	flagForm
	listForm    // of mappings
	mappingForm // one mapping
)

// key says all about a key of one mapping: the reader, the schema and the reference are made
// from it.
type key struct {
	name     string
	required bool
	form     form
	doc      string
	without  string    // what holds without it, unless that is nothing
	words    *[]string // of oneOfForm and someOfForm
	low      int64     // of integerForm
	high     int64     // 0: the schema sets none
	items    *keySet   // of listForm and mappingForm
}

// keySet is a mapping: its keys in the order of the reference.
type keySet struct {
	what string // in messages
	keys []key
}

const (
	maxWord  = 1<<32 - 1
	maxAlign = 1 << 16
	maxCode  = 1<<8 - 1
)

var fileKeys = keySet{"formats", []key{
	{name: "formats", required: true, form: nameForm, doc: "Name of the file's table."},
	{name: "version", required: true, form: versionForm, doc: "Version of the table."},
	{name: "description", required: true, doc: "What is in it, one sentence."},
	{name: "enums", form: listForm, items: &enumKeys, doc: "Named values that fields and words refer to, in any file."},
	{name: "header", form: mappingForm, items: &headerKeys, doc: "First DWORD of every command. There is one in all files."},
	{name: "commands", form: listForm, items: &commandKeys, doc: "Commands of all clients."},
	{name: "structures", form: listForm, items: &structureKeys, doc: "Records in memory, and forms of instructions."},
	{name: "instructions", form: listForm, items: &instructionKeys, doc: "Operations of kernels."},
	{name: "messages", form: listForm, items: &messageKeys, doc: "Messages that the operation `send` sends."},
}}

var instructionKeys = keySet{"instruction", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the operation; in text it stands in lower case."},
	{name: "opcode", required: true, form: integerForm, low: 1, high: maxCode, doc: "Its number, which stands once. Bits 6:4 are its group."},
	{name: "format", required: true, form: nameForm, doc: "Structure that its native form has."},
	{name: "sources", form: integerForm, high: 3, without: "0", doc: "Number of its sources."},
	{name: "types", form: someOfForm, words: &ExecutionTypes, without: "none", doc: "Execution types that it has."},
	{name: "allows", form: someOfForm, words: &InstructionAllows, without: "nothing", doc: "What an instruction of it may have."},
	{name: "description", required: true, doc: "What it does."},
}}

var messageKeys = keySet{"message", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the message; in text it stands in lower case."},
	{name: "code", required: true, form: integerForm, low: 1, high: maxCode, doc: "Its number, which stands once."},
	{name: "unit", required: true, form: nameForm, doc: "Whom it goes to, a value of the enum `UNIT`."},
	{name: "sends", form: someOfForm, words: &Payloads, without: "nothing", doc: "What it brings."},
	{name: "answers", form: oneOfForm, words: &Answers, without: "there is none", doc: "What the answer has."},
	{name: "allows", form: someOfForm, words: &MessageAllows, without: "nothing", doc: "Fields of the descriptor that it uses."},
	{name: "description", required: true, doc: "What it does."},
}}

var enumKeys = keySet{"enum", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the enum."},
	{name: "kind", form: oneOfForm, words: &EnumKinds, without: "`values`", doc: "With `flags` each value is one bit, and a field holds a set of them."},
	{name: "description", required: true, doc: "What the values say."},
	{name: "values", required: true, form: listForm, items: &valueKeys, doc: "One value at least."},
}}

var valueKeys = keySet{"value", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the value."},
	{name: "value", required: true, form: integerForm, high: maxWord, doc: "The number, or the bit of a set."},
	{name: "label", without: "the name", doc: "How texts for people name it."},
	{name: "description", required: true, doc: "What it means."},
}}

var headerKeys = keySet{"header", []key{
	{name: "description", required: true, doc: "What the DWORD is."},
	{name: "fields", required: true, form: listForm, items: &fieldKeys, doc: "`CLIENT` (an enum), `OPCODE`, `SUB_OPCODE` and `LENGTH` among them."},
}}

var fieldKeys = keySet{"field", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the field."},
	{name: "bits", required: true, form: bitsForm, doc: "Highest and lowest bit, `\"hi:lo\"`, in quotes."},
	{name: "type", required: true, form: oneOfForm, words: &FieldTypes, doc: "Type of the value."},
	{name: "enum", form: nameForm, doc: "Name of the enum, with type `enum` or `flags` only."},
	{name: "description", required: true, doc: "What the field is, with its unit."},
}}

var commandKeys = keySet{"command", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the command."},
	{name: "client", required: true, form: nameForm, doc: "Who executes it, a value of the enum of the header's `CLIENT`. Client and opcode together stand once."},
	{name: "opcode", required: true, form: integerForm, high: maxWord, doc: "What it does; it fits the header's `OPCODE`."},
	{name: "length", required: true, form: lengthForm, doc: "DWORDs after the header: a number, `\"N..\"` for N and more, or `any`."},
	{name: "where", required: true, form: someOfForm, words: &Places, doc: "Where it may stand, one place at least."},
	{name: "alone", form: nameForm, doc: "Name of the header without anything after it, for the command whose header is then 0."},
	{name: "description", required: true, doc: "What the command does."},
	{name: "sub_opcode", form: mappingForm, items: &subKeys, without: "it is 0", doc: "What the sub-opcode says."},
	{name: "operands", form: listForm, items: &operandKeys, without: "none", doc: "Words from offset 1 on, without gaps."},
}}

var subKeys = keySet{"sub-opcode", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the sub-opcode."},
	{name: "type", required: true, form: oneOfForm, words: &SubTypes, doc: "`block` is the ID of a register block."},
	{name: "enum", form: nameForm, doc: "Name of the enum, with type `enum` only."},
	{name: "description", required: true, doc: "What it says."},
}}

// wordKeys are those that operands and words of structures have in common, and more. first is
// the least offset.
func wordKeys(what string, first int64, also ...key) keySet {
	keys := []key{
		{name: "name", required: true, form: nameForm, doc: "Name of the word."},
		{name: "offset", required: true, form: integerForm, low: first, doc: "DWORDs from the command's header, or from the structure's first word."},
		{name: "type", form: oneOfForm, words: &WordTypes, doc: "Type of the value; a word has a type or fields."},
		{name: "enum", form: nameForm, doc: "Name of the enum, with type `enum` or `flags` only."},
		{name: "align", form: powerForm, without: "any", doc: "Of type `address`: its value is a multiple of so many bytes."},
		{name: "max", form: integerForm, low: 1, high: maxWord, without: "any", doc: "Of type `uint`: the highest value."},
		{name: "fields", form: listForm, items: &fieldKeys, doc: "What the word's bits are, one field at least."},
	}
	keys = append(keys, also...)
	return keySet{what, append(keys, key{name: "description", required: true, doc: "What the word is, with its unit."})}
}

var operandKeys = wordKeys("operand", 1,
	key{name: "rest", form: flagForm, without: "false", doc: "The last operand stands in every DWORD up to the command's end."})

var structureWordKeys = wordKeys("word", 0,
	key{name: "count", form: integerForm, low: 1, high: MaxLength, without: "1", doc: "Elements side by side."},
	key{name: "writer", form: oneOfForm, words: &Writers, doc: "Who writes it."})

var structureKeys = keySet{"structure", []key{
	{name: "name", required: true, form: nameForm, doc: "Name of the structure. `SAVE_AREA_HEAD` and `SAVE_AREA_TAIL` stand before and after the blocks of a save area."},
	{name: "length", required: true, form: integerForm, low: 1, high: MaxLength, doc: "DWORDs. Each of them belongs to one word or reserved range."},
	{name: "align", form: powerForm, without: "4", doc: "Bytes to whose multiples it is aligned."},
	{name: "count", form: integerForm, low: 1, high: MaxLength, without: "1", doc: "How many stand one after the other."},
	{name: "behind", form: oneOfForm, words: &Behinds, doc: "`SAVE_AREA_TAIL` stands after the blocks of the save area, and nothing else does."},
	{name: "description", required: true, doc: "What the structure is."},
	{name: "words", required: true, form: listForm, items: &structureWordKeys, doc: "Its words."},
	{name: "reserved", form: listForm, items: &reservedKeys, without: "none", doc: "Ranges without meaning."},
}}

var reservedKeys = keySet{"reserved range", []key{
	{name: "offset", required: true, form: integerForm, high: MaxLength - 1, doc: "DWORDs from the structure's first word."},
	{name: "length", required: true, form: integerForm, low: 1, high: MaxLength, doc: "DWORDs of the range."},
	{name: "description", required: true, doc: "What the range is kept for."},
}}

// names lists the keys that must stand, or those that may.
func (s *keySet) names(required bool) (names []string) {
	for _, k := range s.keys {
		if k.required == required {
			names = append(names, k.name)
		}
	}
	return names
}
