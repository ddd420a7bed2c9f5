package study

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// column is a column of a table.
type column[T any] struct {
	name string
	of   func(r *T) string
}

// WriteRows writes the rows as CSV: a line of names, then a line for each row.
func (r *Result) WriteRows(w io.Writer) error {
	rows := make([]Row, len(r.Rows))
	for i := range r.Rows {
		rows[i] = *r.Rows[i]
	}
	return writeCSV(w, rowColumns(), rows)
}

// WritePeriods writes the overheads by period as CSV.
func (r *Result) WritePeriods(w io.Writer) error {
	return writeCSV(w, []column[PeriodRow]{
		{"scene", func(r *PeriodRow) string { return r.Scene }},
		{"break_point", func(r *PeriodRow) string { return string(r.BreakPoint) }},
		{"period", func(r *PeriodRow) string { return fmt.Sprint(r.Period) }},
		{"cuts", func(r *PeriodRow) string { return strconv.Itoa(r.Cuts) }},
		{"cycles", func(r *PeriodRow) string { return fmt.Sprint(r.Cycles) }},
		{"plain_cycles", func(r *PeriodRow) string { return fmt.Sprint(r.Plain) }},
		{"overhead", func(r *PeriodRow) string { return decimal(r.Overhead) }},
		{"cycles_by_cut", func(r *PeriodRow) string { return decimal(r.PerCut) }},
	}, r.Periods)
}

// WriteRows writes a line for each policy and slice as CSV.
func (r *Policies) WriteRows(w io.Writer) error {
	return writeCSV(w, []column[PolicyRow]{
		{"policy", func(r *PolicyRow) string { return r.Policy }},
		{"slice", func(r *PolicyRow) string { return fmt.Sprint(r.Slice) }},
		{"failed", func(r *PolicyRow) string { return strconv.FormatBool(r.Failed) }},
		{"cycles", func(r *PolicyRow) string { return fmt.Sprint(r.Cycles) }},
		{"busy", func(r *PolicyRow) string { return fmt.Sprint(r.Busy) }},
		{"switches", func(r *PolicyRow) string { return strconv.Itoa(r.Switches) }},
		{"lost", func(r *PolicyRow) string { return decimal(r.Lost) }},
		{"mean_turnaround", func(r *PolicyRow) string { return decimal(r.MeanTurnaround) }},
		{"worst_turnaround", func(r *PolicyRow) string { return decimal(r.MaxTurnaround) }},
		{"mean_slowdown", func(r *PolicyRow) string { return decimal(r.MeanSlowdown) }},
		{"worst_slowdown", func(r *PolicyRow) string { return decimal(r.MaxSlowdown) }},
		{"urgent_turnaround", func(r *PolicyRow) string { return decimal(r.Urgent) }},
	}, r.Rows)
}

// WriteContexts writes a line for each context of each policy and slice as CSV.
func (r *Policies) WriteContexts(w io.Writer) error {
	type line struct {
		*PolicyRow
		*ContextRow
	}
	var lines []line
	for i := range r.Rows {
		for k := range r.Rows[i].Contexts {
			lines = append(lines, line{&r.Rows[i], &r.Rows[i].Contexts[k]})
		}
	}
	return writeCSV(w, []column[line]{
		{"policy", func(l *line) string { return l.Policy }},
		{"slice", func(l *line) string { return fmt.Sprint(l.Slice) }},
		{"context", func(l *line) string { return strconv.Itoa(l.Context) }},
		{"scene", func(l *line) string { return l.Scene }},
		{"priority", func(l *line) string { return strconv.Itoa(l.Priority) }},
		{"arrival", func(l *line) string { return fmt.Sprint(l.Arrival) }},
		{"first_start", func(l *line) string { return fmt.Sprint(l.Start) }},
		{"end", func(l *line) string { return fmt.Sprint(l.End) }},
		{"turnaround", func(l *line) string { return fmt.Sprint(l.Turnaround) }},
		{"slowdown", func(l *line) string { return decimal(l.Slowdown) }},
		{"ran", func(l *line) string { return fmt.Sprint(l.Ran) }},
		{"turns", func(l *line) string { return strconv.Itoa(l.Turns) }},
	}, lines)
}

func rowColumns() []column[Row] {
	out := []column[Row]{
		{"scene", func(r *Row) string { return r.Scene }},
		{"parameter", func(r *Row) string { return r.Parameter }},
		{"value", func(r *Row) string { return r.Value }},
		{"break_point", func(r *Row) string { return string(r.BreakPoint) }},
		{"cycles", func(r *Row) string { return fmt.Sprint(r.Cycles) }},
		{"cuts", func(r *Row) string { return strconv.Itoa(r.Cuts) }},
		{"no_cut", func(r *Row) string { return strconv.Itoa(r.NoCut) }},
		{"failed", func(r *Row) string { return strconv.Itoa(r.Failed) }},
	}
	for _, s := range []struct {
		name string
		of   func(r *Row) *Spread
	}{
		{"complete", func(r *Row) *Spread { return &r.Complete }},
		{"first_tile", func(r *Row) *Spread { return &r.FirstTile }},
		{"held", func(r *Row) *Spread { return &r.Held }},
		{"stop", func(r *Row) *Spread { return &r.Stop }},
		{"discard", func(r *Row) *Spread { return &r.Discard }},
		{"drain", func(r *Row) *Spread { return &r.Drain }},
		{"cost", func(r *Row) *Spread { return &r.Cost }},
		{"saved_bytes", func(r *Row) *Spread { return &r.SavedBytes }},
		{"dump_fifo_bytes", func(r *Row) *Spread { return &r.Dump.Fifos }},
		{"dump_block_bytes", func(r *Row) *Spread { return &r.Dump.Blocks }},
		{"discarded_entries", func(r *Row) *Spread { return &r.Discarded }},
	} {
		out = append(out, spreadColumns(s.name, s.of)...)
	}
	number := func(name string, of func(r *Row) float64) {
		out = append(out, column[Row]{name, func(r *Row) string { return decimal(of(r)) }})
	}
	number("save_area_bytes", func(r *Row) float64 { return r.SaveArea })
	number("dump_fifo_capacity", func(r *Row) float64 { return r.Dump.Capacity })
	number("redone_primitives", func(r *Row) float64 { return r.Redone.Primitives })
	number("redone_shaded", func(r *Row) float64 { return r.Redone.Shaded })
	number("redone_triangles", func(r *Row) float64 { return r.Redone.Triangles })
	number("redone_spans", func(r *Row) float64 { return r.Redone.Spans })
	return out
}

func spreadColumns(name string, of func(r *Row) *Spread) (out []column[Row]) {
	for _, q := range []struct {
		name string
		of   func(s *Spread) float64
	}{
		{"min", func(s *Spread) float64 { return s.Min }},
		{"median", func(s *Spread) float64 { return s.Median }},
		{"p90", func(s *Spread) float64 { return s.P90 }},
		{"p99", func(s *Spread) float64 { return s.P99 }},
		{"max", func(s *Spread) float64 { return s.Max }},
		{"mean", func(s *Spread) float64 { return s.Mean }},
	} {
		out = append(out, column[Row]{name + "_" + q.name, func(r *Row) string { return decimal(q.of(of(r))) }})
	}
	return out
}

func writeCSV[T any](w io.Writer, columns []column[T], rows []T) error {
	c := csv.NewWriter(w)
	line := make([]string, len(columns))
	for i := range columns {
		line[i] = columns[i].name
	}
	if err := c.Write(line); err != nil {
		return err
	}
	for k := range rows {
		for i := range columns {
			line[i] = columns[i].of(&rows[k])
		}
		if err := c.Write(line); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
