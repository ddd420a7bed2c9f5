// Package forks measures what a sweep does again and again with a machine or a part of one.
package forks

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// Measure puts a snapshot back or takes it, runs some cycles, and digests the state. It reports nanoseconds, the median of each, and leaves the state as it was.
func Measure(b *testing.B, d *wires.Domain, cycles uint64) {
	var start, again wires.Snapshot
	d.Save(&start)
	from := d.Cycle()
	steps := []struct {
		name string
		do   func()
	}{
		{"load", func() { d.Load(&start) }},
		{"save", func() { d.Save(&again) }},
		{"run", func() { require.NoError(b, d.Run(from+cycles)) }},
		{"digest", func() { d.Digest() }},
	}
	spent := make([][]time.Duration, len(steps))
	for b.Loop() {
		for i, s := range steps {
			t := time.Now()
			s.do()
			spent[i] = append(spent[i], time.Since(t))
		}
	}
	for i, s := range steps {
		slices.Sort(spent[i])
		b.ReportMetric(float64(spent[i][len(spent[i])/2].Nanoseconds()), s.name+"-ns")
	}
	b.ReportMetric(0, "ns/op")
	d.Load(&start)
}
