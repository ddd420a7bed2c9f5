// Package report says what results of tb/runs are: as text, as JSON for other programs, and as folders of files with the pictures of
// tb/plots. A type of it wraps a result: Run a runs.Result, Sweep a runs.SweepResult. Nothing is run here. cmd/tilemark prints with
// it, and tb/compare reads the documents of two runs.
package report
