package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

const sampleTable = `block: DMO
id: 9
version: 1.0.0
length: 2
description: Demonstration block.
registers:
  - name: CONTROL
    offset: 0
    class: save
    description: How the block works.
    fields:
      - {name: MODE, bits: "1:0", type: uint, description: What it does.}
      - {name: GAIN, bits: "8:1", type: u4.4, description: Factor.}
  - name: STATUS
    offset: 0
    class: volatle
    hw: rw
    description: What it did.
    fields:
      - {name: COUNT, bits: "31:0", type: uint, sw: ro, description: How often.}
reserved:
  - {offset: 1, length: 1, description: More.}
`

// inFolder goes to a new folder with a table.
func inFolder(t *testing.T, name, text string) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
}

func TestRegsCheckPrintsLinesRulersAndSuggestions(t *testing.T) {
	document, err := filepath.Abs("../../docs/registers.md")
	require.NoError(t, err)
	page, err := os.ReadFile(document)
	require.NoError(t, err)
	inFolder(t, "demo.yaml", sampleTable)
	status, out, errs := tilemark("regs", "check", "demo.yaml")
	assert.Equal(t, exitFailed, status)
	assert.Empty(t, errs)
	begin, end := "<!-- sample -->\n", "<!-- end -->\n"
	from := strings.Index(string(page), begin) + len(begin)
	to := from + strings.Index(string(page)[from:], end)
	want := "```text\n$ tilemark regs check demo.yaml\n" + out + "```\n"
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(string(page)[:from]+want+string(page)[to:]), 0o644))
		return
	}
	assert.Equal(t, string(page)[from:to], want)
}

func TestRegsCheckPrintsJSON(t *testing.T) {
	inFolder(t, "demo.yaml", sampleTable)
	status, out, _ := tilemark("regs", "check", "--format", "json", "demo.yaml")
	assert.Equal(t, exitFailed, status)
	var d struct {
		Passed                    bool
		Blocks, Registers, Fields int
		Errors                    []struct {
			File, Rule, Message, Suggestion, Fix string
			Line, Column, EndColumn              int
			Bits                                 *struct{ Clash struct{ Hi, Lo int } }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &d))
	assert.Equal(t, []any{false, 1, 2, 3}, []any{d.Passed, d.Blocks, d.Registers, d.Fields})
	require.Len(t, d.Errors, 3)
	e := d.Errors[0]
	assert.Equal(t, []any{"demo.yaml", 13, 28, 33, "overlap", `"9:2"`}, []any{e.File, e.Line, e.Column, e.EndColumn, e.Rule, e.Fix})
	assert.Equal(t, 8, e.Bits.Clash.Hi)
	assert.Equal(t, "volatile", d.Errors[2].Fix)
	status, out, _ = tilemark("regs", "check", "--format", "json")
	assert.Equal(t, exitHeld, status)
	assert.Contains(t, out, `"errors": []`)
}

func TestRegsCheckPrintsSARIF(t *testing.T) {
	inFolder(t, "demo.yaml", sampleTable)
	status, out, _ := tilemark("regs", "check", "--format", "sarif", "demo.yaml")
	assert.Equal(t, exitFailed, status)
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndColumn int }
					}
				}
				Fixes []any
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &log))
	assert.Equal(t, "2.1.0", log.Version)
	run := log.Runs[0]
	assert.Len(t, run.Tool.Driver.Rules, len(table.Rules)+len(formats.Rules))
	require.Len(t, run.Results, 3)
	for _, r := range run.Results {
		assert.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
	}
	place := run.Results[0].Locations[0].PhysicalLocation
	assert.Equal(t, []any{"demo.yaml", 13, 28, 33}, []any{place.ArtifactLocation.URI, place.Region.StartLine, place.Region.StartColumn, place.Region.EndColumn})
	assert.Len(t, run.Results[2].Fixes, 1)
}

func TestRegsCheckFindsStaleGeneratedFiles(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../hw/regs")))
	status, out, errs := tilemark("regs", "check", folder)
	require.Equal(t, exitHeld, status, out+errs)
	assert.Regexp(t, `^PASSED: \d+ blocks, \d+ registers, \d+ fields, \d+ commands, \d+ structures\n$`, out)
	path := filepath.Join(folder, "zl1.yaml")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), "No tile is rejected here.", "No tile is thrown away here.", 1)), 0o644))
	status, out, _ = tilemark("regs", "check", folder)
	assert.Equal(t, exitFailed, status)
	assert.Regexp(t, `regs_gen\.go:\d+:1: stale: the file is not what the tables make, expected ".*No tile is thrown away here`, out)
	assert.Contains(t, out, "suggestion: make regs\nFAILED: 1 error in 1 file\n")
}

// What is generated from the instruction set's tables is compared, too.
func TestRegsCheckFindsAStaleInstructionSet(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../hw/isa")))
	held(t, "regs", "check", folder)
	path := filepath.Join(folder, "opcodes.yaml")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), "Sum.", "The sum.", 1)), 0o644))
	status, out, _ := tilemark("regs", "check", folder)
	assert.Equal(t, exitFailed, status)
	assert.Regexp(t, `isa_gen\.go:\d+:1: stale: the file is not what the tables make, expected ".*The sum\.`, out)
}

// A table of formats refers to others of its folder, and is no table of a block.
func TestRegsCheckOfFormats(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("../../hw/regs/formats")))
	commands := filepath.Join(folder, "commands.yaml")
	for _, path := range []string{commands, folder} {
		status, out, errs := tilemark("regs", "check", path)
		require.Equal(t, exitHeld, status, out+errs)
		assert.Regexp(t, `^PASSED: \d+ commands, \d+ structures\n$`, out)
	}
	_, out, _ := tilemark("regs", "check", "--format", "json", commands)
	assert.Regexp(t, `(?s)"blocks": 0,.*"commands": [1-9]\d*,\s+"structures": [1-9]`, out)
	text, err := os.ReadFile(commands)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(commands, []byte(strings.Replace(string(text), "formats:", "format:", 1)), 0o644))
	status, out, _ := tilemark("regs", "check", commands)
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, out, commands+`:1:1: key: formats: unknown key "format", expected one of formats, version`)
	assert.Contains(t, out, "FAILED: 2 errors in 1 file\n")
	require.NoError(t, os.WriteFile(commands, []byte(strings.Replace(string(text), "where: [ring", "where: [rnig", 1)), 0o644))
	_, out, _ = tilemark("regs", "check", "--format", "sarif", commands)
	assert.Regexp(t, `"ruleId": "where",\s+"ruleIndex": [1-9]`, out)
}

func TestRegsCheckOfOtherMachines(t *testing.T) {
	inFolder(t, "demo.yaml", strings.NewReplacer("id: 9", "id: 30", "8:1", "9:2", "offset: 1, length: 1", "offset: 2, length: 1", "length: 2", "length: 3", "volatle", "volatile",
		"  - name: STATUS\n    offset: 0", "  - name: STATUS\n    offset: 1").Replace(sampleTable))
	status, out, _ := tilemark("regs", "check", "demo.yaml")
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, out, "block id 30, expected 0 to 20")
	status, out, _ = tilemark("regs", "check", "--blocks", "31", "demo.yaml")
	assert.Equal(t, exitHeld, status, out)
	assert.Equal(t, "PASSED: 1 block, 2 registers, 3 fields\n", out)
}
