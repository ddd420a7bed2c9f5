// Runs shaders with Dawn (npm's webgpu) on the Vulkan driver that VK_ICD_FILENAMES names: node wgslworker.mjs PACKAGE. Lines in and out are those of wgslworker.py.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { create, globals } = await import(pathToFileURL(`${process.argv[2]}/index.js`).href);
Object.assign(globalThis, globals);
const gpu = create(["backend=vulkan"]);
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error("Dawn finds no adapter");
const half = adapter.features.has("shader-f16");
const device = await adapter.requestDevice({ requiredFeatures: half ? ["shader-f16"] : [] });
const usage = { uniform: GPUBufferUsage.UNIFORM, storage: GPUBufferUsage.STORAGE, "read-only-storage": GPUBufferUsage.STORAGE };

function buffers(job, visibility) {
  const before = readFileSync(job.before), layout = [], entries = [], made = [];
  let at = 0;
  for (const b of job.buffers) {
    const size = (b.bytes + 3) & ~3;
    const buffer = device.createBuffer({ size, usage: usage[b.type] | GPUBufferUsage.COPY_SRC, mappedAtCreation: true });
    new Uint8Array(buffer.getMappedRange()).set(before.subarray(at, at + b.bytes));
    buffer.unmap();
    at += b.bytes;
    layout.push({ binding: b.binding, visibility, buffer: { type: b.type } });
    entries.push({ binding: b.binding, resource: { buffer } });
    made.push([buffer, b.bytes, size]);
  }
  return { layout, entries, made };
}

// bytes are what a buffer holds.
async function bytes(buffer, size) {
  const copy = device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const data = Buffer.from(copy.getMappedRange().slice(0));
  copy.destroy();
  return data;
}

async function write(job, made) {
  const list = [];
  for (const [buffer, count, size] of made) {
    list.push((await bytes(buffer, size)).subarray(0, count));
    buffer.destroy();
  }
  writeFileSync(job.after, Buffer.concat(list));
}

const shaderModule = (file) => device.createShaderModule({ code: readFileSync(file, "utf8") });

// textures adds textures and samplers of a job to a layout and its entries.
function textures(job, layout, entries) {
  const visibility = GPUShaderStage.FRAGMENT;
  for (const t of job.textures) {
    const size = [t.width, t.height];
    const texture = device.createTexture({ size, format: "rgba8unorm", usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
    device.queue.writeTexture({ texture }, readFileSync(t.file), { bytesPerRow: 4 * t.width, rowsPerImage: t.height }, size);
    layout.push({ binding: t.binding, visibility, texture: {} });
    entries.push({ binding: t.binding, resource: texture.createView() });
  }
  for (const s of job.samplers) {
    const resource = device.createSampler({ magFilter: s.filter, minFilter: s.filter, addressModeU: "repeat", addressModeV: "repeat" });
    layout.push({ binding: s.binding, visibility, sampler: {} });
    entries.push({ binding: s.binding, resource });
  }
}

const jobs = {
  async compute(job) {
    const { layout, entries, made } = buffers(job, GPUShaderStage.COMPUTE);
    const group = device.createBindGroupLayout({ entries: layout });
    const pipeline = await device.createComputePipelineAsync({ layout: device.createPipelineLayout({ bindGroupLayouts: [group] }), compute: { module: shaderModule(job.source), entryPoint: job.entry } });
    const encoder = device.createCommandEncoder();
    const compute = encoder.beginComputePass();
    compute.setPipeline(pipeline);
    compute.setBindGroup(0, device.createBindGroup({ layout: group, entries }));
    compute.dispatchWorkgroups(...job.groups);
    compute.end();
    device.queue.submit([encoder.finish()]);
    await write(job, made);
  },
  async draw(job) {
    const { layout, entries } = buffers(job, GPUShaderStage.FRAGMENT);
    textures(job, layout, entries);
    const group = device.createBindGroupLayout({ entries: layout });
    const size = [job.width, job.height], row = (4 * job.width + 255) & ~255;
    const attributes = [["float32x3", 0], ["float32x4", 12], ["float32x2", 28]].map(([format, offset], shaderLocation) => ({ format, offset, shaderLocation }));
    const pipeline = await device.createRenderPipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts: [group] }),
      vertex: { module: shaderModule(job.vertex), entryPoint: "vertex_main", buffers: [{ arrayStride: 36, attributes }] },
      primitive: { topology: "triangle-list", frontFace: "ccw" },
      depthStencil: { format: "depth32float", depthWriteEnabled: true, depthCompare: "less" },
      fragment: { module: shaderModule(job.source), entryPoint: job.entry, constants: job.constants, targets: [{ format: "rgba8unorm" }] },
    });
    const target = device.createTexture({ size, format: "rgba8unorm", usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC });
    const depth = device.createTexture({ size, format: "depth32float", usage: GPUTextureUsage.RENDER_ATTACHMENT });
    const data = readFileSync(job.vertices);
    const vertices = device.createBuffer({ size: data.length, usage: GPUBufferUsage.VERTEX, mappedAtCreation: true });
    new Uint8Array(vertices.getMappedRange()).set(data);
    vertices.unmap();
    const encoder = device.createCommandEncoder();
    const drawing = encoder.beginRenderPass({
      colorAttachments: [{ view: target.createView(), loadOp: "clear", storeOp: "store", clearValue: job.background.map((c) => c / 255) }],
      depthStencilAttachment: { view: depth.createView(), depthLoadOp: "clear", depthStoreOp: "store", depthClearValue: 1 },
    });
    drawing.setPipeline(pipeline);
    drawing.setBindGroup(0, device.createBindGroup({ layout: group, entries }));
    drawing.setVertexBuffer(0, vertices);
    drawing.draw(job.count);
    drawing.end();
    const copy = device.createBuffer({ size: row * job.height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    encoder.copyTextureToBuffer({ texture: target }, { buffer: copy, bytesPerRow: row }, size);
    device.queue.submit([encoder.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    const pixels = Buffer.from(copy.getMappedRange().slice(0)), rows = [];
    for (let y = 0; y < job.height; y++) rows.push(pixels.subarray(y * row, y * row + 4 * job.width));
    writeFileSync(job.after, Buffer.concat(rows));
  },
};

console.log(JSON.stringify({ adapter: `${adapter.info.description || adapter.info.device}`, half }));
for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  let answer = {};
  device.pushErrorScope("validation");
  try {
    await jobs[job.do](job);
  } catch (e) {
    answer = { error: `${e}`.slice(0, 2000) };
  }
  const wrong = await device.popErrorScope();
  if (wrong && !answer.error) answer = { error: wrong.message.slice(0, 2000) };
  console.log(JSON.stringify(answer));
}
process.exit(0);
