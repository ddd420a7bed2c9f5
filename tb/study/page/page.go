// Package page writes docs/study.md: text from a template, figures from the tables that `make study` has put into docs/study.
package page

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"tilemark/text/prose"
)

//go:embed study.md.tmpl
var text string

// files are the tables of docs/study, and what is added to their scenes' names to tell runs of other settings apart.
var files = []struct{ name, suffix string }{
	{"latency.csv", ""},
	{"latency-1024.csv", "@1024"},
	{"latency-wait.csv", "@wait"},
	{"latency-order.csv", "@order"},
}

// figures are what was measured: by scene, parameter, value and break point a table of columns.
type figures struct {
	rows map[[4]string]map[string]string
	err  error // the first figure that was asked for in vain
}

// Write returns the page. The tables are read from dir, the folder docs/study.
func Write(dir fs.FS) (string, error) {
	f := &figures{rows: map[[4]string]map[string]string{}}
	for _, file := range files {
		if err := f.read(dir, file.name, "parameter", "value", file.suffix); err != nil {
			return "", err
		}
	}
	if err := f.read(dir, "periods.csv", "", "period", ""); err != nil {
		return "", err
	}
	t, err := template.New("study.md").Funcs(f.functions()).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		return "", err
	}
	return prose.Wrap(b.String()), f.err
}

// read takes the rows of a table. Without a name for its parameter this is "period".
func (f *figures) read(dir fs.FS, name, parameter, value, suffix string) error {
	file, err := dir.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{"": "period"}
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		f.rows[[4]string{row["scene"] + suffix, row[parameter], row[value], row["break_point"]}] = row
	}
	return nil
}

// value returns a figure: its scene, parameter, value of the parameter, break point, and column of latency.csv.
func (f *figures) value(scene, parameter, value, breakPoint, column string) float64 {
	x, err := strconv.ParseFloat(f.rows[[4]string{scene, parameter, value, breakPoint}][column], 64)
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("docs/study has no figure %s of %s, %s %s, %s", column, scene, parameter, value, breakPoint)
	}
	return x
}

// functions are what the template can ask for.
func (f *figures) functions() template.FuncMap {
	return template.FuncMap{
		"v":      f.value,
		"n":      number,
		"list":   func(s ...string) []string { return s },
		"lower":  strings.ToLower,
		"number": func(s string) (float64, error) { return strconv.ParseFloat(s, 64) },
		"ratio":  func(a, b float64) string { return strconv.FormatFloat(a/b, 'f', 1, 64) },
		// cycles of a clock of 500 MHz in ms
		"ms":       func(cycles float64) string { return strconv.FormatFloat(cycles/500e3, 'g', 2, 64) },
		"tens":     func(x float64) float64 { return math.Round(x/10) * 10 },
		"hundreds": func(x float64) float64 { return math.Round(x/100) * 100 },
		"p": func(scene, breakPoint, period string) string {
			return number(f.value(scene, "period", period, breakPoint, "overhead"))
		},
		// cycles of a switch for each cycle of the pixel program
		"slope": func(breakPoint, column string) float64 {
			return (f.program(breakPoint, column, "32768") - f.program(breakPoint, column, "512")) / (32768 - 512)
		},
		// the longest pixel program whose longest switch stays within 1.5 million cycles
		"longest": func(breakPoint string) float64 {
			slope := (f.program(breakPoint, "complete_max", "32768") - f.program(breakPoint, "complete_max", "512")) / (32768 - 512)
			return math.Round(1.5e6/slope/1000) * 1000
		},
		// cycles by which cuts made runs shorter, at most
		"gained": func(scene, parameter, value string) (most float64) {
			for _, breakPoint := range breakPoints {
				most = max(most, -f.value(scene, parameter, value, breakPoint, "cost_min"))
			}
			return most
		},
		// cycles that a switch costs
		"least": func(breakPoint string) float64 { return slices.Min(f.switches(breakPoint)) },
		"most":  func(breakPoint string) float64 { return slices.Max(f.switches(breakPoint)) },
		// percent that it costs more at a break point than at another
		"leastMore": func(a, b string) float64 { return slices.Min(f.more(a, b)) },
		"mostMore":  func(a, b string) float64 { return slices.Max(f.more(a, b)) },
		// bytes of a dump, and the cycles that it takes at 64 bytes a cycle
		"dump":   func(scene string) string { return number(math.Round(f.dump(scene)/1000) * 1000) },
		"dumped": func(scene string) float64 { return f.dump(scene) / 64 },
	}
}

var breakPoints = [...]string{"tsu", "tg", "zl1"}

// switches is what a switch costs in both scenes at periods of 2,000 cycles and more.
func (f *figures) switches(breakPoint string) (list []float64) {
	for _, scene := range [...]string{"few-large", "many-small"} {
		for _, period := range [...]string{"2000", "4000", "8000", "16000"} {
			list = append(list, f.value(scene, "period", period, breakPoint, "cycles_by_cut"))
		}
	}
	return list
}

// more is how many percent more it costs at a than at b.
func (f *figures) more(a, b string) (list []float64) {
	other := f.switches(b)
	for i, x := range f.switches(a) {
		list = append(list, 100*(x/other[i]-1))
	}
	return list
}

func (f *figures) program(breakPoint, column, cycles string) float64 {
	return f.value("few-large", "pixel-program", cycles, breakPoint, column)
}

func (f *figures) dump(scene string) float64 {
	return f.value(scene, "default", "", "tg", "dump_fifo_bytes_median") + f.value(scene, "default", "", "tg", "dump_block_bytes_median")
}

// number writes a figure: below 10 with one digit after the point, if it is not 0, above with commas between thousands.
func number(x float64) string {
	if math.Abs(x) < 9.95 && x != math.Trunc(x) {
		return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
	}
	s := strconv.FormatFloat(math.Round(x), 'f', 0, 64)
	first := 0
	if x < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
