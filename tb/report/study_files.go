package report

import (
	"io"

	"tilemark/tb/output"
)

// WriteStudy saves the tables and pictures of a study and returns their names.
func (f *Folder) WriteStudy(r *StudyResult) ([]string, error) {
	w := &pictures{folder: f}
	w.put("latency.csv", func(path string) error { return output.Write(path, r.Result.WriteRows) })
	if len(r.Options.Periods) > 0 {
		w.put("periods.csv", func(path string) error { return output.Write(path, r.Result.WritePeriods) })
	}
	w.json("latency.json", func(to io.Writer) error { return LatencyDocument.Write(to, r.Summary()) })
	for _, name := range r.names {
		for _, parameter := range r.varied(name) {
			rows := r.rowsOf(name, parameter)
			if p := r.parameter(parameter); p != nil {
				w.put(name+"-"+parameter+".png", func(path string) error { return drawParameter(path, name, p, rows) })
			} else {
				w.put(name+"-distribution.png", func(path string) error { return drawDistribution(path, name, rows) })
			}
		}
		if len(r.Options.Periods) > 0 && name != generated {
			w.put(name+"-period.png", func(path string) error { return drawPeriods(path, name, r.Result.Periods) })
		}
	}
	return w.written, w.err
}

// WritePolicies saves the tables and pictures of a comparison and returns their names.
func (f *Folder) WritePolicies(r *PolicyResult) ([]string, error) {
	w := &pictures{folder: f}
	w.put("policies.csv", func(path string) error { return output.Write(path, r.Result.WriteRows) })
	w.put("contexts.csv", func(path string) error { return output.Write(path, r.Result.WriteContexts) })
	w.json("policies.json", func(to io.Writer) error { return PolicyDocument.Write(to, r.Summary()) })
	w.put("policy-turnaround.png", func(path string) error { return drawTurnarounds(path, r) })
	w.put("policy-lost.png", func(path string) error { return drawLost(path, r) })
	return w.written, w.err
}

// json writes a document.
func (w *pictures) json(name string, document func(to io.Writer) error) {
	w.put(name, func(path string) error { return output.Write(path, document) })
}
