package directed

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim"
	"tilemark/tb/cosim/sweep"
	"tilemark/text/strictyaml"
)

// FORMAT.md names exactly the keys that are read: in its tables, and in its sentences about contexts and steps.
func TestReferenceNamesTheKeys(t *testing.T) {
	text, err := os.ReadFile("../../vectors/directed/FORMAT.md")
	require.NoError(t, err)
	doc := string(text)
	same := func(want, got []string, what string) {
		t.Helper()
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, slices.Compact(got), what)
	}
	same(strictyaml.Keys(reflect.TypeFor[Vector]()), firstColumn(doc, "| key |"), "keys")
	same(actionNames(), firstColumn(doc, "| do |"), "do")
	same(strictyaml.Keys(reflect.TypeFor[Cursor]()), listed(doc, "| cut_at |"), "cut_at")
	same(strictyaml.Keys(reflect.TypeFor[AtLeast]()), listed(doc, "| at_least |"), "at_least")
	same(append(strictyaml.Keys(reflect.TypeFor[Context]()), strictyaml.Keys(reflect.TypeFor[Poke]())...), quoted(paragraph(doc, "A context:")), "contexts")
	same(append(strictyaml.Keys(reflect.TypeFor[Packing]()), strictyaml.Keys(reflect.TypeFor[PackedWord]())...), quoted(paragraph(doc, "A packing is")), "packing")
	step := append(firstColumn(doc, "| condition |"), quoted(paragraph(doc, "A step waits"))...)
	same(strictyaml.Keys(reflect.TypeFor[Step]()), append(step, "poke"), "steps")
	aim := append(firstColumn(doc, "| aim |"), quoted(paragraph(doc, "An aim does"))...)
	same(strictyaml.Keys(reflect.TypeFor[Aim]()), aim, "aims")
	same(Events(), listed(doc, "| event |"), "event")
	same(Passing(), listed(doc, "| passes |"), "passes")
	for _, place := range pokePlaces {
		require.Contains(t, paragraph(doc, "A context:"), place)
	}
}

// rows are the lines of the table whose head begins so.
func rows(doc, head string) []string {
	_, table, _ := strings.Cut(doc, "\n"+head)
	table, _, _ = strings.Cut(table, "\n\n")
	return strings.Split(strings.TrimSpace(table), "\n")[2:]
}

func firstColumn(doc, head string) (names []string) {
	for _, row := range rows(doc, head) {
		names = append(names, strings.Split(strings.TrimSpace(strings.Split(row, "|")[1]), ", ")...)
	}
	return names
}

// listed are the names after the colon of a row, without what stands in brackets.
func listed(doc, row string) []string {
	_, line, _ := strings.Cut(doc, "\n"+row)
	line, _, _ = strings.Cut(line, "\n")
	_, list, _ := strings.Cut(line, ": ")
	list = regexp.MustCompile(` \([^)]*\)`).ReplaceAllString(list, "")
	return strings.Split(strings.Trim(list, " |"), ", ")
}

func paragraph(doc, start string) string {
	_, rest, _ := strings.Cut(doc, "\n"+start)
	rest, _, _ = strings.Cut(rest, "\n\n")
	return rest
}

func quoted(text string) (names []string) {
	for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

func TestVectorErrorsArePlaced(t *testing.T) {
	const context = "covers: x\ncontexts: [{scene: blend}]\n"
	for text, want := range map[string]string{
		"":                                   "1:1: nothing; a directed vector was expected",
		"contexts: [{scene: blend}]\n":       "1:1: covers: what the vector shows was expected",
		"covers: x\n":                        "1:1: 0 contexts; 1 to 8 were expected",
		context + "size: [5]\n":              "3:7: size [5]; width and height, each from 1 to 4096, were expected",
		context + "size: [0, 8]\n":           "3:7: size [0 8]; width and height, each from 1 to 4096, were expected",
		context + "paging: {frames: -4}\n":   "3:18: frames -4; the number of pages of memory, or 0 for enough, was expected",
		context + "driver: {policy: fifo}\n": `3:18: policy "fifo"; one of round-robin,`,
		context + "driver: {policy: fair}\n": "3:9: policy fair without slice; cycles were expected",
		context + "driver: {policy: fair, slice: 9, depth: 5}\n":                                                                             "3:41: depth 5; 1 to 4 was expected",
		"covers: x\ncontexts: [{scene: blend, priority: 3}]\n":                                                                               "2:12: context 0: priority, arrives or after; they are for a driver,",
		"covers: x\ndriver: {policy: fair, slice: 9}\ncontexts: [{scene: blend, after: 0}]\n":                                                "3:34: context 0: after 0; the number of another context was expected",
		"covers: x\ncontexts: [{scene: blend, ring_size: -5}]\n":                                                                             "2:38: context 0: ring_size -5; a whole number from 0 was expected",
		"covers: x\ncontexts: [{scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}, {scene: blend}, {scene: blend, odd: true}]\n": "2:11: 5 contexts in the even run list and 1 in the odd one; at most 4 each were expected",
		context + "size: 5\n":                                         "3:7: size: 5; a list was expected",
		context + "sizes: [5, 5]\n":                                   `3:1: unknown key "sizes"; did you mean "size"?`,
		context + "config: 5\n":                                       "3:9: config: 5; a mapping of parameters, such as {memory.latency: 200}, was expected",
		context + "config: {memory: {}}\n":                            "3:18: config: a mapping; memory: a number, a name, true or false was expected",
		context + "config: {memry.latency: 1}":                        `3:10: unknown parameter "memry.latency"; did you mean "memory.latency"?`,
		context + "config: {memory.latency: 0}":                       "3:10: memory.latency: 0; a whole number from 1 to ",
		context + "steps: [{do: interupt}]\n":                         `3:14: step 0: do "interupt"; doorbell, `,
		context + "steps: [{cycle: x, do: interrupt}]\n":              `3:17: steps: cycle: "x"; a whole number from 0`,
		context + "steps: [{full: [TG_FIF], do: interrupt}]\n":        `3:9: step 0: unknown FIFO "TG_FIF"; did you mean "TG_FIFO"?`,
		context + "steps: [{do: poke}]\n":                             `3:9: step 0: do "poke"; poke, with in, dword and value,`,
		context + "steps: [{do: poke, poke: {in: heder}}]\n":          `3:31: step 0: poke: in "heder"; header, ring, buffer or save was expected`,
		context + "cut_at: {tile: -1}\n":                              "3:16: cut_at: tile: -1; a whole number from 0 below 2^32 was expected",
		"covers: x\ncontexts: [{scene: blnd}]\n":                      `2:20: context 0: scene "blnd"; did you mean "blend"?`,
		"covers: x\ncontexts: [{scene: blend, ring_siz: 5}]\n":        `2:27: contexts: unknown key "ring_siz"; did you mean "ring_size"?`,
		"covers: x\ncontexts: [{scene: blend, poke: [{in: rang}]}]\n": `2:39: context 0: poke: in "rang"; header,`,
	} {
		_, err := Parse([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
	_, err := Load("isolatoin")
	require.EqualError(t, err, `no directed vector is called "isolatoin"; did you mean "isolation"?`)
}

// A DWORD that is to be spoiled lies inside what is named; nothing is written elsewhere.
func TestPokesOutsideAreRefused(t *testing.T) {
	for in, dwords := range map[string]string{"header": "8", "ring": `\d+`, "buffer": `\d+`, "save": "2016"} {
		text := "covers: x\ncontexts: [{scene: blend, poke: [{in: " + in + ", dword: 99999999}]}]\n"
		v, err := Parse([]byte(text))
		require.NoError(t, err)
		_, _, err = v.Workload()
		require.Error(t, err)
		require.Regexp(t, `^2:\d+: poke: dword 99999999 of the `+in+`; below `+dwords+`, the DWORDs that it has, was expected$`, err.Error())
	}
}

func TestCommandsThatNothingShowsAreRefused(t *testing.T) {
	_, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend, hold_back: 1}]\n"))
	require.EqualError(t, err, "3:38: context 0: hold_back, and nothing shows all commands; a step or an aim with `do: tail` was expected")
}

func TestHoldingBackMoreThanTheRingHasIsRefused(t *testing.T) {
	held := func(n string) (*Vector, error) {
		return Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend, hold_back: " + n + "}]\naims: [{cycle: 9, do: tail}]\n"))
	}
	v, err := held("99")
	require.NoError(t, err)
	_, err = v.Run()
	require.Error(t, err)
	require.Regexp(t, `^3:38: context 0: hold_back 99; 0 to \d+, or all, was expected, the ring has \d+ commands$`, err.Error())
	for _, n := range []string{"-1", "most", "[1]"} {
		_, err := held(n)
		require.ErrorContains(t, err, "a number of ring commands from 0, or all, was expected", n)
	}
}

func TestAnEmptyContextHidesNothing(t *testing.T) {
	_, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend, empty: true, hold_back: 1}]\naims: [{cycle: 9, do: tail step}, {cycle: 99, do: tail}]\n"))
	require.EqualError(t, err, "3:51: context 0: hold_back beside empty; no commands to hide were expected")
}

// Contexts whose commands come late are interrupted again and again all the same.
func TestContextsThatHideAllAreInterrupted(t *testing.T) {
	for _, every := range []string{"100", "300", "1500", "1501", "1502"} {
		for _, status := range []string{"0", "2"} {
			v, err := Parse([]byte("covers: x\nsize: [16, 16]\ncontexts: [{scene: six-draws, hold_back: all}]\naims: [{cycle: 1500, do: tail}]\nevery: " + every + "\nstatus_buffer: " + status + "\nat_least: {cuts: 1}\n"))
			require.NoError(t, err)
			_, err = v.Run()
			require.NoError(t, err, "every %s", every)
		}
	}
}

// An interrupt that ends a context is followed by others, after a rest and without one.
func TestInterruptsGoOnBehindAContextThatTheyEnd(t *testing.T) {
	for every := 25; every < 1500; every += 25 {
		for _, contexts := range []string{
			"[{scene: one-triangle}, {scene: six-draws, hold_back: all}]\naims: [{cycle: 20000, do: tail}]",
			"[{scene: one-triangle}, {scene: six-draws}, {scene: six-draws}]",
		} {
			v, err := Parse(fmt.Appendf(nil, "covers: x\nsize: [16, 16]\ncontexts: %s\nevery: %d\n", contexts, every))
			require.NoError(t, err)
			s, err := v.Run()
			require.NoError(t, err)
			require.Greater(t, v.Raised[len(v.Raised)-1]+3500, s.M.Cycle(), "every %d", every)
		}
	}
}

// Interrupts that are told of more slowly than they come do not keep an idle machine busy for ever.
func TestInterruptsEndWithTheWork(t *testing.T) {
	v, err := Parse([]byte("covers: x\nsize: [8, 8]\nconfig: {fifo.depth: least}\ncontexts: [{scene: blend}, {scene: query, odd: true, draws_per_buffer: 1, poke: [{in: ring, dword: 7, value: 0x1f000000}]}]\n" +
		"every: 175\nstatus_buffer: 256\nat_least: {cuts: 3}\n"))
	require.NoError(t, err)
	_, err = v.Run()
	require.NoError(t, err)
}

// Contexts fault at once, more than the bus to the CSP takes commands: the CPU waits. So does a
// sweep, which interrupts while the bus is full.
func TestTheCPUWaitsForTheBus(t *testing.T) {
	for _, contexts := range []int{16, 20} {
		text := "covers: x\nsize: [8, 8]\ndriver: {policy: round-robin, slice: 2000, depth: 4}\npaging: {latency: 2000}\ncontexts:\n" + strings.Repeat("  - {scene: one-triangle}\n", contexts)
		v, err := Parse([]byte(text))
		require.NoError(t, err)
		full := uint64(0)
		_, _, err = v.Play(func(s *cosim.Session) {
			s.Look = func(cycle uint64) uint64 {
				if s.M.Room() == 0 && full == 0 {
					full = cycle
				}
				return cycle + 1
			}
		})
		require.NoError(t, err)
		require.NotZero(t, full)
		cfg, cv, err := v.Build()
		require.NoError(t, err)
		sweep := sweep.Sweep{Config: cfg, Vector: cv, From: full, To: full + 3}
		r, err := sweep.Run()
		require.NoError(t, err)
		require.Equal(t, 3, r.Tried, r.String())
		require.Zero(t, r.Different, r.String())
	}
}

// A step that finds the bus full waits for it.
func TestStepsWaitForTheBus(t *testing.T) {
	v, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend}]\nsteps:\n" + strings.Repeat("  - {cycle: 200, do: doorbell}\n", 40)))
	require.NoError(t, err)
	_, err = v.Run()
	require.NoError(t, err)
}

// Tails that move step by step show what is drawn all the same, and a run that nothing
// interrupts starts its context for each step.
func TestTailsThatMoveStepByStep(t *testing.T) {
	v, err := Parse([]byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend, hold_back: all, ring_fence: true, ring_start: 7}]\n" +
		"aims: [{cycle: 500, do: tail step}, {cycle: 1500, do: tail step}, {cycle: 4000, do: tail step}, {cycle: 9000, do: tail}]\nat_least: {starts: 3}\n"))
	require.NoError(t, err)
	_, err = v.Run()
	require.NoError(t, err)
}

func TestTheStatusBufferHasItsBounds(t *testing.T) {
	for _, n := range []string{"-1", "257"} {
		_, err := Parse([]byte("covers: x\nstatus_buffer: " + n + "\ncontexts: [{scene: blend}]\n"))
		require.EqualError(t, err, "2:16: status_buffer "+n+"; 0 to 256 entries were expected")
	}
}
