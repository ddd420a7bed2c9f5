package scenefile

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/text/near"
	"tilemark/vectors"
)

// maxContexts is the most contexts of two run lists.
const maxContexts = 8

// experiment builds the scene of the first context, and those of the others. The file's own draws, where it has any, are the first.
func (spec *sceneSpec) experiment(name string, dir files.References) (*scene.Scene, error) {
	if dir.Inner && (spec.Contexts != nil || spec.Interrupts != nil || spec.InterruptEvery.n != 0) {
		return nil, spec.Wrong("", "has contexts or interrupts of its own; a single scene was expected")
	}
	base, err := spec.scene(name, dir)
	if err != nil {
		return nil, err
	}
	var list []*scene.Scene
	if len(spec.Draws) > 0 || len(spec.Contexts) == 0 {
		first := *base
		if err := addDraws(&first, spec.Draws); err != nil {
			return nil, err
		}
		if err := spec.shader(&first, dir); err != nil {
			return nil, err
		}
		list = append(list, &first)
	}
	for i := range spec.Contexts {
		s, err := spec.Contexts[i].build(base, dir)
		if err == nil && spec.Contexts[i].Draws != nil {
			err = spec.shader(s, dir)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	if len(list) > maxContexts {
		return nil, spec.Wrong("contexts", "%d contexts, with the file's own draws; 1 to %d were expected", len(list), maxContexts)
	}
	first := *list[0]
	first.More = list[1:]
	return &first, spec.interrupts(&first)
}

func (spec *sceneSpec) interrupts(s *scene.Scene) error {
	for _, c := range spec.Interrupts {
		if slices.Contains(s.Interrupts, c.n) {
			return c.at.Wrong("interrupts: %d for the second time; other cycles were expected", c.n)
		}
		s.Interrupts = append(s.Interrupts, c.n)
	}
	slices.Sort(s.Interrupts)
	s.InterruptEvery = spec.InterruptEvery.n
	return nil
}

// build makes the scene of one context; base has what contexts without a scene of their own share.
func (c *contextSpec) build(base *scene.Scene, dir files.References) (*scene.Scene, error) {
	if c.Scene.text != "" {
		if c.Draws != nil || c.Clear != nil {
			return nil, c.Wrong("scene", "contexts: scene with draws or clear beside it; either was expected")
		}
		s, err := loadBeside(c.Scene.text, dir)
		if err != nil {
			return nil, c.Scene.at.Wrong("%v", err)
		}
		return s, nil
	}
	if len(c.Draws) == 0 {
		return nil, c.Wrong("draws", "contexts: a scene, or draws, was expected")
	}
	s := *base
	if c.Clear != nil {
		if err := c.Clear.set(&s); err != nil {
			return nil, err
		}
	}
	return &s, addDraws(&s, c.Draws)
}

// loadBeside reads a built-in scene, or a file in the folder of the scene that names it or below.
func loadBeside(name string, dir files.References) (*scene.Scene, error) {
	if data, err := vectors.Scenes.ReadFile(builtinPath(name)); err == nil {
		return finish(name, data, loadYAML, files.References{Inner: true})
	}
	load := loaderOf(name)
	if load == nil {
		return nil, fmt.Errorf("%q is neither a built-in scene nor %s%s", name, expectedFiles, near.Suggest(name, Builtins(), ""))
	}
	data, err := dir.Read(name)
	if err != nil {
		return nil, err
	}
	return finish(name, data, load, files.References{Dir: filepath.Join(dir.Dir, filepath.FromSlash(path.Dir(name))), Inner: true})
}
