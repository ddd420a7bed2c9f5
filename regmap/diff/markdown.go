package diff

import (
	"fmt"
	"io"
	"strings"

	"tilemark/text/number"
)

// Markdown writes a comparison as a comment for a merge request.
func (r *Result) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Register map: %s\n\nFrom %s to %s.\n\n", r.counts(), code(r.Old), code(r.New))
	if r.SaveArea.Verdict != NoArea {
		fmt.Fprintf(&b, "**Save area:** %s.\n", r.SaveArea.Reason())
	}
	r.markdownVersions(&b)
	for _, class := range Classes {
		r.markdownClass(&b, class)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Result) markdownVersions(b *strings.Builder) {
	head := "\n| block | was | due | declared | |\n| --- | --- | --- | --- | --- |\n"
	for _, v := range r.Versions {
		if v.Bump == NoBump && v.Old == v.Declared {
			continue
		}
		b.WriteString(head)
		head = ""
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", v.Block, v.Old, v.Due, v.Declared, v.Bump)
	}
}

// markdownClass writes a table, folded for the class that few want to read.
func (r *Result) markdownClass(b *strings.Builder, class Class) {
	list := r.Of(class)
	if len(list) == 0 {
		return
	}
	if class == Documentation {
		fmt.Fprintf(b, "\n<details><summary>%s (%s)</summary>\n\n", class, number.Thousands(len(list)))
		defer b.WriteString("\n</details>\n")
	} else {
		fmt.Fprintf(b, "\n#### %s (%s)\n\n", class, number.Thousands(len(list)))
	}
	b.WriteString("| what | rule | old | new | place | means |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, c := range list {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n",
			code(c.What), c.Rule, cell(c.Old), cell(c.New), code(c.place()), cell(c.explanation()+c.mark()))
	}
}

// code is a text in a table, as code.
func code(text string) string {
	return "`" + strings.ReplaceAll(strings.ReplaceAll(text, "`", "'"), "|", "\\|") + "`"
}

var escapes = strings.NewReplacer("\\", "\\\\", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "<", "&lt;", "[", "\\[", "\n", " ", "\r", " ")

// cell is a text in a table that stays what it is.
func cell(text string) string { return escapes.Replace(text) }
