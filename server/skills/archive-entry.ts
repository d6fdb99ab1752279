import { AppError } from "../contract/app-error.ts";

/** A file of a skill on its way into or out of an archive. */
export interface ArchiveEntry {
  /** Relative, with `/` between its parts. */
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

export interface ArchiveLimits {
  /** Of the archive, and of all that it unpacks to. */
  readonly bytes: number;
  readonly entries: number;
  /** Of one file, unpacked. */
  readonly entryBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { bytes: 100_000_000, entries: 10_000, entryBytes: 20_000_000 };
const MAX_LEVELS = 16;

/** Gathers the files of an archive and refuses, with an `AppError` ("forbidden" or "too_large"), what no skill may hold. */
export class ArchiveEntries {
  readonly entries: ArchiveEntry[] = [];
  readonly #seen = new Set<string>();
  readonly #limits: ArchiveLimits;
  #count = 0;
  #bytes = 0;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  /** Counts an entry, file or not, and gives its path in plain form; undefined for what is left out. */
  admit(name: string): string | undefined {
    this.#count += 1;
    if (this.#count > this.#limits.entries)
      throw new AppError("too_large", `The archive has more than ${this.#limits.entries} entries.`);
    const path = plainPath(name);
    const isLeftOut = path
      .split("/")
      .some((part) => part.startsWith(".") || part === "__MACOSX" || part === "__pycache__");
    return path === "" || isLeftOut ? undefined : path;
  }

  /** Takes chunks as they are unpacked, so that what unpacks to too much is stopped on the way. */
  count(size: number): void {
    this.#bytes += size;
    if (this.#bytes > this.#limits.bytes)
      throw new AppError("too_large", `The archive unpacks to more than ${this.#limits.bytes / 1e6} MB.`);
  }

  add(entry: ArchiveEntry): void {
    const key = entry.path.normalize("NFC").toLowerCase();
    if (this.#seen.has(key)) throw new AppError("forbidden", `The archive holds ${entry.path} twice.`);
    this.#seen.add(key);
    this.entries.push(entry);
  }

  /** The bytes of one entry, capped whatever its header says. */
  async read(path: string, stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.byteLength;
      this.count(chunk.byteLength);
      if (size > this.#limits.entryBytes)
        throw new AppError("too_large", `${path} unpacks to more than ${this.#limits.entryBytes / 1e6} MB.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

export function refuseEntry(name: string, what: string): AppError {
  return new AppError(
    "forbidden",
    `The archive holds ${JSON.stringify(name.slice(0, 200))}, ${what}. Nothing was installed.`,
  );
}

function plainPath(name: string): string {
  const isOdd = /[\\\0]|\p{Cc}/u.test(name) || name.startsWith("/") || /^[A-Za-z]:/.test(name);
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  const isOutside =
    parts.includes("..") || parts.length > MAX_LEVELS || parts.some((part) => Buffer.byteLength(part) > 255);
  if (isOdd || isOutside) throw refuseEntry(name, "a path that leaves its folder or that no skill needs");
  return parts.join("/");
}
