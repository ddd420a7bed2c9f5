package report

import (
	"fmt"
	"strings"

	"tilemark/regmap/document"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/sched"
	"tilemark/tb/study"
	"tilemark/text/number"
)

// PolicyOptions say which policies are compared, and on what.
type PolicyOptions struct {
	Jobs     []Job
	Size     Size   // zero: as each scene suggests
	Default  Size   // where a scene suggests none
	File     string // configuration, "" for none
	Set      []string
	Remarks  *Remarks // nil: said nowhere
	Policies []sched.Policy
	Slices   []uint32 // cycles
	Depth    int      // contexts that the driver puts into a run list at a time, 1 to 4
	Latency  uint64   // cycles until the driver reacts
	Parallel int      // runs at the same time
	Progress func(done, total int)
}

// PolicyResult is a comparison with what it was made of.
type PolicyResult struct {
	Options PolicyOptions
	Result  *study.Policies
	Clock   int // MHz
	jobs    []jobWork
}

// jobWork is a job that has been loaded.
type jobWork struct {
	Job
	name  string // of its scene in tables
	size  Size
	scene *scene.Scene
	alone *vector.Vector
}

// StudyPolicies runs a mix of contexts under several policies. Failed checks are in the
// result.
func StudyPolicies(o PolicyOptions) (*PolicyResult, error) {
	r := &PolicyResult{Options: o}
	if n := r.contexts(); n < 2 || n > vector.MaxContexts {
		return nil, Usage("%s: 2 to %d were expected, of all jobs together", number.Count(n, "context"), vector.MaxContexts)
	}
	cfg, err := LoadConfig(o.File, o.Set)
	if err != nil {
		return nil, err
	}
	r.Clock = cfg.Clock
	mix := &study.Mix{Config: cfg, Depth: o.Depth, Latency: o.Latency}
	im := &driver.Image{}
	for _, j := range o.Jobs {
		w, err := r.load(j)
		if err != nil {
			return nil, err
		}
		r.jobs = append(r.jobs, *w)
		for range j.Copies {
			if _, err := im.Add(w.scene, optionsFor(&cfg, w.size)); err != nil {
				return nil, usage(err)
			}
		}
		mix.Jobs = append(mix.Jobs, study.MixJob{Scene: w.name, Copies: j.Copies, Priority: j.Priority, Arrives: j.Arrives, Alone: w.alone})
	}
	if mix.Vector, err = vectorFor(im, &cfg); err != nil {
		return nil, usage(err)
	}
	r.Result, err = study.ComparePolicies(study.PolicyOptions{
		Mix: mix, Policies: o.Policies, Slices: o.Slices, Jobs: o.Parallel, Progress: o.Progress,
	})
	return r, err
}

// contexts counts those of all jobs.
func (r *PolicyResult) contexts() (n int) {
	for i := range r.Options.Jobs {
		n += r.Options.Jobs[i].Copies
	}
	return n
}

// load reads a job's scene.
func (r *PolicyResult) load(j Job) (*jobWork, error) {
	o := &r.Options
	const own = "%s: has contexts of its own; a job is one scene"
	if isStream(j.Scene) || strings.HasPrefix(j.Scene, directedPrefix) {
		return nil, Usage(own, j.Scene)
	}
	w, err := Input{Scene: j.Scene, Contexts: 1, Size: o.Size, Default: o.Default, File: o.File, Set: o.Set, Remarks: o.Remarks}.Load()
	if err != nil {
		return nil, err
	}
	if len(w.Scenes[0].More) > 0 {
		return nil, Usage(own, j.Scene)
	}
	return &jobWork{Job: j, name: stem(j.Scene), size: w.Input.Size, scene: w.Scenes[0], alone: w.Vector}, nil
}

// PolicySummary is a comparison for other programs; its keys are stable. A time is in
// cycles.
type PolicySummary struct {
	Jobs    []PolicyJob    `json:"jobs"`
	Remarks []scene.Remark `json:"remarks"`
	Clock   int            `json:"clock_mhz"`
	Depth   int            `json:"depth"`
	Latency uint64         `json:"latency"`
	*study.Policies
}

// PolicyJob is a job of a mix.
type PolicyJob struct {
	Scene    string `json:"scene"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Priority int    `json:"priority"`
	Arrives  uint64 `json:"arrives"`
	Copies   int    `json:"copies"`
}

// PolicyDocument is what study policy prints with --json and writes as policies.json.
var PolicyDocument = document.Kind[PolicySummary]{Name: "study-policy", Version: 1, About: "Policies of a driver that schedules contexts, compared on the same jobs. Times are in cycles."}

// Summary is what a comparison prints with --json.
func (r *PolicyResult) Summary() PolicySummary {
	s := PolicySummary{Remarks: r.Options.Remarks.List(), Clock: r.Clock, Depth: r.Options.Depth, Latency: r.Options.Latency, Policies: r.Result}
	for i := range r.jobs {
		j := &r.jobs[i]
		s.Jobs = append(s.Jobs, PolicyJob{j.name, j.size.Width, j.size.Height, j.Priority, j.Arrives, j.Copies})
	}
	return s
}

// Held tells whether every check held.
func (r *PolicyResult) Held() bool { return len(r.Result.Failures) == 0 }

// repeat writes the command that makes a failing run again.
func (r *PolicyResult) repeat(f *study.PolicyFailure) string {
	o := &r.Options
	args := []string{"tilemark", "study", "policy"}
	for i := range o.Jobs {
		args = append(args, quote(o.Jobs[i].String()))
	}
	add := func(flag, value string) {
		if value != "" {
			args = append(args, "--"+flag, quote(value))
		}
	}
	if o.Size != (Size{}) {
		add("size", o.Size.String())
	}
	add("config", o.File)
	for _, s := range o.Set {
		add("set", s)
	}
	if f.Policy != "" {
		add("policies", f.Policy)
		add("slice", fmt.Sprint(f.Slice))
	}
	add("depth", fmt.Sprint(o.Depth))
	add("latency", fmt.Sprint(o.Latency))
	return strings.Join(args, " ")
}
