package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// started is a verb that was started as a program in a folder of its own.
type started struct {
	t         *testing.T
	cmd       *exec.Cmd
	folder    string
	out, errs bytes.Buffer
	begun     time.Time
}

func start(t *testing.T, args string) *started {
	t.Helper()
	s := &started{t: t, folder: t.TempDir(), begun: time.Now()}
	require.NoError(t, os.Mkdir(filepath.Join(s.folder, "tmp"), 0o755))
	s.cmd = asProgram(t, s.folder, -1, strings.Fields(args)...)
	s.cmd.Env = append(s.cmd.Env, "TMPDIR="+filepath.Join(s.folder, "tmp"))
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.errs
	require.NoError(t, s.cmd.Start())
	return s
}

// until waits for something to be seen in the folder, and then a bit.
func (s *started) until(seen func(folder string) bool) {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return seen(s.folder) }, time.Minute, 5*time.Millisecond)
	time.Sleep(500 * time.Millisecond)
}

// stop sends a signal and returns the exit status.
func (s *started) stop(signal os.Signal) int {
	s.t.Helper()
	require.NoError(s.t, s.cmd.Process.Signal(signal))
	at := time.Now()
	_ = s.cmd.Wait()
	require.Less(s.t, time.Since(at), grace, "it ends soon")
	return s.cmd.ProcessState.ExitCode()
}

// temporary tells whether a file or folder is being written.
func temporary(folder string) bool {
	for _, pattern := range []string{".tilemark-*.tmp", "tmp/.tilemark-*.tmp"} {
		if list, _ := filepath.Glob(filepath.Join(folder, pattern)); len(list) > 0 {
			return true
		}
	}
	return false
}

// there tells whether a file is there.
func there(name string) func(folder string) bool {
	return func(folder string) bool {
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		_, err := os.Stat(name)
		return err == nil
	}
}

// longWork are command lines that take minutes on any machine, what shows that they are in the middle of it, and what is said of them then.
var longWork = []struct {
	name, args string
	signal     syscall.Signal
	seen       func(folder string) bool
	says       string
	leaves     string
}{
	{"run", "run teapot --size 1024x1024 --contexts 8 --every 5 --set memory.latency=200 --out o", syscall.SIGINT, there("o"), `in cycle [0-9,]+ of the (un)?interrupted run; every check up to there held`, ""},
	{"run without monitors", "run teapot --size 1024x1024 --contexts 8 --every 5 --set memory.latency=200 --monitors=false --out o", syscall.SIGTERM, there("o"), `in cycle [0-9,]+ of the (un)?interrupted run; its memory was not compared yet`, ""},
	{"wave", "wave teapot --size 512x512 --every 20 --contexts 4 --out a.vcd", syscall.SIGINT, temporary, `in cycle [0-9,]+ of the run; nothing was written`, ""},
	{"explain", "explain teapot --size 1024x1024 --contexts 8 --every 5 --set memory.latency=200", syscall.SIGTERM, anyway, `in cycle [0-9,]+ of the first run; no cut is explained yet`, ""},
	{"compare", "compare default memory.latency=200 --scene teapot --size 1024x1024 --contexts 8 --every 5", syscall.SIGTERM, anyway, `in cycle [0-9,]+ of the (un)?interrupted run of [AB]; nothing is compared yet`, ""},
	{"trace", "trace teapot --size 512x512 --every 20 --contexts 4 --out a.trace", syscall.SIGINT, temporary, `in cycle [0-9,]+ of the run; nothing was written`, ""},
	{"study", "study latency few-large --size 256x256 --out o", syscall.SIGTERM, there("o"), `([0-9,]+ of [0-9,]+|no) cuts measured; nothing was written`, ""},
	{"regress", "regress nightly --test interrupted --jobs 1 --db a.db", syscall.SIGINT, there("a.db"), `[0-9,]+ cases? run, all passed; the same command with --resume goes on`, "a.db"},
	{"cover", "cover" + strings.Repeat(" directed/interrupt-above-the-break-point directed/blending", 400), syscall.SIGTERM, anyway, `[0-9]+ of 800 vectors run, all passed`, ""},
	{"check", "check" + strings.Repeat(" directed/interrupt-above-the-break-point directed/blending", 400), syscall.SIGINT, anyway, `[0-9]+ of 800 vectors checked, all passed`, ""},
}

// anyway is for verbs that show nothing in files.
func anyway(string) bool { return true }

// nothingYet is what a verb says that has done nothing yet.
var nothingYet = regexp.MustCompile(`(?m)^tilemark: stopped by SIG[A-Z]+(: (the uninterrupted run has not ended|0 of [0-9,]+ interrupts tried); .*)?$`)

// stopInside starts a verb, stops it when something is seen, and waits longer where it had done nothing yet: how fast the
// machine is, and what else it does, must not matter.
func stopInside(t *testing.T, args string, seen func(folder string) bool, signal syscall.Signal) *started {
	t.Helper()
	for wait := time.Second; ; wait *= 2 {
		s := start(t, args)
		s.until(seen)
		time.Sleep(wait)
		require.Equal(t, exitSignal+int(signal), s.stop(signal), s.errs.String())
		if wait > time.Minute || !nothingYet.MatchString(s.errs.String()) {
			return s
		}
	}
}

// TestASignalEndsAVerb: at once, with what was checked so far and a status of its own, and no temporary file stays.
func TestASignalEndsAVerb(t *testing.T) {
	for _, w := range longWork {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			s := stopInside(t, w.args, w.seen, w.signal)
			require.Regexp(t, `(?m)^tilemark: stopped by `+stopped{w.signal}.name()+`: (`+w.says+`|the scene is laid out; nothing was (checked yet|written))$`, s.errs.String())
			for name := range content(t, s.folder) {
				require.True(t, w.leaves != "" && strings.HasPrefix(name, w.leaves), "%s is left", name)
			}
			require.False(t, temporary(s.folder))
			if w.leaves == "" {
				require.NotContains(t, s.out.String(), "PASSED: machine", "no verdict")
			}
		})
	}
}

// A verb that reads what nobody writes ends, too.
func TestASignalEndsAVerbThatReads(t *testing.T) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	defer write.Close()
	cmd := asProgram(t, t.TempDir(), -1, "decode", "--as", "header", "-")
	cmd.Stdin = read
	require.NoError(t, cmd.Start())
	time.Sleep(500 * time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.Error(t, cmd.Wait())
	require.Equal(t, exitSignal+int(syscall.SIGTERM), cmd.ProcessState.ExitCode())
}

// The second signal does not wait for a verb that ends itself.
func TestASecondSignalEndsTheProgramAtOnce(t *testing.T) {
	s := start(t, "regress nightly --test interrupted --jobs 1 --db a.db")
	s.until(there("a.db"))
	require.NoError(t, s.cmd.Process.Signal(syscall.SIGTERM))
	at := time.Now()
	_ = s.cmd.Process.Signal(syscall.SIGINT)
	_ = s.cmd.Wait()
	require.Less(t, time.Since(at), 5*time.Second)
	require.GreaterOrEqual(t, s.cmd.ProcessState.ExitCode(), exitSignal)
	require.False(t, temporary(s.folder))
}

// A regression that was stopped is INCOMPLETE, and goes on.
func TestAStoppedRegressionGoesOn(t *testing.T) {
	t.Parallel()
	s := start(t, "regress quick --test interrupted/instancing --seeds 80 --jobs 1 --db a.db")
	s.until(there("a.db"))
	require.Equal(t, 130, s.stop(syscall.SIGINT), s.errs.String())
	require.Contains(t, s.out.String(), "\nINCOMPLETE: ")
	status, out, errs := tilemark("regress", "quick", "--test", "interrupted/instancing", "--seeds", "80", "--db", filepath.Join(s.folder, "a.db"), "--resume")
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "\nPASSED: ")
}

// A sweep that a signal stops says how far it was, and the same command goes on from there.
func TestAStoppedSweepGoesOn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	line := "sweep six-draws --size 64x64 --jobs 1 --to 8000 --resume " + filepath.Join(folder, "s.json")
	s := stopInside(t, line, there(filepath.Join(folder, "s.json")), syscall.SIGTERM)
	require.Empty(t, s.out.String())
	require.Regexp(t, `(?m)^tilemark: stopped by SIGTERM: [1-9][0-9,]* of [0-9,]+ interrupts tried, all equal; the same command goes on$`, s.errs.String())
	record := filepath.Join(folder, "s.json")
	before, err := os.ReadFile(record)
	require.NoError(t, err)

	resume := func(line string) (int, string, string) {
		return finished(t, asProgram(t, s.folder, -1, strings.Fields(line)...))
	}
	for change, want := range map[string]string{
		" --set memory.latency=77":               "of another machine (memory.latency is ",
		" --every 3":                             "of other cuts (from 0, to 8000, every 1, ",
		" --pairs":                               "of other cuts (",
		" --partner blend":                       "of another workload (scene six-draws; ",
		" --camera eye=3,2,5,target=0,0,0,fov=4": "of another workload (",
	} {
		status, _, errs := resume(line + change)
		require.Equal(t, exitUsage, status, errs)
		require.Contains(t, errs, "s.json: is the record of a sweep "+want)
		after, err := os.ReadFile(record)
		require.NoError(t, err)
		require.Equal(t, string(before), string(after), "what is refused stays")
	}
	for text, want := range map[string]string{
		"hello": "is no record of a sweep",
		"{}":    "is no record of a sweep",
		strings.Replace(string(before), `"firsts":[[0,`, `"firsts":[[5,4],[0,`, 1): "numbers that rise",
	} {
		require.NoError(t, os.WriteFile(record, []byte(text), 0o644))
		status, _, errs := resume(line)
		require.Equal(t, exitUsage, status, errs)
		require.Contains(t, errs, want)
	}
	require.NoError(t, os.WriteFile(record, before, 0o644))

	status, out, errs := resume(line)
	require.Zero(t, status, errs)
	_, whole, _ := finished(t, asProgram(t, s.folder, -1, strings.Fields("sweep six-draws --size 64x64 --to 8000")...))
	verdict := regexp.MustCompile(`(?m)^PASSED: [0-9,]+ cuts?\b[^,;:]*`)
	require.NotEmpty(t, verdict.FindString(whole), whole)
	require.Equal(t, verdict.FindString(whole), verdict.FindString(out), "the verdict is that of one sweep")
	complete, err := os.ReadFile(record)
	require.NoError(t, err)
	status, again, errs := resume(line) // nothing is left to do
	require.Zero(t, status, errs)
	require.Equal(t, verdict.FindString(whole), verdict.FindString(again))
	after, err := os.ReadFile(record)
	require.NoError(t, err)
	require.Equal(t, string(complete), string(after))
}

func TestAStoppedSweepWithoutARecordSaysHowToKeepOne(t *testing.T) {
	t.Parallel()
	s := stopInside(t, "sweep teapot --size 128x128 --jobs 1", anyway, syscall.SIGINT)
	require.Regexp(t, `(?m): [0-9,]+ of [0-9,]+ interrupts tried, all equal; with --resume FILE another sweep could go on from here$`, s.errs.String())
}
