import { stat } from "node:fs/promises";
import type { SkillFinding } from "../contract/api.ts";
import { type FoundFolders, findSkillFolders } from "./find-skill-folders.ts";
import { loadSkill } from "./load-skill.ts";
import type { PythonAnalyser } from "./python-analyser.ts";
import { readSkillFolder } from "./skill-folder.ts";
import type { SkillRecord, SkillRoot } from "./skill-record.ts";

/** The skills of one root, each kept until its folder changes. */
export interface Shelf {
  readonly root: SkillRoot;
  folders(): Promise<FoundFolders>;
  find(name: string): Promise<SkillRecord | undefined>;
  isThere(): Promise<boolean>;
}

export interface ShelfOptions {
  readonly analyser: PythonAnalyser;
  /** How long an answer may be repeated without looking at the disk. */
  readonly freshForMs: number;
}

interface Entry {
  readonly signature: string;
  readonly record: SkillRecord;
  readonly checkedAt: number;
  readonly freshForMs: number;
}

/** A failed analysis is tried again after this time, not at every look. */
const RETRY_AFTER_MS = 10_000;

export function createShelf(root: SkillRoot, { analyser, freshForMs }: ShelfOptions): Shelf {
  const entries = new Map<string, Entry>();
  const looking = new Map<string, Promise<SkillRecord | undefined>>();
  let folders: { readonly at: number; readonly found: Promise<FoundFolders> } | undefined;

  const findFolders = (): Promise<FoundFolders> => {
    if (folders && performance.now() - folders.at < freshForMs) return folders.found;
    folders = { at: performance.now(), found: findSkillFolders(root.path) };
    return folders.found;
  };

  const look = async (name: string): Promise<SkillRecord | undefined> => {
    const found = await findFolders();
    const place = found.places.get(name);
    const folder = place === undefined ? undefined : await readSkillFolder(root.path, place);
    if (!folder) {
      entries.delete(name);
      return undefined;
    }
    const others = found.taken.get(name) ?? [];
    const signature = [place, ...others, folder.signature].join("\n");
    const known = entries.get(name);
    if (known?.signature === signature && known.freshForMs === freshForMs) {
      entries.set(name, { ...known, checkedAt: performance.now() });
      return known.record;
    }
    const { record, isComplete } = await loadSkill(root, name, { folder, analyser });
    const complete = { ...record, findings: [...record.findings, ...takenFindings(others)] };
    entries.set(name, {
      signature,
      record: complete,
      checkedAt: performance.now(),
      freshForMs: isComplete ? freshForMs : RETRY_AFTER_MS,
    });
    return complete;
  };

  const begin = (name: string): Promise<SkillRecord | undefined> => {
    const started = look(name).finally(() => looking.delete(name));
    looking.set(name, started);
    return started;
  };

  return {
    root,
    folders: findFolders,
    find(name) {
      const known = entries.get(name);
      if (known && performance.now() - known.checkedAt < known.freshForMs)
        return Promise.resolve(known.record);
      return looking.get(name) ?? begin(name);
    },
    async isThere() {
      return (await stat(root.path).catch(() => undefined))?.isDirectory() === true;
    },
  };
}

function takenFindings(others: readonly string[]): readonly SkillFinding[] {
  if (others.length === 0) return [];
  const message = `The same root has further skills of this name, which are not used: ${others.slice(0, 10).join(", ")}. Rename their folders.`;
  return [{ level: "warning", rule: "name-taken", message }];
}
