package compare

import (
	"bytes"
	"fmt"
	"image"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/report"
	"tilemark/tb/request"
)

// side is a run that never was.
func side(name string) *Side {
	s := &Side{Name: name}
	r := &s.Run
	r.Scene, r.Width, r.Height = "blend", 4, 2
	r.Cycles = 1000
	r.Workload = report.Workload{Contexts: 1, Every: 500, Memory: "m"}
	r.Parameters = []report.Setting{{Key: "memory.latency", Value: "40", Default: "40", Unit: "cycles"}}
	r.Blocks = []report.BlockActivity{{Name: "TG", Busy: 400, Starved: 600}}
	r.Connections = []report.ConnectionUsage{
		{Name: "TG_FIFO", From: "TG", To: "ZL1", Depth: 16, StarvedCycles: 100, BlockedCycles: 7},
		{Name: "LINE", From: "CSP", To: "TG", StarvedCycles: 5}, {Name: "LINE", From: "CSP", To: "ZL1"},
	}
	for i, saved := range []uint64{300, 100, 400, 200} {
		r.Cuts = append(r.Cuts, report.Cut{Number: i + 1, LineToSaved: saved, LineToNextTile: 2 * saved})
	}
	r.Pictures = []report.Drawn{{ColorFormat: "rgba8", DepthFormat: "d32f", ColorSHA256: "c", DepthSHA256: "d"}}
	size := image.Rect(0, 0, 4, 2)
	s.Pictures = []Picture{{image.NewNRGBA(size), image.NewNRGBA(size), make([]float32, 8)}}
	return s
}

func compared(t *testing.T, a, b *Side) *Comparison {
	t.Helper()
	c, err := Of(a, b)
	require.NoError(t, err)
	return c
}

func printed(c *Comparison) string {
	var b strings.Builder
	c.Print(&b)
	fmt.Fprintln(&b, c.Verdict())
	return b.String()
}

func TestARunIsAsItself(t *testing.T) {
	c := compared(t, side("a"), side("b"))
	require.True(t, c.Summary.Held)
	require.Empty(t, c.Summary.Notes)
	require.Empty(t, c.Summary.Parameters)
	require.Empty(t, c.Summary.stalls())
	out := printed(c)
	require.Contains(t, out, "blend, 4x2, 1 context, interrupted every 500 cycles\n")
	require.Contains(t, out, "parameters: the same\n")
	require.Contains(t, out, "connections: blocks waited for each of them equally long in both runs\n")
	require.True(t, strings.HasSuffix(out, "PASSED: all checks of both runs held; pictures equal; B against A: cycles 0 %, median save 0 %, worst save 0 %\n"), out)
}

func TestSwitchesHaveCountMedianAndWorst(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Cuts = b.Run.Cuts[:3]
	b.Run.Cuts[2].LineToSaved = 1200
	b.Run.Cuts[1].LineToSaved = 0 // nothing was saved
	s := compared(t, a, b).Summary.step("line_to_saved")
	s.A.values, s.B.values = nil, nil
	require.Equal(t, &Step{"line_to_saved", "line to saved", "cycles", Spread{Count: 4, Median: 200, Worst: 400, WorstCut: 3}, Spread{Count: 2, Median: 300, Worst: 1200, WorstCut: 3}}, s)
	require.Equal(t, "+200.0", s.Change(s.A.Worst, s.B.Worst))
	b.Run.Cuts = nil
	s = compared(t, a, b).Summary.step("line_to_saved")
	require.Equal(t, ".", s.Change(s.A.Median, s.B.Median))
	require.Contains(t, printed(compared(t, a, b)), "B against A: cycles 0 %\n")
}

func TestParametersThatDifferAreListed(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Parameters[0].Value = "200"
	a.Run.Parameters = append(a.Run.Parameters, report.Setting{Key: "old", Value: "1", Default: "2"})
	b.Run.Parameters = append(b.Run.Parameters, report.Setting{Key: "new", Value: "3", Default: "3"})
	require.Equal(t, []Parameter{{"memory.latency", "40", "200", "40", "cycles"}, {"old", "1", "", "2", ""}, {"new", "", "3", "3", ""}}, compared(t, a, b).Summary.Parameters)
}

func TestDifferentWorkloadsAreRefused(t *testing.T) {
	for want, change := range map[string]func(r *report.RunSummary){
		"scenes blend and teapot":      func(r *report.RunSummary) { r.Scene = "teapot" },
		"sizes 4x2 and 4x3":            func(r *report.RunSummary) { r.Height = 3 },
		"numbers of contexts 1 and 2":  func(r *report.RunSummary) { r.Workload.Contexts = 2 },
		"partners none and six-draws":  func(r *report.RunSummary) { r.Workload.Partner = "six-draws" },
		"cameras none and eye=1,2,3":   func(r *report.RunSummary) { r.Workload.Camera = "eye=1,2,3" },
		"sizes 4x2 and 9x2, numbers o": func(r *report.RunSummary) { r.Width, r.Workload.Contexts = 9, 7 },
	} {
		a, b := side("a"), side("b")
		b.Run.Workload.Memory = "n"
		change(&b.Run)
		_, err := Of(a, b)
		var wrong *request.UsageError
		require.ErrorAs(t, err, &wrong)
		require.ErrorContains(t, err, want)
	}
}

// The same bytes in memory are the same workload, whatever a file is called.
func TestTheSameMemoryIsTheSameWorkload(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Scene = "copy-of-blend.yaml"
	require.Empty(t, compared(t, a, b).Summary.Notes)
}

func TestWhatElseDiffersIsNoted(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Workload.Memory = "n"
	b.Run.Workload.Every, b.Run.Workload.Interrupts = 0, []uint64{1000, 2000}
	b.Run.Pictures[0].ColorSHA256 = "other"
	c := compared(t, a, b)
	require.Len(t, c.Summary.Notes, 2)
	require.Contains(t, c.Summary.Notes[0], "memory at the start is not the same")
	require.Equal(t, "the interrupts are not the same: A interrupted every 500 cycles, B interrupted in cycle 1,000 and 2,000", c.Summary.Notes[1])
	require.True(t, c.Summary.Held, "another memory may make another picture")
	b.Run.Workload.Every, b.Run.Workload.Interrupts = 0, nil
	require.Contains(t, compared(t, a, b).Summary.Notes[1], "B not interrupted")
}

func TestPicturesOfOneMemoryMustBeEqual(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Pictures[0].ColorSHA256 = "other"
	b.Pictures[0].Color.Pix[4*6+1] = 9
	b.Pictures[0].Color.Pix[4*1+3] = 9
	c := compared(t, a, b)
	p := &c.Summary.Pictures[0]
	require.Equal(t, 2, p.Color.Different)
	require.Equal(t, [2]int{1, 0}, *p.Color.First)
	require.Equal(t, [4]int{1, 0, 2, 1}, *p.Color.Box)
	require.True(t, p.Depth.Equal)
	require.False(t, c.Summary.Held)
	out := printed(c)
	require.Contains(t, out, "context 0: colour is different in 2 of 8 pixels, the first at 1, 0, all from 1, 0 to 2, 1, depth is equal in every bit\n")
	require.Contains(t, out, "FAILED: all checks of both runs held; pictures differ; ")
	require.Equal(t, []uint8{255, 0, 255, 255}, p.colors.Pix[4:8])

	b.Pictures = nil
	require.Contains(t, printed(compared(t, a, b)), "colour is different, depth is equal")
}

func TestDepthIsComparedByValue(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Pictures[0].DepthSHA256 = "other"
	b.Pictures[0].Z[7] = 0.5
	require.Contains(t, printed(compared(t, a, b)), "depth is different in 1 of 8 pixels, the first at 3, 1\n")
	b.Pictures[0].Z[7] = 0 // stencil, perhaps
	require.Contains(t, printed(compared(t, a, b)), "depth is different in bits that the picture does not show\n")
}

func TestAFailedCheckOfEitherRunFails(t *testing.T) {
	for _, of := range []int{0, 1} {
		s := [2]*Side{side("a"), side("b")}
		s[of].Run.Failures = []string{"rule R1 broke"}
		c := compared(t, s[0], s[1])
		require.False(t, c.Summary.Held)
		require.Contains(t, c.Verdict(), "FAILED: 1 check of "+[]string{"A", "B"}[of]+" broke; pictures equal")
	}
}

func TestConnectionsThatDifferMostComeFirst(t *testing.T) {
	a, b := side("a"), side("b")
	b.Run.Connections[1].StarvedCycles = 5000
	b.Run.Connections[0].BlockedCycles = 9
	b.Run.Connections = append(b.Run.Connections, report.ConnectionUsage{Name: "NEW", From: "X", To: "Y", BlockedCycles: 99})
	list := compared(t, a, b).Summary.stalls()
	require.Len(t, list, 3)
	require.Equal(t, "LINE", list[0].Name)
	require.Equal(t, "NEW", list[1].Name)
	require.Nil(t, list[1].A)
	require.Regexp(t, regexp.MustCompile(`(?m)^LINE +CSP +TG +5 +5,000 +\+4,995 `), printed(compared(t, a, b)))
}

func TestChangesHaveASign(t *testing.T) {
	require.Equal(t, "0", Change(7, 7))
	require.Equal(t, ".", Change(0, 7))
	require.Equal(t, "-100.0", Change(7, 0))
	require.Equal(t, "+50.0", Change(2, 3))
	require.Equal(t, "+1,234,500", Change(1, 12346))
	require.Equal(t, "+0.0", Change(100000, 100001))
	require.Equal(t, "-0.0", Change(100000, 99999))
}

// The page is one file: it names nothing outside, says who wrote it, and shows all pictures.
func TestThePageAsksNothingOfTheNetwork(t *testing.T) {
	a, b := side("a<b>.json"), side("b")
	b.Run.Pictures[0].ColorSHA256 = "other"
	b.Pictures[0].Color.Pix[0] = 1
	b.Run.Parameters[0].Value = "200"
	b.Run.Cycles = 1234567
	b.Run.Failures = []string{"rule R1 broke"}
	c := compared(t, a, b)
	var out bytes.Buffer
	require.NoError(t, c.HTML(&out))
	text := out.String()
	for _, part := range []string{"http://", "https://", "a<b>"} {
		require.False(t, strings.Contains(text, part), part)
	}
	for _, part := range []string{"default-src &#39;none&#39;; ", "1,234,567", "rule R1 broke", report.ThisProgram().String()} {
		require.True(t, strings.Contains(text, part), part)
	}
	require.Equal(t, 5, strings.Count(text, "data:image/png;base64,"), "colour of A, of B and where they differ, depth of A and of B")
	require.Empty(t, regexp.MustCompile(` (style|on[a-z]+)="`).FindAllString(text, -1), "the policy allows none")
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		require.False(t, ids[m[1]], m[1])
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(` href="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
		require.True(t, ids[m[1]], m[1])
	}
}

func TestTicksOfAnAxisAreFew(t *testing.T) {
	for most := uint64(1); most < 1e9; most = most*7/4 + 1 {
		step := tick(most)
		require.LessOrEqual(t, (most+step-1)/step, uint64(5))
		require.Regexp(t, `^[125]0*$`, fmt.Sprint(step))
	}
}
