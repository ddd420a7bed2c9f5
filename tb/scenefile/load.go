package scenefile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/tb/scene/gltf"
	"tilemark/tb/scene/obj"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
	"tilemark/vectors"
)

// A loader turns a file's bytes into a scene; dir opens the files it refers to. Errors do not repeat the file's name.
type loader func(name string, data []byte, dir files.References) (*scene.Scene, error)

// loaderOf finds the loader of a file by its name's end; nil for none.
func loaderOf(name string) loader {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".obj":
		return obj.Load
	case ".gltf":
		return gltf.LoadText
	case ".glb":
		return gltf.LoadBinary
	case ".yaml":
		return loadYAML
	}
	return nil
}

const expectedFiles = "a .obj, .gltf, .glb or .yaml file"

// Load reads a built-in scene by its name (see Builtins), or a file by its path: .obj, .gltf, .glb or .yaml.
func Load(nameOrPath string) (*scene.Scene, error) { return loadFrom(nameOrPath, false) }

// LoadWhole is Load for a shader: materials of glTF are read with all their maps, and vertices with their tangents.
func LoadWhole(nameOrPath string) (*scene.Scene, error) { return loadFrom(nameOrPath, true) }

func loadFrom(nameOrPath string, whole bool) (*scene.Scene, error) {
	if data, err := vectors.Scenes.ReadFile(builtinPath(nameOrPath)); err == nil {
		return finish(nameOrPath, data, loadYAML, files.References{})
	}
	load := loaderOf(nameOrPath)
	if load == nil {
		return nil, unknownSource(nameOrPath)
	}
	data, err := readFile(nameOrPath)
	if err != nil {
		return nil, err
	}
	return finish(nameOrPath, data, load, files.References{Dir: filepath.Dir(nameOrPath), Whole: whole})
}

// Builtins lists the names of the built-in scenes, sorted.
func Builtins() []string {
	files, _ := fs.Glob(vectors.Scenes, builtinPath("*"))
	for i, f := range files {
		files[i] = strings.TrimSuffix(path.Base(f), ".yaml")
	}
	return files
}

func builtinPath(name string) string { return "scenes/" + name + ".yaml" }

// finish loads, checks and names the file in every error.
func finish(source string, data []byte, load loader, dir files.References) (*scene.Scene, error) {
	name := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
	var s *scene.Scene
	err := files.Guard(func() (err error) {
		s, err = load(name, data, dir)
		return err
	})
	if err == nil {
		err = s.Sources.File.Place("draws", s.Validate())
	}
	for i := 0; err == nil && i < len(s.More); i++ {
		if err = s.More[i].Validate(); err != nil {
			err = strictyaml.Inside(s.Sources.File.Place("contexts", err), "context %d", i+1)
		}
	}
	var line *files.Placed
	var at *strictyaml.Error
	switch {
	case errors.As(err, &at), errors.As(err, &line):
		return nil, fmt.Errorf("%s:%w", source, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	s.NameRemarks(dir.Own(source))
	for _, of := range append([]*scene.Scene{s}, s.More...) {
		if len(of.Sources.Draws) > 0 { // a scene of a file of its own has that one
			of.Sources.Name = cmp.Or(of.Sources.Name, source)
		}
	}
	return s, nil
}

func unknownSource(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a folder; %s was expected", name, expectedFiles)
	}
	list := ""
	if filepath.Ext(name) == "" {
		list = fmt.Sprintf("; the built-in scenes are %s", strings.Join(Builtins(), ", "))
	}
	return fmt.Errorf("%s: neither a built-in scene nor %s%s", name, expectedFiles, near.Suggest(name, Builtins(), list))
}

//fuzz:tb/scenefile.FuzzScene tb/scenefile.FuzzOBJ tb/scenefile.FuzzGLTF tb/scenefile.FuzzGLB
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", name)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder; %s was expected", name, expectedFiles)
	}
	if err := files.CheckRegular(info); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return os.ReadFile(name)
}
