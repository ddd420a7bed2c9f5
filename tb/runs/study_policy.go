package runs

import (
	"strings"

	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/request"
	"tilemark/tb/scene"
	"tilemark/tb/sched"
	"tilemark/tb/study"
	"tilemark/text/number"
)

// PolicyOptions say which policies are compared, and on what.
type PolicyOptions struct {
	Jobs     []request.Job
	Size     request.Size // zero: as each scene suggests
	Default  request.Size // where a scene suggests none
	File     string       // configuration, "" for none
	Set      []string
	Remarks  *request.Remarks // nil: said nowhere
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
	Jobs    []jobWork
}

// jobWork is a job that has been loaded.
type jobWork struct {
	request.Job
	Name  string // of its scene in tables
	Size  request.Size
	scene *scene.Scene
	alone *vector.Vector
}

// StudyPolicies runs a mix of contexts under several policies. Failed checks are in the
// result.
func StudyPolicies(o PolicyOptions) (*PolicyResult, error) {
	r := &PolicyResult{Options: o}
	if n := r.Contexts(); n < 2 || n > vector.MaxContexts {
		return nil, request.Usage("%s: 2 to %d were expected, of all jobs together", number.Count(n, "context"), vector.MaxContexts)
	}
	cfg, err := request.LoadConfig(o.File, o.Set)
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
		r.Jobs = append(r.Jobs, *w)
		for range j.Copies {
			if _, err := im.Add(w.scene, request.DriverOptions(&cfg, w.Size)); err != nil {
				return nil, request.AsUsage(err)
			}
		}
		mix.Jobs = append(mix.Jobs, study.MixJob{Scene: w.Name, Copies: j.Copies, Priority: j.Priority, Arrives: j.Arrives, Alone: w.alone})
	}
	if mix.Vector, err = request.VectorFor(im, &cfg); err != nil {
		return nil, request.AsUsage(err)
	}
	r.Result, err = study.ComparePolicies(study.PolicyOptions{
		Mix: mix, Policies: o.Policies, Slices: o.Slices, Jobs: o.Parallel, Progress: o.Progress,
	})
	return r, err
}

// Contexts counts those of all jobs.
func (r *PolicyResult) Contexts() (n int) {
	for i := range r.Options.Jobs {
		n += r.Options.Jobs[i].Copies
	}
	return n
}

// load reads a job's scene.
func (r *PolicyResult) load(j request.Job) (*jobWork, error) {
	o := &r.Options
	const own = "%s: has contexts of its own; a job is one scene"
	if request.IsStream(j.Scene) || strings.HasPrefix(j.Scene, request.DirectedPrefix) {
		return nil, request.Usage(own, j.Scene)
	}
	w, err := request.Input{Scene: j.Scene, Contexts: 1, Size: o.Size, Default: o.Default, File: o.File, Set: o.Set, Remarks: o.Remarks}.Load()
	if err != nil {
		return nil, err
	}
	if len(w.Scenes[0].More) > 0 {
		return nil, request.Usage(own, j.Scene)
	}
	return &jobWork{Job: j, Name: Stem(j.Scene), Size: w.Input.Size, scene: w.Scenes[0], alone: w.Vector}, nil
}

// Held tells whether every check held.
func (r *PolicyResult) Held() bool { return len(r.Result.Failures) == 0 }
