import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { AppError } from "../contract/app-error.ts";

/**
 * Turns a path that came from outside into a real path below `root`, or refuses it: the one guard in front of the file system.
 *
 * Refused with `AppError("forbidden")`: absolute paths, `..` that leaves the root, names with backslashes or zero bytes, and
 * anything a symbolic link leads out (a link to nowhere included, because writing through it would create its target).
 * The last parts need not exist. The root has to. It answers for the moment of the call: whoever may change folders below
 * the root at the same time can still swap a link in afterwards.
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  if (path.includes("\0") || path.includes("\\")) throw refusal(path);
  if (isAbsolute(path)) throw refusal(path);
  const realRoot = await realpath(root);
  const wanted = resolve(realRoot, path);
  if (!isInside(realRoot, wanted)) throw refusal(path);
  const { existing, rest } = await splitAtExisting(wanted, path);
  const real = await realpath(existing);
  if (!isInside(realRoot, real)) throw refusal(path);
  return rest.length === 0 ? real : resolve(real, ...rest);
}

/** True for the root itself and everything below it; a sibling whose name merely begins like the root is outside. */
export function isInside(root: string, path: string): boolean {
  const step = relative(root, path);
  return step === "" || (step !== ".." && !step.startsWith(`..${sep}`) && !isAbsolute(step));
}

async function splitAtExisting(wanted: string, shown: string): Promise<{ existing: string; rest: string[] }> {
  const rest: string[] = [];
  for (let existing = wanted; ; existing = dirname(existing)) {
    if (await canBeResolved(existing, shown)) return { existing, rest };
    rest.unshift(existing.slice(dirname(existing).length).replace(/^[/\\]/, ""));
  }
}

async function canBeResolved(path: string, shown: string): Promise<boolean> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    // ENOTDIR: a file stands where the path wants a folder; the parent decides.
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw refusal(shown, error);
  });
  if (entry === undefined) return false;
  await realpath(path).catch((error: unknown) => {
    throw refusal(shown, error);
  });
  return true;
}

function refusal(path: string, cause?: unknown): AppError {
  const shown = path.length > 200 ? `${path.slice(0, 200)}...` : path;
  return new AppError("forbidden", `The path ${JSON.stringify(shown)} leaves its folder.`, { cause });
}
