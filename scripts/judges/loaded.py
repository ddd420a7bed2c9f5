"""Models by loaders of others: surfaces with their triangles by trimesh, what materials ask for by pygltflib and trimesh's reader of MTL, poses of
skins by the rules of glTF 2.0 (section 3.7.3.3) from the accessors. And a few models of our own, written by trimesh."""
import io
import pathlib

import numpy as np
import pygltflib
import trimesh
from PIL import Image

WRAP = {10497: 0, 33071: 1, 33648: 2}
KINDS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class Surface:
    """One surface of a file where a node puts it; corners [n, 3, k]."""

    def __init__(self, name, mesh, faces, world, normals, uv, colors):
        self.name, self.world, self.posed = name, world, False
        self.points = mesh[faces].astype(float)
        self.normals = flat(self.points) if normals is None else normals[faces].astype(float)
        self.has_uv = uv is not None
        self.uv = uv[faces] if uv is not None else np.zeros(faces.shape + (2,))
        self.colors = colors[faces] if colors is not None else np.ones(faces.shape + (4,))
        self.base, self.glow, self.cutoff, self.blends = np.ones(4), np.zeros(3), None, False
        self.double_sided, self.unlit, self.texels, self.wrap, self.lossy = False, False, None, (0, 0), 0
        self.sides = (0, 1)  # front and back faces culled
        self.clockwise = int(np.linalg.det(world[:3, :3]) < 0)


def flat(points):
    n = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-30)
    return np.repeat(n[:, None], 3, 1)


def linear(x):
    x = np.asarray(x, float)
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def texels(image):
    return np.asarray(image.convert("RGBA"))


def surfaces(path):
    return obj(path) if path.suffix == ".obj" else Gltf(path).surfaces()


class Gltf:
    def __init__(self, path):
        self.path, self.doc = path, pygltflib.GLTF2().load(str(path))
        self.scene = trimesh.load_scene(str(path), process=False)

    def surfaces(self):
        primitives = [(m, p) for m in self.doc.meshes for p in m.primitives if p.mode in (None, 4, 5, 6)]
        by_name = dict(zip(self.scene.geometry, primitives))
        if len(by_name) != len(primitives):
            raise ValueError(f"{self.path}: trimesh finds {len(by_name)} surfaces, pygltflib {len(primitives)}")
        out = []
        for node in self.scene.graph.nodes_geometry:
            world, name = self.scene.graph[node]
            out.append(self.surface(name, world, *by_name[name]))
        return out

    def surface(self, name, world, mesh, primitive):
        g = self.scene.geometry[name]
        normals = g.vertex_normals if primitive.attributes.NORMAL is not None else None
        coordinates = np.array(g.visual.uv) * (1, -1) + (0, 1) if getattr(g.visual, "uv", None) is not None else None
        colors = self.accessor(primitive.attributes.COLOR_0) if primitive.attributes.COLOR_0 is not None else None
        if colors is not None and colors.shape[1] == 3:
            colors = np.concatenate([colors, np.ones((len(colors), 1))], 1)
        points, posed = np.asarray(g.vertices), self.skin(mesh)
        if posed is not None:
            points, normals = self.pose(posed, primitive, points, normals)
            world = np.eye(4)
        s = Surface(name, points, np.asarray(g.faces), world, normals, coordinates, colors)
        s.posed = posed is not None
        if primitive.material is not None:
            self.material(s, self.doc.materials[primitive.material])
        return s

    def material(self, s, m):
        pbr, extensions = m.pbrMetallicRoughness, m.extensions or {}
        s.double_sided, s.unlit = bool(m.doubleSided), "KHR_materials_unlit" in extensions
        s.blends = m.alphaMode == "BLEND"
        s.cutoff = (0.5 if m.alphaCutoff is None else m.alphaCutoff) if m.alphaMode == "MASK" else None
        if pbr is not None:
            s.base = np.array(pbr.baseColorFactor or [1, 1, 1, 1], float)
            if pbr.baseColorTexture is not None:
                self.texture(s, self.doc.textures[pbr.baseColorTexture.index])
        if m.alphaMode in (None, "OPAQUE"):
            s.base[3] = 1
        if not s.unlit:
            s.glow = np.array(m.emissiveFactor or [0, 0, 0], float) * extensions.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1)

    def texture(self, s, t):
        image = self.doc.images[t.source]
        data = (self.path.parent / image.uri).read_bytes() if image.uri and not image.uri.startswith("data:") else self.view(image.bufferView)
        s.texels, s.lossy = texels(Image.open(io.BytesIO(data))), 4 if data[:2] == b"\xff\xd8" else 0  # of JPEG decoders differ
        sampler = self.doc.samplers[t.sampler] if t.sampler is not None else None
        s.wrap = tuple(WRAP[getattr(sampler, k, None) or 10497] for k in ("wrapS", "wrapT"))

    def view(self, number):
        v = self.doc.bufferViews[number]
        data = self.doc.binary_blob() if self.doc.buffers[v.buffer].uri is None else (self.path.parent / self.doc.buffers[v.buffer].uri).read_bytes()
        return data[v.byteOffset or 0:(v.byteOffset or 0) + v.byteLength]

    def accessor(self, number):
        a = self.doc.accessors[number]
        kind, n = np.dtype(KINDS[a.componentType]), SIZES[a.type]
        step = self.doc.bufferViews[a.bufferView].byteStride or kind.itemsize * n
        data = self.view(a.bufferView)[a.byteOffset or 0:]
        out = np.ndarray((a.count, n), kind, data, strides=(step, kind.itemsize))
        return out / np.iinfo(kind).max if a.normalized else np.array(out)

    def skin(self, mesh):
        number = self.doc.meshes.index(mesh)
        return next((self.doc.skins[n.skin] for n in self.doc.nodes if n.mesh == number and n.skin is not None), None)

    def pose(self, skin, primitive, points, normals):
        """Points and normals where the joints put them."""
        inverse = self.accessor(skin.inverseBindMatrices).reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)
        parents = {c: i for i, n in enumerate(self.doc.nodes) for c in n.children or []}
        joints = np.stack([self.world(j, parents) @ m for j, m in zip(skin.joints, inverse)])
        at, weights = self.accessor(primitive.attributes.JOINTS_0), self.accessor(primitive.attributes.WEIGHTS_0).astype(float)
        m = (joints[at] * (weights / weights.sum(1, keepdims=True))[..., None, None]).sum(1)
        moved = np.einsum("nij,nj->ni", m[:, :3, :3], points) + m[:, :3, 3]
        return moved, None if normals is None else np.einsum("nij,nj->ni", np.linalg.inv(m[:, :3, :3]).transpose(0, 2, 1), normals)

    def world(self, node, parents):
        n = self.doc.nodes[node]
        if n.matrix:
            own = np.array(n.matrix, float).reshape(4, 4).T
        else:
            x, y, z, w = n.rotation or [0, 0, 0, 1]
            own = trimesh.transformations.quaternion_matrix([w, x, y, z])
            own[:3, :3] *= np.array(n.scale or [1, 1, 1])
            own[:3, 3] = n.translation or [0, 0, 0]
        return self.world(parents[node], parents) @ own if node in parents else own


def obj(path):
    """By trimesh; normals that the file lacks are means of the faces around a position, weighted by area."""
    scene, text = trimesh.load_scene(str(path), process=False), path.read_text()
    given = "\nvn " in text
    words = mtl(path, text)
    lists = [(name, np.asarray(g.vertices), np.asarray(g.faces), g) for name, g in scene.geometry.items()]
    smooth = {} if given else means(text)
    out = []
    for name, v, f, g in lists:
        normals = np.asarray(g.vertex_normals) if given else np.stack([smooth.get(tuple(p), np.zeros(3)) for p in v.astype(np.float32)])
        coordinates = np.array(g.visual.uv) * (1, -1) + (0, 1) if getattr(g.visual, "uv", None) is not None else None
        s = Surface(name, v, f, np.eye(4), normals, coordinates, None)
        s.sides = (0, 0)
        material = getattr(getattr(g.visual, "material", None), "name", None)
        w = words.get(material, {})
        if "Kd" in w:
            s.base[:3] = linear(w["Kd"])
        if "d" in w:
            s.base[3], s.blends = w["d"][0], w["d"][0] < 1
        if "map_Kd" in w:
            s.texels = texels(Image.open(path.parent / w["map_Kd"]))
        out.append(s)
    return out


def means(text):
    """Sums of the faces' area vectors by position. Only files without negative numbers and smoothing groups are read."""
    places = [tuple(np.array(line.split()[1:4], np.float32)) for line in text.splitlines() if line.startswith("v ")]
    out = {}
    for line in (line for line in text.splitlines() if line.startswith("f ")):
        corners = [places[int(c.split("/")[0]) - 1] for c in line.split()[1:]]
        p = np.array(corners, float)
        area = np.cross(p[1:-1] - p[0], p[2:] - p[0]).sum(0)
        for c in corners:
            out[c] = out.get(c, 0) + area
    return out


def mtl(path, text):
    """The statements of the material files that say what is drawn."""
    out, of = {}, {}
    for name in (line.split(None, 1)[1].strip() for line in text.splitlines() if line.startswith("mtllib ")):
        library = path.parent / name
        for line in library.read_text().splitlines() if library.exists() else []:
            words = line.split()
            if words[:1] == ["newmtl"]:
                of = out[words[1]] = {}
            elif words[:1] == ["map_Kd"]:
                of["map_Kd"] = words[1]
            elif words[:1] in (["Kd"], ["d"]):
                of[words[0]] = [float(x) for x in words[1:]]
    return out


def made(folder):
    """Models that have of everything that a model of the collection may lack: written by trimesh, and an OBJ of a few lines."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(3)
    image = Image.fromarray(rng.integers(0, 256, (8, 16, 4), np.uint8), "RGBA")
    scene = trimesh.Scene()
    looks = [dict(baseColorFactor=[255, 128, 0, 255]), dict(baseColorTexture=image, alphaMode="MASK", alphaCutoff=0.25), dict(baseColorTexture=image, doubleSided=True),
             dict(baseColorFactor=[0, 51, 204, 102], alphaMode="BLEND"), dict(emissiveFactor=[0.5, 0.25, 1], baseColorFactor=[51, 51, 51, 255])]
    for k, look in enumerate(looks):
        mesh = trimesh.creation.icosphere(1) if k else trimesh.creation.box()
        mesh.visual = trimesh.visual.TextureVisuals(uv=rng.uniform(-1, 2, (len(mesh.vertices), 2)), material=trimesh.visual.material.PBRMaterial(name=f"look {k}", **look))
        place = trimesh.transformations.compose_matrix(scale=[1, 0.5, 1.5 if k != 2 else -1.5], angles=[0.3 * k, 0.2, 0.1], translate=[k - 2, 0, 0])
        scene.add_geometry(mesh, node_name=f"node {k}", geom_name=f"mesh {k}", transform=place)
    glb = folder / "looks.glb"
    glb.write_bytes(scene.export(file_type="glb", include_normals=True))
    image.convert("RGB").save(folder / "image.png")
    (folder / "two.mtl").write_text("newmtl red\nKd 0.8 0.2 0.1\nnewmtl glass\nKd 0.2 0.9 0.4\nd 0.5\nnewmtl picture\nKd 1 1 1\nmap_Kd image.png\n")
    lines = ["mtllib two.mtl"] + [f"v {x} {y} {z}" for x in (0, 1) for y in (0, 1) for z in (0, 1)] + ["vt 0 0", "vt 1 0", "vt 1 1", "vt 0 0.5"]
    for name, face in (("red", "1/1 2/2 4/3 3/4"), ("glass", "5/1 7/4 8/3 6/2"), ("picture", "1/1 5/2 6/3 2/4"), ("picture", "3/1 4/2 8/3")):
        lines += [f"usemtl {name}", f"f {face}"]
    (folder / "two.obj").write_text("\n".join(lines) + "\n")
    return [glb, folder / "two.obj"]
