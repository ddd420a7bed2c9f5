package table

import "strings"

// Words that generated code cannot use as names, in upper case as the tables write names.
const (
	cWords = `alignas alignof asm auto bool break case char const constexpr continue default do double else enum extern false
		float for goto if inline int long nullptr register restrict return short signed sizeof static static_assert struct switch
		thread_local true typedef typeof union unsigned void volatile while`
	goWords = `chan defer fallthrough func go import interface map package range select type var nil`
	svWords = `accept_on alias always and assert assign assume automatic before begin bind bins binsquare bit buf bufif0 bufif1 byte
		casex casez cell chandle checker class clocking cmos config constraint context cover covergroup coverpoint cross deassign
		defparam design disable dist edge endcase endfunction endmodule endpackage end event eventually expect export extends final
		first_match force foreach forever fork forkjoin function generate genvar global highz0 highz1 iff ifnone ignore_bins
		illegal_bins implements implies incdir include initial inout input inside instance integer interconnect intersect join
		join_any join_none large let liblist library local localparam logic longint macromodule matches medium modport module nand
		negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or output packed parameter pmos posedge
		primitive priority program property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand
		randc randcase randsequence rcmos real realtime ref reg reject_on release repeat rnmos rpmos rtran rtranif0 rtranif1
		s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled small soft solve
		specify specparam string strong strong0 strong1 super supply0 supply1 sync_accept_on sync_reject_on table tagged task this
		throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg unique unique0 until
		until_with untyped use uwire vectored virtual wait wait_order wand weak weak0 weak1 wildcard wire with within wor xnor xor`
	rdlWords = `addrmap regfile field mem signal boolean number component encode property`
)

// Blocks and registers become types and instances of their own. Fields become members of
// structures; what is generated for SystemVerilog and Go writes them so that their own words
// cannot be met.
var (
	blockKeywords = wordSet(cWords, goWords, svWords, rdlWords)
	fieldKeywords = wordSet(cWords, rdlWords)
)

func wordSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for word := range strings.FieldsSeq(list) {
			set[strings.ToUpper(word)] = true
		}
	}
	return set
}

// keyword checks that a name is no word that a generated language has taken.
func (c *checker) keyword(at *places, what, name string, words map[string]bool) {
	if words[name] {
		c.at(at, kName, "keyword", "%s %s: %s is a keyword where code is generated, expected another name", what, name, strings.ToLower(name)).
			suggest("%s_%s", name, strings.ToUpper(what))
	}
}
