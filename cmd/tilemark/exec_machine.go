package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tilemark/hw"
	"tilemark/tb/cluster"
	"tilemark/tb/kernels"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/wave"
	"tilemark/text/near"
	"tilemark/text/number"
	"tilemark/text/output"
)

// clusterFlags have exec run a kernel on clusters of a machine.
type clusterFlags struct {
	machine           string
	params            []string
	activity, text    bool
	kanata, wave      string
	blocks            []string
	from, to, columns int
}

func (f *clusterFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.machine, "machine", "", "`NAME` of the machine on whose clusters the kernel runs, default or wide; \"\": on none, the simulator runs it alone")
	flags.StringArrayVar(&f.params, "param", nil, "`KEY=VALUE` of a parameter of these clusters; tilemark config --clusters lists them")
	flags.BoolVar(&f.activity, "activity", false, "print what each multiprocessor has done, cycle by cycle, and how full its connections were")
	flags.StringVar(&f.kanata, "kanata", "", "write the instructions' ways through the multiprocessors to `FILE`, for the viewer Konata")
	flags.StringVar(&f.wave, "wave", "", "write registers, FIFOs and lines to `FILE`, which ends in .vcd")
	flags.BoolVar(&f.text, "text", false, "draw the same in the terminal")
	flags.StringSliceVar(&f.blocks, "blocks", nil, "blocks in --wave and --text: `B1,B2,...`; default: all")
	flags.IntVar(&f.from, "from", 0, "first `CYCLE` in --wave and --text; those before the launch are not there")
	flags.IntVar(&f.to, "to", 0, "`CYCLE` after the last one in them; 0: the end")
	flags.IntVar(&f.columns, "columns", 160, "columns that --text may take; more cycles share columns")
}

// clustersOf are those of a machine, with some parameters changed, as flags say.
func clustersOf(flag, machine, paramFlag string, params []string) (cfg hw.ClusterConfig, err error) {
	switch machine {
	case "default":
		cfg = hw.DefaultClusters()
	case "wide":
		cfg = hw.WideClusters()
	default:
		return cfg, request.Usage("%s %q: default or wide was expected%s", flag, machine, near.Suggest(machine, []string{"default", "wide"}, ""))
	}
	for _, text := range params {
		key, value, found := strings.Cut(text, "=")
		if !found {
			return cfg, request.Usage("%s %q: KEY=VALUE was expected, such as gpc.sm.lanes=16", paramFlag, text)
		}
		if err := cfg.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return cfg, request.Usage("%s %s: %w", paramFlag, text, err)
		}
	}
	return cfg, nil
}

// check refuses flags that do not go together.
func (f *clusterFlags) check(cmd *cobra.Command) error {
	with := []string{"param", "activity", "kanata", "wave", "text", "blocks", "from", "to", "columns"}
	without := []string{"clusters", "seed", "in-turn", "preempt", "until", "watch", "ring"}
	for _, name := range with {
		if f.machine == "" && cmd.Flags().Changed(name) {
			return request.Usage("--%s: it goes with --machine", name)
		}
	}
	for _, name := range without {
		if f.machine != "" && cmd.Flags().Changed(name) {
			return request.Usage("--%s: it goes with the simulator, without --machine", name)
		}
	}
	switch {
	case f.wave == "" && !f.text && (f.blocks != nil || f.from != 0 || f.to != 0):
		return request.Usage("--blocks, --from, --to: they go with --wave or --text")
	case f.from < 0 || f.to < 0 || f.to > 0 && f.to <= f.from:
		return request.Usage("--from %d --to %d: cycles in their order were expected", f.from, f.to)
	case f.columns < 0:
		return request.Usage("--columns %d: a number from 0 was expected", f.columns)
	}
	return endsIn("wave", f.wave, ".vcd")
}

// run runs a launch, and returns the check that did not hold.
func (f *clusterFlags) run(cmd *cobra.Command, l *kernels.Launch, trace io.Writer) (failed, err error) {
	cfg, err := clustersOf("--machine", f.machine, "--param", f.params)
	if err != nil {
		return nil, err
	}
	x, err := cluster.Execute(cfg, l)
	if err != nil {
		return nil, request.Usage("--machine %s: %w", f.machine, err)
	}
	if trace != nil {
		x.Trace(trace)
	}
	if f.activity {
		x.CountActivity()
	}
	var usage []report.Filling // when the launch began, and at its end
	x.AtEdges(func() { usage = append(usage, report.FillingOf(x.Domain)) })
	var store *wave.Store
	var sinks []wave.Sink
	if f.text {
		store = &wave.Store{}
		sinks = append(sinks, store)
	}
	run := func() error {
		if f.wave != "" || f.text {
			rec, err := f.record(x, &cfg, sinks)
			if err != nil {
				return err
			}
			failed = x.Run()
			return rec.Close()
		}
		failed = x.Run()
		return nil
	}
	if f.wave != "" {
		inner := run
		run = func() error {
			return output.Write(f.wave, func(w io.Writer) error {
				sinks = append(sinks, wave.NewVCD(w, false))
				return inner()
			})
		}
	}
	if f.kanata != "" {
		inner := run
		run = func() error {
			return output.Write(f.kanata, func(w io.Writer) error {
				k := cluster.NewKanata(x.Bench, w)
				if err := inner(); err != nil {
					return err
				}
				return k.Close()
			})
		}
	}
	if err := run(); err != nil {
		return nil, request.Usage("%w", err)
	}
	out := cmd.OutOrStdout()
	if store != nil {
		if err := store.Text(out, f.columns); err != nil {
			return nil, err
		}
	}
	if f.activity {
		if err := x.Activity(out); err != nil {
			return nil, err
		}
		if len(usage) == 0 { // the run has failed before the launch, or before its end
			usage = append(usage, report.Filling{})
		}
		if len(usage) == 1 {
			usage = append(usage, report.FillingOf(x.Domain))
		}
		if err := usage[1].Print(out, usage[0], ofClusters); err != nil {
			return nil, err
		}
	}
	for _, path := range []string{f.kanata, f.wave} {
		if path != "" && path != output.Standard {
			fmt.Fprintf(out, "written: %s\n", path)
		}
	}
	cycles := x.End() - x.Begin()
	fmt.Fprintf(out, "launch after cycle %d, end in cycle %d: %s on %s of %s, %s cycles an instruction\n", x.Begin(), x.End(), number.Count(int(cycles), "cycle"), number.Count(cfg.Count, "cluster"), number.Count(cfg.SMs, "multiprocessor"),
		fmt.Sprintf("%.2f", float64(cycles)/float64(max(1, l.Instructions))))
	return failed, nil
}

// ofClusters tells whether a connection is of a cluster, or of the MXU's with memory; others are the bench's.
func ofClusters(name string) bool {
	return strings.HasPrefix(name, "GPC[") || strings.HasPrefix(name, "MEM_")
}

// record has the run recorded from the launch on.
func (f *clusterFlags) record(x *cluster.Execution, cfg *hw.ClusterConfig, sinks []wave.Sink) (*waveRecord, error) {
	r := &waveRecord{}
	if _, err := wave.NewRecorder(x.Domain, cfg.Clock, f.blocks, 0, ^uint64(0)); err != nil { // names of blocks
		return nil, err
	}
	x.OnCycle(func(cycle uint64) {
		if r.rec == nil {
			to := ^uint64(0)
			if f.to > 0 {
				to = max(x.Begin(), uint64(f.to))
			}
			r.rec, r.err = wave.NewRecorder(x.Domain, cfg.Clock, f.blocks, max(x.Begin(), uint64(f.from)), to, sinks...)
		}
		if r.err == nil {
			r.rec.Sample(cycle)
		}
	})
	return r, nil
}

// waveRecord is a record that begins with the launch.
type waveRecord struct {
	rec *wave.Recorder
	err error
}

func (r *waveRecord) Close() error {
	switch {
	case r.err != nil:
		return r.err
	case r.rec == nil || !r.rec.Started():
		return fmt.Errorf("--from: the run has ended before")
	}
	return r.rec.Close()
}
