package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/hw"
)

// Connections prints the machine's FIFOs and lines as a table in Markdown: what each is called, which blocks it joins, its
// class and shape, and what goes through it.
func Connections(w io.Writer, cfg hw.Config) error {
	m, err := hw.Build(cfg)
	if err != nil {
		return err
	}
	class, carries := map[string]string{}, map[string]string{}
	for _, f := range m.Config.Rows() {
		class[f.Name], carries[f.Name] = f.Class.String(), f.Carries
	}
	var b strings.Builder
	b.WriteString("| connection | from | to | class | entries | bits | beats | latency | carries |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, c := range m.Connections() {
		shape := "| | |"
		if !c.Line {
			shape = fmt.Sprintf("%d | %d | %d | %d", c.Depth, c.EntryBits, c.Beats, c.Latency)
		}
		row := c.Name[strings.LastIndex(c.Name, ".")+1:] // PM_SM of GPC[1].SM[0].PM_SM
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", c.Name, block(c.From), block(c.To), class[row], shape, carries[row])
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func block(name string) string { return strings.TrimPrefix(name, "GPU.") }

// Waits prints the waits-for graph of the machine's FIFOs: for each one those in which its entries can wait for room.
func Waits(w io.Writer, cfg hw.Config) error {
	m, err := hw.Build(cfg)
	if err != nil {
		return err
	}
	to := map[string][]string{}
	for _, e := range m.Waits() {
		to[e.From.Name()] = append(to[e.From.Name()], e.To.Name())
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range m.Views() {
		if list := to[v.Name()]; len(list) > 0 {
			fmt.Fprintf(t, "%s\t%s\n", v.Name(), strings.Join(list, " "))
		}
	}
	return t.Flush()
}
