package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/golden/exec"
	"tilemark/hw/format"
	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/kernels"
	"tilemark/tb/request"
	"tilemark/text/near"
	"tilemark/text/number"
)

// How many instructions a thread may execute if nothing else is said: on a machine, which executes more slowly, an endless loop is to end after a quarter of a minute, too.
const (
	mostInstructions = 100_000_000
	mostOnMachine    = 10_000_000
)

type execFlags struct {
	grid               string
	args, buffers      []string
	outs, prints, sets []string
	watch              []string
	trace, inTurn      bool
	until, ring        string
	limit              int
	clusters           int
	preempt            int
	seed               uint64
	clusterFlags
}

func execCommand() *cobra.Command {
	f := &execFlags{}
	cmd := &cobra.Command{
		Use:   "exec KERNEL",
		Short: "Runs a kernel on the reference simulator, or on clusters in lockstep with it",
		Long: `exec runs a kernel (.tka or .tkb, docs/isa.md) on the simulator of the instruction set, or with --machine on clusters: a compute kernel as a grid of CTAs, other
kernels as one thread whose registers --set fills. It prints the buffers that the kernel may write, and what vertex and pixel kernels give.

A buffer is a file, a number of bytes that are 0, or numbers of a type: --buffer 0=in.bin --buffer 1=256 --buffer 2=f:1,2.5,-3.
Arguments are numbers of 32 bits: 16, -1, 0x10; 1.5 or 1e3 for floats.

Loads and stores go to memory at once. With --clusters N, CTAs run side by side on N clusters, each with a cache as the machine's have one (docs/isa.md, "Memory
order"): what a CTA stores others see by atomics and {nc} accesses only. --seed has lines written back, dropped and filled at random, as a cache may at any time.

--ring N=COMMANDS grants what the kernel allocates in its ring, and prints the commands that it has written there; what they name is not run. Nothing is taken out
of the ring: when it is full, allocate answers 1, no space.

With --preempt N, what runs is saved to a context buffer after every N instructions by the project's trap handler (vectors/kernels/trap.tka), and comes back in
threads that have nothing of it by its counterpart (restore.tka). What is printed is the same as without.

With --machine the kernel runs on the clusters of the default machine or the wide one, with an MXU and memory (docs/clusters.md). The simulator executes each
instruction when it is issued, and each access when it is executed, and what differs ends the run with its cycle and instruction. --param changes these clusters;
--activity says what each multiprocessor waited for; --kanata, --wave and --text show the run, and --trace has cycles and places.

--trace writes each instruction with its line of the text, its lanes and what it has written; --watch only those that change a register; --until ends after a
thread has executed a line of the text, or the one that follows a label, and prints its registers that are not 0, as the type that the kernel writes to them.`,
		Example: `  tilemark exec vectors/kernels/vector-add.tka --grid 1 --arg 8 --buffer 0=f:1,2,3,4,5,6,7,8 --buffer 1=f:8,7,6,5,4,3,2,1 --buffer 2=32 --print 2=f
  tilemark exec vectors/kernels/mandelbrot.tka --grid 2,2 --arg -2.0 --arg -1.5 --arg 0.2 --arg 16 --arg 16 --arg 99 --buffer 0=1024 --print 0=ud
  tilemark exec vectors/kernels/bitonic.tka --grid 1 --buffer 0=ud:9,3,7,1 --until 9
  tilemark exec vectors/kernels/histogram.tka --grid 2 --arg 8 --buffer 0=ud:0x01020304,0xfcfcfcfc --buffer 1=256 --clusters 2 --seed 7
  tilemark exec vectors/kernels/histogram.tka --grid 1 --arg 4 --buffer 0=ud:1 --buffer 1=256 --preempt 1
  tilemark exec vectors/kernels/mandelbrot.tka --grid 4,4 --arg -2.0 --arg -1.5 --arg 0.1 --arg 32 --arg 32 --arg 99 --buffer 0=4096 --machine default --activity
  tilemark exec vectors/kernels/bitonic.tka --grid 1 --buffer 0=ud:9,3,7,1 --machine wide --param gpc.sm.alu_latency=6 --kanata bitonic.kanata`,
		Args: arguments("KERNEL"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.grid, "grid", "", "`X[,Y[,Z]]` CTAs of a compute kernel; required for one")
	flags.StringArrayVar(&f.args, "arg", nil, "`VALUE` of the next argument")
	flags.StringArrayVar(&f.buffers, "buffer", nil, "`N=FILE`, N=BYTES or N=TYPE:V,V,...: what binding N is")
	flags.StringArrayVar(&f.outs, "out", nil, "`N=FILE` to which binding N is written when the run has held")
	flags.StringArrayVar(&f.prints, "print", nil, "`N=TYPE`: print binding N as numbers of a type; default: those that the kernel may write, as ud")
	flags.StringArrayVar(&f.sets, "set", nil, "`rN=TYPE:V,V,...`: what register N of a thread begins with, not of compute")
	flags.StringVar(&f.ring, "ring", "", "`N=COMMANDS`: binding N is a ring with room for so many; without one each allocate is refused")
	flags.BoolVar(&f.trace, "trace", false, "write each instruction")
	flags.StringArrayVar(&f.watch, "watch", nil, "`rN` or fN: write the instructions that change the register")
	flags.StringVar(&f.until, "until", "", "`LINE` of the text, or label, after whose instruction it ends")
	flags.IntVar(&f.limit, "limit", mostInstructions, fmt.Sprintf("most `N` instructions of a thread; with --machine %d if it is not given", mostOnMachine))
	flags.BoolVar(&f.inTurn, "in-turn", false, "an instruction of each thread of a CTA in turn, instead of a thread to its next barrier: another order of the same accesses")
	flags.IntVar(&f.clusters, "clusters", 0, "run CTAs side by side on `N` clusters with caches, 64 at most; 0: one after the other without caches")
	flags.IntVar(&f.preempt, "preempt", 0, "save each CTA with the trap handler after every `N` instructions, and bring it back with the restore handler; 0: never")
	f.clusterFlags.add(flags)
	flags.Uint64Var(&f.seed, "seed", 0, "with --clusters, have clusters and lines move in a random order, that of `SEED`; 0: an instruction of each cluster in turn")
	return cmd
}

func (f *execFlags) run(cmd *cobra.Command, path string) error {
	if err := f.clusterFlags.check(cmd); err != nil {
		return err
	}
	if err := f.checkFiles(path); err != nil {
		return err
	}
	k, err := checkKernel(cmd.ErrOrStderr(), path)
	if err != nil {
		return err
	}
	l := &kernels.Launch{Kernel: k, Limit: f.limit, RoundRobin: f.inTurn, Clusters: f.clusters, Seed: f.seed, Preempt: f.preempt}
	if f.machine != "" && !cmd.Flags().Changed("limit") {
		l.Limit = mostOnMachine
	}
	prints, err := f.fill(l)
	if err != nil {
		return err
	}
	if f.trace || len(l.Watch)+len(l.WatchFlags) > 0 {
		l.Trace = cmd.OutOrStdout()
	}
	var failed error
	if f.machine == "" {
		failed = l.Run()
	} else if failed, err = f.clusterFlags.run(cmd, l, l.Trace); err != nil {
		return err
	}
	if failed == nil && l.Until > 0 && l.Stopped == nil {
		failed = fmt.Errorf("--until %s: no thread has executed line %d", f.until, l.Until)
	}
	if l.Apart != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s; a barrier counts whoever arrives at any\n", l.Apart)
	}
	if err := f.show(cmd.OutOrStdout(), l, prints); err != nil {
		return err
	}
	if l.Ring != nil {
		lines, err := l.Ring.Commands(l.Kernel)
		for _, line := range lines {
			fmt.Fprintln(cmd.OutOrStdout(), line)
		}
		if failed == nil {
			failed = err
		}
	}
	if failed != nil {
		fmt.Fprintf(cmd.OutOrStdout(), "FAILED: %v\n", failed)
		return errFailed
	}
	for _, out := range f.outs {
		n, file, _ := bindingOf(k, "out", out)
		if err := writeFile(cmd, file, l.Bindings[n].Data); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "PASSED: %s\n", number.Count(l.Instructions, "instruction"))
	return err
}

// checkFiles refuses outputs that cannot be written, or that are files which the run reads.
func (f *execFlags) checkFiles(kernel string) error {
	writes, reads := []string{f.wave, f.kanata}, []string{kernel}
	for _, text := range f.outs {
		if _, file, ok := strings.Cut(text, "="); ok {
			writes = append(writes, file)
		}
	}
	for _, text := range f.buffers {
		_, file, _ := strings.Cut(text, "=")
		reads = append(reads, file)
	}
	for _, path := range writes {
		for _, read := range reads {
			if path != "" && sameFile(path, read) {
				return request.Usage("writing %s: the run reads this file", path)
			}
		}
	}
	return request.CheckFiles(writes...)
}

// sameFile tells whether two names are of one file that is there.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// fill reads the flags, and returns the bindings that are printed with their types.
func (f *execFlags) fill(l *kernels.Launch) (prints [][2]int, err error) {
	k := l.Kernel
	if l.Grid, err = f.gridOf(k); err != nil {
		return nil, err
	}
	if len(f.args) != k.Args {
		return nil, request.Usage("%s; the kernel has %d: --arg for each was expected", number.Count(len(f.args), "argument"), k.Args)
	}
	for _, a := range f.args {
		v, err := numberOf(a, argumentType(a))
		if err != nil {
			return nil, request.Usage("--arg %q: a number of 32 bits was expected, as 16, -1, 0x10 or 1.5", a)
		}
		l.Args = append(l.Args, uint32(v))
	}
	if err := f.bind(l); err != nil {
		return nil, err
	}
	if err := f.bindRing(l); err != nil {
		return nil, err
	}
	if err := f.registers(l); err != nil {
		return nil, err
	}
	if f.limit < 1 {
		return nil, request.Usage("--limit %d: a number from 1 was expected", f.limit)
	}
	if l.Until, err = untilOf(k, f.until); err != nil {
		return nil, err
	}
	if f.clusters < 0 || f.clusters > mostClusters || f.clusters > 0 && k.Stage != isa.StageCompute {
		return nil, request.Usage("--clusters %d: a number from 0 to %d was expected, for compute kernels", f.clusters, mostClusters)
	}
	if f.preempt < 0 {
		return nil, request.Usage("--preempt %d: a number from 0 was expected", f.preempt)
	}
	if k.Stage == isa.StageTrap || k.Stage == isa.StageRestore {
		return nil, request.Usage("%s: a handler interrupts other kernels and does not run alone; see --preempt", k.Name)
	}
	if f.seed != 0 && f.clusters == 0 {
		return nil, request.Usage("--seed %d: it goes with --clusters", f.seed)
	}
	return f.printed(k)
}

// untilOf is the line that --until means; 0 for none.
func untilOf(k *kernel.Kernel, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	line, labels := asm.Label(k, text)
	if n, err := strconv.Atoi(text); err == nil && slices.ContainsFunc(k.Code, func(i kernel.Instruction) bool { return i.Line == n }) {
		line = n
	}
	if line == 0 {
		return 0, request.Usage("--until %s: a line with an instruction, or a label before one was expected%s", text, near.Suggest(text, labels, ""))
	}
	return line, nil
}

// mostClusters bounds --clusters.
const mostClusters = 64

func (f *execFlags) gridOf(k *kernel.Kernel) (grid [3]int, err error) {
	grid = [3]int{1, 1, 1}
	if k.Stage != isa.StageCompute {
		if f.grid != "" {
			return grid, request.Usage("--grid: it goes with compute kernels")
		}
		return grid, nil
	}
	if f.grid == "" {
		return grid, request.Usage("--grid is missing: a compute kernel needs it, X, X,Y or X,Y,Z")
	}
	parts := strings.Split(f.grid, ",")
	for d, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 1<<20 || d > 2 {
			return grid, request.Usage("--grid %q: X, X,Y or X,Y,Z was expected, each from 1 to %d", f.grid, 1<<20)
		}
		grid[d] = n
	}
	return grid, nil
}

// bindingOf reads `N=REST` and checks that the kernel has the binding.
func bindingOf(k *kernel.Kernel, flag, text string) (n int, rest string, err error) {
	name, rest, ok := strings.Cut(text, "=")
	v, err := strconv.ParseUint(name, 10, 8)
	if !ok || err != nil {
		return 0, "", request.Usage("--%s %q: N=... was expected, N a binding", flag, text)
	}
	switch b := k.Binding(uint8(v)); {
	case b == nil:
		return 0, "", request.Usage("--%s %q: the kernel has no binding %d", flag, text, v)
	case b.Kind == isa.BindingKindRing:
		return 0, "", request.Usage("--%s %q: binding %d is a ring: --ring %d=COMMANDS was expected", flag, text, v, v)
	case b.Kind != isa.BindingKindBuffer && b.Kind != isa.BindingKindConstant:
		return 0, "", request.Usage("--%s %q: binding %d is a %s, expected a buffer or constants", flag, text, v, isa.BindingKindNames[uint32(b.Kind)])
	}
	return int(v), rest, nil
}

// bind makes the buffers.
func (f *execFlags) bind(l *kernels.Launch) error {
	given := map[int]bool{}
	for _, text := range f.buffers {
		n, rest, err := bindingOf(l.Kernel, "buffer", text)
		if err != nil {
			return err
		}
		data, err := bufferOf(rest)
		if err != nil {
			return request.Usage("--buffer %q: %w", text, err)
		}
		if given[n] {
			return request.Usage("--buffer %q: binding %d was given before", text, n)
		}
		setBinding(l, n, data)
		given[n] = true
	}
	for _, b := range l.Kernel.Bindings {
		if kind := b.Kind; !given[int(b.Number)] && (kind == isa.BindingKindBuffer || kind == isa.BindingKindConstant) {
			return request.Usage("--buffer %d=... is missing: the kernel has that binding", b.Number)
		}
	}
	for _, out := range f.outs {
		if _, file, err := bindingOf(l.Kernel, "out", out); err != nil {
			return err
		} else if file == "" {
			return request.Usage("--out %q: N=FILE was expected", out)
		}
	}
	return nil
}

// setBinding makes a binding of some bytes.
func setBinding(l *kernels.Launch, n int, data []byte) {
	for len(l.Bindings) <= n {
		l.Bindings = append(l.Bindings, exec.Binding{})
	}
	l.Bindings[n] = exec.Binding{Data: data, Write: l.Kernel.Binding(uint8(n)).Write}
}

// mostCommands bounds --ring.
const mostCommands = 1 << 20

// bindRing makes the ring.
func (f *execFlags) bindRing(l *kernels.Launch) error {
	if f.ring == "" {
		return nil
	}
	name, size, _ := strings.Cut(f.ring, "=")
	n, err := strconv.ParseUint(name, 10, 8)
	commands, errSize := strconv.Atoi(size)
	if err != nil || errSize != nil || commands < 1 || commands > mostCommands {
		return request.Usage("--ring %q: N=COMMANDS was expected, N a binding, COMMANDS from 1 to %d", f.ring, mostCommands)
	}
	if b := l.Kernel.Binding(uint8(n)); b == nil || b.Kind != isa.BindingKindRing {
		return request.Usage("--ring %q: the kernel has no binding %d that is a ring", f.ring, n)
	}
	data := make([]byte, commands*isa.CommandBytes)
	setBinding(l, int(n), data)
	l.Ring = kernels.NewRing(data)
	return nil
}

// bufferOf reads a file, a number of bytes, or numbers.
//
//fuzz:none the bytes of a buffer are what they are
func bufferOf(text string) ([]byte, error) {
	const most = 1 << 30
	if n, err := strconv.ParseUint(text, 0, 31); err == nil && n <= most {
		return make([]byte, n), nil
	}
	name, list, ok := strings.Cut(text, ":")
	if typ, known := typeOf(name); ok && known {
		var data []byte
		for _, n := range strings.Split(list, ",") {
			v, err := numberOf(n, typ)
			if err != nil {
				return nil, err
			}
			for range isa.Bytes(typ) {
				data = append(data, byte(v))
				v >>= 8
			}
		}
		return data, nil
	}
	if ok && !strings.ContainsAny(text, "/.") {
		return nil, fmt.Errorf("%q is no type of numbers, expected %s", name, typeList)
	}
	info, err := os.Stat(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no file; a file, a number of bytes, or a type and numbers, ud:1,2, was expected", filepath.Clean(text))
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, expected a file", filepath.Clean(text))
	case !info.Mode().IsRegular() || info.Size() > most:
		return nil, fmt.Errorf("is not a regular file of at most %d bytes", most)
	}
	return os.ReadFile(text)
}

// typeList is for messages.
const typeList = "ub, b, uw, w, ud, d, uq, q, hf or f"

// typeOf is the type of numbers that a flag names.
func typeOf(name string) (typ uint8, ok bool) {
	for n := range uint8(isa.TypeLimit) {
		if isa.TypeNames[uint32(n)] == name {
			return n, true
		}
	}
	return 0, false
}

// argumentType is that of an argument as it is written.
func argumentType(text string) uint8 {
	switch digits := strings.ToLower(strings.TrimPrefix(text, "-")); {
	case strings.HasPrefix(digits, "0x") && strings.HasPrefix(text, "-"):
		return isa.TypeD
	case strings.HasPrefix(digits, "0x"):
		return isa.TypeUd
	case strings.ContainsAny(text, ".einf"):
		return isa.TypeF
	case strings.HasPrefix(text, "-"):
		return isa.TypeD
	}
	return isa.TypeUd
}

// numberOf reads a number of a type.
func numberOf(text string, typ uint8) (uint64, error) {
	size := 8 * isa.Bytes(typ)
	switch {
	case typ == isa.TypeF || typ == isa.TypeHf:
		digits, negative := strings.CutPrefix(text, "-")
		v, err := format.ParseFloat(digits, size)
		if negative {
			v |= 1 << (size - 1)
		}
		return uint64(v), err
	case typ&1 != 0: // signed
		v, err := strconv.ParseInt(text, 0, size)
		if err != nil {
			return 0, fmt.Errorf("%q: a number from -%d to %d was expected", text, uint64(1)<<(size-1), uint64(1)<<(size-1)-1)
		}
		return uint64(v), nil
	}
	v, err := strconv.ParseUint(text, 0, size)
	if err != nil {
		return 0, fmt.Errorf("%q: a number from 0 to %d was expected", text, ^uint64(0)>>(64-size))
	}
	return v, nil
}

// registers reads --set and --watch.
func (f *execFlags) registers(l *kernels.Launch) error {
	if len(f.sets) > 0 && l.Kernel.Stage == isa.StageCompute {
		return request.Usage("--set: it goes with kernels that are not compute")
	}
	for _, text := range f.sets {
		name, rest, _ := strings.Cut(text, "=")
		reg, err := registerOf(name)
		typeName, list, _ := strings.Cut(rest, ":")
		typ, known := typeOf(typeName)
		if err != nil || !known || isa.Bytes(typ) != 4 {
			return request.Usage("--set %q: rN=TYPE:V,V,... was expected, TYPE ud, d or f", text)
		}
		for e, v := range strings.Split(list, ",") {
			w, err := numberOf(v, typ)
			if err != nil || reg*8+e >= isa.RegisterBytes/4 {
				return request.Usage("--set %q: %q is no number of that type, or passes r127", text, v)
			}
			l.Set = append(l.Set, kernels.Register{Reg: reg + e/8, Element: e % 8, Value: uint32(w)})
		}
	}
	for _, text := range f.watch {
		if len(text) == 2 && text[0] == 'f' && text[1] >= '0' && text[1] <= '3' {
			l.WatchFlags = append(l.WatchFlags, int(text[1]-'0'))
			continue
		}
		reg, err := registerOf(text)
		if err != nil {
			return request.Usage("--watch %q: a register, r0 to r127, or a flag register, f0 to f3, was expected", text)
		}
		l.Watch = append(l.Watch, reg)
	}
	return nil
}

func registerOf(text string) (int, error) {
	rest, ok := strings.CutPrefix(text, "r")
	n, err := strconv.ParseUint(rest, 10, 8)
	if !ok || err != nil || n >= isa.Registers {
		return 0, fmt.Errorf("%q is no register", text)
	}
	return int(n), nil
}

// printed lists the bindings that are printed.
func (f *execFlags) printed(k *kernel.Kernel) (list [][2]int, err error) {
	for _, text := range f.prints {
		n, name, err := bindingOf(k, "print", text)
		if err != nil {
			return nil, err
		}
		typ, known := typeOf(name)
		if !known {
			return nil, request.Usage("--print %q: N=TYPE was expected, TYPE %s", text, typeList)
		}
		list = append(list, [2]int{n, int(typ)})
	}
	if len(f.prints) > 0 {
		return list, nil
	}
	for _, b := range k.Bindings {
		if b.Write && b.Kind == isa.BindingKindBuffer {
			list = append(list, [2]int{int(b.Number), isa.TypeUd})
		}
	}
	return list, nil
}

// shownBytes is how much of a buffer is printed.
const shownBytes = 1024

// show prints buffers, outputs, and the registers of a thread that was stopped.
func (f *execFlags) show(w io.Writer, l *kernels.Launch, prints [][2]int) error {
	var b strings.Builder
	if t := l.Stopped; t != nil {
		who := ""
		if l.Kernel.Stage == isa.StageCompute {
			who = l.Who(t) + ", "
		}
		fmt.Fprintf(&b, "stopped after line %d, %sactive lanes %08x\n", l.Until, who, t.Active)
		types := kernels.Types(l.Kernel)
		for r := range l.Kernel.Registers {
			if *(*[8]uint32)(t.Registers[8*r:]) == [8]uint32{} {
				continue
			}
			fmt.Fprintf(&b, "%6s  %s\n", fmt.Sprintf("r%d", r), kernels.Words(t.Registers[8*r:8*r+8], types[r]))
		}
		for n, v := range t.Flags {
			fmt.Fprintf(&b, "%6s  %08x\n", fmt.Sprintf("f%d", n), v)
		}
	}
	for _, p := range prints {
		data := l.Bindings[p[0]].Data
		fmt.Fprintf(&b, "buffer %d, %s\n", p[0], number.Count(len(data), "byte"))
		for at := 0; at < min(len(data), shownBytes); at += 32 {
			part := data[at:min(at+32, len(data))]
			list := strings.Fields(kernels.Words(wordsIn(part), uint8(p[1])))
			whole := (len(part) + isa.Bytes(uint8(p[1])) - 1) / isa.Bytes(uint8(p[1]))
			fmt.Fprintf(&b, "%6x  %s\n", at, strings.Join(list[:whole], " "))
		}
		if len(data) > shownBytes {
			fmt.Fprintf(&b, "        ... (--out %d=FILE writes all of it)\n", p[0])
		}
	}
	for i := range l.Outputs {
		o := &l.Outputs[i]
		fmt.Fprintf(&b, "%s, lanes %08x\n", o.Name, o.Lanes)
		for c := range min(len(o.Values), o.Components+int(isDepth(o.Message))) {
			words := o.Values[c][:l.Kernel.Lanes]
			if o.Message == isa.MessageResult { // registers
				words = words[:8]
			}
			fmt.Fprintf(&b, "%6x  %s\n", o.Offset+32*c, kernels.Words(words, isa.TypeF))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func isDepth(message int) (n uint8) {
	if message == isa.MessageColorDepth {
		n = 1
	}
	return n
}

// wordsIn are the words of some bytes; the last one is filled up with zeros.
func wordsIn(data []byte) (list []uint32) {
	for at := 0; at < len(data); at += 4 {
		var w [4]byte
		copy(w[:], data[at:])
		list = append(list, uint32(w[0])|uint32(w[1])<<8|uint32(w[2])<<16|uint32(w[3])<<24)
	}
	return list
}
