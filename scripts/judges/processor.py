"""Perfetto's trace processor: asks SQL about a trace. As a program where one is installed, else as WebAssembly under Node."""
import os
import pathlib
import shutil
import subprocess

from perfetto.trace_processor import TraceProcessor, TraceProcessorConfig
from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory
from perfetto.trace_processor.rpc import TraceProcessorRpc

CHUNK = 1 << 20  # bytes of a trace in one request


class Pipe:
    """A byte stream to a process and back."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self, n):
        data = self.process.stdout.read(n)
        if len(data) < n:
            raise ConnectionError("the trace processor ended")
        return data

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Wasm:
    """The processor under Node."""

    def __init__(self, folder):
        self.protos = ProtoFactory(PlatformDelegate())
        self.pipe = Pipe("node", str(pathlib.Path(__file__).with_name("processor.cjs")), str(folder))
        self.rpc = TraceProcessorRpc(self.pipe, self.protos)
        self.version = self._ask("TPM_GET_STATUS").status.human_readable_version

    def _ask(self, method, **data):
        stream = self.protos.TraceProcessorRpcStream()
        message = stream.msg.add()
        message.request = getattr(self.protos.TraceProcessorRpc, method)
        for name, value in data.items():
            setattr(message, name, value)
        self.pipe.send(stream.SerializeToString())
        answer = self.protos.TraceProcessorRpc()
        answer.ParseFromString(self.rpc._read_payload())
        return answer

    def load(self, path):
        trace = path.read_bytes()
        for at in range(0, len(trace), CHUNK):
            error = self._ask("TPM_APPEND_TRACE_DATA", append_trace_data=trace[at:at + CHUNK]).append_result.error
            if error:
                raise ValueError(error)
        self._ask("TPM_FINALIZE_TRACE_DATA")

    def query(self, sql):
        result = self.rpc.execute_query(sql)
        if result.error:
            raise ValueError(result.error)
        rows = TraceProcessor.QueryResultIterator(result.column_names, result.batch)
        return [tuple(getattr(row, name) for name in result.column_names) for row in rows]

    def close(self):
        self.pipe.close()


class Shell:
    """The processor as a program of its own."""

    def __init__(self, program):
        self.program = program
        self.version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip().replace("\n", ", ")
        self.processor = None

    def load(self, path):
        self.close()
        self.processor = TraceProcessor(trace=str(path), config=TraceProcessorConfig(bin_path=self.program))

    def query(self, sql):
        rows = list(self.processor.query(sql))
        return [tuple(row.__dict__.values()) for row in rows]

    def close(self):
        if self.processor:
            self.processor.close()
            self.processor = None


def open_processor(path):
    """A trace processor that has read a trace, or None: TRACE_PROCESSOR names the program, TRACE_PROCESSOR_WASM the folder."""
    shell = os.environ.get("TRACE_PROCESSOR") or shutil.which("trace_processor_shell") or shutil.which("trace_processor")
    folder = os.environ.get("TRACE_PROCESSOR_WASM", "")
    if shell:
        processor = Shell(shell)
    elif shutil.which("node") and pathlib.Path(folder, "trace_processor.wasm").is_file():
        processor = Wasm(folder)
    else:
        return None
    processor.load(path)
    return processor
