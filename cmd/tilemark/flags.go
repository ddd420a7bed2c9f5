package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tilemark/hw"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/request"
	"tilemark/tb/scene"
	"tilemark/text/number"
	"tilemark/text/output"
)

// inputFlags are the flags that say what is drawn, and on which machine.
type inputFlags struct {
	size    string
	camera  string
	partner string
	vertex  string // file of a kernel; "": the scene's
	pixel   string
	shader  string // file, or name of a built-in one
	patch   patcher
	target  request.Size // when neither --size nor the scene says one
	remarks remarks
	machineFlags
}

// remarks are those about what a verb reads, said on its standard error.
type remarks struct {
	cmd  *cobra.Command
	list *request.Remarks
}

// all is the same list each time: a remark is said once.
func (r *remarks) all() *request.Remarks {
	if r.list == nil {
		r.list = request.NewRemarks(r.cmd.ErrOrStderr())
	}
	return r.list
}

// workFlags are inputFlags with the number of contexts and their interrupts.
type workFlags struct {
	inputFlags
	interrupt wholes
	every     whole
	contexts  int
}

// Targets when neither --size nor the scene says one: of verbs that draw a scene once, and
// of those that look at each of its cycles.
var (
	pictureSize = request.Size{Width: 640, Height: 480}
	smallSize   = request.Size{Width: 64, Height: 64}
)

// machineFlags change the machine's parameters.
type machineFlags struct {
	file       string
	breakPoint breakPoint
	set        []string
}

// settings are the single parameters, the break point's flag among them.
func (f *machineFlags) settings() []string {
	if f.breakPoint == "" {
		return f.set
	}
	return append([]string{breakPointKey + "=" + string(f.breakPoint)}, f.set...)
}

func (f *machineFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "config", "", "YAML `FILE` with parameters of the machine, such as memory: {latency: 200}")
	cmd.Flags().Var(&f.breakPoint, "break-point", "where an interrupt cuts the pipe: `tg|zl1`, the tile generator (default) or first-level Z")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "change one parameter: `KEY=VALUE`, such as fifo.TG_FIFO.depth=4; may be repeated")
}

// breakPointKey is the parameter that --break-point sets.
const breakPointKey = "break_point"

// breakPoint is a flag with one of the parameter's names; "" stands for none.
type breakPoint string

// String implements pflag.Value.
func (b *breakPoint) String() string { return string(*b) }

// Set implements pflag.Value.
func (b *breakPoint) Set(text string) error {
	cfg := hw.DefaultConfig()
	if cfg.Set(breakPointKey, text) != nil {
		return request.Usage("--break-point %q: tg or zl1 was expected", text)
	}
	*b = breakPoint(text)
	return nil
}

// Type implements pflag.Value.
func (b *breakPoint) Type() string { return "name" }

func (f *inputFlags) add(cmd *cobra.Command, target request.Size) {
	f.target, f.remarks.cmd = target, cmd
	cmd.Flags().StringVar(&f.size, "size", "", "target in pixels, `WxH`; default: what the scene suggests, else "+target.String())
	cmd.Flags().StringVar(&f.camera, "camera", "", "camera in place of the scene's: `eye=x,y,z,target=x,y,z,fov=degrees`")
	cmd.Flags().StringVar(&f.partner, "partner", "", "`SCENE` that a further context draws")
	cmd.Flags().StringVar(&f.vertex, "vertex-kernel", "", "`FILE` of the kernel of all vertices, but where a scene's draw names its own or draws patches (docs/kernels.md)")
	cmd.Flags().StringVar(&f.pixel, "pixel-kernel", "", "`FILE` of the kernel of all pixels, but where a scene's draw names its own")
	cmd.Flags().StringVar(&f.shader, "shader", "", "shader in WGSL that draws run which name no kernels: `FILE`, or pbr for the materials of glTF (docs/shaders.md)")
	cmd.Flags().Var(&f.patch, "patch", "who patches instructions for the state of a draw: `NAME` is driver or machine; default: what the scene says of each kernel, else the driver (docs/shaders.md)")
	f.machineFlags.add(cmd)
}

// shaderOf reads the shader; nil: the flag names none.
//
//fuzz:compiler.FuzzCompile
func (f *inputFlags) shaderOf() (*request.Shader, error) {
	if f.shader == "" {
		return nil, nil
	}
	if f.vertex != "" || f.pixel != "" {
		return nil, request.Usage("--shader beside --vertex-kernel or --pixel-kernel; one of them was expected")
	}
	if text, ok := scene.BuiltinShader(f.shader); ok {
		return &request.Shader{Path: f.shader, Text: text}, nil
	}
	text, err := request.ReadFile(f.shader)
	return &request.Shader{Path: f.shader, Text: string(text)}, err
}

// patcher is who patches instructions for the state of a draw.
type patcher struct{ by *scene.Patch }

// String implements pflag.Value.
func (p *patcher) String() string {
	if p.by == nil {
		return ""
	}
	return scene.PatchNames[*p.by]
}

// Set implements pflag.Value.
func (p *patcher) Set(text string) error {
	n := slices.Index(scene.PatchNames, text)
	if n < 0 {
		return request.Usage("--patch %q: %s was expected", text, strings.Join(scene.PatchNames, " or "))
	}
	by := scene.Patch(n)
	p.by = &by
	return nil
}

// Type implements pflag.Value.
func (p *patcher) Type() string { return "name" }

// kernel reads the kernel of a stage; nil: the flag names none.
func (f *inputFlags) kernel(flag, path string, stage uint8) (*kernel.Kernel, error) {
	if path == "" {
		return nil, nil
	}
	k, err := readKernel(f.remarks.cmd.ErrOrStderr(), path)
	if wrong := (*mistakesError)(nil); errors.As(err, &wrong) {
		return nil, request.Usage("--%s: %w", flag, err)
	}
	if err == nil && k.Stage != stage {
		err = request.Usage("--%s: %s: kernel %s is of stage %s; one of stage %s was expected", flag, path, k.Name, isa.StageNames[uint32(k.Stage)], isa.StageNames[uint32(stage)])
	}
	return k, err
}

// input makes a report's input from flags.
func (f *inputFlags) input(scene string, contexts int) (request.Input, error) {
	in := request.Input{
		Scene: scene, Partner: f.partner, Contexts: contexts, Default: f.target, Camera: f.camera, File: f.file, Set: f.settings(),
		Remarks: f.remarks.all(), Patch: f.patch.by,
	}
	var err error
	if in.VertexKernel, err = f.kernel("vertex-kernel", f.vertex, isa.StageVertex); err != nil {
		return in, err
	}
	if in.PixelKernel, err = f.kernel("pixel-kernel", f.pixel, isa.StagePixel); err != nil {
		return in, err
	}
	if in.Shader, err = f.shaderOf(); err != nil {
		return in, err
	}
	if f.size == "" {
		return in, nil
	}
	in.Size, err = request.ParseSize(f.size)
	return in, err
}

// add makes the flags. With own, a file that says how many contexts there are and when they
// are interrupted is followed where the flags say nothing.
func (f *workFlags) add(cmd *cobra.Command, target request.Size, own bool) {
	f.inputFlags.add(cmd, target)
	contexts, interrupts, count := "", "", 1
	if own {
		contexts, interrupts, count = "; default: those of the file, else 1", "; default: those of the file", 0
	}
	f.interrupt.flag, f.every = "interrupt", whole{flag: "every", from: 1}
	cmd.Flags().Var(&f.interrupt, "interrupt", "cycles in which the CPU interrupts: `C1,C2,...`"+interrupts)
	cmd.Flags().Var(&f.every, "every", "interrupt `N` cycles after the start and after each resume")
	cmd.Flags().IntVar(&f.contexts, "contexts", count, "contexts that draw the scene, each into surfaces of its own, 1 to 8; the fifth and later ones are in the odd run list"+contexts)
}

// input makes a report's input from flags.
func (f *workFlags) input(cmd *cobra.Command, scene string) (request.Input, error) {
	if f.contexts < 1 && cmd.Flags().Changed("contexts") {
		return request.Input{}, request.Usage("%d contexts: two run lists have 1 to 8", f.contexts)
	}
	return f.inputFlags.input(scene, f.contexts)
}

// whole is a flag with a whole number; 0 stands for none.
type whole struct {
	flag    string
	from, n uint64
}

// String implements pflag.Value.
func (w *whole) String() string {
	if w.n == 0 {
		return ""
	}
	return strconv.FormatUint(w.n, 10)
}

// Set implements pflag.Value.
func (w *whole) Set(text string) (err error) {
	w.n, err = parseWhole(w.flag, text, w.from)
	return err
}

// Type implements pflag.Value.
func (w *whole) Type() string { return "uint" }

// wholes is a flag with whole numbers.
type wholes struct {
	flag string
	list []uint64
}

// String implements pflag.Value; there is no default to be shown.
func (w *wholes) String() string { return "" }

// Set implements pflag.Value.
func (w *wholes) Set(text string) error {
	for _, part := range strings.Split(text, ",") {
		n, err := parseWhole(w.flag, part, 0)
		if err != nil {
			return err
		}
		if slices.Contains(w.list, n) {
			return request.Usage("--%s: %d is given twice; each once was expected", w.flag, n)
		}
		w.list = append(w.list, n)
	}
	return nil
}

// Type implements pflag.Value.
func (w *wholes) Type() string { return "uints" }

func parseWhole(flag, text string, from uint64) (uint64, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil || n < from {
		return 0, request.Usage("--%s %q: a whole number from %d was expected", flag, text, from)
	}
	return n, nil
}

// writeFile writes the file that --out names and says so, unless it is standard output.
func writeFile(cmd *cobra.Command, path string, data []byte) error {
	if err := request.WriteFile(path, data); err != nil {
		return err
	}
	if path != output.Standard {
		fmt.Fprintf(cmd.OutOrStdout(), "written: %s, %s\n", path, number.Count(len(data), "byte"))
	}
	return nil
}

// endsIn refuses a name that says another kind of file than the flag writes; none and standard output will do.
func endsIn(flag, path, ending string) error {
	if path == "" || path == output.Standard || strings.EqualFold(filepath.Ext(path), ending) {
		return nil
	}
	return request.Usage("--%s %q: a file name that ends in %s was expected", flag, path, ending)
}

// messages is where a verb says what it has written: on standard error when one of the files is standard output.
func messages(cmd *cobra.Command, paths ...string) io.Writer {
	if slices.Contains(paths, output.Standard) {
		return cmd.ErrOrStderr()
	}
	return cmd.OutOrStdout()
}
