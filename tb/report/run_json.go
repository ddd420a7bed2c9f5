package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/regmap/document"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/version"
	"tilemark/text/output"
)

// RunSummary is what `tilemark run --json` prints; its keys are stable. Blocks and connections are those of the interrupted run,
// or of the only one.
type RunSummary struct {
	Summary
	UninterruptedCycles uint64            `json:"uninterrupted_cycles"` // length of the run without interrupts
	Failures            []string          `json:"failures"`             // checks that did not hold
	Monitors            bool              `json:"monitors"`             // every step was checked, not only the memory at the end
	BoundCycles         uint64            `json:"bound_cycles"`         // worst case of a save, from the line
	Program             Program           `json:"program"`
	Workload            Workload          `json:"workload"`
	State               request.StateWork `json:"state"`      // kernels that were made to fit the state of draws
	Parameters          []Setting         `json:"parameters"` // of the machine, all of them
	Blocks              []BlockActivity   `json:"blocks"`
	Connections         []ConnectionUsage `json:"connections"`
	Queues              []QueueUsage      `json:"queues"`   // inside blocks
	Pictures            []Drawn           `json:"pictures"` // by context
}

// RunDocument is what run prints with --json, and writes into its folder.
var RunDocument = document.Kind[RunSummary]{Name: "run", Version: 1, About: "A scene that was run, interrupted and not, and compared with golden. Cycles count from the reset."}

// RunFile is the name of the document in the folder of a run.
const RunFile = "run.json"

// Program is who made a document.
type Program struct {
	Commit         string `json:"commit"`          // with +changes when files had changed; empty: not known
	RegisterTables string `json:"register_tables"` // their hash
}

// ThisProgram is the one that runs.
func ThisProgram() Program { return Program{version.Revision(), version.Tables()} }

// String says which program it is, short.
func (p Program) String() string {
	commit := "unknown commit"
	if p.Commit != "" {
		rev, changes, _ := strings.Cut(p.Commit, "+")
		commit = "commit " + rev[:min(len(rev), 12)]
		if changes != "" {
			commit += "+" + changes
		}
	}
	return commit + ", register tables " + p.RegisterTables
}

// Workload is what the machine was given to do.
type Workload struct {
	Contexts   int      `json:"contexts"`
	Partner    string   `json:"partner,omitempty"`
	Camera     string   `json:"camera,omitempty"`
	Interrupts []uint64 `json:"interrupts"`      // cycles in which the CPU interrupts
	Every      uint64   `json:"every,omitempty"` // and that many after each resume
	Memory     string   `json:"memory_sha256"`   // of memory as the driver leaves it to the machine
}

// Setting is a parameter of the machine.
type Setting struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Unit    string `json:"unit"`
}

// BlockActivity is what a block did with its cycles; they add up to those of the run.
type BlockActivity struct {
	Name      string        `json:"name"`
	Busy      uint64        `json:"busy"`
	Starved   uint64        `json:"starved"` // an input was empty
	Blocked   uint64        `json:"blocked"` // an output was full
	Waiting   uint64        `json:"waiting"` // for a timer or an answer
	Idle      uint64        `json:"idle"`
	StarvedOn []StallCycles `json:"starved_on"` // by connection, the longest first
	BlockedBy []StallCycles `json:"blocked_by"`
}

// StallCycles is the time that a block waited for a connection.
type StallCycles struct {
	Connection string `json:"connection"`
	Cycles     uint64 `json:"cycles"`
}

// ConnectionUsage is how full a FIFO was, and who waited for it.
type ConnectionUsage struct {
	Name          string  `json:"name"`
	From          string  `json:"from"`
	To            string  `json:"to"`
	Depth         int     `json:"depth"`
	MeanFill      float64 `json:"mean_fill"` // entries, those on their way among them
	HighestFill   int     `json:"highest_fill"`
	EmptyCycles   uint64  `json:"empty_cycles"`
	FullCycles    uint64  `json:"full_cycles"`
	StarvedCycles uint64  `json:"starved_cycles"` // its consumer waited for an entry
	BlockedCycles uint64  `json:"blocked_cycles"` // its producer waited for room
}

// QueueUsage is how full a queue inside a block was: entries between two steps of its work.
type QueueUsage struct {
	Block       string  `json:"block"`
	Name        string  `json:"name"` // that of the parameter which is its depth
	Depth       int     `json:"depth"`
	MeanFill    float64 `json:"mean_fill"` // entries
	HighestFill int     `json:"highest_fill"`
	EmptyCycles uint64  `json:"empty_cycles"`
	FullCycles  uint64  `json:"full_cycles"`
}

// Drawn is what a context drew.
type Drawn struct {
	Context     int    `json:"context"`
	ColorFormat string `json:"color_format"`
	DepthFormat string `json:"depth_format"`
	ColorSHA256 string `json:"color_sha256"` // of all pixels, rows from the top, little-endian
	DepthSHA256 string `json:"depth_sha256"`
}

// Names of the formats, by their numbers in the registers.
var (
	colorFormats = []string{"rgba8", "srgb8", "rgba16f"}
	depthFormats = map[uint32]string{regs.ZL2DepthControlFormatD24s8: "d24s8", regs.ZL2DepthControlFormatD32f: "d32f", regs.ZL2DepthControlFormatD16: "d16"}
)

// Summary gives the result's numbers. Counts are of all contexts, checksums and matrix
// of the first.
func (r Run) Summary() RunSummary {
	p := r.Last()
	m := p.Session.M
	s := RunSummary{Summary: summaryOf(r.Work, p.Frames[0])}
	s.Counts = p.Drawn.Counts()
	s.Cycles, s.EvaluatedCycles = m.Cycle(), m.Evaluated()
	s.GoldenEqual, s.UninterruptedEqual = r.GoldenEqual(), r.SameFrame && (r.Cut == nil || r.Compared())
	for i := range p.Log.Switches {
		s.Cuts = append(s.Cuts, cutOf(&p.Log.Switches[i], i+1))
	}
	if r.Cut != nil {
		n := r.Cut.Interrupts()
		s.Interrupts = &n
	}
	s.time(p.Seconds)
	s.UninterruptedCycles, s.BoundCycles = r.Plain.Session.M.Cycle(), r.Bound.Total()
	for _, f := range r.Failures {
		s.Failures = append(s.Failures, f.Err.Error())
	}
	s.Monitors, s.Program, s.Workload, s.Parameters = r.Options.Monitors, ThisProgram(), r.workload(), settingsOf(&r.Config)
	s.State = r.StateWork()
	s.Blocks, s.Connections, s.Queues = activityOf(m.Domain), usageOf(m.Domain), queuesOf(p.Queues)
	for i := range p.Frames {
		s.Pictures = append(s.Pictures, r.drawnBy(i, &p.Frames[i]))
	}
	return s
}

func (r Run) workload() Workload {
	sum := sha256.Sum256(r.Vector.Image.Bytes)
	return Workload{
		Contexts: len(r.Vector.Image.Contexts), Partner: r.Input.Partner, Camera: r.Input.Camera, Interrupts: r.Options.At, Every: r.Options.Every,
		Memory: hex.EncodeToString(sum[:]),
	}
}

func settingsOf(cfg *hw.Config) (list []Setting) {
	for _, p := range cfg.Params() {
		list = append(list, Setting{p.Key, p.Value(), p.Default, p.Unit})
	}
	return list
}

// activityOf lists the blocks in the order in which they were built.
func activityOf(m *wires.Domain) (list []BlockActivity) {
	for _, b := range m.Blocks() {
		a := m.Account(b)
		s := runs.ShareOf(&a)
		list = append(list, BlockActivity{
			Name: runs.ShortName(b.Name()), Busy: s[runs.DoingBusy], Starved: s[runs.DoingStarved], Blocked: s[runs.DoingBlocked], Waiting: s[runs.DoingWaiting], Idle: s[runs.DoingIdle],
			StarvedOn: stalls(a.Starved), BlockedBy: stalls(a.Blocked),
		})
	}
	return list
}

func stalls(by map[string]uint64) []StallCycles {
	list := []StallCycles{}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if by[name] > 0 {
			list = append(list, StallCycles{name, by[name]})
		}
	}
	slices.SortStableFunc(list, func(a, b StallCycles) int { return cmp.Compare(b.Cycles, a.Cycles) })
	return list
}

// usageOf lists the FIFOs in the order in which they were built.
func usageOf(m *wires.Domain) (list []ConnectionUsage) {
	starved, blocked := map[string]uint64{}, map[string]uint64{}
	for _, b := range m.Blocks() {
		a := m.Account(b)
		for name, n := range a.Starved {
			starved[name] += n
		}
		for name, n := range a.Blocked {
			blocked[name] += n
		}
	}
	for _, c := range m.Connections() {
		if !c.Line {
			list = append(list, ConnectionUsage{
				Name: c.Name, From: runs.ShortName(c.From), To: runs.ShortName(c.To), Depth: c.Depth, MeanFill: meanFill(&c), HighestFill: c.Most,
				EmptyCycles: c.Fill[0], FullCycles: c.Fill[len(c.Fill)-1], StarvedCycles: starved[c.Name], BlockedCycles: blocked[c.Name],
			})
		}
	}
	return list
}

// queuesOf lists the queues inside blocks, in the order of these.
func queuesOf(m *wires.QueueMeter) []QueueUsage {
	list := []QueueUsage{}
	for _, u := range m.Usage() {
		list = append(list, QueueUsage{
			Block: runs.ShortName(u.Block), Name: u.Name, Depth: u.Depth, MeanFill: u.Mean(), HighestFill: u.Most(), EmptyCycles: u.Fill[0], FullCycles: u.Fill[u.Depth],
		})
	}
	return list
}

// Filling is how full the FIFOs of a domain have been up to a cycle, and how long blocks have waited at them.
type Filling struct {
	cycle uint64
	list  []ConnectionUsage
}

// FillingOf is that of a machine, or of clusters on a bench.
func FillingOf(d *wires.Domain) Filling { return Filling{d.Cycle(), usageOf(d)} }

// Print prints how full FIFOs were since an earlier moment, and how many cycles somebody waited at them: those through which something went. Those of whose name keep says no are left out.
func (u Filling) Print(w io.Writer, since Filling, keep func(name string) bool) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "connection\tdepth\tmean fill\tfull\tstarved\tblocked\t\n")
	for n, c := range u.list {
		was, cycles := ConnectionUsage{}, float64(u.cycle-since.cycle)
		if len(since.list) > 0 {
			was = since.list[n]
		}
		mean := (c.MeanFill*float64(u.cycle) - was.MeanFill*float64(since.cycle)) / max(1, cycles)
		if mean > 1e-9 && keep(c.Name) {
			fmt.Fprintf(t, "%s\t%d\t%.2f\t%d\t%d\t%d\t\n", c.Name, c.Depth, mean, c.FullCycles-was.FullCycles, c.StarvedCycles-was.StarvedCycles, c.BlockedCycles-was.BlockedCycles)
		}
	}
	return t.Flush()
}

func (r Run) drawnBy(i int, f *runs.Frame) Drawn {
	c := &r.Vector.Image.Contexts[i]
	return Drawn{
		Context: i, ColorFormat: colorFormats[c.ColorFormat], DepthFormat: depthFormats[c.DepthFormat],
		ColorSHA256: checksum(f.Color, c.Color.Bytes), DepthSHA256: checksum(f.Depth, c.Depth.Bytes),
	}
}

// document writes the run's document beside its pictures.
func (w *pictures) document() {
	w.put(RunFile, func(path string) error {
		return output.Write(path, func(out io.Writer) error { return RunDocument.Write(out, w.r.Summary()) })
	})
}

// DocumentIn is the path of a folder's document.
func DocumentIn(folder string) string { return filepath.Join(folder, RunFile) }
