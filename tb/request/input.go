package request

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tilemark/hw"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/directed"
	"tilemark/tb/driver"
	"tilemark/tb/kernels"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
)

// UsageError is a request that makes no sense: nothing was checked.
type UsageError struct{ Err error }

// Error returns the message.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// Usage makes a UsageError.
func Usage(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// AsUsage makes an error of bad input a UsageError.
func AsUsage(err error) error {
	if err == nil {
		return nil
	}
	return &UsageError{err}
}

// Size is a target's size in pixels; the zero value stands for the default.
type Size struct{ Width, Height int }

// ParseSize reads "640x480".
func ParseSize(text string) (Size, error) {
	w, h, found := strings.Cut(text, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	switch {
	case !found || errW != nil || errH != nil:
		return Size{}, Usage("size %q: WIDTHxHEIGHT in pixels was expected, such as 640x480", text)
	case width < 1 || height < 1 || width > driver.MaxSize || height > driver.MaxSize:
		return Size{}, Usage("size %q: each side must be from 1 to %d pixels", text, driver.MaxSize)
	}
	return Size{width, height}, nil
}

// String writes a size as ParseSize reads it.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// Input is what is to be drawn, and on which machine.
type Input struct {
	Scene    string       // built-in name or file
	Made     *scene.Scene // what is drawn when it is not read from there; Scene names it
	Partner  string       // scene of a second context, "" for none
	Contexts int          // contexts that draw Scene, 1 to 8; 0: as many as the file has, else 1
	Size     Size
	Default  Size   // when Size is zero and the scene suggests none
	Camera   string // as scene.ParseCamera reads it, "" for the scene's own
	File     string // configuration, "" for none
	Set      []string
	Remarks  *Remarks // where what the scenes leave out is said; nil: nowhere

	VertexKernel, PixelKernel *kernel.Kernel // of all contexts; nil: those of vectors/kernels
	DepthKernel               *kernel.Kernel // PixelKernel of draws with program_depth; nil: the same
	Shader                    *Shader        // of the scene's draws; nil: none
	Patch                     *scene.Patch   // who patches all kernels with tags (docs/shaders.md, "State"); nil: what the scene says of each
}

// Work is an input that has been read.
type Work struct {
	Input  Input
	Config hw.Config
	Vector *vector.Vector
	Scenes []*scene.Scene // by context
}

func (in *Input) checkContexts() error {
	if in.Contexts < 0 || in.Contexts > vector.MaxListed {
		return Usage("%d contexts: two run lists have 1 to %d", in.Contexts, vector.MaxListed)
	}
	if in.Partner != "" && in.Contexts == vector.MaxListed {
		return Usage("%d contexts and a partner: two run lists have 1 to %d", in.Contexts, vector.MaxListed)
	}
	return nil
}

// Load reads scenes and configuration and runs golden. Its errors are UsageErrors.
func (in Input) Load() (*Work, error) {
	w := &Work{Input: in}
	var err error
	if name, ok := strings.CutPrefix(in.Scene, DirectedPrefix); ok && in.Made == nil {
		return w, w.directed(name)
	}
	if w.Config, err = LoadConfig(in.File, in.Set); err != nil {
		return nil, err
	}
	if err := in.checkContexts(); err != nil {
		return nil, err
	}
	if IsStream(in.Scene) && in.Made == nil {
		return w, w.stream()
	}
	if err := w.scenes(); err != nil {
		return nil, AsUsage(err)
	}
	if err := w.kernelsUsed(); err != nil {
		return nil, err
	}
	in.Remarks.Note(w.Scenes...)
	im := &driver.Image{}
	for _, s := range w.Scenes {
		o := DriverOptions(&w.Config, w.Input.Size)
		o.VertexKernel, o.PixelKernel, o.DepthKernel, o.Patch = in.VertexKernel, in.PixelKernel, in.DepthKernel, in.Patch
		if _, err := im.Add(s, o); err != nil {
			return nil, AsUsage(err)
		}
	}
	if w.Vector, err = VectorFor(im, &w.Config); err != nil {
		return nil, AsUsage(err)
	}
	return w, nil
}

// DriverOptions are the driver's for a context on a machine.
func DriverOptions(c *hw.Config, size Size) driver.Options {
	return driver.Options{Width: size.Width, Height: size.Height, Threads: c.HardwareThreads(), ScratchBytes: c.GPC.LSU.ScratchBytes()}
}

// VectorFor runs golden on an image for a machine. What is reported is of contexts that come to their end, so those whose kernels fail are refused.
func VectorFor(im *driver.Image, c *hw.Config) (*vector.Vector, error) {
	v, err := vector.NewFor(im, c)
	if failing := (*vector.FailingError)(nil); errors.As(err, &failing) {
		return nil, fmt.Errorf("%w; its context would end there with a status, which only directed vectors may have (docs/kernels.md, \"Kernels that fail\")", err)
	}
	return v, err
}

// Long loads the input with a pixel kernel that loops for so many cycles before it does what it is for.
func (in Input) Long(cycles int) (*vector.Vector, error) {
	var err error
	if in.PixelKernel, err = kernels.Long("pixel", cycles); err != nil {
		return nil, err
	}
	if in.DepthKernel, err = kernels.Long("pixel_depth", cycles); err != nil {
		return nil, err
	}
	in.Remarks = nil // they are said already
	w, err := in.Load()
	if err != nil {
		return nil, err
	}
	return w.Vector, nil
}

// DirectedPrefix marks the name of a directed vector.
const DirectedPrefix = "directed/"

// overrides tells whether the input wants contexts, a camera, a size or kernels other than those of what is drawn.
func (in *Input) overrides() bool {
	return in.Partner != "" || in.Contexts > 1 || in.Camera != "" || in.Size != (Size{}) || in.VertexKernel != nil || in.PixelKernel != nil || in.Shader != nil || in.Patch != nil
}

// directed reads a directed vector: its contexts and configuration, without its steps.
func (w *Work) directed(name string) error {
	in := &w.Input
	v, err := directed.Load(name)
	if err != nil {
		return AsUsage(err)
	}
	if in.overrides() {
		return Usage("%s%s: a directed vector has contexts, camera, size and kernels of its own", DirectedPrefix, name)
	}
	w.Config = hw.DefaultConfig()
	if err := v.Configure(&w.Config); err != nil {
		return AsUsage(err)
	}
	if err := applyConfig(&w.Config, in.File, in.Set); err != nil {
		return err
	}
	in.Size, in.Contexts = Size{v.Size[0], v.Size[1]}, len(v.Contexts)
	w.Vector, w.Scenes, err = v.Workload()
	return AsUsage(err)
}

// scenes reads the scenes and settles size and camera.
func (w *Work) scenes() error {
	in := &w.Input
	s, err := in.Made, error(nil)
	switch {
	case s == nil && in.Shader != nil:
		s, err = in.Shader.load(in.Scene)
	case s == nil:
		s, err = scenefile.Load(in.Scene)
	}
	if err != nil {
		return err
	}
	if in.Camera != "" {
		if s.Camera, err = scene.ParseCamera(in.Camera); err != nil {
			return err
		}
		s.HasCamera = true
	}
	if in.Size == (Size{}) {
		in.Size = in.Default
		if s.Width > 0 && s.Height > 0 {
			in.Size = Size{s.Width, s.Height}
		}
	}
	for range max(1, in.Contexts) {
		w.Scenes = append(w.Scenes, s)
	}
	if in.Partner == "" {
		if in.Contexts == 0 {
			w.Scenes = append(w.Scenes, s.More...)
		}
		return nil
	}
	p, err := scenefile.Load(in.Partner)
	if err != nil {
		return err
	}
	w.Scenes = append(w.Scenes, p)
	return nil
}

// kernelsUsed refuses a kernel of all vertices or pixels that no draw would run.
func (w *Work) kernelsUsed() error {
	vertices, pixels := w.Input.VertexKernel == nil, w.Input.PixelKernel == nil
	for _, s := range w.Scenes {
		for i := range s.Draws {
			d := &s.Draws[i]
			vertices = vertices || d.Programs.Vertex == nil && s.Meshes[d.Mesh].Topology != scene.PatchList
			pixels = pixels || d.Programs.Pixel == nil
		}
	}
	switch {
	case !vertices:
		return Usage("--vertex-kernel: no draw of %s would run it; a draw of triangles that names no vertex kernel was expected (patches have domain kernels)", w.Input.Scene)
	case !pixels:
		return Usage("--pixel-kernel: no draw of %s would run it; a draw that names no pixel kernel was expected", w.Input.Scene)
	}
	return nil
}

// LoadConfig makes a configuration from the defaults, a file and "key=value" texts, and
// refuses one that no machine can be built from. Its errors are UsageErrors.
func LoadConfig(file string, set []string) (hw.Config, error) {
	cfg := hw.DefaultConfig()
	err := applyConfig(&cfg, file, set)
	return cfg, err
}

// applyConfig changes a configuration by a file and by "key=value" texts.
func applyConfig(cfg *hw.Config, file string, set []string) error {
	if file != "" {
		if err := cfg.ReadFile(file); err != nil {
			return AsUsage(err)
		}
	}
	for _, text := range set {
		key, value, found := strings.Cut(text, "=")
		if !found {
			return Usage("--set %q: key=value was expected, such as memory.latency=200", text)
		}
		if err := cfg.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return Usage("--set %s: %w", text, err)
		}
	}
	_, err := hw.Build(*cfg)
	return AsUsage(err)
}

// Command writes the verb that repeats a run of this input, with its cuts.
func (w *Work) Command(cuts ...uint64) string {
	in := &w.Input
	args := []string{"tilemark", "run", Quote(in.Scene)}
	hasOwn := strings.HasPrefix(in.Scene, DirectedPrefix) || IsStream(in.Scene)
	if !hasOwn {
		args = append(args, "--size", in.Size.String())
	}
	add := func(flag, value string) {
		if value != "" {
			args = append(args, flag, Quote(value))
		}
	}
	add("--camera", in.Camera)
	if in.Contexts > 0 && !hasOwn && len(w.Scenes) > 1 {
		add("--contexts", strconv.Itoa(in.Contexts))
	}
	add("--partner", in.Partner)
	if in.Shader != nil {
		add("--shader", in.Shader.Path)
	}
	add("--config", in.File)
	for _, s := range in.Set {
		add("--set", s)
	}
	var list []string
	for _, c := range cuts {
		list = append(list, strconv.FormatUint(c, 10))
	}
	add("--interrupt", strings.Join(list, ","))
	return strings.Join(args, " ")
}

// Quote makes a text one word of a shell command.
func Quote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/=,:+@%", r)
	}
	if s != "" && strings.TrimFunc(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Shader is a shader in WGSL that the draws of a scene run.
type Shader struct{ Path, Text string }

// load reads a scene, and has its draws run the shader.
func (h *Shader) load(name string) (*scene.Scene, error) {
	s, err := scenefile.LoadWhole(name)
	if err != nil {
		return nil, err
	}
	if err := s.Shade(h.Path, h.Text); err != nil {
		return nil, Usage("--shader: %w", err)
	}
	return s, nil
}

// CommandOf writes the command that runs this input again under a plan, with another verb.
func (w *Work) CommandOf(verb string, plan cosim.Plan) string {
	text := w.Command(plan.At...)
	if plan.Every > 0 {
		text += fmt.Sprintf(" --every %d", plan.Every)
	}
	return strings.Replace(text, "tilemark run", "tilemark "+verb, 1)
}

// ContextName is a context's number.
func (w *Work) ContextName(header uint32) string {
	for i := range w.Vector.Image.Contexts {
		if w.Vector.Called(i) == header {
			return fmt.Sprintf("context %d", i)
		}
	}
	return fmt.Sprintf("context at %#x", header)
}

// Interrupts returns those that were asked for, or when there are none the file's own.
func (w *Work) Interrupts(at []uint64, every uint64) ([]uint64, uint64) {
	if len(at) == 0 && every == 0 {
		return w.Scenes[0].Interrupts, w.Scenes[0].InterruptEvery
	}
	return at, every
}

// StateWork is what the driver did so that kernels fit the state of draws (docs/shaders.md, "State"), in all contexts.
type StateWork struct {
	Patched      int `json:"patched"`      // kernels that the driver has patched
	Instructions int `json:"instructions"` // with tags, of these
	Shared       int `json:"shared"`       // draws whose kernel was patched for an equal state before
	Machine      int `json:"machine"`      // kernels of draws that the machine patches
	Compiled     int `json:"compiled"`     // kernels that were compiled again, since state that is compiled in was another one
}

// StateWork adds up what was done for all contexts.
func (w *Work) StateWork() (s StateWork) {
	for i := range w.Vector.Image.Contexts {
		p := &w.Vector.Image.Contexts[i].Patches
		s.Patched += p.Patched
		s.Instructions += p.Instructions
		s.Shared += p.Kept
		s.Machine += p.Machine
		s.Compiled += p.Compiled
	}
	return s
}
