package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	generator "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/document"
)

// schemaOf makes the schema of a kind from its Go type; the types' comments describe it.
func schemaOf(t *testing.T, d document.Known, comments map[string]string) []byte {
	t.Helper()
	h := d.Header()
	r := &generator.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, CommentMap: comments}
	s := r.ReflectFromType(d.Shape())
	s.ID, s.Title, s.Description = "", h.Schema(), h.About
	s.Properties.Set("schema", &generator.Schema{Const: h.Schema()})
	s.Properties.Set("schema_version", &generator.Schema{Const: h.Version})
	require.NoError(t, s.Properties.MoveToFront("schema_version"))
	require.NoError(t, s.Properties.MoveToFront("schema"))
	s.Required = append([]string{"schema", "schema_version"}, s.Required...)
	text, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	return append(text, '\n')
}

// typeComments are the comments of all types and fields of the project.
func typeComments(t *testing.T) map[string]string {
	t.Helper()
	var r generator.Reflector
	here, err := os.Getwd()
	require.NoError(t, err)
	t.Chdir("../..")
	for _, folder := range []string{"cmd", "regmap", "tb"} {
		require.NoError(t, r.AddGoComments("tilemark", folder))
	}
	t.Chdir(here)
	return r.CommentMap
}

func TestSchemasAreNotStale(t *testing.T) {
	files, err := filepath.Glob("schemas/*.json")
	require.NoError(t, err)
	comments := typeComments(t)
	for _, d := range printable {
		path := filepath.Join("schemas", d.Header().Name+".json")
		want := schemaOf(t, d, comments)
		if *update {
			require.NoError(t, os.WriteFile(path, want, 0o644))
			continue
		}
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), string(have), "make docs writes %s; a key that is gone or means something else needs a higher version", path)
	}
	if !*update {
		require.Len(t, files, len(printable))
	}
}

// printed are command lines that print each kind of document, by the verb's path. What they need is made before.
var printed = map[string][]struct{ document, args string }{
	"tilemark bisect":        {{"bisect", "bisect directed/in-fence --good HEAD~3 --json"}},
	"tilemark check":         {{"check", "check directed/frames-one directed/blending --json"}},
	"tilemark compare":       {{"compare", "compare default memory.latency=60 --scene one-triangle --size 16x16 --interrupt 300 --json"}},
	"tilemark config":        {{"config", "config --json"}},
	"tilemark cover":         {{"cover", "cover directed/ring-wrap --break-point tg --json"}, {"cover", "cover --clusters 2 --json"}},
	"tilemark decode":        {{"decode", "decode --as save-area --format json a.area"}, {"decode-compare", "decode --as save-area --format json a.area b.area"}},
	"tilemark explain":       {{"explain", "explain one-triangle --size 16x16 --interrupt 300,400 --json"}, {"explain", "explain blend --size 16x16 --break-point zl1 --every 500 --json"}},
	"tilemark regress":       {{"regress", "regress quick --test directed/ring-wrap/tg --db r.db --format json"}},
	"tilemark regs check":    {{"regs-check", "regs check --format json"}, {"regs-check", "regs check --format json bad.yaml"}},
	"tilemark regs diff":     {{"regs-diff", "regs diff --format json old new"}},
	"tilemark regs test":     {{"regs-test", "regs test --json"}},
	"tilemark run":           {{"run", "run one-triangle --size 16x16 --json"}, {"run", "run one-triangle --size 16x16 --interrupt 300,400 --json"}},
	"tilemark shade":         {{"run", "shade shader.wgsl --size 16x16 --json"}},
	"tilemark shrink":        {{"shrink", "shrink failing.yaml --budget 20s --json"}, {"shrink", "shrink directed/in-fence --json"}},
	"tilemark study latency": {{"study-latency", "study latency one-triangle --size 16x16 --cuts 2 --vary fifo,period --json"}},
	"tilemark study policy":  {{"study-policy", "study policy one-triangle:copies=2 --size 16x16 --slice 2000 --json"}},
	"tilemark study shaders": {{"study-shaders", "study shaders shader.wgsl --states 3 --frames 4 --json"}},
	"tilemark sweep":         {{"sweep", "sweep one-triangle --size 16x16 --every 100 --json"}, {"sweep", "sweep one-triangle --size 16x16 --every 400 --pairs --json"}},
	"tilemark wave":          {{"wave", "wave one-triangle --size 16x16 --from 100 --to 140 --text --json"}},
}

// TestDocumentsObeyTheirSchemas runs every verb that prints JSON, and has each object judged by the schema that the program prints.
func TestDocumentsObeyTheirSchemas(t *testing.T) {
	judges := map[string]*jsonschema.Schema{}
	for _, name := range documentNames() {
		status, text, errs := tilemark("schema", name)
		require.Zero(t, status, errs)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err)
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource(name, value))
		judges[name], err = c.Compile(name)
		require.NoError(t, err)
	}
	tables, err := filepath.Abs("../../hw/regs")
	require.NoError(t, err)
	failing, err := os.ReadFile("../../examples/failing.yaml")
	require.NoError(t, err)
	historyOf(t, "contexts:") // where bisect looks
	require.NoError(t, os.WriteFile("failing.yaml", failing, 0o644))
	prepareDocuments(t, tables)
	seen := map[string]bool{"report": true}
	for verb, lines := range printed {
		for _, line := range lines {
			t.Run(line.args, func(t *testing.T) {
				_, text, errs := tilemark(strings.Fields(line.args)...)
				obeys(t, judges[line.document], text, errs)
				seen[line.document] = true
			})
		}
		require.NotNil(t, find(newRoot(), verb), verb)
	}
	status, _, errs := tilemark("report", "--db", "r.db", "--out", "page")
	require.Zero(t, status, errs)
	text, err := os.ReadFile("page/report.json")
	require.NoError(t, err)
	obeys(t, judges["report"], string(text), "")
	require.Len(t, seen, len(printable), "every kind is printed")
}

// prepareDocuments makes the files that the command lines name.
func prepareDocuments(t *testing.T, tables string) {
	for _, line := range []string{"run one-triangle --size 16x16 --interrupt 300 --save-area a.area", "run one-triangle --size 16x16 --interrupt 350 --save-area b.area"} {
		status, _, errs := tilemark(strings.Fields(line)...)
		require.Zero(t, status, errs)
	}
	require.NoError(t, os.WriteFile("shader.wgsl", []byte("@fragment fn main() -> @location(0) vec4<f32> { return vec4(1.0); }\n"), 0o644))
	require.NoError(t, os.WriteFile("bad.yaml", []byte("block: X\n"), 0o644))
	require.NoError(t, os.CopyFS("old", os.DirFS(tables)))
	require.NoError(t, os.CopyFS("new", os.DirFS(tables)))
	text, err := os.ReadFile("new/zl1.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("new/zl1.yaml", bytes.Replace(text, []byte("description: "), []byte("description: Now. "), 2), 0o644))
	require.NoError(t, os.Remove("new/ps.yaml"))
}

func obeys(t *testing.T, judge *jsonschema.Schema, text, errs string) {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err, "%s%s", text, errs)
	require.NoError(t, judge.Validate(value))
}

// TestEveryVerbThatPrintsJSONIsJudged fails for a verb with --json or --format json that no line above runs.
func TestEveryVerbThatPrintsJSONIsJudged(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			walk(sub)
		}
		form := c.Flags().Lookup("format")
		if c.Flags().Lookup("json") != nil || form != nil && strings.Contains(form.Usage, "json") {
			require.Contains(t, printed, c.CommandPath())
		}
	}
	walk(newRoot())
}

func find(root *cobra.Command, path string) *cobra.Command {
	cmd, rest, err := root.Find(strings.Fields(path)[1:])
	if err != nil || len(rest) > 0 {
		return nil
	}
	return cmd
}
