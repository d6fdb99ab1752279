import { constants } from "node:fs";
import { type FileHandle, open, readlink } from "node:fs/promises";
import { AppError } from "../contract/app-error.ts";
import { isInside, resolveInside } from "./resolve-inside.ts";

interface InsideFile {
  readonly content: Buffer;
  /** Permission bits. */
  readonly mode: number;
}

/** Never through a link in the last place, and without waiting for somebody at the other end of a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads an ordinary file of at most so many bytes below `root`. What was found out about it before may be true no longer: it may
 * be a link out, a pipe that nobody writes to or a device without end by now. So the file that was opened is looked at, not its path.
 *
 * `root` is a real path: one that is a link by now leads out like any other.
 *
 * Throws `AppError` ("forbidden") for what is none or lies elsewhere, ("too_large") for what is larger, and Node's own error where
 * nothing is there.
 */
export async function readInside(root: string, path: string, mostBytes: number): Promise<InsideFile> {
  const handle = await open(await resolveInside(root, path), READ);
  try {
    await refuseOutside(root, path, handle);
    const facts = await handle.stat();
    const { size, mode } = facts;
    if (!facts.isFile()) throw new AppError("forbidden", `${path} is no ordinary file.`);
    if (size > mostBytes) throw new AppError("too_large", `${path} has more than ${mostBytes} bytes.`);
    return { content: await readBytes(handle, size), mode: mode & 0o777 };
  } finally {
    await handle.close();
  }
}

/** The system's own word on where the open file lies; only Linux gives it. */
async function refuseOutside(root: string, path: string, { fd }: FileHandle): Promise<void> {
  if (process.platform !== "linux") return;
  const place = await readlink(`/proc/self/fd/${fd}`);
  if (!isInside(root, place)) throw new AppError("forbidden", `${path} leaves its folder.`);
}

/** No more than it had when it was looked at: a file that grows is read no further. */
async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const content = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(content, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return content.subarray(0, at);
}
