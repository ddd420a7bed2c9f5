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
