import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { ZipFile as ZipWriter } from "yazl";
import { AppError } from "../../contract/app-error.ts";
import { LARGEST_ORG_ARCHIVE, type OrgFile } from "../../contract/org-files.ts";
import { ORG_FILE, ORG_FILE_LIMITS } from "./org-bundle.ts";
import { createSizeCheck, isOrgPath } from "./org-paths.ts";

/** The first moment a zip can name: the same files give the same archive. */
const NO_TIME = new Date(1980, 0, 1);
const LINK = 0o120000;

/** Files as one archive. The same files give the same bytes. */
export async function toZip(files: readonly OrgFile[]): Promise<Uint8Array> {
  const zip = new ZipWriter();
  for (const { path, content } of files)
    zip.addBuffer(Buffer.from(content), path, { mtime: NO_TIME, mode: 0o100644, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/**
 * The files of an exported org in an archive from anywhere, in its root or in one folder; others in it are left out.
 *
 * Nothing is written to disk. Names that lead outside, links, encryption and sizes that do not hold are refused with
 * `invalid`; counts and sizes over the limits with `too_large`, before and while unpacking.
 */
export async function fromZip(archive: Uint8Array): Promise<readonly OrgFile[]> {
  if (archive.byteLength > LARGEST_ORG_ARCHIVE)
    throw new AppError("too_large", "The archive is larger than an org can be.");
  try {
    const zip = await fromBufferPromise(Buffer.from(archive), { lazyEntries: true, strictFileNames: true });
    return await unpack(zip);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("invalid", `This is no zip archive that can be read: ${reason}`, { cause });
  }
}

async function unpack(zip: ZipFile): Promise<readonly OrgFile[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
    if (entries.length > ORG_FILE_LIMITS.files)
      throw new AppError("too_large", `The archive holds more than ${ORG_FILE_LIMITS.files} files.`);
  }
  const root = entries
    .map(({ fileName }) => fileName)
    .filter((name) => name === ORG_FILE || /^[^/]+\/org\.yaml$/.test(name))
    .sort((one, other) => one.length - other.length)[0]
    ?.slice(0, -ORG_FILE.length);
  if (root === undefined) throw new AppError("invalid", `The archive holds no ${ORG_FILE}.`);
  const check = createSizeCheck();
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) {
    const path = entry.fileName.slice(root.length);
    if (!entry.fileName.startsWith(root) || !isOrgPath(path)) continue;
    refuseOdd(entry, files.has(path));
    check(path, entry.uncompressedSize);
    // The stream ends with an error as soon as it is longer than the archive said.
    files.set(path, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return [...files].map(([path, content]) => ({ path, content }));
}

function refuseOdd(entry: Entry, isThere: boolean): void {
  if (isThere) throw new AppError("invalid", `The archive holds ${entry.fileName} twice.`);
  if (entry.isEncrypted()) throw new AppError("invalid", `${entry.fileName} is encrypted.`);
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === LINK)
    throw new AppError("invalid", `${entry.fileName} is a link; an org's files are plain files.`);
}
