package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/regmap/document"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/study"
)

// StudyOptions say what a study measures.
type StudyOptions struct {
	Scenes   []string
	Partner  string // scene of the context that is switched to
	Size     Size   // zero: as each scene suggests
	Default  Size   // where a scene suggests none
	File     string // configuration, "" for none
	Set      []string
	Remarks  *Remarks // nil: said nowhere
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
	names   []string
	sizes   map[string]Size // by name
	legs    []study.Value   // of the generated scenes
}

// generated is the name under which the scenes of the parameter triangle go together.
const generated = "triangles"

// Study interrupts scenes at many cycles, on many machines. Failed checks are in the result.
func Study(o StudyOptions) (*StudyResult, error) {
	r := &StudyResult{Options: o, sizes: map[string]Size{}}
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
	cfg, err := LoadConfig(o.File, o.Set)
	if err != nil {
		return err
	}
	for i := range o.Vary {
		if err := o.Vary[i].Refuse(cfg); err != nil {
			return Usage("--vary %w", err)
		}
	}
	return nil
}

// parameter finds one that the study varies; nil: none has the name.
func (r *StudyResult) parameter(name string) *study.Parameter {
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
	if isStream(name) || strings.HasPrefix(name, directedPrefix) {
		return nil, Usage("%s: has contexts of its own; a study takes a scene, which a further context interrupts", name)
	}
	in := Input{Scene: name, Partner: o.Partner, Contexts: 1, Size: o.Size, Default: o.Default, File: o.File, Set: o.Set, Remarks: o.Remarks}
	w, err := in.Load()
	if err != nil {
		return nil, err
	}
	s := &study.Subject{Name: stem(name), Config: w.Config, Vector: w.Vector, Long: in.long}
	r.Clock = w.Config.Clock
	if slices.Contains(r.names, s.Name) {
		return nil, Usage("%s: two scenes are called %s; different names were expected", name, s.Name)
	}
	r.names = append(r.names, s.Name)
	r.sizes[s.Name] = w.Input.Size
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

// stem is a scene's name in tables and files.
func stem(name string) string {
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
	cfg, err := LoadConfig(o.File, o.Set)
	if err != nil {
		return nil, err
	}
	r.Clock = cfg.Clock
	size := o.Size
	if size == (Size{}) {
		size = o.Default
	}
	partner, err := scene.Load(o.Partner)
	if err != nil {
		return nil, usage(err)
	}
	o.Remarks.of(partner)
	r.sizes[generated] = size
	for _, leg := range v.List {
		columns, rows := size.Width/int(leg.X), size.Height/int(leg.X)
		if columns < 1 || rows < 1 {
			return nil, Usage("--%s %s: at most %d was expected, the target has %s pixels", v.Name, leg.Text, min(size.Width, size.Height), size)
		}
		sheets := max(leastSheets, (leastTriangles+2*columns*rows-1)/(2*columns*rows))
		vector, err := pair(&cfg, scene.Layers(columns, rows, sheets), partner, size)
		if err != nil {
			return nil, usage(err)
		}
		r.legs = append(r.legs, leg)
		out = append(out, &study.Subject{
			Name: generated, Config: cfg, Vector: vector, Only: &study.Varied{Parameter: v.Parameter, List: []study.Value{leg}},
		})
	}
	r.names = append(r.names, generated)
	return out, nil
}

// pair lays two scenes out as two contexts for a machine.
func pair(c *hw.Config, first, second *scene.Scene, size Size) (*vector.Vector, error) {
	im := &driver.Image{}
	for _, s := range []*scene.Scene{first, second} {
		if _, err := im.Add(s, optionsFor(c, size)); err != nil {
			return nil, err
		}
	}
	return vectorFor(im, c)
}

// repeat writes the command that measures a failing point again.
func (r *StudyResult) repeat(f *study.Failure) string {
	o := &r.Options
	args := []string{"tilemark", "study", "latency"}
	for _, s := range o.Scenes {
		if stem(s) == f.Scene || f.Scene == generated {
			args = append(args, quote(s))
		}
	}
	add := func(flag, value string) {
		if value != "" {
			args = append(args, "--"+flag, quote(value))
		}
	}
	if o.Size != (Size{}) {
		add("size", o.Size.String())
	}
	add("partner", o.Partner)
	add("config", o.File)
	for _, s := range o.Set {
		add("set", s)
	}
	add("break-point", string(f.BreakPoint))
	if f.Value != "" {
		add("vary", f.Parameter+"="+f.Value)
	} else {
		add("vary", "none")
	}
	return strings.Join(append(args, "--cuts", fmt.Sprint(o.Cuts)), " ")
}

// Summary is what a study prints with --json.
func (r *StudyResult) Summary() StudySummary {
	o := &r.Options
	s := StudySummary{Remarks: o.Remarks.List(), Partner: o.Partner, Clock: r.Clock, Result: r.Result}
	for _, name := range r.names {
		s.Scenes = append(s.Scenes, StudyScene{name, r.sizes[name].Width, r.sizes[name].Height})
	}
	return s
}

// StudySummary is a study for other programs; its keys are stable. A time is in cycles, a
// size in bytes.
type StudySummary struct {
	Scenes  []StudyScene   `json:"scenes"`
	Remarks []scene.Remark `json:"remarks"`
	Partner string         `json:"partner"`
	Clock   int            `json:"clock_mhz"`
	*study.Result
}

// LatencyDocument is what study latency prints with --json and writes as latency.json.
var LatencyDocument = document.Kind[StudySummary]{Name: "study-latency", Version: 1, About: "What switches cost, by break point and by parameter. Times are in cycles, sizes in bytes."}

// StudyScene is a scene of a study, with its target.
type StudyScene struct {
	Name   string `json:"name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// varied lists the parameters of a scene's rows, in the order of the study.
func (r *StudyResult) varied(name string) (out []string) {
	for _, row := range r.Result.Rows {
		if row.Scene == name && !slices.Contains(out, row.Parameter) {
			out = append(out, row.Parameter)
		}
	}
	return out
}

// rowsOf returns a scene's rows of a parameter.
func (r *StudyResult) rowsOf(name, parameter string) (out []*study.Row) {
	for _, row := range r.Result.Rows {
		if row.Scene == name && row.Parameter == parameter {
			out = append(out, row)
		}
	}
	return out
}
