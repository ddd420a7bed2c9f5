package gltf

import (
	"fmt"
	"slices"

	"github.com/qmuntal/gltf"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

// drawMesh draws each primitive of a node's mesh that has triangles.
func (f *gltfFile) drawMesh(node, number int, world geometry.Matrix) error {
	m, err := pick(f.doc.Meshes, number, "mesh")
	if err != nil {
		return err
	}
	name := meshName(m, number)
	for i, p := range m.Primitives {
		if p == nil {
			return fmt.Errorf("mesh %d: primitive %d is malformed", number, i)
		}
		part := gltfPart{node: node, mesh: number, primitive: i, Primitive: p, name: name, world: world}
		if i > 0 {
			part.name = fmt.Sprintf("%s[%d]", name, i)
		}
		if !f.drawable(&part) {
			continue
		}
		if err := f.drawPart(&part); err != nil {
			return fmt.Errorf("mesh %q, primitive %d: %w", name, i, err)
		}
	}
	return nil
}

func meshName(m *gltf.Mesh, number int) string {
	if m.Name != "" {
		return m.Name
	}
	return fmt.Sprintf("mesh %d", number)
}

// drawPart draws a surface, and adds the light that it gives off.
func (f *gltfFile) drawPart(p *gltfPart) error {
	look, err := f.material(p.Material)
	if err != nil {
		return err
	}
	d, take := look.draw(), takeAll
	if look.mode == gltf.AlphaOpaque {
		take = takeColor
	}
	if err := f.setMeshAndTexture(&d, p, look, look.base, take, false); err != nil {
		return err
	}
	if p.Mode == gltf.PrimitivePoints {
		f.points(&d)
	}
	if look.whole != nil {
		return f.drawWhole(d, look)
	}
	if p.Mode == gltf.PrimitivePoints {
		f.scene.Draws = append(f.scene.Draws, d)
		return nil
	}
	f.scene.Draws = append(f.scene.Draws, look.sides(d)...)
	if !look.emits() {
		return nil
	}
	return f.addEmission(p, look, look.glowing(d))
}

// points gives a draw of points their size. No light falls on those without normals (glTF 2.0, section 3.7.2.1).
func (f *gltfFile) points(d *scene.Draw) {
	d.Lighting, d.PointSize = d.Lighting && f.scene.Meshes[d.Mesh].HasNormal, scene.DefaultPointSize
	low, high, some := f.scene.DrawBounds(d)
	if size := float32(scene.GLTFPointPart * high.Sub(low).Length()); some && size > 0 {
		d.PointSize = size
	}
}

// drawWhole draws a surface once, for a shader that is told of all its maps.
func (f *gltfFile) drawWhole(d scene.Draw, look *gltfLook) (err error) {
	m := *look.whole
	for n, of := range look.maps {
		if of == nil || !f.scene.Meshes[d.Mesh].HasUV {
			continue
		}
		if of.uv != look.main().uv {
			f.remark("material %q: its maps have texture coordinates of several kinds; those of the %s map count", look.name, scene.MapNames[slices.Index(look.maps[:], look.main())])
		}
		take := takeLinear
		switch {
		case n == scene.EmissiveMap, n == scene.BaseColorMap && look.mode == gltf.AlphaOpaque:
			take = takeColor
		case n == scene.BaseColorMap:
			take = takeAll
		}
		if m.Maps[n], err = f.texture(gltfTexels{of.texture, take}); err != nil {
			return fmt.Errorf("material %q: %w", look.name, err)
		}
	}
	d.Material = &m
	f.scene.Draws = append(f.scene.Draws, d)
	return nil
}

// addEmission adds the light that a surface gives off. Where the surface is blended, the light fades with it: by the alpha of the base colour's
// texture, or that of the vertices.
func (f *gltfFile) addEmission(p *gltfPart, look *gltfLook, d scene.Draw) error {
	texels, take, white := look.glow, takeColor, false
	if look.mode == gltf.AlphaBlend {
		_, white = p.Attributes[gltf.COLOR_0]
		if texels == nil {
			texels, take = look.base, takeAlpha
		} else if look.base != nil {
			f.remark("material %q: the light of its emissive texture does not fade with the alpha of its base colour's", look.name)
		}
	}
	if err := f.setMeshAndTexture(&d, p, look, texels, take, white); err != nil {
		return err
	}
	d.VertexColor = white
	f.scene.Draws = append(f.scene.Draws, d)
	return nil
}

// setMeshAndTexture gives a draw its mesh, transform and texture.
func (f *gltfFile) setMeshAndTexture(d *scene.Draw, p *gltfPart, look *gltfLook, texels *gltfMap, take gltfTake, white bool) (err error) {
	uv := plainUV
	if m := look.main(); m != nil {
		uv = m.uv
	}
	if texels != nil {
		uv = texels.uv
		if d.Texture, err = f.texture(gltfTexels{texels.texture, take}); err != nil {
			return fmt.Errorf("material %q: %w", look.name, err)
		}
	}
	shape, err := f.mesh(p, look, uv, white)
	if err != nil {
		return err
	}
	m := &f.scene.Meshes[shape.number]
	d.Mesh, d.Transform, d.VertexColor = shape.number, shape.world.Float32(), m.HasColor
	d.State.FrontCW = shape.mirrored
	if !m.HasUV && d.Texture >= 0 {
		f.remark("mesh %q has a texture but no texture coordinates: drawn without", m.Name)
		d.Texture = -1
	}
	return nil
}
