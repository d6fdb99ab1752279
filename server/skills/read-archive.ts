import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { type Entry, openPromise } from "yauzl";
import { AppError } from "../contract/app-error.ts";
import {
  ARCHIVE_LIMITS,
  ArchiveEntries,
  type ArchiveEntry,
  type ArchiveLimits,
  refuseEntry,
} from "./archive-entry.ts";

/**
 * Reads the files of a .zip, .tar or .tar.gz, which is told by its first bytes. Nothing is written. Refused with an `AppError`:
 * paths that leave their folder, links, devices and pipes, encrypted or doubled entries, and what unpacks to too much.
 */
export async function readArchive(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<readonly ArchiveEntry[]> {
  const { size } = await stat(path);
  if (size > limits.bytes)
    throw new AppError("too_large", `The archive is larger than ${limits.bytes / 1e6} MB.`);
  const kind = await archiveKind(path);
  const entries = new ArchiveEntries(limits);
  try {
    if (kind === "zip") await readZip(path, entries);
    else await readTar(path, { entries, isZipped: kind === "gzip" });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("invalid", `The archive cannot be read: ${reason}.`, { cause: error });
  }
  return entries.entries;
}

async function archiveKind(path: string): Promise<"zip" | "gzip" | "tar"> {
  const file = await open(path, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(262), 0, 262, 0);
    if (buffer.toString("latin1", 0, 2) === "PK") return "zip";
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return "gzip";
    if (buffer.toString("latin1", 257, 262) === "ustar") return "tar";
    throw new AppError("invalid", "It is neither a .zip nor a .tar.gz.");
  } finally {
    await file.close();
  }
}

const FILE_KIND = 0o170000;
const PLAIN_FILE = 0o100000;
const FOLDER = 0o040000;

async function readZip(path: string, entries: ArchiveEntries): Promise<void> {
  const zip = await openPromise(path, { strictFileNames: true, validateEntrySizes: true });
  try {
    for await (const entry of zip.eachEntry()) {
      const plain = entries.admit(entry.fileName);
      const mode = entry.externalFileAttributes >>> 16;
      checkZipEntry(entry, mode);
      if (plain === undefined || entry.fileName.endsWith("/")) continue;
      const stream = await zip.openReadStreamPromise(entry);
      const content = await entries.read(plain, stream);
      entries.add({ path: plain, content, isExecutable: (mode & 0o100) !== 0 });
    }
  } finally {
    zip.close();
  }
}

function checkZipEntry(entry: Entry, mode: number): void {
  const kind = mode & FILE_KIND;
  if (kind !== 0 && kind !== PLAIN_FILE && kind !== FOLDER)
    throw refuseEntry(entry.fileName, "a link or a device");
  if (entry.isEncrypted()) throw refuseEntry(entry.fileName, "which is encrypted");
}

async function readTar(
  path: string,
  { entries, isZipped }: { readonly entries: ArchiveEntries; readonly isZipped: boolean },
): Promise<void> {
  const unpacked = extract();
  const source = createReadStream(path);
  const flow = isZipped ? pipeline(source, createGunzip(), unpacked) : pipeline(source, unpacked);
  // Read below; what fails there or here ends both.
  flow.catch(() => undefined);
  for await (const entry of unpacked) {
    const plain = entries.admit(entry.header.name);
    checkTarEntry(entry.header);
    const content = await entries.read(entry.header.name, entry as AsyncIterable<Uint8Array>);
    if (plain === undefined || entry.header.type === "directory") continue;
    entries.add({ path: plain, content, isExecutable: ((entry.header.mode ?? 0) & 0o100) !== 0 });
  }
  await flow;
}

function checkTarEntry({ name, type }: Header): void {
  if (
    type !== "file" &&
    type !== "contiguous-file" &&
    type !== "directory" &&
    type !== null &&
    type !== undefined
  )
    throw refuseEntry(name, "a link, a device or a pipe");
}
