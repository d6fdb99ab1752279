import type { SkillFinding } from "../contract/api.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import type { SkillRecord, SkillRoot } from "./skill-record.ts";
import { createShelf, type Shelf } from "./skill-shelf.ts";
import { watchFolders } from "./watch-folders.ts";

/** One root as it stands now. */
export interface SkillRootState extends SkillRoot {
  readonly isThere: boolean;
  readonly skillCount: number;
  /** What is wrong with the root as a whole: folders that were not looked into. */
  readonly findings: readonly SkillFinding[];
}

/** Every skill there is. What it answers is never older than `freshForMs`, and unchanged skills cost no reading. */
export interface SkillCatalogue {
  /** One record a name, usable or not, by name. */
  list(): Promise<readonly SkillRecord[]>;
  find(name: string): Promise<SkillRecord | undefined>;
  /** In order of precedence. */
  roots(): Promise<readonly SkillRootState[]>;
  /** Tells when something in a skills folder changed. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface SkillCatalogueOptions {
  /** In order of precedence: of two skills with one name, the one in the later root counts. A function is asked at each look. */
  readonly roots: readonly SkillRoot[] | (() => Promise<readonly SkillRoot[]>);
  readonly analyser: PythonAnalyser;
  /** How long an answer may be repeated without looking at the disk. */
  readonly freshForMs?: number;
  /** Files besides the roots whose change may mean other roots. */
  readonly settingsFiles?: readonly string[];
}

export function createSkillCatalogue(options: SkillCatalogueOptions): SkillCatalogue {
  const { roots: given, settingsFiles = [] } = options;
  const shelfOptions = { analyser: options.analyser, freshForMs: options.freshForMs ?? 300 };
  const known = new Map<string, Shelf>();
  const readRoots = async (): Promise<readonly SkillRoot[]> =>
    typeof given === "function" ? given() : given;
  const shelves = async (): Promise<readonly Shelf[]> =>
    (await readRoots()).map((root) => {
      const key = `${root.label}\0${root.path}`;
      const shelf = known.get(key) ?? createShelf(root, shelfOptions);
      known.set(key, shelf);
      return shelf;
    });
  const watcher = watchFolders(async () => [
    ...(await readRoots()).map((root) => root.path),
    ...settingsFiles,
  ]);

  const findIn = async (all: readonly Shelf[], name: string): Promise<SkillRecord | undefined> => {
    const found: SkillRecord[] = [];
    for (const shelf of all) {
      const record = await shelf.find(name);
      if (record) found.push(record);
    }
    const winner = found.at(-1);
    return winner && found.length > 1 ? withShadow(winner, found.slice(0, -1)) : winner;
  };

  return {
    find: async (name) => findIn(await shelves(), name),
    async list() {
      const all = await shelves();
      const names = new Set((await Promise.all(all.map(namesOf))).flat());
      const records = await Promise.all([...names].sort().map((name) => findIn(all, name)));
      return records.filter((record) => record !== undefined);
    },
    roots: async () => Promise.all((await shelves()).map(toRootState)),
    subscribe: watcher.subscribe,
    close: watcher.close,
  };
}

async function namesOf(shelf: Shelf): Promise<readonly string[]> {
  return [...(await shelf.folders()).places.keys()];
}

async function toRootState(shelf: Shelf): Promise<SkillRootState> {
  const [isThere, { places, findings }] = await Promise.all([shelf.isThere(), shelf.folders()]);
  return { ...shelf.root, isThere, skillCount: places.size, findings };
}

const shadows = new WeakMap<SkillRecord, { readonly key: string; readonly record: SkillRecord }>();

/** The winner with a finding that names those it stands in for. The same again while nothing changes. */
function withShadow(winner: SkillRecord, losers: readonly SkillRecord[]): SkillRecord {
  const places = losers.map(({ root, folder }) => `${root} (${folder})`);
  const key = places.join("\n");
  const known = shadows.get(winner);
  if (known?.key === key) return known.record;
  const message = `It stands in for the skill of the same name in ${places.join(", ")}.`;
  const finding: SkillFinding = { level: "warning", rule: "shadows", message };
  const hides = losers.map(({ root, folder }) => ({ root, folder })).reverse();
  const record = { ...winner, findings: [...winner.findings, finding], hides };
  shadows.set(winner, { key, record });
  return record;
}
