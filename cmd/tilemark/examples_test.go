package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the pictures of the documents anew")

// TestMain lets the examples start this program as tilemark.
func TestMain(m *testing.M) {
	if os.Getenv("TILEMARK_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// instead is what is run in place of an example, "" for nothing, and why.
type instead struct{ run, why string }

// notThere: the example names a vector of the reader's.
const notThere = "a vector and commits of the reader's"

// changed are the examples that are not run as they stand.
var changed = map[string]instead{
	"make run":                      {"tilemark run teapot --size 640x480 --out out/teapot", "interrupts do not change the picture, which is compared below"},
	"make test":                     {"", "it would run this test"},
	"make build && PATH=$PWD:$PATH": {"", "the program is built already"},
	"tilemark shrink random/everything:7 --budget 2m --out small.yaml":                           {"", "that vector holds"},
	"tilemark bisect small.yaml --good HEAD~20 --bad HEAD":                                       {"", notThere},
	"tilemark bisect random/everything:0x25 --good HEAD~20":                                      {"", "the project has no such commits here"},
	"tilemark bisect --test interrupted/blending/tg/least --seed 0x25 --good HEAD~20 --bad HEAD": {"", "the project has no such commits here"},
	"tilemark cover":         {"tilemark cover directed/ring-wrap", "minutes of all vectors"},
	"tilemark cover --holes": {"tilemark cover directed/ring-wrap --holes", "minutes of all vectors"},
	"tilemark study latency few-large --size 64x64 --cuts 40":                                {"tilemark study latency few-large --size 16x16 --cuts 1 --vary none", "minutes of all variants"},
	"tilemark study latency many-small teapot --size 128x128 --vary fifo,period --out study": {"tilemark study latency one-triangle quads --size 16x16 --vary fifo,period --cuts 1 --out study", "minutes of these scenes"},
	"tilemark study latency six-draws --vary pixel-program --pixel-program 0,800,80000 --break-point tg,zl1": {
		"tilemark study latency six-draws --size 16x16 --cuts 1 --vary pixel-program --pixel-program 0,800 --break-point tg,zl1", "minutes of slow pixel programs"},
	"tilemark study latency blend --vary none --set memory.latency=200 --json": {"tilemark study latency blend --size 16x16 --cuts 2 --vary none --set memory.latency=200 --json", "seconds at this size"},
	"tilemark study latency few-large many-small --size 128x128 --cuts 60 --out out/study": {
		"tilemark study latency few-large many-small --size 16x16 --cuts 1 --vary fifo --out out/study", "minutes of all variants"},
	"tilemark study latency few-large --size 1024x1024 --cuts 20 --vary none --out out/study-1024": {
		"tilemark study latency few-large --size 32x32 --cuts 2 --vary none --out out/study-1024", "a minute at this size"},
	"SBATCH='--time=2:00:00 --cpus-per-task=4' scripts/slurm/regress.sh nightly 16 out/night --budget 20m": {"", "a cluster; slurm_test.go tries it"},
	"tilemark sweep teapot.tmcs --every 50":                                                          {"tilemark sweep teapot.tmcs --every 2000", "a minute at this period"},
	"tilemark run teapot --size 640x480 --every 500":                                                 {"", "make run does it"},
	"tilemark run teapot --size 256x256 --every 500":                                                 {"tilemark run teapot --size 256x256 --every 5000", "seconds of switches"},
	"tilemark sweep teapot --size 64x64 --partner blend --from 20000 --to 20300 --full 0 --jobs 1":   {"tilemark sweep teapot --size 64x64 --partner blend --from 20000 --to 20020 --full 0 --jobs 1", "a cut in each of 300 cycles"},
	"tilemark sweep teapot --size 256x256 --partner blend --from 20000 --to 20300 --full 0 --jobs 1": {"tilemark sweep teapot --size 128x128 --partner blend --from 20000 --to 20020 --full 0 --jobs 1", "a cut in each of 300 cycles"},
	"make mutants":                    {"", "a build with other tags, and minutes"},
	"make fuzz":                       {"", "minutes, and builds that count what is reached"},
	"make fuzz FUZZTIME=1m":           {"", "half an hour"},
	"make fuzz-table FUZZTIME=20s":    {"", "a quarter of an hour"},
	"go run ./tb/fuzz -list":          {"", "it looks for targets in the project's folder; tb/fuzz tests that"},
	"go run ./tb/fuzz -only tb/scene": {"", "builds that count what is reached"},
	"go run ./tb/fuzz -only tb/scene -doc docs/fuzzing.md": {"", "builds that count what is reached"},
	"go run ./tb/bugs/build":                               {"", "it writes into the project's folder; tb/bugs tests that"},
	"go build -buildvcs=auto -tags faults -overlay out/bugs/overlay.json -o out/tilemark-faults ./cmd/tilemark":             {"", "a build with other tags"},
	"go test -tags faults -overlay out/bugs/overlay.json -vet=off -run 'TestFaultsAreCaught/last-row-missed' ./tb/directed": {"", "a build with other tags"},
	"TILEMARK_SABOTAGE=last-row-missed out/tilemark-faults run blend --every 500":                                           {"", "a build with other tags"},
	"out/tilemark-faults regress nightly --mutants --shrink 60s --db out/mutants.db":                                        {"", "hours, and a build with other tags"},
	"out/tilemark-faults regress quick --mutants --mutant tile-id-off-by-one --mutant token-lost":                           {"", "a build with other tags"},
	"tilemark regress quick": {"tilemark regress quick --test 'directed/b*'", "a minute of all tests"},
	"tilemark regress nightly --budget 20m --shard 1/2 --db out/shard1.db": {"tilemark regress nightly --seeds 1 --test directed/b* --shard 1/2 --db out/shard1.db", "20 minutes"},
	"tilemark regress nightly --budget 20m --shard 2/2 --db out/shard2.db": {"tilemark regress nightly --seeds 1 --test directed/b* --shard 2/2 --db out/shard2.db", "20 minutes"},
	"tilemark regress nightly --budget 20m --db out/nightly.db":            {"tilemark regress nightly --budget 1s --db out/nightly.db", "20 minutes"},
	"tilemark regress nightly --budget 20s --db nightly.db":                {"tilemark regress nightly --budget 1s --db nightly.db", "20 seconds"},
	"tilemark regress nightly --db out/nightly.db --resume":                {"! tilemark regress nightly --db out/nightly.db --resume", "the run before was not stopped"},
	"tilemark regress nightly --budget 20m --shard 2/4 --db out/shard2.db": {"tilemark regress nightly --budget 1s --shard 2/4 --db out/shard2.db", "20 minutes"},
	"tilemark regress nightly --budget 20m --shard 2/4 --db out/shard2.db --corpus out/nightly.db": {
		"tilemark regress nightly --budget 1s --shard 2/4 --db out/shard2.db --corpus out/nightly.db", "20 minutes"},
	"tilemark regress nightly --budget 20m --shard 1/2 --db out/next1.db --corpus out/all.db": {
		"tilemark regress nightly --budget 1s --shard 1/2 --db out/next1.db --corpus out/all.db", "20 minutes"},
	"go build -buildvcs=auto -tags akita -o tilemark ./cmd/tilemark": {"", "the program is built already"},
	"tilemark run teapot --every 500 --monitor 8080":                 {"", "other builds have no monitor"},
	"tilemark trace six-draws --interrupt 3000 --akita tasks.csv":    {"", "other builds have no such tracer"},
}

// pictures of the documents, by the file that an example writes.
var pictures = map[string]string{
	"out/teapot/colour.png":            "docs/teapot.png",
	"out/policy/policy-turnaround.png": "docs/study/policy-turnaround.png",
	"docs/instruments/cut.png":         "docs/instruments/cut.png",
	"docs/explain.png":                 "docs/explain.png",
	"out/cuts/timeline.png":            "docs/instruments/timeline.png",
	"out/many/latency.png":             "docs/instruments/latency.png",
	"out/teapot-patches/colour.png":    "docs/gallery/teapot-patches.png",
	"out/teapot-patches/depth.png":     "docs/gallery/teapot-depth.png",
	"out/textured-cube/colour.png":     "docs/gallery/textured-cube.png",
	"out/stencil/colour.png":           "docs/gallery/stencil.png",
	"out/blend/colour.png":             "docs/gallery/blend.png",
	"out/rgba16f/colour.png":           "docs/gallery/rgba16f.png",
	"out/mip-levels/colour.png":        "docs/gallery/mip-levels.png",
}

// TestExamplesRun runs every example of --help and of the documents' blocks of shell commands, each text's in a folder of its own,
// and compares the pictures that they make with those of the documents.
func TestExamplesRun(t *testing.T) {
	bin := t.TempDir()
	program, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "tilemark"), []byte("#!/bin/sh\nTILEMARK_MAIN=1 exec '"+program+"' \"$@\"\n"), 0o755))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))

	texts := examplesOfVerbs(newRoot())
	for _, document := range documents(t) {
		texts[strings.TrimPrefix(document, "../../")] = examplesOf(t, document)
	}
	seen := map[string]bool{}
	t.Run("group", func(t *testing.T) {
		for name, examples := range texts {
			for _, e := range examples {
				seen[e] = true
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runExamples(t, examples)
			})
		}
	})
	for e := range changed {
		require.True(t, seen[e], "%q is no example any more: take it out of the list", e)
	}
}

func runExamples(t *testing.T, examples []string) {
	dir := t.TempDir()
	prepare(t, dir)
	prepareDatabases(t, dir, examples)
	git := !strings.Contains(strings.Join(examples, "\n"), "regs diff") || prepareTables(t, dir)
	for _, e := range examples {
		if strings.Contains(e, "regs diff") && !git {
			continue
		}
		run := e
		if c, found := changed[e]; found {
			run = c.run
		}
		cmd := exec.Command("sh", "-ec", run)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", run, out)
	}
	for made, picture := range pictures {
		got, err := os.ReadFile(filepath.Join(dir, made))
		if err != nil {
			continue // another text's
		}
		path := filepath.Join("../..", picture)
		if *update {
			require.NoError(t, os.WriteFile(path, got, 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, string(want) == string(got), "%s is stale: `make docs` draws it anew", picture)
	}
}

// What a tour through README.md writes is not taken for a change of the project.
func TestWhatExamplesOfTheReadmeWriteIsIgnored(t *testing.T) {
	text, err := os.ReadFile("../../.gitignore")
	require.NoError(t, err)
	ignored := strings.Fields(string(text))
	found := 0
	for _, e := range examplesOf(t, "../../README.md") {
		for _, m := range regexp.MustCompile(`--(?:out|db) ([^ ]+)`).FindAllStringSubmatch(e, -1) {
			found++
			name, _, _ := strings.Cut(m[1], "/")
			require.True(t, slices.Contains(ignored, "/"+name) || slices.Contains(ignored, "/"+name+"/") || slices.Contains(ignored, "/"+name+"*") || slices.Contains(ignored, name+"/"),
				"%s: .gitignore has no /%s", e, name)
		}
	}
	require.NotZero(t, found)
}

// examplesOfVerbs lists the examples of each verb's help.
func examplesOfVerbs(cmd *cobra.Command) map[string][]string {
	texts := map[string][]string{}
	if cmd.Example != "" {
		for line := range strings.Lines(cmd.Example) {
			texts[cmd.CommandPath()] = append(texts[cmd.CommandPath()], strings.TrimSpace(line))
		}
	}
	for _, c := range cmd.Commands() {
		for name, list := range examplesOfVerbs(c) {
			texts[name] = list
		}
	}
	return texts
}

func documents(t *testing.T) []string {
	list := []string{"../../README.md"}
	for _, pattern := range []string{"../../docs/*.md", "../../docs/decisions/*.md"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		list = append(list, found...)
	}
	return list
}

// examplesOf lists the commands in a document's blocks of shell commands. Commands anywhere else are an error: nobody would run them.
func examplesOf(t *testing.T, document string) (list []string) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```sh"
		case inside:
			command, _, _ := strings.Cut(line, "  #")
			list = append(list, strings.TrimSpace(command))
		default:
			require.NotRegexp(t, `^ +(tilemark|make|go) `, line, "%s: a command outside a block of ```sh", document)
		}
	}
	return list
}

// Targets of make and packages of go that the documents name are there, whether they are run or not.
func TestTargetsAndPackagesOfTheDocumentsAreThere(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	found := 0
	for _, document := range documents(t) {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile("(?m)(?:`|^)(?:[A-Z]+=\\S+ )?make ([a-z-]+)").FindAllStringSubmatch(string(text), -1) {
			found++
			require.Regexp(t, `(?m)^`+m[1]+`:`, string(makefile), document)
		}
		for _, m := range regexp.MustCompile(`\bgo (?:test|build|run|vet)\b[^\n|`+"`"+`]*`).FindAllString(string(text), -1) {
			for _, pkg := range regexp.MustCompile(` (\./[a-z0-9/_-]+)(?: |$)`).FindAllStringSubmatch(m, -1) {
				found++
				require.DirExists(t, filepath.Join("../..", pkg[1]), document)
			}
			if run := regexp.MustCompile(`-(?:run|bench) '?([A-Za-z]+)`).FindStringSubmatch(m); run != nil {
				found++
				requireTest(t, run[1], document)
			}
		}
	}
	require.Greater(t, found, 10)
}

// requireTest wants a test or benchmark whose name has a text.
func requireTest(t *testing.T, name, document string) {
	for _, pattern := range []string{"../../*/*_test.go", "../../*/*/*_test.go", "../../*/*/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			if regexp.MustCompile(`func (Test|Benchmark)\w*` + strings.TrimPrefix(name, "Test")).Match(text) {
				return
			}
		}
	}
	t.Errorf("%s names the test %s, which is not there", document, name)
}
