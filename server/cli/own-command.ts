import { basename, isAbsolute, relative } from "node:path";
import { isStartedByNpm } from "../env.ts";

interface StartedBy {
  /** The script that Node was started with. */
  readonly script: string | undefined;
  readonly isByNpm: boolean;
  readonly folder: string;
}

/**
 * The command line as people start it here: what `openhive` has to be written as, so that the next step can be copied. `npx
 * openhive` unless something else started this process.
 */
export function ownCommand({ script = "", isByNpm, folder }: StartedBy = thisProcess()): string {
  if (isByNpm) return "npx openhive";
  switch (basename(script)) {
    case "openhive":
      return "openhive";
    case "openhive.mjs":
      return `node ${quoted(shortest(script, folder))}`;
    default:
      return "npx openhive";
  }
}

function thisProcess(): StartedBy {
  return { script: process.argv[1], isByNpm: isStartedByNpm(), folder: process.cwd() };
}

/** Relative to the folder where the script lies below it. */
function shortest(script: string, folder: string): string {
  const path = relative(folder, script);
  return path.startsWith("..") || isAbsolute(path) ? script : path;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
