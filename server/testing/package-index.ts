import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

/** A package index on the loopback address, as pip asks it (PEP 503). */
export interface PackageIndex {
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Adds a wheel with one module; gives its SHA-256 in hex. */
  addWheel(name: string, version: string, source: string): Promise<string>;
  /** Adds a source archive with these files: a setup.py, or a pyproject.toml and what builds it. */
  addSource(name: string, version: string, files: Readonly<Record<string, string>>): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const WHEEL = `
import io, sys, zipfile
name, version, source = sys.argv[1:]
info = f"{name}-{version}.dist-info"
buffer = io.BytesIO()
with zipfile.ZipFile(buffer, "w") as wheel:
    wheel.writestr(f"{name}.py", source)
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", f"{name}.py,,\\n{info}/METADATA,,\\n{info}/WHEEL,,\\n{info}/RECORD,,\\n")
sys.stdout.buffer.write(buffer.getvalue())
`;

const SOURCE = `
import io, json, sys, tarfile
name, version, files = sys.argv[1:]
buffer = io.BytesIO()
with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
    for path, text in {**json.loads(files), "PKG-INFO": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n"}.items():
        entry = tarfile.TarInfo(f"{name}-{version}/{path}")
        entry.size = len(text.encode())
        archive.addfile(entry, io.BytesIO(text.encode()))
sys.stdout.buffer.write(buffer.getvalue())
`;

const run = promisify(execFile);

async function build(script: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run("python3", ["-c", script, ...args], { encoding: "buffer" });
  return stdout;
}

export async function createPackageIndex(): Promise<PackageIndex> {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const file = files.get(path.replace(/^\/files\//, ""));
    if (path.startsWith("/files/") && file) return response.end(file);
    const [, project = ""] = /^\/simple\/([^/]+)\/?$/.exec(path) ?? [];
    const own = [...files.keys()].filter((name) => name.startsWith(`${project}-`));
    if (own.length === 0) return response.writeHead(404).end();
    response.setHeader("content-type", "text/html");
    return response.end(own.map((name) => `<a href="/files/${name}">${name}</a>`).join("\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/simple`,
    asked,
    async addWheel(name, version, source) {
      const wheel = await build(WHEEL, [name, version, source]);
      files.set(`${name}-${version}-py3-none-any.whl`, wheel);
      return createHash("sha256").update(wheel).digest("hex");
    },
    async addSource(name, version, contents) {
      files.set(`${name}-${version}.tar.gz`, await build(SOURCE, [name, version, JSON.stringify(contents)]));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
