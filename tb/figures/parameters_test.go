package figures

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// predictedBy names for each parameter of the machine the tests that predict what it promises: a number, a time, a size.
// What a FIFO's depth, width and latency promise is the same for all of them.
var predictedBy = map[string]string{
	"seed":        "TestStallsAreDeterministicAndHoldEntriesBack",
	"clock":       "TestClockSetsTheTimeOfACycle",
	"break_point": "TestBreakPointIsWhereItIsSet",

	"csp.time_slice": "TestSliceIsOverAfterItsCycles",
	"csp.tail_wait":  "TestTailIsWatchedForItsTime",
	"csp.wait_yield": "TestWaitYieldsAfterItsTime",
	"csp.tail_poll":  "TestLooksAreSoFarApart",
	"csp.ahead":      "TestFetchesGoAsFarAheadAsTheyMay",
	"csp.wait_clear": "TestTheNextContextWaitsUntilItIsClear",

	"dma.reads":  "TestLimitsAreReachedAndNotPassed",
	"dma.writes": "TestLimitsAreReachedAndNotPassed",
	"dma.lines":  "TestLimitsAreReachedAndNotPassed",
	"dma.gather": "TestALineWaitsItsTimeForMoreWords",

	"c2d.in_flight":       "TestLimitsAreReachedAndNotPassed",
	"sm.threads":          "TestLimitsAreReachedAndNotPassed",
	"vf.entries":          "TestLimitsAreReachedAndNotPassed",
	"sm.units":            "TestUnitsComputeSideBySide",
	"eup.results":         "TestLimitsAreReachedAndNotPassed",
	"eup.order":           "TestLimitsAreReachedAndNotPassed",
	"sm.vertex_cycles":    "TestProgramsTakeTheirCycles",
	"sm.pixel_cycles":     "TestProgramsTakeTheirCycles",
	"sampler.samples":     "TestLimitsAreReachedAndNotPassed",
	"sampler.texels":      "TestTexelsAreLookedUpSoManyInACycle",
	"sampler.cache.lines": "TestTexturesStayInTheirCache",
	"zl1.hiz":             "TestHiZRejectsWhatItKnows",
	"zl1.hiz_tiles":       "TestHiZKeepsTheRangesOfItsTiles",
	"zl2.ahead":           "TestLimitsAreReachedAndNotPassed",
	"zl2.cache.lines":     "TestCachesHoldTheirLines",
	"ps.in_flight":        "TestLimitsAreReachedAndNotPassed",
	"wbu.ahead":           "TestLimitsAreReachedAndNotPassed",
	"wbu.cache.lines":     "TestCachesHoldTheirLines",
	"mxu.sets":            "TestLimitsAreReachedAndNotPassed",
	"mxu.tlb":             "TestTLBRemembersSoManyTranslations",

	"memory.size":      "TestAccessOutsideMemoryStopsTheRun",
	"memory.latency":   "TestMemoryAnswersWhenItsParametersSay",
	"memory.vary":      "TestMemoryAnswersWhenItsParametersSay",
	"memory.interval":  "TestMemoryAnswersWhenItsParametersSay",
	"memory.in_flight": "TestLimitsAreReachedAndNotPassed",
	"stall.percent":    "TestStallsHoldBackTheirShare",
	"stall.max":        "TestStallsHoldBackTheirShare",

	"depth":   "TestFullAndEmptyAreRegistered",
	"width":   "TestEntriesOfSeveralBeatsComeOneAfterTheOther",
	"latency": "TestEntryCanBeTakenLatencyCyclesAfterItWasPut",
}

// Each parameter has a test that predicts what it promises, and each of these tests is there.
func TestEachParameterIsPredicted(t *testing.T) {
	tests := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			tests[string(m[1])] = true
		}
		return err
	}))
	used := map[string]bool{}
	cfg := hw.DefaultConfig()
	for _, p := range cfg.Params() {
		key := p.Key
		if link, ok := strings.CutPrefix(key, "fifo."); ok {
			_, key, _ = strings.Cut(link, ".")
		}
		used[key] = true
		if require.Contains(t, predictedBy, key, "a test that predicts what it promises"); !tests[predictedBy[key]] {
			t.Errorf("%s: %s is no test", key, predictedBy[key])
		}
	}
	for key := range predictedBy {
		require.True(t, used[key], "%s is no parameter", key)
	}
}
