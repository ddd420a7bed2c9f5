package cluster

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/hw"
	"tilemark/hw/wires"
)

// Bare is a cluster of a machine with one multiprocessor, and what is around it.
func Bare(cfg hw.ClusterConfig) (*wires.Domain, error) {
	cfg.Count, cfg.SMs = 1, 1 // each connection once
	b, err := NewBench(configOf(&cfg), 1)
	if err != nil {
		return nil, err
	}
	return b.Domain, nil
}

// KindOf is a block's name without the instance.
func KindOf(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	kind, _, _ := strings.Cut(name, "[")
	return kind
}

// PrintConnections prints the connections of a cluster as a table in Markdown, or with waits the waits-for graph of its FIFOs.
func PrintConnections(w io.Writer, cfg hw.ClusterConfig, waits bool) error {
	d, err := Bare(cfg)
	if err != nil {
		return err
	}
	if waits {
		return printWaits(w, d)
	}
	built := map[string]wires.Connection{}
	for _, c := range d.Connections() {
		built[KindOf(c.Name)] = c
	}
	var b strings.Builder
	b.WriteString("| connection | from | to | class | entries | bits | beats | latency | carries |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range cfg.Rows() {
		c, shape := built[r.Name], "| | |"
		if !c.Line {
			shape = fmt.Sprintf("%d | %d | %d | %d", c.Depth, c.EntryBits, c.Beats, c.Latency)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.Name, end(r.Name, 0, c.From), end(r.Name, 1, c.To), r.Class, shape, r.Carries)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// end is the block at an end of a connection: where the bench stands for one, it is the one that the connection is called after.
func end(name string, n int, block string) string {
	if !strings.HasPrefix(block, "Surround") && block != "" {
		parts := strings.Split(block, ", ")
		for i := range parts {
			parts[i] = KindOf(parts[i])
		}
		return strings.Join(parts, ", ")
	}
	part := strings.Split(name, "_")[n]
	if part == "RES" { // results go to who has asked for the thread
		part = "EUP"
	}
	return part
}

func printWaits(w io.Writer, d *wires.Domain) error {
	to := map[string][]string{}
	for _, e := range d.Waits() {
		to[KindOf(e.From.Name())] = append(to[KindOf(e.From.Name())], KindOf(e.To.Name()))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range d.Views() {
		if list := to[KindOf(v.Name())]; len(list) > 0 {
			fmt.Fprintf(t, "%s\t%s\n", KindOf(v.Name()), strings.Join(list, " "))
		}
	}
	return t.Flush()
}
