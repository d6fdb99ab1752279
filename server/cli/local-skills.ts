import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "../contract/app-error.ts";
import { type Environment, readEnvironment } from "../env.ts";
import { createInterpreter, type Interpreter } from "../skills/interpreter.ts";
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
  /** A skill by its path or, where there is no such path, by its name. Throws an `AppError` ("not_found"). */
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
      if (existsSync(resolve(nameOrPath))) return openSkill(nameOrPath, analyser);
      const known = await catalogue.find(nameOrPath);
      if (known) return openSkill(known.folder, analyser);
      throw new AppError("not_found", `There is no skill ${nameOrPath}, neither as a path nor as a name.`);
    },
  };
}
