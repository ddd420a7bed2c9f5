// Command judge compares the checker of WGSL shaders with tint and Rust naga, which must be on PATH: on shaders as they are, and on mutants of them. What
// tint refuses the checker must refuse, with a place; what both accept it must not call wrong. docs/judges.md tells more.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"tilemark/compiler/check"
	"tilemark/compiler/front"
	"tilemark/tb/wgslvalid"
)

// Report is what was found.
type Report struct {
	Shaders     int      `json:"shaders"`     // looked at
	Valid       int      `json:"valid"`       // tint accepts
	Agreed      int      `json:"agreed"`      // both accept
	Accepted    int      `json:"accepted"`    // of those valid, by the checker
	Unsupported int      `json:"unsupported"` // of those valid, refused as not supported
	Wrong       int      `json:"wrong"`       // of those agreed, refused as wrong
	Refused     int      `json:"refused"`     // tint refuses
	Found       int      `json:"found"`       // of those refused, by the checker too, with a place
	SameLine    int      `json:"same_line"`   // of those found, where the first error is in the line of tint's
	Missed      []string `json:"missed"`      // of those refused, accepted
	WrongAt     []string `json:"wrong_at"`
}

func main() {
	folder := flag.String("shaders", "../shared/shaders", "folder with shaders (.wgsl)")
	list := flag.String("list", "", "file with names of shaders, relative to the folder; default all")
	mutants := flag.Int("mutants", 0, "how many mutants to judge instead of the shaders themselves")
	seed := flag.Uint64("seed", 1, "of the mutants")
	limit := flag.Int("limit", 0, "look at so many shaders only, spread evenly; 0 is all")
	j := &judge{}
	flag.StringVar(&j.keep, "keep", "", "folder for shaders on which the checker and tint differ")
	flag.StringVar(&j.pretend, "pretend", "", "accept or refuse: a checker that always does so, in place of the real one")
	flag.Parse()
	files, err := shaders(*folder, *list)
	if err != nil || len(files) == 0 {
		fmt.Fprintf(os.Stderr, "shaders were expected in %s: %v\n", *folder, err)
		os.Exit(1)
	}
	if *mutants > 0 {
		j.mutants(files, *mutants, *seed)
	} else {
		j.all(thinned(files, *limit))
	}
	sort.Strings(j.Missed)
	sort.Strings(j.WrongAt)
	out, _ := json.MarshalIndent(j.Report, "", " ")
	fmt.Println(string(out))
}

// shaders are the files of a folder.
//
//fuzz:none the list is names of files only
func shaders(folder, list string) (out []string, err error) {
	if list != "" {
		names, err := os.ReadFile(list)
		for _, n := range strings.Fields(string(names)) {
			out = append(out, filepath.Join(folder, n))
		}
		return out, err
	}
	err = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".wgsl") {
			out = append(out, path)
		}
		return err
	})
	return out, err
}

func thinned(files []string, limit int) (out []string) {
	if limit == 0 || limit >= len(files) {
		return files
	}
	for i := range limit {
		out = append(out, files[i*len(files)/limit])
	}
	return out
}

type judge struct {
	Report
	keep, pretend string
	lock          sync.Mutex
}

// all judges shaders as they are.
//
//fuzz:compiler/check.FuzzCheck
func (j *judge) all(files []string) {
	each(len(files), func(i int) {
		source, err := os.ReadFile(files[i])
		if err == nil {
			j.one(files[i], string(source))
		}
	})
}

// mutants judges mutants of shaders that the checker accepts.
//
//fuzz:compiler/check.FuzzCheck
func (j *judge) mutants(files []string, n int, seed uint64) {
	each(n, func(i int) {
		at := seed*1_000_003 + uint64(i)
		file := files[at*2654435761%uint64(len(files))]
		source, err := os.ReadFile(file)
		if err != nil || len(source) > 20000 {
			return
		}
		if valid, _ := verdict(file, string(source)); valid {
			j.one(fmt.Sprintf("%s#%d", file, at), wgslvalid.Mutate(string(source), at))
		}
	})
}

// each runs two at a time.
func each(n int, do func(i int)) {
	var wait sync.WaitGroup
	for k := range 2 {
		wait.Go(func() {
			for i := k; i < n; i += 2 {
				do(i)
			}
		})
	}
	wait.Wait()
}

// judged is the checker's verdict, or that of what pretends to be one.
func (j *judge) judged(file, source string) (valid bool, first *check.Error) {
	switch j.pretend {
	case "accept":
		return true, nil
	case "refuse":
		return false, &check.Error{Error: front.Error{File: file, Line: 1, Column: 1, Text: "refused"}}
	}
	return verdict(file, source)
}

// verdict is the checker's.
func verdict(file, source string) (valid bool, first *check.Error) {
	s, failed := front.Parse(file, source)
	if failed != nil {
		return false, &check.Error{Error: *failed}
	}
	r := check.Check(s)
	if r.Valid() {
		return true, nil
	}
	return false, r.Errors[0]
}

// one judges a shader.
func (j *judge) one(name, source string) {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("judge-%d-%d.wgsl", os.Getpid(), time.Now().UnixNano()))
	defer os.Remove(path)
	if os.WriteFile(path, []byte(source), 0o600) != nil {
		return
	}
	valid, first := j.judged(name, source)
	tint, said := run("tint", "--format", "wgsl", path, "-o", os.DevNull)
	agreed := false
	if tint {
		agreed, _ = run("naga", path)
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	j.Shaders++
	if tint {
		j.accepted(name, source, valid, agreed, first)
		return
	}
	j.Refused++
	switch {
	case valid:
		j.Missed = append(j.Missed, name+": "+j.kept(name, source, said))
	case first.Line > 0:
		j.Found++
		if strings.Contains(said, fmt.Sprintf("%s:%d:", path, first.Line)) {
			j.SameLine++
		}
	}
}

func (j *judge) accepted(name, source string, valid, agreed bool, first *check.Error) {
	j.Valid++
	switch {
	case valid:
		j.Accepted++
	case first.Unsupported:
		j.Unsupported++
	case agreed:
		j.Wrong++
		j.WrongAt = append(j.WrongAt, name+": "+j.kept(name, source, first.Error.Error()))
	}
	if agreed {
		j.Agreed++
	} else if !valid && !first.Unsupported {
		j.kept("tint-only-"+name, source, first.Error.Error())
	}
}

// kept writes a shader with what was said of it, and is what was said in one line.
func (j *judge) kept(name, source, said string) string {
	for _, line := range strings.Split(said, "\n") {
		if strings.Contains(line, "error") {
			said = line
			break
		}
	}
	if j.keep != "" {
		_ = os.MkdirAll(j.keep, 0o755)
		file := strings.NewReplacer("/", "_", "#", "-").Replace(strings.TrimPrefix(name, "/work/shared/shaders/"))
		_ = os.WriteFile(filepath.Join(j.keep, file+".wgsl"), []byte(source+"\n// "+said+"\n"), 0o644)
	}
	return said
}

// run is whether a compiler accepts a shader, and what it says.
func run(program string, arguments ...string) (bool, string) {
	limit, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out bytes.Buffer
	c := exec.CommandContext(limit, program, arguments...)
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return err == nil, out.String()
}
