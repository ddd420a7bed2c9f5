package patching

import (
	"bytes"
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tilemark/compiler"
	"tilemark/examples"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
)

// Recording is which shaders draws ran, one draw after the other, and in which state.
type Recording struct {
	Shaders []RecordedShader
	Draws   []RecordedDraw
}

// RecordedShader is an entry point of an example's shader, or of a built-in one, with the items of state that are applied.
type RecordedShader struct {
	Name, File, Entry string
	Items             []string
}

// RecordedDraw is a shader of a draw, by its number, and its state.
type RecordedDraw struct {
	Shader int
	State  nos.State
}

//go:embed recorded.txt
var recorded string

// recordedFile is where it is, for messages.
const recordedFile = "tb/study/patching/recorded.txt"

// RecordedScenes are the examples of which the recording in the repository is made, in this order.
var RecordedScenes = []string{"foliage", "sprites", "formats", "metals", "toon", "deferred", "overdraw", "garden"}

// Record records what the draws of scenes run, as the driver fits kernels to their states. Kernels that are no shaders, or depend on no state, are left out.
func Record(scenes []*scene.Scene) (*Recording, error) {
	r := &Recording{}
	for _, s := range scenes {
		im := &driver.Image{}
		_, err := im.Add(s, driver.Options{Width: s.Width, Height: s.Height, Fitted: func(k *scene.Kernel, of *nos.State) {
			if file, o, ok := k.Shader(); ok && len(nos.Tagged(k.Kernel)) > 0 {
				r.add(RecordedShader{k.Name, filepath.Base(file), o.Entry, itemNames(o.State.Items)}, k.Kernel, of)
			}
		}})
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *Recording) add(s RecordedShader, k *kernel.Kernel, of *nos.State) {
	at := slices.IndexFunc(r.Shaders, func(x RecordedShader) bool {
		return x.File == s.File && x.Entry == s.Entry && slices.Equal(x.Items, s.Items)
	})
	if at < 0 {
		s.Name = strings.TrimSuffix(s.File, ".wgsl") + "." + s.Name
		at = len(r.Shaders)
		r.Shaders = append(r.Shaders, s)
	}
	r.Draws = append(r.Draws, RecordedDraw{at, only(of, k)})
}

func itemNames(items uint16) (list []string) {
	for n, name := range nos.Items() {
		if items>>n&1 != 0 {
			list = append(list, name)
		}
	}
	return list
}

// Text is the recording as a file: a line for each shader, with its file, entry point and items, and one for each draw, with what of its state differs from the one in which nothing is done.
func (r *Recording) Text() string {
	var b strings.Builder
	b.WriteString("# States of the draws of examples: " + strings.Join(RecordedScenes, ", ") + ". Made by: go test ./tb/study/patching -run RecordingIsNotStale -update\n")
	for _, s := range r.Shaders {
		fmt.Fprintf(&b, "shader %s %s %s %s\n", s.Name, s.File, dash(s.Entry), dash(strings.Join(s.Items, ",")))
	}
	for n := range r.Draws {
		fmt.Fprintf(&b, "draw %s %s\n", r.Shaders[r.Draws[n].Shader].Name, stateText(&r.Draws[n].State))
	}
	return b.String()
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// ReadRecording reads what Text has written. file names it in errors.
func ReadRecording(file, text string) (*Recording, error) {
	r := &Recording{}
	for n, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d: %w", file, n+1, fmt.Errorf(format, args...))
		}
		switch {
		case words[0] == "shader" && len(words) == 5:
			s := RecordedShader{Name: words[1], File: words[2], Entry: strings.TrimPrefix(words[3], "-")}
			for _, item := range strings.Split(strings.TrimPrefix(words[4], "-"), ",") {
				if item == "" {
					continue
				}
				if !slices.Contains(nos.Items(), item) {
					return nil, wrong("%q; one of %s was expected", item, strings.Join(nos.Items(), ", "))
				}
				s.Items = append(s.Items, item)
			}
			r.Shaders = append(r.Shaders, s)
		case words[0] == "draw" && len(words) >= 3:
			at := slices.IndexFunc(r.Shaders, func(s RecordedShader) bool { return s.Name == words[1] })
			if at < 0 {
				return nil, wrong("shader %q, which no line before has", words[1])
			}
			state, err := readState(words[2:])
			if err != nil {
				return nil, wrong("%w", err)
			}
			r.Draws = append(r.Draws, RecordedDraw{at, state})
		default:
			return nil, wrong("shader NAME FILE ENTRY ITEMS, or draw NAME STATE, was expected")
		}
	}
	return r, nil
}

// Replay is a recording that is drawn again: what each way of having a kernel for each state costs.
type Replay struct {
	Draws   int         `json:"draws" unit:"draws" doc:"Kernels of draws that depend on state."`
	Shaders int         `json:"shaders" unit:"shaders" doc:"That they run; each is compiled once before the first draw."`
	States  int         `json:"states" unit:"kernels" doc:"Different kernels that the draws need, over all shaders."`
	Changes int         `json:"changes" unit:"draws" doc:"Draws that need another kernel than the shader's draw before."`
	Ways    []ReplayWay `json:"ways"`
}

// ReplayWay is a way of having a kernel for each state.
type ReplayWay struct {
	Name     string  `json:"name"`
	Compiled int     `json:"compiled" unit:"kernels" doc:"Compiled again at draws."`
	Patched  int     `json:"patched" unit:"kernels" doc:"Patched at draws."`
	Time     float64 `json:"ms" unit:"ms" doc:"Processor time of both."`
}

// replayed is a shader of a recording, with its kernels.
type replayed struct {
	name    string
	patcher *nos.Patcher
	compile func(s *nos.State) (*kernel.Kernel, error)
	took    map[string]float64 // ms to compile, by the kernel's code
	usual   string             // the kernel of the state in which nothing is done
	fog     uint8
}

// replay draws a recording again.
func (r *Recording) replay() (*Replay, error) {
	list := make([]replayed, len(r.Shaders))
	for n := range r.Shaders {
		if err := r.Shaders[n].load(&list[n]); err != nil {
			return nil, err
		}
	}
	keys, seen, last, before := make([]string, len(r.Draws)), map[string]bool{}, map[int]string{}, 0
	out := &Replay{Draws: len(r.Draws), Shaders: len(r.Shaders)}
	patch := 0.0
	for n := range r.Draws {
		d := &r.Draws[n]
		of, state := &list[d.Shader], d.State
		state.FogBinding = of.fog
		code := bytes.Clone(of.patcher.Code())
		begin := time.Now()
		of.patcher.Patch(code, &state)
		took := time.Since(begin).Seconds() * 1000
		key := fmt.Sprintf("%d ", d.Shader) + string(code)
		keys[n] = key
		if of.usual == "" {
			usual := nos.Default()
			usual.FogBinding = of.fog
			of.patcher.Patch(code, &usual)
			of.usual = fmt.Sprintf("%d ", d.Shader) + string(code)
		}
		if old, drawn := last[d.Shader]; !drawn || old != key {
			before++
		}
		last[d.Shader] = key
		if seen[key] {
			continue
		}
		seen[key] = true
		patch += took
		begin = time.Now()
		if _, err := of.compile(&state); err != nil {
			return nil, fmt.Errorf("%s: %w", of.name, err)
		}
		of.took[key] = time.Since(begin).Seconds() * 1000
	}
	out.States, out.Changes = len(seen), before-len(last)
	out.Ways = append(out.Ways, ReplayWay{Name: "patched", Patched: len(seen), Time: patch})
	for _, size := range []int{1, 4, 16} {
		name := fmt.Sprintf("the last %d kernels of each shader kept", size)
		if size == 1 {
			name = "the last kernel of each shader kept"
		}
		out.Ways = append(out.Ways, r.kept(name, keys, list, size, false))
	}
	out.Ways = append(out.Ways, r.kept("all kept, by what the kernel depends on", keys, list, len(keys), false), r.kept("the same, the usual state compiled before", keys, list, len(keys), true))
	return out, nil
}

// kept draws with a store of kernels for each shader, from which the one goes that was not used for the longest time. The first kernel of a shader is compiled before the draws: the one of the first draw's state, or
// of the state in which nothing is done.
func (r *Recording) kept(name string, keys []string, list []replayed, size int, usual bool) ReplayWay {
	w := ReplayWay{Name: name}
	held := make([][]string, len(list))
	for n := range r.Draws {
		k, of := r.Draws[n].Shader, &held[r.Draws[n].Shader]
		if *of == nil {
			if *of = []string{keys[n]}; usual {
				*of = []string{list[k].usual}
			}
		}
		if at := slices.Index(*of, keys[n]); at >= 0 {
			*of = append(slices.Delete(*of, at, at+1), keys[n])
			continue
		}
		w.Compiled++
		w.Time += list[k].took[keys[n]]
		if *of = append(*of, keys[n]); len(*of) > size {
			*of = (*of)[1:]
		}
	}
	return w
}

// load compiles the shader, as it is before the first draw.
func (s *RecordedShader) load(to *replayed) error {
	text, ok := scene.BuiltinShader(s.File)
	if !ok {
		data, err := examples.Files.ReadFile(s.File)
		if err != nil {
			return fmt.Errorf("%s: shader %s: %q is neither an example nor built in", recordedFile, s.Name, s.File)
		}
		text = string(data)
	}
	m, err := compiler.Load(s.File, text, nil)
	if err != nil {
		return err
	}
	o := compiler.Options{Entry: s.Entry}
	for n, name := range nos.Items() {
		if slices.Contains(s.Items, name) {
			o.State.Items |= 1 << n
		}
	}
	made, err := compiler.Module(s.File, m, o)
	if err != nil {
		return err
	}
	to.name, to.took, to.patcher = s.Name, map[string]float64{}, nos.NewPatcher(made.Kernel)
	to.fog, _ = nos.FogBinding(made.Kernel)
	to.compile = func(of *nos.State) (*kernel.Kernel, error) {
		known := o
		known.State.Known = of
		r, err := compiler.Module(s.File, m, known)
		if err != nil {
			return nil, err
		}
		return r.Kernel, nil
	}
	return nil
}
