package scene

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"tilemark/text/near"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
	"tilemark/vectors"
)

// A loader turns a file's bytes into a scene; dir opens the files it refers to. Errors do not repeat the file's name.
type loader func(name string, data []byte, dir references) (*Scene, error)

// loaderOf finds the loader of a file by its name's end; nil for none.
func loaderOf(name string) loader {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".obj":
		return loadOBJ
	case ".gltf":
		return loadGLTF
	case ".glb":
		return loadGLB
	case ".yaml":
		return loadYAML
	}
	return nil
}

const expectedFiles = "a .obj, .gltf, .glb or .yaml file"

// Load reads a built-in scene by its name (see Builtins), or a file by its path: .obj, .gltf, .glb or .yaml.
func Load(nameOrPath string) (*Scene, error) { return loadFrom(nameOrPath, false) }

// LoadWhole is Load for a shader: materials of glTF are read with all their maps, and vertices with their tangents.
func LoadWhole(nameOrPath string) (*Scene, error) { return loadFrom(nameOrPath, true) }

func loadFrom(nameOrPath string, whole bool) (*Scene, error) {
	if data, err := vectors.Scenes.ReadFile(builtinPath(nameOrPath)); err == nil {
		return finish(nameOrPath, data, loadYAML, references{})
	}
	load := loaderOf(nameOrPath)
	if load == nil {
		return nil, unknownSource(nameOrPath)
	}
	data, err := readFile(nameOrPath)
	if err != nil {
		return nil, err
	}
	return finish(nameOrPath, data, load, references{dir: filepath.Dir(nameOrPath), whole: whole})
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
func finish(source string, data []byte, load loader, dir references) (*Scene, error) {
	name := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
	var s *Scene
	err := guard(func() (err error) {
		s, err = load(name, data, dir)
		return err
	})
	if err == nil {
		err = s.sources.file.Place("draws", s.validate())
	}
	for i := 0; err == nil && i < len(s.More); i++ {
		if err = s.More[i].validate(); err != nil {
			err = strictyaml.Inside(s.sources.file.Place("contexts", err), "context %d", i+1)
		}
	}
	var line *placed
	var at *strictyaml.Error
	switch {
	case errors.As(err, &at), errors.As(err, &line):
		return nil, fmt.Errorf("%s:%w", source, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	s.nameRemarks(dir.own(source))
	for _, of := range append([]*Scene{s}, s.More...) {
		if len(of.sources.draws) > 0 { // a scene of a file of its own has that one
			of.sources.name = cmp.Or(of.sources.name, source)
		}
	}
	return s, nil
}

// guard turns a panic of a library on malformed input into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed file: %v", r)
		}
	}()
	return f()
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

//fuzz:tb/scene.FuzzScene tb/scene.FuzzOBJ tb/scene.FuzzGLTF tb/scene.FuzzGLB
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
	if err := checkRegular(info); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return os.ReadFile(name)
}

func checkRegular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("is a folder")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case info.Size() > maxFileBytes:
		return fmt.Errorf("too large: %s bytes; at most %s are loaded", number.Thousands(info.Size()), number.Thousands(maxFileBytes))
	}
	return nil
}

// references opens the files that a scene file refers to, by paths relative to its folder; nothing outside that folder is
// reachable, by symbolic links neither.
type references struct {
	dir    string
	inner  bool // the scene belongs to a context of another file
	inline bool // the scene is written into another file
	whole  bool // materials are read with all that a shader can be told of them
}

// own is the path of the file that refers to others.
func (r references) own(source string) string {
	if r.dir == "" {
		return source
	}
	return filepath.Join(r.dir, filepath.Base(filepath.FromSlash(source)))
}

// path is a file that the scene refers to as the user would open it.
func (r references) path(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }

func (r references) read(name string) ([]byte, error) {
	data, err := r.readInside(filepath.FromSlash(name))
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("no such file")
	case strings.Contains(err.Error(), "escapes"): // os.Root has no name for this error
		err = errors.New("outside")
	}
	return nil, fmt.Errorf("refers to file %q: %w; one in the folder %s or below was expected", name, err, r.dir)
}

//fuzz:tb/scene.FuzzMTL tb/scene.FuzzTexture tb/scene.FuzzGLB
func (r references) readInside(name string) ([]byte, error) {
	switch {
	case r.inline:
		return nil, errors.New("scenes within another file refer to none")
	case r.dir == "":
		return nil, errors.New("built-in scenes have no files beside them")
	}
	root, err := os.OpenRoot(r.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := checkRegular(info); err != nil {
		return nil, err
	}
	return root.ReadFile(name)
}
