// Package runs does what tb/request asks for, and gives results as data: a scene that is run with interrupts and without, a sweep
// of all cuts, a cut that is looked at in each cycle, studies of many machines, waveforms and traces. It prints and draws nothing:
// that is the work of tb/report and tb/plots, which read its results.
package runs
