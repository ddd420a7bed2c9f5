// Package html makes one page of a register map for people to read: blocks, registers with pictures of their bits, a decoder from words to fields and back,
// search, and a view of the save area. The page is a single file that asks nothing of the network.
package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

//go:embed *.tmpl *.css *.js
var parts embed.FS

// scripts are joined in this order.
var scripts = []string{"values.js", "view.js", "decoder.js", "registers.js", "cards.js", "formats.js", "tests.js", "addresses.js", "near.js", "search.js", "themes.js", "parts.js", "main.js"}

// Style is what the project's pages have in common: colours, letters, header, list of parts, tables.
func Style() string { return text("base.css") }

// Themes is the script of the button that chooses light or dark: it has the id theme, and setTheme(keptTheme()) begins.
func Themes() string { return text("themes.js") }

// page is what the template shows.
type page struct {
	Policy string
	Style  template.CSS
	Blocks []blockRow
	Total  totals
	Area   saveArea
	// Commands tells whether there are tables of formats.
	Commands bool
	Version  emit.Version
}

// blockRow is a line of the list of blocks.
type blockRow struct {
	Name, Version, Description string
	ID, Registers, Length      int
}

// totals are the map's numbers.
type totals struct{ Blocks, Registers, Fields int }

// Emit returns one file with everything in it.
func Emit(m *emit.Map) ([]emit.File, error) {
	return []emit.File{{Name: m.Name + ".html", Fill: func(w io.Writer) error { return write(w, m) }}}, nil
}

func write(w io.Writer, m *emit.Map) error {
	style, script := text("base.css", "cards.css", "page.css"), text(scripts...)
	p := &page{Policy: Policy(style, script), Style: template.CSS(style), Area: newSaveArea(m.Blocks, &m.Layout), Commands: m.Formats != nil, Version: m.Version}
	for i := range m.Blocks {
		p.add(&m.Blocks[i])
	}
	t, err := template.ParseFS(parts, "page.tmpl")
	if err != nil {
		return err
	}
	if err := t.Execute(w, p); err != nil {
		return err
	}
	b, err := newBuilder(m)
	if err != nil {
		return err
	}
	if err := b.write(w, m); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "<svg class=\"symbols\" aria-hidden=\"true\" width=\"0\" height=\"0\">\n%s</svg>\n<script>%s</script>\n</body>\n</html>\n", b.diagrams.svg.Bytes(), script)
	return err
}

// text joins files that are built in.
func text(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		data, err := parts.ReadFile(name)
		if err != nil {
			panic(err) // it is built in
		}
		b.Write(data)
	}
	return b.String()
}

func (p *page) add(b *table.Block) {
	p.Blocks = append(p.Blocks, blockRow{b.Name, b.Version, b.Description, b.ID, len(b.Registers), b.Length})
	p.Total.Blocks++
	p.Total.Registers += len(b.Registers)
	for i := range b.Registers {
		p.Total.Fields += len(b.Registers[i].Fields)
	}
}

// Policy allows a page its own style and script, by their digests, and nothing else.
func Policy(style, script string) string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", digest(style), digest(script))
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
