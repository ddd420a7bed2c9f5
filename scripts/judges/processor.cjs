// Perfetto's trace processor, built for web pages (WebAssembly), as a process: its byte stream of requests is stdin, of answers
// stdout. The argument is the folder with engine_bundle.node.js and trace_processor.wasm.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { MessageChannel } = require("worker_threads");

const folder = path.resolve(process.argv[2]);

// The engine expects a web worker around it, and reads one file, by its name.
const give = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
give("self", globalThis);
give("WorkerGlobalScope", function () {});
give("location", { href: "file://" + folder + "/" });
give("XMLHttpRequest", class {
  open(_, url) {
    this.file = path.join(folder, path.basename(url));
  }
  send() {
    this.status = 200;
    this.response = new Uint8Array(fs.readFileSync(this.file)).buffer;
  }
});

// It asks with a tiny module, while it is read, for 64-bit addresses, which newer versions of Node have: that build is not here.
const Module = WebAssembly.Module;
WebAssembly.Module = function (bytes) {
  if (bytes.byteLength < 64) throw new WebAssembly.CompileError("32-bit addresses only");
  return new Module(bytes);
};

const said = []; // what it prints is no answer; shown when it fails
console.log = console.warn = console.info = (line) => said.push(String(line));
process.on("uncaughtException", (e) => {
  process.stderr.write([...said.slice(-5), e.stack || e, ""].join("\n"));
  process.exit(1);
});

vm.runInThisContext(fs.readFileSync(path.join(folder, "engine_bundle.node.js"), "utf8"));
WebAssembly.Module = Module;
const { port1, port2 } = new MessageChannel();
port2.on("message", (answer) => process.stdout.write(answer));
self.onmessage({ data: port1 });
process.stdin.on("data", (request) => port2.postMessage(new Uint8Array(request)));
process.stdin.on("end", () => process.exit(0));
