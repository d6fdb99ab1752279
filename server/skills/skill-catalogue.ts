import { readdir } from "node:fs/promises";
import type { SkillFinding } from "../contract/api.ts";
import { loadSkill } from "./load-skill.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import { isFolderName, readSkillFolder } from "./skill-folder.ts";
import type { SkillRecord, SkillRoot } from "./skill-record.ts";
import { watchFolders } from "./watch-folders.ts";

/** Every skill there is. What it answers is never older than `freshForMs`, and unchanged skills cost no reading. */
export interface SkillCatalogue {
  /** One record a folder, usable or not, by name. */
  list(): Promise<readonly SkillRecord[]>;
  find(name: string): Promise<SkillRecord | undefined>;
  /** Tells when something in a skills folder changed. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface SkillCatalogueOptions {
  /** In order of precedence: of two skills with one name, the one in the later root counts. */
  readonly roots: readonly SkillRoot[];
  readonly analyser: PythonAnalyser;
  /** How long an answer may be repeated without looking at the disk. */
  readonly freshForMs?: number;
}

interface Entry {
  readonly signature: string;
  readonly record: SkillRecord;
  readonly checkedAt: number;
  readonly freshForMs: number;
}

const MAX_FOLDERS = 2_000;
/** A failed analysis is tried again after this time, not at every look. */
const RETRY_AFTER_MS = 10_000;

export function createSkillCatalogue(options: SkillCatalogueOptions): SkillCatalogue {
  const shelves = options.roots.map((root) => createShelf(root, options));
  const watcher = watchFolders(options.roots.map((root) => root.path));

  const find = async (name: string): Promise<SkillRecord | undefined> => {
    const found: SkillRecord[] = [];
    for (const shelf of shelves) {
      const record = await shelf.find(name);
      if (record) found.push(record);
    }
    const winner = found.at(-1);
    return winner && found.length > 1 ? withShadow(winner, found) : winner;
  };

  return {
    find,
    async list() {
      const names = new Set((await Promise.all(shelves.map((shelf) => shelf.names()))).flat());
      const records = await Promise.all([...names].sort().map(find));
      return records.filter((record) => record !== undefined);
    },
    subscribe: watcher.subscribe,
    close: watcher.close,
  };
}

const shadowed = new WeakMap<SkillRecord, SkillRecord>();

function withShadow(winner: SkillRecord, found: readonly SkillRecord[]): SkillRecord {
  const known = shadowed.get(winner);
  if (known) return known;
  const roots = found
    .slice(0, -1)
    .map((record) => record.root)
    .join(", ");
  const finding: SkillFinding = {
    level: "warning",
    rule: "shadows",
    message: `It stands in for the skill of the same name in ${roots}.`,
  };
  const record = { ...winner, findings: [...winner.findings, finding] };
  shadowed.set(winner, record);
  return record;
}

interface Shelf {
  names(): Promise<readonly string[]>;
  find(name: string): Promise<SkillRecord | undefined>;
}

/** The skills of one root, each kept until its folder changes. */
function createShelf(root: SkillRoot, options: SkillCatalogueOptions): Shelf {
  const entries = new Map<string, Entry>();
  const looking = new Map<string, Promise<SkillRecord | undefined>>();
  const freshForMs = options.freshForMs ?? 300;

  const look = async (name: string): Promise<SkillRecord | undefined> => {
    const folder = await readSkillFolder(root.path, name);
    if (!folder) {
      entries.delete(name);
      return undefined;
    }
    const known = entries.get(name);
    if (known?.signature === folder.signature && known.freshForMs === freshForMs) {
      entries.set(name, { ...known, checkedAt: performance.now() });
      return known.record;
    }
    const { record, isComplete } = await loadSkill(root, name, { folder, analyser: options.analyser });
    entries.set(name, {
      signature: folder.signature,
      record,
      checkedAt: performance.now(),
      freshForMs: isComplete ? freshForMs : RETRY_AFTER_MS,
    });
    return record;
  };

  const begin = (name: string): Promise<SkillRecord | undefined> => {
    const started = look(name).finally(() => looking.delete(name));
    looking.set(name, started);
    return started;
  };

  return {
    async names() {
      const names = await readdir(root.path).catch(() => []);
      return names.filter(isFolderName).slice(0, MAX_FOLDERS);
    },
    find(name) {
      const known = entries.get(name);
      if (known && performance.now() - known.checkedAt < known.freshForMs)
        return Promise.resolve(known.record);
      return looking.get(name) ?? begin(name);
    },
  };
}
