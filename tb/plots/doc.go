// Package plots draws results of tb/runs: timelines of blocks, latencies, studies, waveforms, and the machine's blocks and
// connections. tb/report puts these pictures into the folders of verbs; `tilemark diagram` draws the machine.
package plots
