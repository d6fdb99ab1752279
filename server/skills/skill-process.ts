import { cleanEnvironment } from "../security/child-process/clean-environment.ts";
import { installationOf, type Sandbox, SOCKET_INSIDE } from "../security/child-process/sandbox.ts";
import {
  type StartedProcess,
  startSupervised,
  startWhenRun,
} from "../security/child-process/supervised-process.ts";
import type { GuardedProxy } from "../security/outbound/guarded-proxy.ts";
import type { SkillRuntime } from "./environments/skill-environments.ts";
import { MAX_PROCESSES } from "./max-processes.ts";
import type { SkillRecord } from "./skill-record.ts";
import { makeWorkFolder, removeWorkFolder, temporaryPathOf } from "./work-folder.ts";

/** What runs, and with what in reach. */
export interface ProcessShape {
  readonly skill: SkillRecord;
  readonly runtime: SkillRuntime;
  /** What the supervisor does. */
  readonly supervised: readonly string[];
  /** Variables besides those of every call. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A process tree for one call, in a sandbox and a working folder of its own. */
export interface SkillProcess {
  readonly tree: StartedProcess;
  /** Path of the working folder, which is empty. */
  readonly folder: string;
  /** Ends the tree, where it has not ended, and removes the folder. Never rejects. */
  dispose(): Promise<void>;
}

export interface ProcessOptions {
  readonly sandbox: Sandbox;
  /** The one way to the network out of the sandbox. */
  readonly proxy: Pick<GuardedProxy, "socketFor">;
  /** Folder of the Python helpers. */
  readonly helpersPath: string;
  /** Working folders are made here and removed after each call. */
  readonly workPath: string;
  /** PATH of the processes. */
  readonly searchPath: string;
  /** Program that runs .js, .mjs and .cjs. */
  readonly nodeCommand: string;
  /** Of one call, all its processes together; 4 GB unless given. */
  readonly memoryBytes?: number | undefined;
  /** Of the working folder of one call; 2 GB unless given. */
  readonly diskBytes?: number | undefined;
}

const MEMORY_BYTES = 4 * 2 ** 30;
/** Of the working folder of one call. */
export const DISK_BYTES = 2 * 2 ** 30;

/** Starts a process tree for a call. Rejects when there is no room for its folder, or the sandbox is required and does not work. */
export async function startSkillProcess(options: ProcessOptions, shape: ProcessShape): Promise<SkillProcess> {
  const { helpersPath, nodeCommand, searchPath } = options;
  const { skill, runtime, supervised } = shape;
  const folder = await makeWorkFolder(options.workPath);
  const remove = (): Promise<void> => removeWorkFolder(folder).catch(() => undefined);
  try {
    // The skill, the helpers, and the programs that run it.
    const programs = [...runtime.folders, await installationOf(nodeCommand)];
    const { networkHosts } = skill;
    const hasProxy = networkHosts.length > 0;
    const launcher = await options.sandbox.launcher({
      workingFolder: folder,
      readable: [skill.folder, helpersPath, ...programs],
      hasNetwork: false,
      socket: hasProxy ? () => options.proxy.socketFor(networkHosts) : undefined,
    });
    const isContained = launcher.length > 0;
    const environment = { ...cleanEnvironment(searchPath, folder), ...shape.variables };
    environment["OPENHIVE_OUTPUT_DIR"] = folder;
    environment["TMPDIR"] = temporaryPathOf(folder);
    if (isContained && hasProxy) environment["OPENHIVE_PROXY_SOCKET"] = SOCKET_INSIDE;
    environment["OPENHIVE_DISK_LIMIT"] = String(options.diskBytes ?? DISK_BYTES);
    environment["OPENHIVE_MEMORY_LIMIT"] = String(options.memoryBytes ?? MEMORY_BYTES);
    environment["OPENHIVE_PROCESS_LIMIT"] = String(MAX_PROCESSES);
    if (isContained) environment["OPENHIVE_IS_CONTAINED"] = "1";
    const { python } = runtime;
    // A call waits for its request; a program would begin in a folder that is not filled yet.
    const start = supervised[0] === "call" ? startSupervised : startWhenRun;
    const tree = start({
      launcher,
      python,
      helpersPath,
      supervised,
      workingFolder: folder,
      environment,
    });
    return {
      tree,
      folder,
      async dispose() {
        tree.discard();
        await tree.ended;
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
