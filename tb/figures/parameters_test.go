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

	"csp.time_slice":     "TestSliceIsOverAfterItsCycles",
	"csp.tail_wait":      "TestTailIsWatchedForItsTime",
	"csp.wait_yield":     "TestWaitYieldsAfterItsTime",
	"csp.tail_poll":      "TestLooksAreSoFarApart",
	"csp.ahead":          "TestFetchesGoAsFarAheadAsTheyMay",
	"csp.progress_limit": "TestARestoreHoldsInterruptsBackForItsTime",
	"csp.wait_clear":     "TestTheNextContextWaitsUntilItIsClear",

	"dma.reads":  "TestLimitsAreReachedAndNotPassed",
	"dma.writes": "TestLimitsAreReachedAndNotPassed",
	"dma.lines":  "TestLimitsAreReachedAndNotPassed",
	"dma.gather": "TestALineWaitsItsTimeForMoreWords",

	"c2d.in_flight": "TestLimitsAreReachedAndNotPassed",
	"vf.entries":    "TestLimitsAreReachedAndNotPassed",
	"eup.threads":   "TestLimitsAreReachedAndNotPassed",
	"eup.order":     "TestLimitsAreReachedAndNotPassed",
	"eup.fills":     "TestLimitsAreReachedAndNotPassed",
	"eup.results":   "TestLimitsAreReachedAndNotPassed",
	"eup.fill_wait": "TestTimesAreAsLongAsTheyAreSet",

	"vertex.limit":          "TestThreadsExecuteNoMoreThanTheirLimit",
	"pixel.limit":           "TestThreadsExecuteNoMoreThanTheirLimit",
	"gpc.count":             "TestLimitsAreReachedAndNotPassed",
	"gpc.sms":               "TestLimitsAreReachedAndNotPassed",
	"gpc.pm.tasks":          "TestFullQueues", // as many as launch at the same time
	"gpc.sm.threads":        "TestLimitsAreReachedAndNotPassed",
	"gpc.sm.registers":      "TestLimitsAreReachedAndNotPassed",
	"gpc.sm.lanes":          "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.math_lanes":     "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.alu_latency":    "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.math_latency":   "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.flow_latency":   "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.shared":         "TestCTAs", // which wait for it
	"gpc.sm.banks":          "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.shared_latency": "TestUnitsTakeTheirPassesAndLatencies",
	"gpc.sm.select":         "TestSelection",
	"gpc.lsu.entries":       "TestFullQueues",
	"gpc.lsu.accesses":      "TestFullQueues",
	"gpc.lsu.sets":          "TestBindingsThatThereAreNot",
	"gpc.lsu.bindings":      "TestBindingsThatThereAreNot",
	"gpc.lsu.scratch":       "TestScratchMemoryHasItsLines",
	"gpc.l15.lines":         "TestTheOldestLineMakesRoom",
	"gpc.l15.ways":          "TestAboveLeavesAPlaceToBelow",
	"gpc.l15.misses":        "TestFullQueues",
	"gpc.l15.held":          "TestFullQueues",
	"gpc.l15.writes":        "TestWritesHaveALimit",
	"gpc.sampler.entries":   "TestLimitsAreReachedAndNotPassed",
	"gpc.sampler.quads":     "TestLimitsAreReachedAndNotPassed",
	"gpc.sampler.misses":    "TestLimitsAreReachedAndNotPassed",
	"gpc.sampler.rate":      "TestQuadsPassAtTheirRate",
	"gpc.sampler.lookups":   "TestQuadsPassAtTheirRate",
	"gpc.sampler.lines":     "TestTexturesStayInTheirCache",
	"gpc.sampler.ways":      "TestTheOldestLineMakesRoom",
	"gpc.sampler.sets":      "TestTexturesThatThereAreNot",
	"gpc.sampler.textures":  "TestTexturesThatThereAreNot",

	"tsu.clip_latency":         "TestStagesOfClippingAndSetupTakeTheirCycles",
	"tsu.setup_latency":        "TestStagesOfClippingAndSetupTakeTheirCycles",
	"asu.plane_latency":        "TestStagesOfPlanesTakeTheirCycles",
	"ps.interpolation_latency": "TestStagesOfInterpolationTakeTheirCycles",

	"zl1.hiz":            "TestHiZRejectsWhatItKnows",
	"zl1.hiz_tiles":      "TestHiZKeepsTheRangesOfItsTiles",
	"zl1.forward_tg_int": "TestTGIntGoesOnWhereItIsForwarded",
	"zl2.ahead":          "TestLimitsAreReachedAndNotPassed",
	"zl2.cache.lines":    "TestCachesHoldTheirLines",
	"ps.in_flight":       "TestLimitsAreReachedAndNotPassed",
	"wbu.ahead":          "TestLimitsAreReachedAndNotPassed",
	"wbu.cache.lines":    "TestCachesHoldTheirLines",
	"mxu.sets":           "TestLimitsAreReachedAndNotPassed",
	"mxu.atomics":        "TestAtomicUnitIsFull",
	"mxu.tlb":            "TestTLBRemembersSoManyTranslations",

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
