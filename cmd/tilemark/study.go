package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/study"
)

func studyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study WHAT",
		Short: "Measures what a switch costs, and what policies make of switches",
		Long: `study measures many runs. What it can study: latency, what a switch costs, one parameter of the machine changed at a time;
policy, how long contexts take when a driver schedules them by one policy or another.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return request.Usage("WHAT is missing: latency or policy was expected; `%s --help` explains them", cmd.CommandPath())
			}
			return request.Usage("unknown study %q: latency or policy was expected", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // without it Args is not asked
	}
	cmd.AddCommand(studyLatencyCommand(), studyPolicyCommand(), studyShadersCommand())
	return cmd
}

type studyFlags struct {
	commonStudyFlags
	partner string
	places  string
	vary    []string
	values  map[string]*string // by parameter
	periods string
	cuts    int
}

// periodName is what --vary calls the interrupts at a fixed distance.
const periodName = "period"

// noneName stands for no parameter at all.
const noneName = "none"

func studyLatencyCommand() *cobra.Command {
	f := &studyFlags{values: map[string]*string{}}
	cmd := &cobra.Command{
		Use:   "latency SCENE...",
		Short: "Measures what a switch costs, by break point and by parameter",
		Long: `latency interrupts scenes at many cycles, evenly spread over the time in which the first context draws, each in a run
of its own with all monitors on, and measures each cut: cycles from the interrupt until the old context is saved and until
the new one's first tile, bytes written and what a dump of everything would write, work thrown away and done again, cycles
by which the run gets longer. It does so at each break point, with each parameter at each of its values while all others are
at their defaults, and for interrupts at a fixed distance. docs/study.md has the methods, their limits, and results.

--vary says what is varied in place of that: any parameter of the machine with its values, a connection with depths, or
some of the parameters below. It may be repeated; each is varied while all others are at their defaults.

A cut at tsu is put together: TSU is held, what is below drains, then the machine is cut. For tile sizes above 8 the
interrupt is held until a unit of that many pixels of the triangle is complete.

SCENE is a .gltf, .glb, .obj or .yaml file, or a built-in scene:
` + builtins() + `

It writes latency.csv, periods.csv, latency.json and pictures into the output folder. The last line is the verdict; the exit
status is 1 when a cut was not restored as it must.`,
		Example: `  tilemark study latency few-large --size 64x64 --cuts 40
  tilemark study latency many-small teapot --size 128x128 --vary fifo,period --out study
  tilemark study latency six-draws --vary pixel-program --pixel-program 0,800,80000 --break-point tg,zl1
  tilemark study latency few-large --size 32x32 --cuts 10 --vary zl2.cache.lines=16,64 --vary TG_FIFO=2,16,64
  tilemark study latency blend --vary none --set memory.latency=200 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return arguments("SCENE")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd)
	return cmd
}

func (f *studyFlags) add(cmd *cobra.Command) {
	f.commonStudyFlags.add(cmd, "points that are measured")
	flags := cmd.Flags()
	flags.StringVar(&f.partner, "partner", "one-triangle", "`SCENE` of the context that is switched to")
	flags.StringVar(&f.places, "break-point", "tsu,tg,zl1", "break points: `LIST`")
	flags.StringArrayVar(&f.vary, "vary", nil, "what is varied: `KEY=A,B,...`, a parameter of the machine (tilemark config lists them), a connection, for its depth, "+
		"or one of the names below; or a list of those names, with their own values; or none; may be repeated; default: all names below")
	for i := range study.Parameters {
		p := &study.Parameters[i]
		f.values[p.Name] = flags.String(p.Name, p.Values, fmt.Sprintf("%s: `LIST` (%s)", p.Doc, p.Unit))
	}
	flags.StringVar(&f.periods, periodName, "1000,2000,4000,8000,16000", "distance of interrupts while two contexts draw the scene: `LIST` in cycles")
	flags.IntVar(&f.cuts, "cuts", 200, "cuts at each point: `N`")
}

func (f *studyFlags) run(cmd *cobra.Command, scenes []string) error {
	o, err := f.options(cmd, scenes)
	if err != nil {
		return err
	}
	return runStudy(&f.commonStudyFlags, cmd, "cuts", func(progress func(done, total int)) (report.Study, error) {
		o.Progress = progress
		r, err := runs.Study(*o)
		return report.Study{StudyResult: r}, err
	}, (*report.Folder).WriteStudy, func(w io.Writer, r report.Study) error { return report.LatencyDocument.Write(w, r.Summary()) })
}

func (f *studyFlags) options(cmd *cobra.Command, scenes []string) (*runs.StudyOptions, error) {
	o := &runs.StudyOptions{
		Scenes: scenes, Partner: f.partner, Default: studySize, File: f.file, Set: f.set, Cuts: f.cuts, Jobs: f.jobs,
		Remarks: f.remarks.all(),
	}
	if f.cuts < 1 {
		return nil, request.Usage("--cuts %d: at least 1 was expected", f.cuts)
	}
	var err error
	if o.Size, err = f.check(); err != nil {
		return nil, err
	}
	if o.Places, err = f.breakPoints(); err != nil {
		return nil, err
	}
	return o, f.parameters(cmd, o)
}

func (f *studyFlags) breakPoints() (out []study.BreakPoint, err error) {
	for _, name := range names(f.places) {
		p := study.BreakPoint(name)
		if !slices.Contains(study.BreakPoints, p) {
			return nil, request.Usage("--break-point %q: tsu, tg and zl1 were expected", name)
		}
		if slices.Contains(out, p) {
			return nil, request.Usage("--break-point %s: given twice; each once was expected", name)
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b study.BreakPoint) int {
		return slices.Index(study.BreakPoints, a) - slices.Index(study.BreakPoints, b)
	})
	return out, nil
}

// names splits a list.
func names(list string) []string {
	out := strings.Split(list, ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}
