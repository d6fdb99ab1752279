import { constants, type Dirent } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { codeOf } from "../../../contract/error-code.ts";
import { isInside, resolveInside } from "../../../security/resolve-inside.ts";
import { writeWhole } from "../../../security/write-whole.ts";
import { FileProblem } from "./file-problem.ts";
import { type HeldFolder, holdFolder } from "./held-folder.ts";
import { isHidden } from "./hidden-paths.ts";
import type { FolderUse } from "./measure-folder.ts";
import { ownName } from "./own-names.ts";
import type { WorkspaceRoom } from "./workspace-room.ts";

/** Bytes of the longest file that the tools read or leave behind. */
export const MAX_FILE = 10_000_000;

export interface WorkspaceFile {
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
}

export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  readonly changedAt: Date;
}

/** The folder that agents work in. Every path of a tool goes through here; all methods throw `FileProblem` and the like. */
export interface Workspace {
  /** The real path below the workspace, with `/`, after links were followed; empty for the workspace itself. */
  locate(path: string): Promise<string>;
  /** Undefined when there is none. */
  read(located: string): Promise<WorkspaceFile | undefined>;
  /** What a file's entry says; undefined when there is no file. */
  facts(located: string): Promise<FileFacts | undefined>;
  /** Entries that may be seen, by name. */
  list(located: string): Promise<readonly Dirent[]>;
  /** Writes a file whole or not at all, folders on the way included. */
  replace(located: string, file: WorkspaceFile): Promise<void>;
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the workspace in `folder` and makes the folder where there is none.
 *
 * @param room what may be written; absent where nothing is
 */
export async function openWorkspace(folder: string, room?: WorkspaceRoom): Promise<Workspace> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const root = await realpath(folder);
  return {
    async locate(path) {
      if (path.length > 1_000)
        throw new FileProblem("invalid_input", "The path is too long.", "Use a shorter one.");
      refuseHidden(path);
      const located = relative(root, await resolveInside(root, path))
        .split(sep)
        .join("/");
      refuseHidden(located);
      return located;
    },
    read: (located) => inFolder(root, located, (held, name) => readHeld({ root, held, name })),
    facts: (located) =>
      inFolder(root, located, async (held, name) => {
        const found = await lstat(held.at(name)).catch(() => undefined);
        return found?.isFile() ? { size: found.size, changedAt: found.mtime } : undefined;
      }),
    async list(located) {
      const held = await holdFolder(root, partsOf(located));
      try {
        const entries = await readdir(held.path, { withFileTypes: true });
        return entries
          .filter(({ name }) => !isHidden(name))
          .toSorted((left, right) => (left.name < right.name ? -1 : 1));
      } finally {
        await held.close();
      }
    },
    async replace(located, file) {
      if (located === "")
        throw new FileProblem("invalid_input", "This is the workspace itself.", "Name a file.");
      const write = () => replaceFile(root, located, file);
      if (!room) return write();
      await room.fill(root, await growth(join(root, located), file.bytes.length), write);
    },
  };
}

async function replaceFile(root: string, located: string, file: WorkspaceFile): Promise<void> {
  const top = await holdFolder(root, []);
  const held = await holdFolder(root, partsOf(parentOf(located)), { create: true }).catch(async (error) => {
    await top.close();
    throw error;
  });
  try {
    await writeWhole({ temporary: top.at(ownName()), path: held.at(basename(located)) }, file);
  } finally {
    await Promise.all([top.close(), held.close()]);
  }
}

/** What a folder has more by a file of that length; folders that have to be made for it are few and counted later. */
async function growth(path: string, length: number): Promise<FolderUse> {
  const before = await lstat(path).catch(() => undefined);
  return { bytes: length - (before?.size ?? 0), files: before === undefined ? 1 : 0 };
}

function refuseHidden(path: string): void {
  if (isHidden(path))
    throw new FileProblem("denied", "This path is not for tools.", "Keep your files under other names.");
}

async function inFolder<Found>(
  root: string,
  located: string,
  work: (held: HeldFolder, name: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  if (located === "") throw new FileProblem("tool_failed", "This is a folder.", "Use list_directory.");
  const held = await holdFolder(root, partsOf(parentOf(located))).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  try {
    return held === undefined ? undefined : await work(held, basename(located));
  } finally {
    await held?.close();
  }
}

interface HeldEntry {
  readonly root: string;
  readonly held: HeldFolder;
  readonly name: string;
}

async function readHeld({ root, held, name }: HeldEntry): Promise<WorkspaceFile | undefined> {
  const handle = await open(held.at(name), READ).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  try {
    if (handle === undefined) return undefined;
    await refuseOutside(root, handle);
    const { size, mode, nlink } = await checked(handle);
    if (nlink > 1)
      throw new FileProblem(
        "denied",
        "The file has a second name elsewhere (a hard link), so it may be a file from outside.",
        "Use a file that the workspace has to itself.",
      );
    if (size > MAX_FILE) throw tooLarge(size);
    const bytes = await readUpTo(handle);
    return { bytes, mode: mode & 0o777 };
  } finally {
    await handle?.close();
  }
}

async function checked(handle: FileHandle) {
  const facts = await handle.stat();
  if (facts.isDirectory()) throw new FileProblem("tool_failed", "This is a folder.", "Use list_directory.");
  if (!facts.isFile())
    throw new FileProblem("denied", "This is no ordinary file but a device or a pipe.", "Use another path.");
  return facts;
}

/** A file that grows while it is read is no longer than the limit either. */
async function readUpTo(handle: FileHandle): Promise<Buffer> {
  const bytes = await handle.readFile();
  if (bytes.length > MAX_FILE) throw tooLarge(bytes.length);
  return bytes;
}

/** The system's own word on where the open file lies, after every check that came before opening it. */
async function refuseOutside(root: string, { fd }: FileHandle): Promise<void> {
  if (process.platform !== "linux") return;
  const path = await readlink(`/proc/self/fd/${fd}`);
  if (!isInside(root, path))
    throw new FileProblem("denied", "The file lies outside the workspace.", "Use another path.");
}

function parentOf(located: string): string {
  const parent = dirname(located);
  return parent === "." ? "" : parent;
}

function partsOf(located: string): readonly string[] {
  return located === "" ? [] : located.split("/");
}

function tooLarge(size: number): FileProblem {
  return new FileProblem(
    "limit_reached",
    `The file has ${size} bytes; the tools take ${MAX_FILE}.`,
    "Work with smaller files.",
  );
}
