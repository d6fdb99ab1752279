import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../../contract/error-code.ts";

/** A folder that is held open: what is done through `at` happens in it, wherever its path leads by then. */
export interface HeldFolder {
  /** The path of an entry, by way of the open folder. */
  at(name: string): string;
  /** The folder itself, for listing it. */
  readonly path: string;
  close(): Promise<void>;
}

/** Only Linux names open folders; elsewhere paths are used as they are, and a swap in between is not noticed. */
const CAN_HOLD = process.platform === "linux";
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a folder below `root` part by part, each from within the one before and never through a link: a folder that somebody
 * swaps for a link after the path was checked is refused with ELOOP or ENOTDIR.
 *
 * @param root a real path
 * @param parts names below it, none of them `.` or `..`
 */
export async function holdFolder(
  root: string,
  parts: readonly string[],
  { create = false }: { readonly create?: boolean } = {},
): Promise<HeldFolder> {
  if (!CAN_HOLD) {
    const path = join(root, ...parts);
    if (create) await mkdir(path, { recursive: true });
    return { path, at: (name) => join(path, name), close: async () => undefined };
  }
  let handle = await open(root, FOLDER);
  for (const part of parts) {
    const parent = handle;
    try {
      if (create) await makeFolder(`${pathOf(parent)}/${part}`);
      handle = await open(`${pathOf(parent)}/${part}`, FOLDER);
    } finally {
      await parent.close();
    }
  }
  const path = pathOf(handle);
  return { path, at: (name) => `${path}/${name}`, close: () => handle.close() };
}

function pathOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
}
