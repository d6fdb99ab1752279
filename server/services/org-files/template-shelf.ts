import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { OrgBundle } from "./org-bundle.ts";
import { readOrgFiles } from "./read-org-files.ts";
import { readOrgFolder } from "./read-org-folder.ts";

/** A template: an exported org whose slug is the name of its folder. */
export interface ShelvedTemplate extends OrgBundle {
  readonly slug: string;
}

/** The orgs that come with OpenHive to begin from. */
export interface TemplateShelf {
  /** By name of their folders; read once, as they do not change while the process lives. */
  list(): Promise<readonly ShelvedTemplate[]>;
}

/** Reads templates from a folder of exported orgs. */
export function createTemplateShelf(folder: string): TemplateShelf {
  let read: Promise<readonly ShelvedTemplate[]> | undefined;
  return {
    list() {
      read ??= readTemplates(folder).catch((error: unknown) => {
        read = undefined;
        throw error;
      });
      return read;
    },
  };
}

async function readTemplates(folder: string): Promise<readonly ShelvedTemplate[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => ({ ...readOrgFiles(await readOrgFolder(join(folder, name))), slug: name })),
  );
}
