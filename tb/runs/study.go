package runs

import (
	"path/filepath"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/request"
	"tilemark/tb/scene"
	"tilemark/tb/scene/shapes"
	"tilemark/tb/scenefile"
	"tilemark/tb/study"
)

// StudyOptions say what a study measures.
type StudyOptions struct {
	Scenes   []string
	Partner  string       // scene of the context that is switched to
	Size     request.Size // zero: as each scene suggests
	Default  request.Size // where a scene suggests none
	File     string       // configuration, "" for none
	Set      []string
	Remarks  *request.Remarks // nil: said nowhere
	Vary     []study.Varied
	Places   []study.BreakPoint
	Periods  []uint64
	Cuts     int
	Jobs     int
	Progress func(done, total int)
}

// StudyResult is a study with what it was made of.
type StudyResult struct {
	Options StudyOptions
	Result  *study.Result
	Clock   int // MHz
	Names   []string
	Sizes   map[string]request.Size // by name
	legs    []study.Value           // of the generated scenes
}

// Generated is the name under which the scenes of the parameter triangle go together.
const Generated = "triangles"

// Study interrupts scenes at many cycles, on many machines. Failed checks are in the result.
func Study(o StudyOptions) (*StudyResult, error) {
	r := &StudyResult{Options: o, Sizes: map[string]request.Size{}}
	if err := o.refuse(); err != nil {
		return nil, err
	}
	var subjects []*study.Subject
	for _, name := range o.Scenes {
		s, err := r.subject(name)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, s)
	}
	if i := slices.IndexFunc(o.Vary, func(v study.Varied) bool { return v.Generated() }); i >= 0 {
		more, err := r.triangles(&o.Vary[i])
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, more...)
	}
	var err error
	r.Result, err = study.Run(study.Options{
		Subjects: subjects, Vary: o.Vary, Places: o.Places, Periods: o.Periods, Cuts: o.Cuts, Jobs: o.Jobs, Progress: o.Progress,
	})
	return r, err
}

// refuse tells before long work that no machine has a value that is varied.
func (o *StudyOptions) refuse() error {
	cfg, err := request.LoadConfig(o.File, o.Set)
	if err != nil {
		return err
	}
	for i := range o.Vary {
		if err := o.Vary[i].Refuse(cfg); err != nil {
			return request.Usage("--vary %w", err)
		}
	}
	return nil
}

// Parameter finds one that the study varies; nil: none has the name.
func (r *StudyResult) Parameter(name string) *study.Parameter {
	for i := range r.Options.Vary {
		if v := &r.Options.Vary[i]; v.Name == name {
			return v.Parameter
		}
	}
	return nil
}

// subject loads a scene with its partner, and twice for periods.
func (r *StudyResult) subject(name string) (*study.Subject, error) {
	o := &r.Options
	if request.IsStream(name) || strings.HasPrefix(name, request.DirectedPrefix) {
		return nil, request.Usage("%s: has contexts of its own; a study takes a scene, which a further context interrupts", name)
	}
	in := request.Input{Scene: name, Partner: o.Partner, Contexts: 1, Size: o.Size, Default: o.Default, File: o.File, Set: o.Set, Remarks: o.Remarks}
	w, err := in.Load()
	if err != nil {
		return nil, err
	}
	s := &study.Subject{Name: Stem(name), Config: w.Config, Vector: w.Vector, Long: in.Long}
	r.Clock = w.Config.Clock
	if slices.Contains(r.Names, s.Name) {
		return nil, request.Usage("%s: two scenes are called %s; different names were expected", name, s.Name)
	}
	r.Names = append(r.Names, s.Name)
	r.Sizes[s.Name] = w.Input.Size
	if len(o.Periods) == 0 {
		return s, nil
	}
	in.Partner, in.Contexts = "", 2
	twice, err := in.Load()
	if err != nil {
		return nil, err
	}
	s.Twice = twice.Vector
	return s, nil
}

// Stem is a scene's name in tables and files.
func Stem(name string) string {
	return strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
}

// leastTriangles are in each generated scene, so that the FIFOs are full of them for a
// while.
const leastTriangles = 64

// leastSheets cover the target in each generated scene.
const leastSheets = 4

// triangles makes a scene for each length of legs.
func (r *StudyResult) triangles(v *study.Varied) (out []*study.Subject, err error) {
	o := &r.Options
	cfg, err := request.LoadConfig(o.File, o.Set)
	if err != nil {
		return nil, err
	}
	r.Clock = cfg.Clock
	size := o.Size
	if size == (request.Size{}) {
		size = o.Default
	}
	partner, err := scenefile.Load(o.Partner)
	if err != nil {
		return nil, request.AsUsage(err)
	}
	o.Remarks.Note(partner)
	r.Sizes[Generated] = size
	for _, leg := range v.List {
		columns, rows := size.Width/int(leg.X), size.Height/int(leg.X)
		if columns < 1 || rows < 1 {
			return nil, request.Usage("--%s %s: at most %d was expected, the target has %s pixels", v.Name, leg.Text, min(size.Width, size.Height), size)
		}
		sheets := max(leastSheets, (leastTriangles+2*columns*rows-1)/(2*columns*rows))
		vector, err := pair(&cfg, shapes.Layers(columns, rows, sheets), partner, size)
		if err != nil {
			return nil, request.AsUsage(err)
		}
		r.legs = append(r.legs, leg)
		out = append(out, &study.Subject{
			Name: Generated, Config: cfg, Vector: vector, Only: &study.Varied{Parameter: v.Parameter, List: []study.Value{leg}},
		})
	}
	r.Names = append(r.Names, Generated)
	return out, nil
}

// pair lays two scenes out as two contexts for a machine.
func pair(c *hw.Config, first, second *scene.Scene, size request.Size) (*vector.Vector, error) {
	im := &driver.Image{}
	for _, s := range []*scene.Scene{first, second} {
		if _, err := im.Add(s, request.DriverOptions(c, size)); err != nil {
			return nil, err
		}
	}
	return request.VectorFor(im, c)
}

// Varied lists the parameters of a scene's rows, in the order of the study.
func (r *StudyResult) Varied(name string) (out []string) {
	for _, row := range r.Result.Rows {
		if row.Scene == name && !slices.Contains(out, row.Parameter) {
			out = append(out, row.Parameter)
		}
	}
	return out
}

// RowsOf returns a scene's rows of a parameter.
func (r *StudyResult) RowsOf(name, parameter string) (out []*study.Row) {
	for _, row := range r.Result.Rows {
		if row.Scene == name && row.Parameter == parameter {
			out = append(out, row)
		}
	}
	return out
}

// Held tells whether every cut was restored as it must.
func (r *StudyResult) Held() bool { return len(r.Result.Failures) == 0 }
