import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AgentId, ArtifactId, CallId, RunId, SessionId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { Message } from "../contract/message.ts";
import { agentSchema } from "../contract/org-document.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { type ArtifactReference, resultText, type SettledResult } from "../contract/tool-result.ts";
import type { AgentScope, BoundTool, ToolContext } from "../engine/tool.ts";
import { createSkills, type Skills, type SkillsOptions } from "../skills/create-skills.ts";
import type { RunFiles } from "../skills/run-files.ts";

export const PROJECT = join(import.meta.dirname, "..", "..");
export const HELPERS = join(PROJECT, "server", "skills", "python");
const SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Files of a run, in memory. */
export interface MemoryFiles extends RunFiles {
  attach(name: string, content: string | Uint8Array): ArtifactReference;
  textOf(name: string): string | undefined;
  names(): readonly string[];
}

function createMemoryFiles(): MemoryFiles {
  const kept: { reference: ArtifactReference; content: Uint8Array }[] = [];
  const add = (name: string, mediaType: string, content: Uint8Array): ArtifactReference => {
    const artifactId = `artifact-${kept.length + 1}` as ArtifactId;
    const reference = { artifactId, name, mediaType, size: content.byteLength };
    kept.push({ reference, content });
    return reference;
  };
  return {
    attach: (name, content) => add(name, "text/plain", Buffer.from(content)),
    textOf(name) {
      const file = kept.find((one) => one.reference.name === name);
      return file && Buffer.from(file.content).toString("utf8");
    },
    names: () => kept.map((one) => one.reference.name),
    list: async () => kept.map((one) => one.reference),
    async read(id) {
      const file = kept.find((one) => one.reference.artifactId === id);
      if (!file) throw new Error(`There is no artifact ${id}`);
      return file.content;
    },
    keep: async (_context, file) => add(file.name, file.mediaType, file.content),
  };
}

/** A session at work on skills: real folders, real Python, its transcript and events at hand. */
export interface SkillBench {
  readonly skills: Skills;
  readonly files: MemoryFiles;
  readonly events: RunEventBody[];
  /** Folder of the skills. */
  readonly root: string;
  readonly workPath: string;
  readonly revisionsPath: string;
  scope(): AgentScope;
  /** Built-ins and active functions, in the order of the tool array. */
  tools(): Promise<readonly BoundTool[]>;
  /** Calls a tool as the dispatcher would, and adds its answer to the transcript. */
  call(name: string, input: Json, options?: { signal?: AbortSignal }): Promise<SettledResult>;
  text(name: string, input: Json): Promise<string>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SkillBenchOptions extends Partial<SkillsOptions> {
  /** Paths below the root and their contents. */
  readonly folder?: Readonly<Record<string, string | Uint8Array>>;
  readonly granted?: readonly string[];
  readonly callTimeoutSeconds?: number;
}

export async function createSkillBench(options: SkillBenchOptions = {}): Promise<SkillBench> {
  const home = await mkdtemp(join(tmpdir(), "openhive-skills-"));
  const root = join(home, "skills");
  const workPath = join(home, "work");
  await mkdir(root);
  const files = createMemoryFiles();
  const skills = createSkills({
    roots: [{ label: "data folder", path: root }],
    environmentsPath: join(home, "environments"),
    installMode: "off",
    packageIndex: "http://127.0.0.1:9/simple",
    pythonCommand: "python3",
    pythonConcurrency: 2,
    sandboxMode: "auto",
    helpersPath: HELPERS,
    workPath,
    ownPath: root,
    revisionsPath: join(home, "revisions"),
    projectsFile: join(home, "skill-projects.json"),
    files,
    searchPath: SEARCH_PATH,
    nodeCommand: process.execPath,
    isReserved: () => false,
    ...options,
  });
  const events: RunEventBody[] = [];
  const messages: Message[] = [];
  const agent = agentSchema.parse({
    id: "agent",
    name: "Analyst",
    position: { x: 0, y: 0 },
    skills: options.granted ?? [],
    limits: { callTimeoutSeconds: options.callTimeoutSeconds ?? 30 },
  });
  const scope = (): AgentScope => ({
    orgId: null,
    agent,
    children: [],
    parent: null,
    depth: 0,
    attachments: [],
    messages: [...messages],
  });
  const contextOf = (callId: CallId, signal: AbortSignal): ToolContext => ({
    scope: scope(),
    runId: "run" as RunId,
    sessionId: "session" as SessionId,
    fence: 1,
    agentId: "agent" as AgentId,
    callId,
    signal,
    messages: () => messages,
    emit: (event) => void events.push(event),
    checkBudgets: async () => undefined,
  });
  // As a whole: a look in between would find it empty.
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    const beside = join(await mkdtemp(join(home, "written-")), "file");
    await writeFile(beside, content);
    await mkdir(dirname(join(root, path)), { recursive: true });
    await rename(beside, join(root, path));
  };
  for (const [path, content] of Object.entries(options.folder ?? {})) await write(path, content);

  let calls = 0;
  const tools = async (): Promise<readonly BoundTool[]> => [
    ...(await skills.builtins(scope())),
    ...(await skills.toolSource.list(scope())),
  ];
  const call: SkillBench["call"] = async (name, input, callOptions = {}) => {
    const tool = (await tools()).find((one) => one.name === name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    calls += 1;
    const callId = `call-${calls}` as CallId;
    const bound = tool.bind(input);
    const result = bound.ok
      ? await bound.value(contextOf(callId, callOptions.signal ?? new AbortController().signal))
      : ({ status: "error", code: "invalid_input", message: bound.message } as const);
    if (result.status === "pending") throw new Error(`${name} answered pending`);
    messages.push({ role: "tool", callId, name, result });
    return result;
  };
  return {
    skills,
    files,
    events,
    root,
    workPath,
    revisionsPath: join(home, "revisions"),
    scope,
    tools,
    call,
    write,
    text: async (name, input) => resultText(await call(name, input)),
    async [Symbol.asyncDispose]() {
      await skills.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A SKILL.md with the given body. */
export function manual(name: string, body = "How to use it.", description = `Does ${name} things`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`;
}
