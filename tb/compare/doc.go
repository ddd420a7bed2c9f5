// Package compare puts two runs of the same workload side by side: cycles, stalls, switches and pictures, as text, as JSON and as a page.
package compare
