package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// fullDiskKey has this program, started as tilemark, write no file larger than so many bytes.
const fullDiskKey = "TILEMARK_FILE_BYTES"

func init() {
	text := os.Getenv(fullDiskKey)
	if text == "" {
		return
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
	}
	if err != nil {
		panic(err)
	}
}

// asProgram starts this program as tilemark in a folder; a negative number of bytes is no limit.
func asProgram(t *testing.T, folder string, bytes int, args ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "TILEMARK_MAIN=1")
	if bytes >= 0 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", fullDiskKey, bytes))
	}
	return cmd
}

// finished runs it and returns the exit status and what it wrote.
func finished(t *testing.T, cmd *exec.Cmd) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// writers are the flags that name files or folders to write, with a command line that has one written into the current folder.
// What they need has been made in the folder .. before.
var writers = map[string]string{
	"asm --out":           "asm ../in.tka --out a.tkb",
	"build --out":         "build ../in.txt --out a.tmcs",
	"check --write":       "check random/everything:7 --write a.yaml",
	"compare --page":      "compare default memory.latency=60 --scene blend --size 16x16 --interrupt 400 --page a.html",
	"connections --out":   "connections --out a.md",
	"diagram --out":       "diagram --out a.svg",
	"compile --out":       "compile ../in.wgsl --out a.tkb",
	"disasm --out":        "disasm ../in.tka --out a.txt",
	"dump --out":          "dump ../in.tmcs --out a.txt",
	"exec --out":          "exec ../in.tka --grid 1 --arg 8 --buffer 0=8 --buffer 1=256 --out 1=a.bin",
	"exec --kanata":       "exec ../in.tka --grid 1 --arg 8 --buffer 0=8 --buffer 1=256 --machine default --kanata a.kanata",
	"exec --wave":         "exec ../in.tka --grid 1 --arg 8 --buffer 0=8 --buffer 1=256 --machine default --wave a.vcd",
	"explain --png":       "explain blend --size 16x16 --interrupt 400 --png a.png",
	"export --out":        "export blend --size 16x16 --out .",
	"man --out":           "man --out .",
	"manual --out":        "manual --out a.html",
	"merge --out":         "merge --out a.db ../in.db",
	"record --out":        "record blend --size 16x16 --out a.tmcs",
	"regress --db":        "regress quick --test directed/in-fence --db a.db",
	"regs diff --out":     "regs diff ../in.yaml ../in.yaml --out a.txt",
	"regs gen --out":      "regs gen --lang all --out .",
	"report --out":        "report --db ../in.db --out .",
	"run --out":           "run blend --size 16x16 --every 200 --out .",
	"shade --out":         "shade ../in.wgsl --size 8x8 --out o",
	"run --save-area":     "run blend --size 16x16 --interrupt 400 --out . --save-area a.area",
	"shrink --out":        "", // no vector of the project fails; below, a file of the same kind is written
	"study latency --out": "study latency blend --size 16x16 --cuts 3 --vary period --out .",
	"study policy --out":  "study policy blend:copies=2 --size 16x16 --slice 500 --out .",
	"study shaders --out": "study shaders ../in.wgsl --states 2 --frames 2 --out .",
	"sweep --resume":      "sweep one-triangle --size 16x16 --every 40 --resume a.json",
	"trace --akita":       "", // of builds with the tag akita: by the same function as trace --out
	"trace --out":         "trace blend --size 16x16 --out a.trace",
	"wave --out":          "wave blend --size 16x16 --out a.vcd",
	"wave --png":          "wave blend --size 16x16 --to 200 --png a.png",
	"wave --svg":          "wave blend --size 16x16 --to 200 --svg a.svg",
}

// readers are the flags that name files which are only read.
var readers = []string{
	"compare --config", "config --config", "connections --config", "decode --tables", "diagram --config", "exec --buffer", "explain --config", "export --config", "record --config", "regress --corpus", "regress --plan",
	"regs diff --policy", "regs gen --coverage", "regs gen --tables", "regs test --config", "report --db", "report --plan", "run --config", "shade --bind", "shade --config", "study latency --config",
	"study policy --config", "sweep --config", "trace --config", "wave --config",
	"compare --pixel-kernel", "compare --shader", "compare --vertex-kernel", "explain --pixel-kernel", "explain --shader", "explain --vertex-kernel", "export --pixel-kernel", "export --shader", "export --vertex-kernel", "record --pixel-kernel", "record --shader", "record --vertex-kernel", "run --pixel-kernel", "run --shader", "run --vertex-kernel", "study latency --pixel-kernel", "study latency --shader", "study latency --vertex-kernel", "study policy --pixel-kernel", "study policy --shader", "study policy --vertex-kernel", "sweep --pixel-kernel", "sweep --shader", "sweep --vertex-kernel", "trace --pixel-kernel", "trace --shader", "trace --vertex-kernel", "wave --pixel-kernel", "wave --shader", "wave --vertex-kernel",
}

// leafVerbs are the verbs that do something.
func leafVerbs(cmd *cobra.Command) (list []*cobra.Command) {
	if !cmd.HasSubCommands() {
		return []*cobra.Command{cmd}
	}
	for _, c := range cmd.Commands() {
		list = append(list, leafVerbs(c)...)
	}
	return list
}

func verbOf(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), "tilemark ") }

func TestEveryFlagWithAFileIsTriedOnAFullDisk(t *testing.T) {
	var found []string
	for _, c := range leafVerbs(newRoot()) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name, _ := pflag.UnquoteUsage(f)
			if f.Name == "out" || strings.Contains(name, "FILE") || strings.Contains(name, "DIR") || strings.Contains(name, "FOLDER") {
				found = append(found, verbOf(c)+" --"+f.Name)
			}
		})
	}
	for _, flag := range found {
		_, writes := writers[flag]
		require.True(t, writes != slices.Contains(readers, flag), "%s: one of writers and readers was expected to have it", flag)
	}
	for flag := range writers {
		require.Contains(t, found, flag)
	}
}

// inputs makes what the command lines of writers read.
func inputs(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	held(t, "record", "blend", "--size", "16x16", "--out", in("in.tmcs"))
	held(t, "dump", in("in.tmcs"), "--out", in("in.txt"))
	held(t, "regress", "quick", "--test", "directed/in-fence", "--db", in("in.db"))
	for name, file := range map[string]string{"in.yaml": "hw/regs/tsu.yaml", "in.tka": "vectors/kernels/histogram.tka", "in.wgsl": "examples/mandelbrot.wgsl"} {
		text, err := os.ReadFile("../../" + file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(in(name), text, 0o644))
	}
	return folder
}

// content reads the files of a folder by their names.
func content(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, folder+"/")] = string(data)
		return err
	}))
	return files
}

// TestAFullDiskKeepsWhatWasThere: the exit status is 2, no line says PASSED, the message names a file that was asked for, files that were good before are
// as they were, and nothing else is there.
func TestAFullDiskKeepsWhatWasThere(t *testing.T) {
	in := inputs(t)
	for flag, line := range writers {
		if line == "" {
			continue
		}
		t.Run(flag, func(t *testing.T) {
			t.Parallel()
			folder, err := os.MkdirTemp(in, "at-")
			require.NoError(t, err)
			args := strings.Fields(line)
			status, _, errs := finished(t, asProgram(t, folder, -1, args...))
			require.Zero(t, status, errs)
			good := content(t, folder)
			require.NotEmpty(t, good)
			largest := 0
			for name, text := range good {
				largest = max(largest, len(text))
				require.NotEmpty(t, text, name)
			}
			limits := []int{0, largest / 2}
			switch flag {
			case "regress --db":
				limits = []int{0, largest} // what is there can be written again, but not grow, as on a full disk
			case "merge --out", "study shaders --out": // it does not grow; it has times of its own in each run
				limits = []int{0}
			}
			for _, limit := range limits {
				stopsAt(t, folder, limit, good, args)
			}
		})
	}
}

// stopsAt runs a command line again where the files that it has written are good ones of earlier.
func stopsAt(t *testing.T, folder string, limit int, good map[string]string, args []string) {
	t.Helper()
	for name, text := range good {
		if !strings.HasSuffix(name, ".db") {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("good "+text), 0o644))
		}
	}
	before := content(t, folder)
	status, out, errs := finished(t, asProgram(t, folder, limit, args...))
	require.Equal(t, exitUsage, status, "%d bytes: %s%s", limit, out, errs)
	require.Contains(t, errs, "tilemark: ")
	require.NotContains(t, errs, "goroutine ")
	require.NotContains(t, errs, ".tmp")
	require.NotRegexp(t, "(?m)^PASSED", out, "%d bytes", limit)
	named := slices.ContainsFunc(keysOf(good), func(name string) bool { return strings.Contains(errs, name) })
	require.True(t, named || strings.Contains(errs, "the examples cannot be copied aside"), "%d bytes: %s", limit, errs)
	after := content(t, folder)
	require.Equal(t, keysOf(before), keysOf(after), "%d bytes", limit)
	for name, text := range after { // one that was written before the disk was full is there whole
		require.True(t, text == before[name] || limit > 0 && len(text) == len(good[name]), "%s: %d bytes", name, limit)
	}
}

func keysOf(files map[string]string) (list []string) {
	for name := range files {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// A file that is not there yet does not appear.
func TestAFullDiskLeavesNothing(t *testing.T) {
	in := inputs(t)
	for flag, line := range writers {
		if line == "" {
			continue
		}
		t.Run(flag, func(t *testing.T) {
			t.Parallel()
			folder, err := os.MkdirTemp(in, "at-")
			require.NoError(t, err)
			status, out, errs := finished(t, asProgram(t, folder, 0, strings.Fields(line)...))
			require.Equal(t, exitUsage, status, errs)
			require.NotRegexp(t, "(?m)^PASSED", out)
			require.Empty(t, content(t, folder))
		})
	}
}

// printers are command lines of every verb that print something.
var printers = map[string]string{
	"asm":           "asm in.tka",
	"bisect":        "", // nothing is printed before minutes of building
	"build":         "build in.txt --out a.tmcs",
	"check":         "check directed/in-fence",
	"compare":       "compare default default --scene blend --size 16x16 --json",
	"config":        "config --json",
	"cover":         "cover directed/in-fence --json",
	"decode":        "decode --as header --at 0 --bytes 32 in.tmcs",
	"connections":   "connections",
	"diagram":       "diagram",
	"disasm":        "disasm in.tka",
	"dump":          "dump in.tmcs",
	"exec":          "exec in.tka --grid 1 --arg 8 --buffer 0=8 --buffer 1=256",
	"explain":       "explain blend --size 16x16 --interrupt 400",
	"export":        "export blend --size 16x16 --out e",
	"knobs":         "knobs",
	"compile":       "compile in.wgsl",
	"completion":    "completion bash",
	"man":           "man --out m",
	"manual":        "manual --out m.html",
	"merge":         "merge --out a.db in.db",
	"record":        "record blend --size 16x16 --out b.tmcs",
	"regress":       "regress quick --test directed/in-fence --db b.db --format json",
	"regs check":    "regs check in.yaml --format json",
	"regs diff":     "regs diff in.yaml in.yaml",
	"regs gen":      "regs gen --lang c --out c",
	"regs test":     "regs test --json",
	"report":        "report --db in.db --out r",
	"run":           "run blend --size 16x16 --out o --json",
	"schema":        "schema run",
	"shade":         "shade in.wgsl --size 8x8 --out o --json",
	"shrink":        "shrink directed/in-fence",
	"study latency": "study latency blend --size 16x16 --cuts 1 --vary none --out o --json",
	"study policy":  "study policy blend:copies=2 --size 16x16 --slice 500 --out o --json",
	"study shaders": "study shaders in.wgsl --states 2 --frames 2 --out o --json",
	"sweep":         "sweep one-triangle --size 16x16 --every 40 --json",
	"trace":         "trace blend --size 16x16 --to 50 --out t",
	"wave":          "wave blend --size 16x16 --to 50 --text --json",
}

// TestFullStandardOutputIsNoSuccess: an answer that nobody has is none.
func TestFullStandardOutputIsNoSuccess(t *testing.T) {
	in := inputs(t)
	var verbs []string
	for _, c := range leafVerbs(newRoot()) {
		if verb := verbOf(c); verb != "help" {
			require.Contains(t, printers, verb, "a command line was expected")
			verbs = append(verbs, verb)
		}
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { full.Close() })
	for _, verb := range append(verbs, "help", "run --help") {
		line, there := printers[verb]
		if !there {
			line = verb
		}
		if line == "" {
			continue
		}
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			cmd := asProgram(t, in, -1, strings.Fields(line)...)
			cmd.Stdout = full
			status, _, errs := finished(t, cmd)
			want := exitUsage
			if verb == "shrink" { // the vector holds, which is a check that failed
				want = exitFailed
			}
			require.Equal(t, want, status, errs)
			require.Contains(t, errs, "tilemark: writing standard output: no space left on device\n")

			read, write, err := os.Pipe()
			require.NoError(t, err)
			read.Close()
			cmd = asProgram(t, in, -1, strings.Fields(line)...)
			cmd.Stdout = write
			status, _, errs = finished(t, cmd)
			write.Close()
			require.Equal(t, exitSignal+int(syscall.SIGPIPE), status, errs)
		})
	}
}
