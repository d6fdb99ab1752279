import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { cleanEnvironment } from "../security/child-process/clean-environment.ts";

/** The real path of the Python program behind a command. */
export interface Interpreter {
  /** Rejects with a sentence for people when there is no Python 3.9 or newer. A failure is not remembered. */
  resolve(): Promise<string>;
  /** Absolute folders that it runs from: its installation and, in a virtual environment, that. Rejects as `resolve` does. */
  folders(): Promise<readonly string[]>;
  /** Tells this Python from others that need packages of their own: its full version and where it is. Rejects as `resolve` does. */
  identity(): Promise<string>;
}

const PROBE =
  "import sys; print('%d.%d' % sys.version_info[:2]); print('%s-%s' % (sys.implementation.name, sys.version.split()[0])); print(sys.executable); print(sys.prefix); print(sys.base_prefix)";

interface Found {
  readonly identity: string;
  readonly executable: string;
  readonly folders: readonly string[];
}

/**
 * Finds the Python program once, so that version managers' wrappers (slow, and in need of variables that calls do not
 * get) are passed by.
 */
export function createInterpreter(command: string, searchPath: string): Interpreter {
  let found: Promise<Found> | undefined;
  const find = () => {
    if (!found) {
      found = probe(command, searchPath);
      found.catch(() => {
        found = undefined;
      });
    }
    return found;
  };
  return {
    resolve: async () => (await find()).executable,
    folders: async () => (await find()).folders,
    identity: async () => (await find()).identity,
  };
}

function probe(command: string, searchPath: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    const options = { env: cleanEnvironment(searchPath, tmpdir()), timeout: 20_000, windowsHide: true };
    execFile(command, ["-I", "-c", PROBE], options, (error, stdout) => {
      const [version = "", build = "", executable = "", ...folders] = stdout.trim().split("\n");
      const [major = 0, minor = 0] = version.split(".").map(Number);
      if (error || executable === "") {
        reject(
          new Error(
            `Python was not found as "${command}". Install Python 3.9 or newer, or set OPENHIVE_PYTHON.`,
          ),
        );
      } else if (major !== 3 || minor < 9) {
        reject(
          new Error(`"${command}" is Python ${version}; skills need 3.9 or newer. Set OPENHIVE_PYTHON.`),
        );
      } else resolve({ identity: `${build} ${executable}`, executable, folders: [...new Set(folders)] });
    });
  });
}
