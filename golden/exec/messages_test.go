package exec

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// messageWords are what each message sends, what it answers, and what its descriptor has, written from docs/isa.md and not from the machine's table.
var messageWords = map[string][3]string{
	"load":                 {"addresses", "components", "binding type count nc"},
	"store":                {"addresses components", "", "binding type count nc"},
	"atomic":               {"addresses operands", "returns", "binding type atomic"},
	"size":                 {"", "one", "binding"},
	"constant":             {"", "block", "binding count"},
	"scratch_load":         {"", "registers", "count"},
	"scratch_store":        {"registers", "", "count"},
	"private_load":         {"addresses", "components", "type count"},
	"private_store":        {"addresses components", "", "type count"},
	"shared_load":          {"addresses", "components", "type count"},
	"shared_store":         {"addresses components", "", "type count"},
	"shared_atomic":        {"addresses operands", "returns", "type atomic"},
	"sample":               {"coordinates", "texel", "coordinates binding count sampler texels"},
	"sample_bias":          {"coordinates", "texel", "coordinates binding count sampler texels"},
	"sample_level":         {"coordinates", "texel", "coordinates binding count sampler texels"},
	"sample_gradient":      {"coordinates gradients", "texel", "coordinates binding count sampler texels"},
	"sample_compare":       {"coordinates", "texel", "coordinates binding count sampler texels"},
	"sample_compare_level": {"coordinates", "texel", "coordinates binding count sampler texels"},
	"gather":               {"coordinates", "texel", "coordinates binding count sampler texels"},
	"gather_compare":       {"coordinates", "texel", "coordinates binding count sampler texels"},
	"texel":                {"coordinates", "texel", "coordinates binding count"},
	"texel_store":          {"components coordinates", "", "coordinates binding count"},
	"dimensions":           {"coordinates", "texel", "coordinates binding"},
	"color":                {"components", "", "count last"},
	"color_depth":          {"components depths", "", "count last"},
	"result":               {"registers", "", "count last"},
	"end":                  {"", "", "last"},
	"barrier":              {"", "", ""},
	"allocate":             {"one", "grant", "binding"},
	"thread_end":           {"one", "", ""},
	"context_load":         {"", "registers", "count"},
	"context_store":        {"registers", "", "count"},
	"context_load_set":     {"set", "", ""},
	"context_store_set":    {"set", "", ""},
	"live":                 {"", "one", ""},
}

// The machine's table of messages says what the manual says.
func TestMessagesAreThoseOfTheManual(t *testing.T) {
	names := func(bits uint32, all map[string]uint32) string {
		var list []string
		for _, name := range strings.Fields("addresses components operands registers coordinates depths gradients one set binding type count nc atomic sampler last texels") {
			if b, ok := all[name]; ok && bits&b != 0 {
				list = append(list, name)
				bits &^= b
			}
		}
		require.Zero(t, bits)
		return strings.Join(list, " ")
	}
	sends := map[string]uint32{"addresses": isa.SendsAddresses, "components": isa.SendsComponents, "operands": isa.SendsOperands, "registers": isa.SendsRegisters,
		"coordinates": isa.SendsCoordinates, "depths": isa.SendsDepths, "gradients": isa.SendsGradients, "one": isa.SendsOne, "set": isa.SendsSet}
	uses := map[string]uint32{"binding": isa.UsesBinding, "type": isa.UsesType, "count": isa.UsesCount, "nc": isa.UsesNonCacheable, "atomic": isa.UsesAtomic,
		"sampler": isa.UsesSampler, "last": isa.UsesLast, "coordinates": isa.UsesCoordinates, "texels": isa.UsesTexels}
	answers := map[uint32]string{0: "", isa.AnswersComponents: "components", isa.AnswersReturns: "returns", isa.AnswersOne: "one", isa.AnswersBlock: "block",
		isa.AnswersRegisters: "registers", isa.AnswersTexel: "texel", isa.AnswersGrant: "grant"}
	found := 0
	for _, m := range isa.Messages {
		if m.Name == "" {
			continue
		}
		found++
		require.Equal(t, messageWords[m.Name], [3]string{names(uint32(m.Sends), sends), answers[uint32(m.Answers)], names(uint32(m.Uses), uses)}, m.Name)
	}
	require.Equal(t, len(messageWords), found)
}
