"""Runs shaders with wgpu (wgpu-py) on the Vulkan driver that VK_ICD_FILENAMES names. Each line of standard input is a job (wgslrun.py) as JSON; each line of
standard output the answer: {} or {"error": TEXT}. The first line names the adapter and says whether it has f16."""
import json
import sys

import wgpu

USAGE = {"uniform": wgpu.BufferUsage.UNIFORM, "storage": wgpu.BufferUsage.STORAGE, "read-only-storage": wgpu.BufferUsage.STORAGE}


class Gpu:
    def __init__(self):
        self.adapter = wgpu.gpu.request_adapter_sync()
        features = [f for f in ("shader-f16",) if f in self.adapter.features]
        self.device = self.adapter.request_device_sync(required_features=features)
        self.half = bool(features)

    def buffers(self, job, visibility):
        """The buffers of a job with their contents, a layout and a bind group for group 0."""
        with open(job["before"], "rb") as f:
            before = f.read()
        layout, entries, made, at = [], [], [], 0
        for b in job["buffers"]:
            data = before[at:at + b["bytes"]]
            at += b["bytes"]
            buffer = self.device.create_buffer_with_data(data=data + b"\0" * (-len(data) % 4), usage=USAGE[b["type"]] | wgpu.BufferUsage.COPY_SRC)
            layout.append({"binding": b["binding"], "visibility": visibility, "buffer": {"type": b["type"]}})
            entries.append({"binding": b["binding"], "resource": {"buffer": buffer, "offset": 0, "size": buffer.size}})
            made.append((buffer, len(data)))
        return made, layout, entries

    def write(self, job, made):
        """Leaves what buffers hold in the file that the job names."""
        with open(job["after"], "wb") as f:
            for buffer, size in made:
                f.write(bytes(self.device.queue.read_buffer(buffer))[:size])

    def compute(self, job):
        module = self.module(job)
        made, layout, entries = self.buffers(job, wgpu.ShaderStage.COMPUTE)
        group = self.device.create_bind_group_layout(entries=layout)
        pipeline = self.device.create_compute_pipeline(layout=self.device.create_pipeline_layout(bind_group_layouts=[group]),
                                                       compute={"module": module, "entry_point": job["entry"]})
        encoder = self.device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        compute.set_pipeline(pipeline)
        compute.set_bind_group(0, self.device.create_bind_group(layout=group, entries=entries))
        compute.dispatch_workgroups(*job["groups"])
        compute.end()
        self.device.queue.submit([encoder.finish()])
        self.write(job, made)

    def module(self, job, key="source"):
        with open(job[key]) as f:
            return self.device.create_shader_module(code=f.read())

    def textures(self, job, layout, entries):
        """Adds textures and samplers of a job to a layout and its entries."""
        for t in job["textures"]:
            size = t["width"], t["height"], 1
            texture = self.device.create_texture(size=size, format="rgba8unorm", usage=wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_DST)
            with open(t["file"], "rb") as f:
                self.device.queue.write_texture({"texture": texture}, f.read(), {"bytes_per_row": 4 * size[0], "rows_per_image": size[1]}, size)
            layout.append({"binding": t["binding"], "visibility": wgpu.ShaderStage.FRAGMENT, "texture": {}})
            entries.append({"binding": t["binding"], "resource": texture.create_view()})
        for s in job["samplers"]:
            sampler = self.device.create_sampler(mag_filter=s["filter"], min_filter=s["filter"], address_mode_u="repeat", address_mode_v="repeat")
            layout.append({"binding": s["binding"], "visibility": wgpu.ShaderStage.FRAGMENT, "sampler": {}})
            entries.append({"binding": s["binding"], "resource": sampler})

    def draw(self, job):
        _, layout, entries = self.buffers(job, wgpu.ShaderStage.FRAGMENT)
        self.textures(job, layout, entries)
        group = self.device.create_bind_group_layout(entries=layout)
        width, height = job["width"], job["height"]
        attributes = [{"format": f, "offset": o, "shader_location": n} for n, (f, o) in enumerate((("float32x3", 0), ("float32x4", 12), ("float32x2", 28)))]
        pipeline = self.device.create_render_pipeline(
            layout=self.device.create_pipeline_layout(bind_group_layouts=[group]),
            vertex={"module": self.module(job, "vertex"), "entry_point": "vertex_main", "buffers": [{"array_stride": 36, "attributes": attributes}]},
            primitive={"topology": "triangle-list", "front_face": "ccw"},
            depth_stencil={"format": "depth32float", "depth_write_enabled": True, "depth_compare": "less"},
            fragment={"module": self.module(job), "entry_point": job["entry"], "constants": job["constants"], "targets": [{"format": "rgba8unorm"}]})
        target = self.device.create_texture(size=(width, height, 1), format="rgba8unorm", usage=wgpu.TextureUsage.RENDER_ATTACHMENT | wgpu.TextureUsage.COPY_SRC)
        depth = self.device.create_texture(size=(width, height, 1), format="depth32float", usage=wgpu.TextureUsage.RENDER_ATTACHMENT)
        with open(job["vertices"], "rb") as f:
            vertices = self.device.create_buffer_with_data(data=f.read(), usage=wgpu.BufferUsage.VERTEX)
        encoder = self.device.create_command_encoder()
        drawing = encoder.begin_render_pass(
            color_attachments=[{"view": target.create_view(), "load_op": "clear", "store_op": "store", "clear_value": [c / 255 for c in job["background"]]}],
            depth_stencil_attachment={"view": depth.create_view(), "depth_load_op": "clear", "depth_store_op": "store", "depth_clear_value": 1.0})
        drawing.set_pipeline(pipeline)
        drawing.set_bind_group(0, self.device.create_bind_group(layout=group, entries=entries))
        drawing.set_vertex_buffer(0, vertices)
        drawing.draw(job["count"])
        drawing.end()
        self.device.queue.submit([encoder.finish()])
        data = self.device.queue.read_texture({"texture": target}, {"bytes_per_row": 4 * width, "rows_per_image": height}, (width, height, 1))
        with open(job["after"], "wb") as f:
            f.write(bytes(data))


def main():
    gpu = Gpu()
    print(json.dumps({"adapter": gpu.adapter.info["description"] or gpu.adapter.info["device"], "half": gpu.half}), flush=True)
    for line in sys.stdin:
        job, answer = json.loads(line), {}
        try:
            getattr(gpu, job["do"])(job)
        except Exception as e:  # what wgpu refuses is an answer
            answer = {"error": f"{type(e).__name__}: {e}"[:2000]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
