"""Programs of others that run shaders, each a process that answers jobs, with a time limit for each job."""
import json
import os
import select
import subprocess

SECONDS = 40  # for a shader; SwiftShader hangs on a few


class Runner:
    """name: in lines and files; command: a worker (wgslworker.py, wgslworker.mjs); driver: the file that describes the Vulkan driver."""

    def __init__(self, name, command, driver):
        self.name, self.command, self.driver, self.process = name, [str(c) for c in command], driver, None
        self.adapter, self.half = "", False

    SECONDS, LATE = SECONDS, "no end"

    def start(self):
        env = {**os.environ, "VK_ICD_FILENAMES": self.driver, "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", "/tmp")}
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1, env=env)
        answer = self.answer()
        if not answer or "adapter" not in answer:
            self.stop()
            return False
        self.adapter, self.half = answer["adapter"], answer["half"]
        return True

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def answer(self):
        """The next line as JSON; None when there is none in time, or the process has ended."""
        if not select.select([self.process.stdout], [], [], SECONDS)[0]:
            return None
        line = self.process.stdout.readline()
        return json.loads(line) if line.startswith("{") else None

    def run(self, job):
        """None when the job is done, otherwise why not."""
        if self.process is None and not self.start():
            return "it does not start"
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            answer = self.answer()
        except BrokenPipeError:
            answer = None
        if answer is None:
            ended = self.process.poll()
            self.stop()
            return self.LATE if ended is None else f"it ends with {ended}"
        return answer.get("error")
