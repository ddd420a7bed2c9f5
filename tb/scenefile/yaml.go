package scenefile

import (
	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/text/strictyaml"
)

// The structs below are the YAML scene format as FORMAT.md describes it. Pointers tell what is left out from what is zero.

type sceneSpec struct {
	strictyaml.Source

	Size        *intPair      `yaml:"size"`
	Clear       clearSpec     `yaml:"clear"`
	DepthFormat depthFormat   `yaml:"depth_format"`
	ColorFormat colorFormat   `yaml:"color_format"`
	Camera      *cameraSpec   `yaml:"camera"`
	Light       *lightSpec    `yaml:"light"`
	Textures    []textureSpec `yaml:"textures"`
	Kernels     []kernelSpec  `yaml:"kernels"`
	Shader      label         `yaml:"shader"`
	Buffers     []bufferSpec  `yaml:"buffers"`
	Meshes      []meshSpec    `yaml:"meshes"`
	Draws       []drawSpec    `yaml:"draws"`

	Contexts       []contextSpec `yaml:"contexts"`
	Interrupts     []cycle       `yaml:"interrupts"`
	InterruptEvery cycle         `yaml:"interrupt_every"`
}

// contextSpec is a context of an experiment: another scene, or other draws of this one.
type contextSpec struct {
	strictyaml.Source

	Scene label      `yaml:"scene"`
	Clear *clearSpec `yaml:"clear"`
	Draws []drawSpec `yaml:"draws"`
}

type clearSpec struct {
	strictyaml.Source

	Color   *bytes4  `yaml:"color"`
	Depth   *float32 `yaml:"depth"`
	Stencil uint8    `yaml:"stencil"`
}

type cameraSpec struct {
	strictyaml.Source

	Eye            *vec3    `yaml:"eye"`
	Target         *vec3    `yaml:"target"`
	Up             *vec3    `yaml:"up"`
	Fov            *float32 `yaml:"fov"`
	Near           *float32 `yaml:"near"`
	Far            *float32 `yaml:"far"`
	ViewProjection *mat4    `yaml:"view_projection"`
}

type lightSpec struct {
	strictyaml.Source

	Direction *vec3    `yaml:"direction"`
	Ambient   *float32 `yaml:"ambient"`
	Diffuse   *float32 `yaml:"diffuse"`
}

type textureSpec struct {
	strictyaml.Source

	Name    label        `yaml:"name"`
	WrapU   wrapName     `yaml:"wrap_u"`
	WrapV   wrapName     `yaml:"wrap_v"`
	Checker *checkerSpec `yaml:"checker"`
	Pixels  []label      `yaml:"pixels"`
	File    label        `yaml:"file"`
	Filter  filterSpec   `yaml:"filter"`
	Levels  *int         `yaml:"levels"`
	Format  texelName    `yaml:"format"`
}

type filterSpec struct {
	Mag filterName `yaml:"mag"`
	Min filterName `yaml:"min"`
	Mip mipName    `yaml:"mip"`
}

type checkerSpec struct {
	strictyaml.Source

	Size   intPair  `yaml:"size"`
	Cell   int      `yaml:"cell"`
	Colors []bytes4 `yaml:"colors"`
}

type meshSpec struct {
	strictyaml.Source

	Name      label        `yaml:"name"`
	Topology  topologyName `yaml:"topology"`
	Positions []vec3       `yaml:"positions"`
	Normals   []vec3       `yaml:"normals"`
	UVs       []vec2       `yaml:"uvs"`
	Colors    []vec4       `yaml:"colors"`
	Indices   indexList    `yaml:"indices"`
	Patches   []patchSpec  `yaml:"patches"`
	Grid      *gridSpec    `yaml:"grid"`
	Sphere    *sphereSpec  `yaml:"sphere"`
	Cube      *cubeSpec    `yaml:"cube"`
	Teapot    *teapotSpec  `yaml:"teapot"`
	Words     recordWords  `yaml:"words"`
}

type gridSpec struct {
	strictyaml.Source

	Columns int   `yaml:"columns"`
	Rows    int   `yaml:"rows"`
	Size    *vec2 `yaml:"size"`
}

type sphereSpec struct {
	strictyaml.Source

	Sectors int      `yaml:"sectors"`
	Rings   int      `yaml:"rings"`
	Radius  *float32 `yaml:"radius"`
}

type cubeSpec struct {
	Size *float32 `yaml:"size"`
}

type teapotSpec struct {
	strictyaml.Source

	Subdivision *int `yaml:"subdivision"`
	Patches     bool `yaml:"patches"`
}

type drawSpec struct {
	strictyaml.Source

	Mesh         label             `yaml:"mesh"`
	Texture      label             `yaml:"texture"`
	Color        *vec4             `yaml:"color"`
	VertexColor  bool              `yaml:"vertex_color"`
	Lighting     bool              `yaml:"lighting"`
	ClipSpace    bool              `yaml:"clip_space"`
	Transform    *mat4             `yaml:"transform"`
	Translate    *vec3             `yaml:"translate"`
	Rotate       *axisAngle        `yaml:"rotate"`
	Scale        *vec3             `yaml:"scale"`
	Instances    *int              `yaml:"instances"`
	InstanceStep vec3              `yaml:"instance_step"`
	First        int               `yaml:"first"`
	Count        int               `yaml:"count"`
	BaseVertex   int32             `yaml:"base_vertex"`
	Restart      bool              `yaml:"restart"`
	Level        *int              `yaml:"level"`
	Query        queryName         `yaml:"query"`
	Fence        bool              `yaml:"fence"`
	Flush        flushName         `yaml:"flush"`
	DepthTest    *bool             `yaml:"depth_test"`
	DepthWrite   *bool             `yaml:"depth_write"`
	DepthFunc    *compareName      `yaml:"depth_func"`
	Stencil      *stencilSpec      `yaml:"stencil"`
	Blend        *blendSpec        `yaml:"blend"`
	WriteMask    *channels         `yaml:"write_mask"`
	Cull         cullName          `yaml:"cull"`
	Front        windingName       `yaml:"front"`
	Scissor      *intBox           `yaml:"scissor"`
	Viewport     *viewport         `yaml:"viewport"`
	DepthBias    *biasSpec         `yaml:"depth_bias"`
	Kill         *float32          `yaml:"kill"`
	ProgramDepth *programSpec      `yaml:"program_depth"`
	LateTest     *bool             `yaml:"late_test"`
	HiZ          *bool             `yaml:"hiz"`
	Fill         *fillSpec         `yaml:"fill"`
	Copy         *copySpec         `yaml:"copy"`
	Registers    *registerWrites   `yaml:"registers"`
	Kernels      *stagesSpec       `yaml:"kernels"`
	Bind         *bindSpec         `yaml:"bind"`
	Limits       *limitsSpec       `yaml:"limits"`
	State        *stateSpec        `yaml:"state"`
	PointSize    *float32          `yaml:"point_size"`
	Formats      *scene.FormatList `yaml:"formats"`
	Material     *materialSpec     `yaml:"material"`
}

type biasSpec struct {
	strictyaml.Source

	Constant float32 `yaml:"constant"`
	Slope    float32 `yaml:"slope"`
	Clamp    float32 `yaml:"clamp"`
}

type programSpec struct {
	strictyaml.Source

	Offset float32 `yaml:"offset"`
	Factor float32 `yaml:"factor"`
}

// stencilSpec holds for both faces, or for front faces only where there is a Back.
type stencilSpec struct {
	strictyaml.Source

	Back      *stencilSpec `yaml:"back"`
	Func      *compareName `yaml:"func"`
	Ref       uint8        `yaml:"ref"`
	ReadMask  *uint8       `yaml:"read_mask"`
	WriteMask *uint8       `yaml:"write_mask"`
	Fail      operation    `yaml:"fail"`
	ZFail     operation    `yaml:"zfail"`
	Pass      operation    `yaml:"pass"`
}

type blendSpec struct {
	Src      *factor   `yaml:"src"`
	Dst      *factor   `yaml:"dst"`
	Eq       equation  `yaml:"eq"`
	AlphaSrc *factor   `yaml:"alpha_src"`
	AlphaDst *factor   `yaml:"alpha_dst"`
	AlphaEq  *equation `yaml:"alpha_eq"`
	Constant bytes4    `yaml:"constant"`
}

func loadYAML(name string, data []byte, dir files.References) (*scene.Scene, error) {
	root, err := strictyaml.Parse(data, "a scene")
	if err != nil {
		return nil, err
	}
	if root.Lookup(vectorKey) != nil {
		return nil, root.Wrong("this is a directed vector, not a scene; `tilemark check FILE` runs it")
	}
	return build(name, root, dir)
}

// vectorKey is what each directed vector has, and no scene.
const vectorKey = "covers"

func build(name string, root *strictyaml.Node, dir files.References) (*scene.Scene, error) {
	var spec sceneSpec
	if err := strictyaml.Decode(root, &spec); err != nil {
		return nil, err
	}
	s, err := spec.experiment(name, dir)
	if err != nil {
		return nil, spec.Place("", err)
	}
	return s, nil
}

// Inline builds a scene that is written into another YAML file. It refers to no files, and is
// of one context that nobody interrupts: the file around it says what else there is.
func Inline(name string, n *strictyaml.Node) (s *scene.Scene, err error) {
	err = files.Guard(func() (err error) {
		s, err = build(name, n, files.References{Inline: true})
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case len(s.More) > 0 || len(s.Interrupts) > 0 || s.InterruptEvery > 0:
		return nil, s.Sources.File.Wrong("", "contexts or interrupts of a scene within a file; the file's own were expected")
	}
	return s, s.Sources.File.Place("draws", s.Validate())
}
