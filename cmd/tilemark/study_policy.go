package main

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/sched"
	"tilemark/text/near"
)

type policyFlags struct {
	commonStudyFlags
	policies string
	slices   string
	depth    int
	latency  whole
}

func studyPolicyCommand() *cobra.Command {
	f := &policyFlags{latency: whole{flag: "latency"}}
	cmd := &cobra.Command{
		Use:   "policy JOB...",
		Short: "Compares the policies by which a driver schedules contexts",
		Long: `policy has a driver schedule a mix of contexts by each policy with each slice, each in a run of its own to the end, with all
monitors on and the final check. It measures how long each context takes from its arrival until all that it has drawn is in
memory (turnaround), how many times longer that is than without the other contexts (slowdown), the number of switches, and the
share of cycles in which no context made headway. docs/scheduling.md says what the driver does, and how to add a policy.

JOB is SCENE[:priority=N][:arrives=CYCLE][:copies=N]: contexts that draw a scene, each into surfaces of its own. Of priorities
the higher is more urgent, 0 if not said. There can be 2 to 64 contexts in all.

SCENE is a .gltf, .glb, .obj or .yaml file, or a built-in scene:
` + builtins() + `

It writes policies.csv, contexts.csv, policies.json and two pictures into the output folder. The last line is the verdict; the
exit status is 1 when a check failed.`,
		Example: `  tilemark study policy few-large:priority=1:copies=3 one-triangle:priority=5:arrives=20000
  tilemark study policy many-small six-draws:copies=6 --size 64x64 --policies fair,round-robin --slice 500,1000,2000,4000
  tilemark study policy examples/pyramid.glb blend:copies=4:priority=2 --size 64x64 --latency 2000 --depth 4 --set memory.latency=200 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return arguments("JOB")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd)
	return cmd
}

func (f *policyFlags) add(cmd *cobra.Command) {
	f.commonStudyFlags.add(cmd, "runs")
	flags := cmd.Flags()
	flags.StringVar(&f.policies, "policies", strings.Join(sched.Names(), ","), "policies that are compared: `LIST`")
	flags.StringVar(&f.slices, "slice", "2000,8000,32000", "time slices: `LIST` in cycles; a policy may use a part of it, or none")
	flags.IntVar(&f.depth, "depth", 1, "contexts that the driver puts into a run list at a time, 1 to 4")
	flags.Var(&f.latency, "latency", "`N` cycles from what the driver is told to what it does")
}

func (f *policyFlags) run(cmd *cobra.Command, jobs []string) error {
	o, err := f.options(jobs)
	if err != nil {
		return err
	}
	return runStudy(&f.commonStudyFlags, cmd, "runs", func(progress func(done, total int)) (report.Policies, error) {
		o.Progress = progress
		r, err := runs.StudyPolicies(*o)
		return report.Policies{PolicyResult: r}, err
	}, (*report.Folder).WritePolicies, func(w io.Writer, r report.Policies) error { return report.PolicyDocument.Write(w, r.Summary()) })
}

func (f *policyFlags) options(jobs []string) (*runs.PolicyOptions, error) {
	o := &runs.PolicyOptions{
		Default: studySize, File: f.file, Set: f.set, Depth: f.depth, Latency: f.latency.n, Parallel: f.jobs, Remarks: f.remarks.all(),
	}
	if f.depth < 1 || f.depth > 4 {
		return nil, request.Usage("--depth %d: 1 to 4 was expected", f.depth)
	}
	var err error
	if o.Size, err = f.check(); err != nil {
		return nil, err
	}
	if o.Policies, err = f.named(); err != nil {
		return nil, err
	}
	if o.Slices, err = f.cycles(); err != nil {
		return nil, err
	}
	for _, text := range jobs {
		j, err := request.ParseJob(text)
		if err != nil {
			return nil, err
		}
		o.Jobs = append(o.Jobs, j)
	}
	return o, nil
}

// named reads the policies.
func (f *policyFlags) named() (out []sched.Policy, err error) {
	for _, name := range names(f.policies) {
		p, err := sched.Named(name)
		if err != nil {
			return nil, request.Usage("--policies %q: no such policy%s", name,
				near.Suggest(name, sched.Names(), "; "+strings.Join(sched.Names(), ", ")+" were expected"))
		}
		if slices.Contains(out, p) {
			return nil, request.Usage("--policies %s: given twice; each once was expected", name)
		}
		out = append(out, p)
	}
	return out, nil
}

// leastSlice is two cycles: a policy that halves it would take 0 for no end of a turn.
const leastSlice = 2

// cycles reads the slices.
func (f *policyFlags) cycles() (out []uint32, err error) {
	for _, text := range names(f.slices) {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || n < leastSlice {
			return nil, request.Usage("--slice %q: a whole number of cycles from %d to %d was expected", text, leastSlice, math.MaxUint32)
		}
		if slices.Contains(out, uint32(n)) {
			return nil, request.Usage("--slice %d: given twice; each once was expected", n)
		}
		out = append(out, uint32(n))
	}
	return out, nil
}
