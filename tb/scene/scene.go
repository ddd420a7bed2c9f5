// Package scene is a neutral description of draws: meshes, textures, pipeline state, kernels and shaders with what they bind, camera and
// light. Readers of files make it (tb/scenefile, and gltf and obj below), a driver elsewhere turns it into memory images and commands.
// Enumerations carry the numbers of docs/arithmetic.md.
package scene

import (
	"fmt"

	"tilemark/hw/isa/nos"
	"tilemark/tb/scene/geometry"
	"tilemark/text/strictyaml"
)

// Topology says how a mesh's vertices form triangles (docs/commands.md, DRAW).
type Topology uint8

const (
	// TriangleList takes vertices 3i, 3i+1, 3i+2.
	TriangleList Topology = iota
	// TriangleStrip takes i, i+1, i+2 for even i and i+1, i, i+2 for odd i.
	TriangleStrip
	// TriangleFan takes 0, i+1, i+2.
	TriangleFan
	// PatchList takes 16 control points for each patch (docs/arithmetic.md, section 1); an index names a patch.
	PatchList
	// PointList takes each vertex as a point, which the driver draws as two triangles (WithPoints). The machine has no such topology.
	PointList
)

// Restart is the entry of a mesh's indices that ends a list, strip or fan where a draw's Restart is set.
const Restart = ^uint32(0)

// Vertex is one vertex record; what the source did not give is a zero normal, zero UV and white.
type Vertex struct {
	Pos, Normal [3]float32
	UV          [2]float32
	Color       [4]float32
}

// Mesh is a set of vertices and, when Indices is not nil, indices into them.
type Mesh struct {
	Name                       string
	Topology                   Topology
	Vertices                   []Vertex
	Indices                    []uint32
	HasNormal, HasUV, HasColor bool
	Words                      []Word       // of vertex records
	Tangents                   [][4]float32 // of the vertices, for shaders; nil: as tangents makes them
}

// Texture is an image in rows from the top, four bytes R, G, B, A a texel. Wrap modes: 0 repeat, 1 clamp, 2 mirror. Filters: 0
// nearest, 1 linear; Mip: 0 none, 1 nearest, 2 linear. Levels are made by Chain; 0 counts as 1.
type Texture struct {
	Name          string
	Width, Height int
	Pix           []byte
	WrapU, WrapV  uint32
	Mag, Min, Mip uint32
	Levels        int
	SRGB          bool // colours are encoded; samples are light
}

// Stencil is the stencil test of one face, numbered as in docs/arithmetic.md, section 7.
type Stencil struct {
	Func, Fail, ZFail, Pass  uint32
	Ref, ReadMask, WriteMask uint8
}

// Blend is the blending of a draw, numbered as in docs/arithmetic.md, section 8. Constant is R, G, B, A.
type Blend struct {
	Enable                                 bool
	SrcColor, DstColor, SrcAlpha, DstAlpha uint32
	ColorEq, AlphaEq                       uint32
	Constant                               [4]uint8
}

// State is the pipeline state of a draw. Bit 0 of WriteMask is red, bit 3 alpha. Scissor is x0, y0, x1, y1 in pixels
// from the top left corner, the maximum exclusive; nil is the whole target. FrontCW: triangles that run clockwise in the
// picture are front faces.
type State struct {
	DepthTest, DepthWrite        bool
	DepthFunc                    uint32
	StencilTest                  bool
	Front, Back                  Stencil
	Blend                        Blend
	WriteMask                    uint8
	CullFront, CullBack, FrontCW bool
	Scissor                      *[4]int
	LateTest                     bool       // depth and stencil are tested after the pixel kernel
	DepthBias                    *DepthBias // nil: none
	Kill                         *float32   // least alpha that is kept; nil: every pixel is
	ProgramDepth                 *ProgramDepth
	Viewport                     *Viewport // nil: the whole target, depth 0 to 1
	NoHiZ                        bool      // no tile is rejected by hierarchical Z
}

// DepthBias moves a triangle's depth (docs/arithmetic.md, section 5): Constant counts least steps of the format.
type DepthBias struct{ Constant, Slope, Clamp float32 }

// ProgramDepth is the depth that the pixel program computes: Offset + Factor·alpha.
type ProgramDepth struct{ Offset, Factor float32 }

// Viewport is a rectangle of the target in pixels from its top left corner, and the range of depth.
type Viewport struct{ X, Y, Width, Height, Near, Far float32 }

// Draw draws a mesh. Transform is column-major: from model to world space, or, with ClipSpace, straight to clip space
// (no camera is applied). InstanceStep is in model space. First and Count select vertices (or indices) of the mesh;
// Count 0 stands for all from First on.
type Draw struct {
	Mesh                  int
	Transform             [16]float32
	BaseColor             [4]float32
	Texture               int // -1: none
	Lighting, VertexColor bool
	Instances             int
	InstanceStep          [3]float32
	State                 State
	Query                 bool // an occlusion query around this draw
	Statistics            bool // the six counters of pipeline statistics around this draw
	FenceAfter            bool
	Flush                 Flush // after this draw, and its fence
	First, Count          int
	BaseVertex            int32 // added to every index
	Restart               bool  // the index Restart ends the primitive
	Level                 int   // segments of each side of a patch, 1 to 32
	ClipSpace             bool
	Turned                bool // normals point to the other side: what is drawn are back faces
	Pass                  Pass // of a model
	Registers             []Write
	Programs              Programs
	Depends               *nos.State       // what its kernels depend on; nil: nos.Default
	PointSize             float32          // of points: their side, in world units
	Formats               []LocationFormat // of vertices whose kernel has the item vertex_format; of other locations 32 bits a component
	Material              *Material        // what shaders are told of the surface; nil: nothing is said
	ClipPlanes            [][4]float32     // in world space, or clip space: what has a·x + b·y + c·z + d below 0 is not drawn; of kernels that depend on it
}

// Scene is everything to be drawn in one frame.
type Scene struct {
	Name             string
	Meshes           []Mesh
	Textures         []Texture
	Kernels          []Kernel
	Buffers          []Buffer
	Draws            []Draw
	Transfers        []Transfer // fills and copies between draws, in order
	Camera           Camera
	HasCamera        bool       // Camera is set; otherwise FitCamera finds one
	Light            [3]float32 // direction towards the light in world space, unit length
	Ambient, Diffuse float32
	ClearColor       [4]uint8 // R, G, B, A
	ClearDepth       float32
	ClearStencil     uint8
	DepthFormat      uint32   // 0 D24S8, 1 D32F, 2 D16
	ColorFormat      uint32   // 0 RGBA8, 1 SRGB8, 2 RGBA16F
	Width, Height    int      // suggested size in pixels, 0: none
	Remarks          []Remark // what the file asks for and the scene leaves out
	More             []*Scene // scenes of further contexts, when the file describes an experiment
	Interrupts       []uint64 // cycles in which the experiment's CPU interrupts
	InterruptEvery   uint64   // and that many cycles after the start and each resume; 0: never
	Sources          Sources
}

// Sources are the places of a YAML scene's meshes and draws, for messages; other scenes have none.
type Sources struct {
	Name          string // of the file
	File          strictyaml.Source
	Meshes, Draws []strictyaml.Source
}

// PlaceOfDraw is file, line and column of a draw of a YAML scene, for messages; "" in other scenes.
func (s *Scene) PlaceOfDraw(i int) string {
	at := s.drawSource(i).At("mesh")
	if s.Sources.Name == "" || at == (strictyaml.Place{}) {
		return ""
	}
	return s.Sources.Name + ":" + at.String()
}

// inDraw gives an error the place of a key's value in a draw of a YAML scene, with the file when it is known already, and the draw's number.
func (s *Scene) inDraw(i int, key string, err error) error {
	at := s.drawSource(i)
	err = strictyaml.Inside(at.Place(key, err), "draw %d", i)
	if s.Sources.Name == "" || at.At(key) == (strictyaml.Place{}) {
		return err
	}
	return fmt.Errorf("%s:%w", s.Sources.Name, err)
}

func (s *Scene) meshSource(i int) (at strictyaml.Source) {
	if i < len(s.Sources.Meshes) {
		at = s.Sources.Meshes[i]
	}
	return at
}

func (s *Scene) drawSource(i int) (at strictyaml.Source) {
	if i < len(s.Sources.Draws) {
		at = s.Sources.Draws[i]
	}
	return at
}

// Triangles counts the triangles that all draws send down the pipe, instances included, before clipping and culling.
func (s *Scene) Triangles() int {
	total := 0
	for i := range s.Draws {
		total += s.drawTriangles(&s.Draws[i])
	}
	return total
}

func (s *Scene) drawTriangles(d *Draw) int {
	m := &s.Meshes[d.Mesh]
	n := d.Count
	if n == 0 {
		n = m.Elements() - d.First
	}
	switch {
	case m.Topology == PointList:
		return 2 * n * d.Instances
	case m.Topology == PatchList && m.Indices != nil:
		return n * 2 * d.Level * d.Level * d.Instances
	case m.Topology == PatchList:
		return n / PatchPoints * 2 * d.Level * d.Level * d.Instances
	case d.Restart && m.Indices != nil:
		return m.Topology.restarted(m.Indices[d.First:][:n]) * d.Instances
	}
	return m.Topology.Triangles(n) * d.Instances
}

// PatchPoints is the number of control points of a patch.
const PatchPoints = 16

// Elements counts what a draw of the whole mesh walks through: indices, or vertices when there are none.
func (m *Mesh) Elements() int {
	if m.Indices != nil {
		return len(m.Indices)
	}
	return len(m.Vertices)
}

// Triangles counts those of n elements without restarts; patches and points are not triangles.
func (t Topology) Triangles(elements int) int {
	switch t {
	case PatchList, PointList:
		return 0
	case TriangleList:
		return elements / 3
	}
	return max(0, elements-2)
}

// restarted counts triangles among indices with restarts.
func (t Topology) restarted(indices []uint32) (n int) {
	from := 0
	for i, v := range indices {
		if v == Restart {
			n, from = n+t.Triangles(i-from), i+1
		}
	}
	return n + t.Triangles(len(indices)-from)
}

// Corners calls f with the three element numbers of each triangle among n elements.
func (t Topology) Corners(n int, f func(a, b, c int)) {
	for i := range t.Triangles(n) {
		switch {
		case t == TriangleList:
			f(3*i, 3*i+1, 3*i+2)
		case t == TriangleFan:
			f(0, i+1, i+2)
		case i%2 == 0:
			f(i, i+1, i+2)
		default:
			f(i+1, i, i+2)
		}
	}
}

// Vertex is the vertex number of an element.
func (m *Mesh) Vertex(element int) int {
	if m.Indices != nil {
		return int(m.Indices[element])
	}
	return element
}

// Numbers that readers of files use, as in docs/arithmetic.md: segments of a patch, comparisons, factors of blending, wraps, formats,
// write masks and filters.
const (
	DefaultLevel = 8

	CompareLess   = 1
	CompareEqual  = 2
	CompareAlways = 7

	FactorOne              = 1
	FactorSrcAlpha         = 6
	FactorOneMinusSrcAlpha = 7

	WrapRepeat = 0
	WrapClamp  = 1
	WrapMirror = 2

	TexelSRGB  = 1
	ColorSRGB8 = 1

	WriteRGB = 0b0111

	FilterLinear = 1
	MipNearest   = 1
	MipLinear    = 2
)

// defaultState is opaque drawing with a depth test and no culling.
func defaultState() State {
	keep := Stencil{Func: CompareAlways, ReadMask: 0xff, WriteMask: 0xff}
	return State{
		DepthTest: true, DepthWrite: true, DepthFunc: CompareLess,
		Front: keep, Back: keep,
		Blend:     Blend{SrcColor: FactorOne, SrcAlpha: FactorOne},
		WriteMask: 0xf,
	}
}

// DefaultDraw draws a mesh once, white and unlit.
func DefaultDraw(mesh int) Draw {
	return Draw{
		Mesh: mesh, Transform: geometry.Identity().Float32(), BaseColor: [4]float32{1, 1, 1, 1},
		Texture: -1, Instances: 1, Level: DefaultLevel, State: defaultState(),
	}
}

// ModelScene is what a model file starts from: no camera, a light from above the viewer's right shoulder, a picture of encoded light.
func ModelScene(name string) *Scene {
	return &Scene{
		Name:  name,
		Light: geometry.Vector{0.4, 0.8, 0.6}.Unit().Float32(), Ambient: 0.25, Diffuse: 0.75,
		ClearColor: [4]uint8{26, 30, 38, 255}, ClearDepth: 1, ColorFormat: ColorSRGB8,
	}
}

// Flush is which flush comes after a draw.
type Flush uint32

// Flushes.
const (
	NoFlush         Flush = iota
	FlushInvalidate       // caches drop what they have read
	FlushWriteBack        // and write back the rest
)

// Write gives a register of a draw another value than what the draw's other keys say: Value in the bits of Mask. Kept leaves the register as it was:
// the draw does not write it.
type Write struct {
	Block, Register int
	Mask, Value     uint32
	Kept            bool
}

// Word is a word of a mesh's vertex records that is no number of another key: the pattern of one that is not finite, for instance.
type Word struct {
	Vertex, DWord int
	Value         uint32
}
