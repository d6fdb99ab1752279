import { join, resolve } from "node:path";
import { createNewSkill } from "../../skills/new-skill.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { ownCommand } from "../own-command.ts";

export interface NewOptions {
  readonly json: boolean;
  readonly name: string;
  /** Folder to make it in; undefined for the data folder's skills. */
  readonly in: string | undefined;
}

/** Makes a working skill to begin with. */
export async function newSkill(options: NewOptions, output: Output): Promise<number> {
  const { environment } = openLocalSkills();
  const parent = options.in === undefined ? join(environment.dataDir, "skills") : resolve(options.in);
  const files = await createNewSkill(parent, options.name);
  const folder = join(parent, options.name);
  if (options.json) output.print(JSON.stringify({ name: options.name, folder, files }));
  else {
    output.print(folder);
    for (const file of files) output.print(`  ${file}`);
    const shown = options.in === undefined ? options.name : folder;
    output.tell(`Try it: ${ownCommand()} skills validate ${shown} && ${ownCommand()} skills test ${shown}`);
  }
  return 0;
}
