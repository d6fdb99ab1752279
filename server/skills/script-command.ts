import { open } from "node:fs/promises";
import { basename, extname } from "node:path";

/** Programs that scripts can be run with. */
export interface ScriptPrograms {
  readonly python: string;
  readonly node: string;
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ".py": "python",
  ".js": "node",
  ".mjs": "node",
  ".cjs": "node",
  ".sh": "sh",
};
const INTERPRETERS = new Set(["python", "python3", "node", "sh", "bash"]);

/**
 * The argument vector that runs a script, without its own arguments: by its first line (`#!`) where that names Python, Node,
 * sh or bash, else by its extension. Undefined when neither says how.
 */
export async function toScriptCommand(
  path: string,
  programs: ScriptPrograms,
): Promise<readonly string[] | undefined> {
  const name = (await readShebang(path)) ?? BY_EXTENSION[extname(path).toLowerCase()];
  switch (name) {
    case undefined:
      return undefined;
    case "python":
    case "python3":
      return [programs.python, "-s", "-B", "-X", "utf8", path];
    case "node":
      return [programs.node, path];
    default:
      return [name, path];
  }
}

async function readShebang(path: string): Promise<string | undefined> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(200), 0, 200, 0);
    const line = buffer.toString("utf8", 0, bytesRead).split("\n", 1)[0] ?? "";
    const words = line.startsWith("#!") ? line.slice(2).trim().split(/\s+/) : [];
    const [program = "", next = ""] = words.map((word) => basename(word));
    const name = program === "env" ? next : program;
    return INTERPRETERS.has(name) ? name : undefined;
  } finally {
    await file.close();
  }
}
