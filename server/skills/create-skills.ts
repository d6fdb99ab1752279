import { createInTurns } from "../contract/in-turns.ts";
import { createSandbox, type Sandbox, type SandboxMode } from "../security/child-process/sandbox.ts";
import { readAllowedPlaces } from "../security/outbound/allowed-places.ts";
import { createGuardedProxy, removeOldProxies } from "../security/outbound/guarded-proxy.ts";
import { systemResolver } from "../security/outbound/resolve-place.ts";
import { createFoundSkills } from "./desk/found-skills.ts";
import { createSkillImports, type SkillImports } from "./desk/skill-imports.ts";
import { createSkillManuals, type SkillManuals } from "./desk/skill-manuals.ts";
import { createSkillMends, type SkillMends } from "./desk/skill-mends.ts";
import { createSkillTries, type SkillTries } from "./desk/skill-tries.ts";
import { createEnvironmentPages, type EnvironmentPages } from "./environments/follow-environment.ts";
import { createIndexProxy } from "./environments/index-proxy.ts";
import type { InstallMode } from "./environments/install-options.ts";
import { createSkillEnvironments, type SkillEnvironments } from "./environments/skill-environments.ts";
import { createGate } from "./gate.ts";
import { createInterpreter } from "./interpreter.ts";
import { createPythonAnalyser } from "./python-analyser.ts";
import { rememberAnalyses } from "./remember-analyses.ts";
import type { SharedRevisions } from "./revision-copies.ts";
import type { RunFiles } from "./run-files.ts";
import { createSkillBuiltins } from "./skill-builtins.ts";
import { createSkillCatalogue, type SkillCatalogue } from "./skill-catalogue.ts";
import { createSkillNews, type SkillNews } from "./skill-news.ts";
import { createSkillPages, type SkillPages } from "./skill-pages.ts";
import { type ProcessOptions, startSkillProcess } from "./skill-process.ts";
import { createSkillProjects, type SkillProjects } from "./skill-projects.ts";
import { createSkillPromptSource } from "./skill-prompt-source.ts";
import type { SkillRoot } from "./skill-record.ts";
import { createSkillRevisions, type SkillRevisions } from "./skill-revisions.ts";
import { createSkillRunner } from "./skill-runner.ts";
import type { DeclaredSecrets } from "./skill-secrets.ts";
import { createSkillToolSource } from "./skill-tool-source.ts";
import { createWarmProcesses } from "./warm-processes.ts";

export interface SkillsOptions {
  /** In order of precedence: the later root wins. */
  readonly roots: readonly SkillRoot[] | (() => Promise<readonly SkillRoot[]>);
  /** Names the projects whose skills are used: a change of it may mean other roots. */
  readonly projectsFile: string;
  /** The root in which skills are made and installed. */
  readonly ownPath: string;
  /** Copies of activated skills are kept here. */
  readonly revisionsPath: string;
  /** Where other processes find them that do not share that folder. */
  readonly sharedRevisions?: SharedRevisions | undefined;
  /** Virtual environments with packages of skills are kept here. */
  readonly environmentsPath: string;
  readonly installMode: InstallMode;
  /** Address of the package index. */
  readonly packageIndex: string;
  readonly pythonCommand: string;
  /** Processes at a time. */
  readonly pythonConcurrency: number;
  /** Processes that wait for calls at most: as many as may run at a time, unless given. */
  readonly warmProcesses?: number;
  readonly sandboxMode: SandboxMode;
  /** Of one call, all its processes together; 4 GB unless given. */
  readonly memoryBytes?: number;
  /** Of the working folder of one call; 2 GB unless given. */
  readonly diskBytes?: number;
  /** Places of the own network that skills with a declared network reach too, as `OPENHIVE_OUTBOUND_ALLOW` says them. */
  readonly outboundAllow?: readonly string[];
  /** Folder of the Python helpers: `server/skills/python` of the project. */
  readonly helpersPath: string;
  /** Working folders of calls are made here. */
  readonly workPath: string;
  readonly files: RunFiles;
  /** PATH of skill processes. */
  readonly searchPath: string;
  /** Program that runs .js scripts. */
  readonly nodeCommand: string;
  /** Hands out what skills declare; without it, skills that declare secrets cannot be called. */
  readonly secrets?: DeclaredSecrets | undefined;
  /** True for tool names that other kinds of tools have or may get. */
  readonly isReserved: (name: string) => boolean;
}

/** Everything skills bring to the server. */
export interface Skills {
  readonly catalogue: SkillCatalogue;
  readonly pages: SkillPages;
  readonly revisions: SkillRevisions;
  readonly environments: SkillEnvironments;
  readonly environmentPages: EnvironmentPages;
  readonly tries: SkillTries;
  readonly mends: SkillMends;
  readonly manuals: SkillManuals;
  readonly imports: SkillImports;
  readonly news: SkillNews;
  readonly sandbox: Sandbox;
  readonly projects: SkillProjects;
  readonly toolSource: ReturnType<typeof createSkillToolSource>;
  readonly promptSource: ReturnType<typeof createSkillPromptSource>;
  /** A family of built-in tools. */
  readonly builtins: ReturnType<typeof createSkillBuiltins>;
  /** Ends what goes on in the background. */
  close(): Promise<void>;
}

/** The ways out of the sandbox: of calls, and of installations. What servers left behind that were killed is removed. */
function openWays({ packageIndex: indexUrl, outboundAllow = [] }: SkillsOptions) {
  void removeOldProxies();
  const allowed = readAllowedPlaces(outboundAllow);
  return {
    toHosts: createGuardedProxy({ resolver: systemResolver, allowed }),
    toIndex: createIndexProxy({ indexUrl, outboundAllow }),
  };
}

/** Wires the feature's parts. Make it once a process: the gate counts the processes of all runs together. */
export function createSkills(options: SkillsOptions): Skills {
  const { helpersPath, searchPath, isReserved } = options;
  const interpreter = createInterpreter(options.pythonCommand, searchPath);
  const analyser = rememberAnalyses(createPythonAnalyser({ interpreter, helpersPath, searchPath }));
  const catalogue = createSkillCatalogue({
    roots: options.roots,
    analyser,
    settingsFiles: [options.projectsFile],
  });
  const sandbox = createSandbox({ mode: options.sandboxMode, searchPath });
  const ways = openWays(options);
  const environments = createSkillEnvironments({
    path: options.environmentsPath,
    mode: options.installMode,
    indexUrl: options.packageIndex,
    proxy: ways.toIndex,
    interpreter,
    sandbox,
    helpersPath,
    searchPath,
  });
  const revisions = createSkillRevisions({
    path: options.revisionsPath,
    analyser,
    shared: options.sharedRevisions,
    // Whoever kept it had its packages; here they may be missing.
    onFetched: (skill) => void environments.prepare(skill),
  });
  const library = { catalogue, revisions };
  const processes: ProcessOptions = { ...options, sandbox, proxy: ways.toHosts };
  const warm = createWarmProcesses({
    start: (shape) => startSkillProcess(processes, shape),
    size: options.warmProcesses ?? options.pythonConcurrency,
  });
  // Tries start their own: what is tried was changed a moment ago.
  const running = {
    ...processes,
    environments,
    gate: createGate(options.pythonConcurrency),
  };
  const runner = createSkillRunner({ ...running, files: options.files, warm });
  // Of one skill's folder: a mend and a manual do not write over each other.
  const inTurns = createInTurns();
  const found = createFoundSkills(catalogue);
  const news = createSkillNews(catalogue);
  return {
    catalogue,
    revisions,
    environments,
    environmentPages: createEnvironmentPages(catalogue, environments),
    pages: createSkillPages(catalogue, environments, { news, sandbox }),
    // Whoever tries a skill on its page is no agent that a secret was granted to.
    tries: createSkillTries(found, { ...running, secrets: undefined }),
    mends: createSkillMends(found, inTurns),
    manuals: createSkillManuals(found, inTurns),
    imports: createSkillImports({
      skills: found,
      analyser,
      target: options.ownPath,
      workPath: options.workPath,
    }),
    news,
    sandbox,
    projects: createSkillProjects(options.projectsFile),
    toolSource: createSkillToolSource({ library, runner, secrets: options.secrets, isReserved }),
    promptSource: createSkillPromptSource(library),
    builtins: createSkillBuiltins({ library, runner, secrets: options.secrets, isReserved }),
    async close() {
      await Promise.all([warm.close(), environments.close(), catalogue.close()]);
      await Promise.all([ways.toHosts.close(), ways.toIndex.close()]);
    },
  };
}
