package report

import (
	"io"

	"tilemark/tb/plots"
	"tilemark/tb/runs"
	"tilemark/text/output"
)

// WriteStudy saves the tables and pictures of a study and returns their names.
func (f *Folder) WriteStudy(r Study) ([]string, error) {
	w := &pictures{folder: f}
	w.put("latency.csv", func(path string) error { return output.Write(path, r.Result.WriteRows) })
	if len(r.Options.Periods) > 0 {
		w.put("periods.csv", func(path string) error { return output.Write(path, r.Result.WritePeriods) })
	}
	w.json("latency.json", func(to io.Writer) error { return LatencyDocument.Write(to, r.Summary()) })
	for _, name := range r.Names {
		for _, parameter := range r.Varied(name) {
			rows := r.RowsOf(name, parameter)
			if p := r.Parameter(parameter); p != nil {
				w.put(name+"-"+parameter+".png", func(path string) error { return plots.Parameter(path, name, p, rows) })
			} else {
				w.put(name+"-distribution.png", func(path string) error { return plots.Distribution(path, name, rows) })
			}
		}
		if len(r.Options.Periods) > 0 && name != runs.Generated {
			w.put(name+"-period.png", func(path string) error { return plots.Periods(path, name, r.Result.Periods) })
		}
	}
	return w.written, w.err
}

// WritePolicies saves the tables and pictures of a comparison and returns their names.
func (f *Folder) WritePolicies(r Policies) ([]string, error) {
	w := &pictures{folder: f}
	w.put("policies.csv", func(path string) error { return output.Write(path, r.Result.WriteRows) })
	w.put("contexts.csv", func(path string) error { return output.Write(path, r.Result.WriteContexts) })
	w.json("policies.json", func(to io.Writer) error { return PolicyDocument.Write(to, r.Summary()) })
	w.put("policy-turnaround.png", func(path string) error { return plots.Turnarounds(path, r.PolicyResult) })
	w.put("policy-lost.png", func(path string) error { return plots.Lost(path, r.PolicyResult) })
	return w.written, w.err
}

// json writes a document.
func (w *pictures) json(name string, document func(to io.Writer) error) {
	w.put(name, func(path string) error { return output.Write(path, document) })
}

// WriteShaders writes tables and pictures of a study of shaders.
func (f *Folder) WriteShaders(r Shaders) ([]string, error) {
	w := &pictures{folder: f}
	w.json("shaders.json", func(to io.Writer) error { return ShaderDocument.Write(to, r.Result) })
	w.put("shaders-frames.png", func(path string) error { return plots.Frames(path, r.ShaderResult) })
	w.put("shaders-patching.png", func(path string) error { return plots.Patching(path, r.ShaderResult) })
	return w.written, w.err
}
