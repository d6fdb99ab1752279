import { open, readFile, realpath } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { isInside } from "../security/resolve-inside.ts";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Finds what a server's command means, without the network where that is possible.
 *
 * `node` is the Node that runs OpenHive. A bare name that is a program of an installed package, and `npx [-y] package` for an
 * installed package (of any version unless an exact one is asked for), run from `projectDir`/node_modules; JavaScript runs
 * under the current Node. Everything else is left to the PATH.
 */
export async function resolveCommand(given: Command, projectDir: string): Promise<Command> {
  if (given.command === "node") return { command: process.execPath, args: given.args };
  if (given.command === "npx") return (await resolveNpx(given.args, projectDir)) ?? given;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(given.command)) return given;
  const program = await realpath(join(projectDir, "node_modules", ".bin", given.command)).catch(
    () => undefined,
  );
  return program === undefined ? given : toRunnable(program, given.args);
}

interface PackageSpec {
  readonly name: string;
  readonly version: string | undefined;
  readonly rest: readonly string[];
}

async function resolveNpx(args: readonly string[], projectDir: string): Promise<Command | undefined> {
  const spec = readSpec(args);
  if (spec === undefined) return undefined;
  const folder = join(projectDir, "node_modules", spec.name);
  const manifest = await readManifest(folder);
  if (manifest === undefined || (spec.version !== undefined && spec.version !== manifest.version))
    return undefined;
  const program = await realpath(join(folder, manifest.program)).catch(() => undefined);
  if (program === undefined || !isInside(await realpath(folder), program)) return undefined;
  return toRunnable(program, spec.rest);
}

/** Flags but `-y` change what npx runs: those calls are left to npx itself. */
function readSpec(args: readonly string[]): PackageSpec | undefined {
  const start = args.findIndex((arg) => !["-y", "--yes", "-q", "--quiet"].includes(arg));
  const [, name, version] =
    /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@(.+))?$/.exec(args[start] ?? "") ?? [];
  if (name === undefined) return undefined;
  const isExact = version !== undefined && /^\d+\.\d+\.\d+/.test(version);
  return { name, version: isExact ? version : undefined, rest: args.slice(start + 1) };
}

async function readManifest(folder: string): Promise<{ program: string; version: string } | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Readonly<
      Record<string, unknown>
    >;
    const program = chooseProgram(manifest["bin"], basename(folder));
    return program === undefined ? undefined : { program, version: String(manifest["version"]) };
  } catch {
    return undefined;
  }
}

/** npm's own rule: the only program, or the one named like the package. */
function chooseProgram(bin: unknown, name: string): string | undefined {
  if (typeof bin === "string") return bin;
  if (typeof bin !== "object" || bin === null) return undefined;
  const programs = new Map(Object.entries(bin).map(([key, path]) => [key, String(path)]));
  return programs.size === 1 ? [...programs.values()][0] : programs.get(name);
}

async function toRunnable(program: string, args: readonly string[]): Promise<Command> {
  const isScript = [".js", ".mjs", ".cjs"].includes(extname(program)) || (await startsWithNode(program));
  return isScript ? { command: process.execPath, args: [program, ...args] } : { command: program, args };
}

async function startsWithNode(program: string): Promise<boolean> {
  const file = await open(program).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return /^#!.*\bnode\b/.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The PATH under which `#!/usr/bin/env node` finds the Node that runs OpenHive. */
export function pathWithOwnNode(path: string): string {
  const separator = process.platform === "win32" ? ";" : ":";
  return [dirname(process.execPath), path].filter((part) => part !== "").join(separator);
}
