import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Environment, readEnvironment } from "../env.ts";
import { createInterpreter, type Interpreter } from "../skills/interpreter.ts";
import { toMissingSkill } from "../skills/missing-skill.ts";
import { type OpenedSkill, openSkill } from "../skills/open-skill.ts";
import { createPythonAnalyser, type PythonAnalyser } from "../skills/python-analyser.ts";
import { createSkillCatalogue, type SkillCatalogue } from "../skills/skill-catalogue.ts";
import { findSkillRoots } from "../skills/skill-roots.ts";
import { skillHelpersPath } from "../skills/skill-runner.ts";

/** Skills as commands use them: read from the disk, without a server and without a database. */
export interface LocalSkills {
  readonly environment: Environment;
  readonly projectFolder: string;
  readonly helpersPath: string;
  readonly interpreter: Interpreter;
  readonly analyser: PythonAnalyser;
  readonly catalogue: SkillCatalogue;
  /** A skill by its path or, where there is no such path, by its name. One that is not there is a skill that does not load. */
  open(nameOrPath: string): Promise<OpenedSkill>;
}

/** Nothing is read before it is asked for. */
export function openLocalSkills(): LocalSkills {
  const environment = readEnvironment();
  const projectFolder = join(import.meta.dirname, "..", "..");
  const helpersPath = skillHelpersPath(projectFolder);
  const interpreter = createInterpreter(environment.pythonCommand, environment.searchPath);
  const analyser = createPythonAnalyser({ interpreter, helpersPath, searchPath: environment.searchPath });
  const catalogue = createSkillCatalogue({
    roots: () => findSkillRoots(projectFolder, environment.dataDir),
    analyser,
  });
  return {
    environment,
    projectFolder,
    helpersPath,
    interpreter,
    analyser,
    catalogue,
    async open(nameOrPath) {
      if (await isSkillPath(nameOrPath)) return openSkill(nameOrPath, analyser);
      const known = await catalogue.find(nameOrPath);
      if (known) return openSkill(known.folder, analyser);
      return toMissingSkill(nameOrPath);
    },
  };
}

/** A folder, or the manual in one. */
async function isSkillPath(path: string): Promise<boolean> {
  const entry = await stat(resolve(path)).catch(() => undefined);
  return (
    entry?.isDirectory() === true || (entry !== undefined && basename(path).toLowerCase() === "skill.md")
  );
}
