import { type ExecFileException, execFile } from "node:child_process";
import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment } from "./clean-environment.ts";

/** `auto` uses bubblewrap where it works; `required` runs nothing without it; `off` never uses it. */
export type SandboxMode = "auto" | "required" | "off";

/** What a call may reach besides the system's programs and libraries. */
export interface SandboxAccess {
  /** The one folder that may be written. */
  readonly workingFolder: string;
  /** Absolute paths that may be read. */
  readonly readable: readonly string[];
  /** The host's, whole. */
  readonly hasNetwork: boolean;
  /** Gives the path of a socket that is to be had inside, at `SOCKET_INSIDE`. Not asked where there is no sandbox. */
  readonly socket?: (() => Promise<string>) | undefined;
}

/** Where a sandbox has the socket that it was given. */
export const SOCKET_INSIDE = "/run/openhive.sock";

export interface SandboxState {
  readonly isOn: boolean;
  /** In a sentence: what holds, or why it does not. */
  readonly message: string;
  /** Why it does not, in a sentence; empty where it does or is not wanted. */
  readonly reason: string;
}

/** Keeps what skills run away from everything that is not theirs. */
export interface Sandbox {
  /**
   * The program and arguments to put in front of a command; empty where there is no sandbox. Rejects with a sentence when one
   * is required and does not work.
   */
  launcher(access: SandboxAccess): Promise<readonly string[]>;
  /** Never rejects. Found out once; anew after a try that failed for a reason that may pass. */
  state(): Promise<SandboxState>;
}

export interface SandboxOptions {
  readonly mode: SandboxMode;
  /** Where bubblewrap is looked for. */
  readonly searchPath: string;
  /** What it is for, as a sentence begins, and the variable that sets the mode. Absent: skills. */
  readonly use?: SandboxUse;
}

export interface SandboxUse {
  readonly what: string;
  readonly setting: string;
}

const run = promisify(execFile);
const SKILLS: SandboxUse = { what: "Skills", setting: "OPENHIVE_SKILL_SANDBOX" };

/** Of `/tmp` and of `/dev/shm` inside, which lie in memory. A call's own TMPDIR is a folder of its working folder. */
const TEMPORARY_BYTES = 64 * 2 ** 20;
const SYSTEM_FOLDERS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/** What programs need of the host's settings: names, certificates, time. Nothing with passwords. */
const SETTINGS = [
  "alternatives",
  "ca-certificates",
  "group",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "mime.types",
  "nsswitch.conf",
  "passwd",
  "pki",
  "resolv.conf",
  "services",
  "ssl",
  "timezone",
];

/**
 * A sandbox made by bubblewrap (Linux): a file system with the system's programs and the skill to read, one folder to write,
 * own processes that cannot see or signal others and end together, and no network unless the skill declares it.
 */
export function createSandbox({ mode, searchPath, use = SKILLS }: SandboxOptions): Sandbox {
  let found: Promise<SandboxState> | undefined;
  const find = async (): Promise<SandboxState> => {
    if (mode === "off") return offState(use);
    const { isFinal, ...state } = await probe(searchPath, use.what);
    if (!isFinal) found = undefined;
    return state;
  };
  const state = () => {
    found ??= find();
    return found;
  };
  return {
    state,
    async launcher(access) {
      const { isOn, reason } = await state();
      if (isOn) return ["bwrap", ...(await systemArguments()), ...(await accessArguments(access))];
      if (mode !== "required") return [];
      throw new Error(
        `${use.what} are not run. ${reason} ${use.setting} says that nothing is run without it.`,
      );
    },
  };
}

function offState({ what, setting }: SandboxUse): SandboxState {
  return { isOn: false, message: `${what} run without a sandbox, as ${setting} says.`, reason: "" };
}

function without(what: string, reason: string): SandboxState {
  return { isOn: false, message: `${what} run without a sandbox. ${reason}`, reason };
}

interface Probed extends SandboxState {
  /** False after a lack of time, memory, processes or files: that says nothing about bubblewrap. */
  readonly isFinal: boolean;
}

/**
 * Tries what calls will do, since a bubblewrap that is there may still not be allowed to work, as in many containers. Never
 * rejects.
 */
async function probe(searchPath: string, what: string): Promise<Probed> {
  if (process.platform !== "linux")
    return { ...without(what, "Bubblewrap is for Linux alone."), isFinal: true };
  try {
    const args = [...(await systemArguments()), "--unshare-net", "true"];
    await run("bwrap", args, { env: cleanEnvironment(searchPath, "/tmp"), timeout: 10_000 });
    return { isOn: true, message: `${what} run in a bubblewrap sandbox.`, reason: "", isFinal: true };
  } catch (thrown) {
    const error = thrown as ExecFileException & { readonly stderr?: string };
    const isMissing = error.code === "ENOENT";
    const hasEndedByItself = typeof error.code === "number" && error.killed !== true;
    const reason = isMissing
      ? "Bubblewrap is not installed. Install the package bubblewrap."
      : `Bubblewrap does not work here (${firstLine(error.stderr ?? "") || error.message.slice(0, 200)}).`;
    return { ...without(what, reason), isFinal: isMissing || hasEndedByItself };
  }
}

const firstLine = (text: string) => text.trim().split("\n")[0]?.slice(0, 200) ?? "";

let system: Promise<readonly string[]> | undefined;

function systemArguments(): Promise<readonly string[]> {
  system ??= readSystem();
  return system;
}

async function readSystem(): Promise<readonly string[]> {
  const folders = await Promise.all(SYSTEM_FOLDERS.map(systemFolder));
  const settings = SETTINGS.flatMap((name) => ["--ro-bind-try", join("/etc", name), join("/etc", name)]);
  return [
    "--die-with-parent",
    "--unshare-user-try",
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--ro-bind",
    "/usr",
    "/usr",
    ...folders.flat(),
    ...settings,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...["--size", String(TEMPORARY_BYTES), "--tmpfs", "/tmp"],
    // What lies there is memory that belongs to no process: half of the machine's, unless said.
    ...["--size", String(TEMPORARY_BYTES), "--tmpfs", "/dev/shm"],
    ...["--remount-ro", "/dev"],
  ];
}

/** `/bin` is a link into `/usr` on most systems, and a folder of its own on others. */
async function systemFolder(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink()) return ["--symlink", await readlink(path), path];
  return found?.isDirectory() ? ["--ro-bind", path, path] : [];
}

async function accessArguments(access: SandboxAccess): Promise<readonly string[]> {
  const { workingFolder, readable, hasNetwork, socket } = access;
  const paths = [...new Set(readable)].filter((path) => path !== "/usr" && !path.startsWith("/usr/"));
  return [
    ...paths.flatMap((path) => ["--ro-bind", path, path]),
    "--bind",
    workingFolder,
    workingFolder,
    "--chdir",
    workingFolder,
    ...(socket === undefined ? [] : ["--ro-bind", await socket(), SOCKET_INSIDE]),
    ...(hasNetwork ? [] : ["--unshare-net"]),
    "--remount-ro",
    "/",
    "--",
  ];
}

/** The folder that a program's installation lies in: above its `bin`, links followed. */
export async function installationOf(program: string): Promise<string> {
  const folder = dirname(await realpath(program));
  return folder.endsWith("/bin") ? dirname(folder) : folder;
}
