// Draws a glTF file with three.js in headless Chromium: node materials.mjs PLAYWRIGHT CHROMIUM THREE JOB. JOB is a JSON file: model, view_projection (column after column, y down, z from 0 to w), eye,
// light, ambient, diffuse, width, height, out (a file for the pixels, RGBA, upper row first).
import { createRequire } from "node:module";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize, basename } from "node:path";

const [playwright, chromium, three, jobFile] = process.argv.slice(2);
const job = JSON.parse(readFileSync(jobFile));
const kinds = { ".js": "text/javascript", ".html": "text/html" };

const content = `<!doctype html><script type="importmap">{"imports": {"three": "/three/build/three.module.js"}}</script><script type="module">
import * as THREE from "three";
import { GLTFLoader } from "/three/examples/jsm/loaders/GLTFLoader.js";
// What three.js has beyond glTF's own formulas: highlights that widen where surfaces curve within a pixel, light that is reflected several times between facets, and even light that a surface reflects
// and does not scatter.
const beyond = { "material.roughness += geometryRoughness;": "", "* material.multiScatteringCompensation": "", "BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering )": "BRDF_Lambert( material.diffuseContribution )" };
const plain = (shader) => {
  let text = shader.fragmentShader;
  for (let was = ""; was !== text; ) {
    was = text;
    text = text.replace(/#include <(lights_physical[a-z_]*)>/g, (all, name) => THREE.ShaderChunk[name]);
  }
  for (const [from, to] of Object.entries(beyond)) {
    if (!text.includes(from)) throw new Error("three.js has no " + from);
    text = text.replaceAll(from, to);
  }
  shader.fragmentShader = text;
};
window.draw = async (job) => {
  const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(job.width, job.height, false);
  renderer.setClearColor(0, 0);
  renderer.outputColorSpace = THREE.SRGBColorSpace;
  renderer.toneMapping = THREE.NoToneMapping;
  const gltf = await new GLTFLoader().loadAsync("/model/" + job.model);
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  gltf.scene.traverse((o) => {
    o.frustumCulled = false;
    for (const m of [o.material].flat()) if (m) m.onBeforeCompile = plain;
  });
  const light = new THREE.DirectionalLight(0xffffff, Math.PI * job.diffuse);
  light.position.set(...job.light);
  scene.add(light, new THREE.AmbientLight(0xffffff, Math.PI * job.ambient));
  const camera = new THREE.PerspectiveCamera();
  camera.position.set(...job.eye);
  scene.updateMatrixWorld();
  camera.updateMatrixWorld();
  // The camera looks along the world's axes from the eye; the projection has the rest, with y up and z from -w to w.
  const gl = new THREE.Matrix4().set(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 2, -1, 0, 0, 0, 1);
  const all = new THREE.Matrix4().fromArray(job.view_projection);
  camera.projectionMatrix.copy(gl).multiply(all).multiply(new THREE.Matrix4().makeTranslation(...job.eye));
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  renderer.render(scene, camera);
  const c = renderer.getContext(), pixels = new Uint8Array(4 * job.width * job.height);
  c.readPixels(0, 0, job.width, job.height, c.RGBA, c.UNSIGNED_BYTE, pixels);
  return { pixels: Array.from(pixels), version: THREE.REVISION, by: c.getParameter(c.getExtension("WEBGL_debug_renderer_info").UNMASKED_RENDERER_WEBGL) };
};
window.ready = true;
</script>`;

const profile = mkdtempSync(join(tmpdir(), "tilemark-three-"));
const browser = await createRequire(import.meta.url)(playwright).chromium.launchPersistentContext(profile, {
  executablePath: chromium, headless: true,
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
try {
  const page = await browser.newPage();
  page.on("console", (m) => console.error(m.type(), m.text()));
  page.on("pageerror", (e) => console.error(String(e)));
  await page.route("**/*", (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === "/") return route.fulfill({ contentType: "text/html", body: content });
    const [, kind, ...rest] = path.split("/");
    const folder = { three, model: dirname(job.model) }[kind];
    if (!folder) return route.fulfill({ status: 404 });
    const ending = path.slice(path.lastIndexOf("."));
    try {
      route.fulfill({ contentType: kinds[ending] ?? "application/octet-stream", body: readFileSync(join(folder, normalize("/" + rest.join("/")))) });
    } catch {
      route.fulfill({ status: 404 });
    }
  });
  await page.goto("http://tilemark.invalid/");
  await page.waitForFunction("window.ready", null, { timeout: 60000 });
  const r = await page.evaluate((job) => window.draw(job), { ...job, model: basename(job.model) });
  const bytes = Buffer.from(r.pixels), row = 4 * job.width, flipped = Buffer.alloc(bytes.length);
  for (let y = 0; y < job.height; y++) bytes.copy(flipped, y * row, (job.height - 1 - y) * row, (job.height - y) * row);
  writeFileSync(job.out, flipped);
  console.log(`three.js r${r.version} on ${r.by}`);
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
