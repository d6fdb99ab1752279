import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import mime from "mime";
import type { ArtifactReference } from "../contract/tool-result.ts";
import type { ToolContext } from "../engine/tool.ts";
import { distinctName, plainFileName } from "./file-names.ts";
import type { RunFiles } from "./run-files.ts";

/** A folder of one call's own: the run's files go in under their names, and what is new or changed afterwards comes out. */
export interface WorkFolder {
  /** Sentences about files that were left out. */
  readonly notes: readonly string[];
  /** Keeps new and changed files as artifacts; the notes say what was not kept. */
  collect(
    context: ToolContext,
  ): Promise<{ readonly artifacts: readonly ArtifactReference[]; readonly notes: readonly string[] }>;
}

const PREFIX = "call-";
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_INPUT_FILES = 500;
const MAX_INPUT_BYTES = 500_000_000;
const MAX_OUTPUT_FILES = 50;
const MAX_OUTPUT_FILE_BYTES = 50_000_000;
const MAX_OUTPUT_BYTES = 200_000_000;
const MAX_VISITED = 10_000;
/** About single files that were not kept: the model reads all of them. */
const MAX_NOTES = 20;

/** Makes an empty folder in `parent`, with a hidden one for temporary files; gives its path. */
export async function makeWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, PREFIX));
  await mkdir(temporaryPathOf(path));
  return path;
}

/** The hidden folder for temporary files. */
export function temporaryPathOf(path: string): string {
  return join(path, ".openhive-tmp");
}

/** Removes a folder with all that is in it. */
export function removeWorkFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Fills the empty folder with the run's files. */
export async function fillWorkFolder(
  path: string,
  { files, context }: { readonly files: RunFiles; readonly context: ToolContext },
): Promise<WorkFolder> {
  const notes: string[] = [];
  const given = await prepare(path, { files, context, notes });
  return {
    notes,
    collect: (callContext) => collect(path, { files, context: callContext, given }),
  };
}

interface Preparation {
  readonly files: RunFiles;
  readonly context: ToolContext;
  readonly notes: string[];
}

/** How a file was when it was put in. */
interface Given {
  readonly hash: string;
  readonly ctimeMs: number;
}

/** Writes the run's files and remembers each by its name. */
async function prepare(
  path: string,
  { files, context, notes }: Preparation,
): Promise<ReadonlyMap<string, Given>> {
  const given = new Map<string, Given>();
  let room = MAX_INPUT_BYTES;
  for (const reference of await files.list(context.runId)) {
    if (given.size >= MAX_INPUT_FILES || reference.size > room) {
      notes.push(
        `${reference.name} was not put into the working folder: the run's files are too many or too large.`,
      );
      continue;
    }
    room -= reference.size;
    const name = distinctName(plainFileName(reference.name), (taken) => given.has(taken));
    const content = await files.read(reference.artifactId);
    await writeFile(join(path, name), content);
    given.set(name, { hash: hashOf(content), ctimeMs: (await lstat(join(path, name))).ctimeMs });
  }
  return given;
}

interface Collection {
  readonly files: RunFiles;
  readonly context: ToolContext;
  readonly given: ReadonlyMap<string, Given>;
}

async function collect(path: string, { files, context, given }: Collection) {
  const artifacts: ArtifactReference[] = [];
  const notes: string[] = [];
  const found = await changedFiles(path, given, notes);
  if (found.length === 0) return { artifacts, notes };
  const taken = new Set((await files.list(context.runId)).map((reference) => plainFileName(reference.name)));
  for (const file of found) {
    const name = distinctName(plainFileName(file.path.replaceAll("/", "-")), (other) => taken.has(other));
    taken.add(name);
    const mediaType = mime.getType(name) ?? "application/octet-stream";
    const artifact = await files.keep(context, { name, mediaType, content: file.content });
    context.emit({ type: "artifact.created", callId: context.callId, ...artifact });
    artifacts.push(artifact);
  }
  return { artifacts, notes };
}

interface FoundFile {
  readonly path: string;
  readonly content: Buffer;
}

async function changedFiles(
  root: string,
  given: ReadonlyMap<string, Given>,
  notes: string[],
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const left: string[] = [];
  let room = MAX_OUTPUT_BYTES;
  for (const path of await listFiles(root)) {
    const entry = await lstat(join(root, path));
    const before = given.get(path);
    if (before?.ctimeMs === entry.ctimeMs) continue;
    const problem = sizeProblem(entry.size, room, found.length);
    const content = problem === undefined ? await readFile(join(root, path)) : undefined;
    if (content === undefined) left.push(`${path} was not kept: ${problem}.`);
    else if (before?.hash !== hashOf(content)) {
      room -= content.byteLength;
      found.push({ path, content });
    }
  }
  notes.push(...shorten(left));
  return found;
}

function shorten(notes: readonly string[]): readonly string[] {
  if (notes.length <= MAX_NOTES) return notes;
  return [...notes.slice(0, MAX_NOTES), `${notes.length - MAX_NOTES} further files were not kept.`];
}

function sizeProblem(size: number, room: number, count: number): string | undefined {
  if (count >= MAX_OUTPUT_FILES) return `a call may make ${MAX_OUTPUT_FILES} files`;
  if (size > MAX_OUTPUT_FILE_BYTES) return `it is larger than ${MAX_OUTPUT_FILE_BYTES / 1e6} MB`;
  return size > room ? `the files of one call may have ${MAX_OUTPUT_BYTES / 1e6} MB together` : undefined;
}

/** Removes what calls left behind whose server was killed: folders that nothing has touched for a day. */
export async function removeOldWorkFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const entry = await lstat(join(parent, name)).catch(() => undefined);
    const isOld = entry !== undefined && Date.now() - entry.mtimeMs > MAX_AGE_MS;
    if (isOld && name.startsWith(PREFIX)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Plain files below the folder, in order of their paths. Hidden entries and links are not looked at. */
async function listFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [""];
  for (let visited = 0; folders.length > 0 && visited < MAX_VISITED; visited += 1) {
    const folder = folders.pop() ?? "";
    const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])).filter(
      isVisible,
    );
    const pathOf = (entry: Dirent): string => (folder === "" ? entry.name : `${folder}/${entry.name}`);
    visited += entries.length;
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(pathOf));
    files.push(...entries.filter((entry) => entry.isFile()).map(pathOf));
  }
  return files.sort();
}

function isVisible(entry: Dirent): boolean {
  return !entry.name.startsWith(".") && entry.name !== "__pycache__";
}

function hashOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
