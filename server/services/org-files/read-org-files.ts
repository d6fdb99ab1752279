import { z } from "zod";
import { type OrgDocument, orgDocumentSchema } from "../../contract/org-document.ts";
import type { OrgFile } from "../../contract/org-files.ts";
import { findOrgProblems } from "../../contract/org-graph.ts";
import { fromAgentFile } from "./agent-file.ts";
import { type FileProblem, toFileError } from "./file-problem.ts";
import { fromTeamFile } from "./from-team-file.ts";
import { type BundledFile, FORMAT, FORMAT_KEY, ORG_FILE, type OrgBundle } from "./org-bundle.ts";
import { readYaml, type YamlSource } from "./read-yaml.ts";

const fileEntry = z.strictObject({
  path: z.string().regex(/^files\/[^/\\]{1,200}$/, "a file of the org stands in files/"),
  mediaType: z.string().min(1).max(200),
});
const headSchema = z.looseObject({
  slug: z.string().min(1).max(60).optional(),
  agents: z.array(
    z.union([
      z.string().regex(/^agents\/[^/\\]+\.md$/, "an agent's file is agents/NAME.md"),
      z.record(z.string(), z.unknown()),
    ]),
  ),
  files: z
    .array(fileEntry)
    .max(20)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, "a file is listed twice")
    .default([]),
});

type Found = ReadonlyMap<string, Uint8Array>;
type Read = { readonly source: YamlSource } | { readonly problems: readonly FileProblem[] };

/**
 * The org that files describe. Throws `invalid` with every problem as `FILE:LINE: message`. Paths in the files choose among
 * `files` and reach nothing else.
 */
export function readOrgFiles(files: readonly OrgFile[]): OrgBundle {
  const found = new Map(files.map(({ path, content }) => [path, content]));
  const { source: org, left } = toPresentForm(
    must(readText(found, ORG_FILE, (text) => readYaml(ORG_FILE, text))),
  );
  const head = parseHead(org);
  const agents = head.agents.map((entry, index) => readAgent(found, entry, { org, index }));
  const flawed = agents.flatMap((read) => ("problems" in read ? read.problems : []));
  const unlisted = findUnlisted(found, head);
  if (flawed.length + unlisted.length > 0) throw toFileError([...flawed, ...unlisted]);
  const sources = agents.flatMap((read) => ("source" in read ? [read.source] : []));
  const { [FORMAT_KEY]: _format, slug, agents: _agents, files: listed, ...rest } = head;
  const document = parseDocument({ ...rest, agents: sources.map(({ value }) => value) }, org, sources);
  return {
    slug,
    document,
    sampleFiles: readSampleFiles(found, listed, org),
    ...(left.length > 0 ? { left } : {}),
  };
}

/** A team of the older format as if it had been written here; anything else as it is. Problems stand at the beginning of the file. */
function toPresentForm(source: YamlSource): {
  readonly source: YamlSource;
  readonly left: readonly string[];
} {
  try {
    const team = fromTeamFile(source.value);
    if (!team) return { source, left: [] };
    return { source: { ...source, value: team.value, lineOf: () => 1 }, left: team.left };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw toFileError(error.issues.map((issue) => toProblem(source, issue.path, issue)));
  }
}

function parseHead(org: YamlSource): z.output<typeof headSchema> {
  if (!isRecord(org.value) || org.value[FORMAT_KEY] !== FORMAT) {
    const message = `this is not an org: it has to begin with "${FORMAT_KEY}: ${FORMAT}".`;
    throw toFileError([{ file: ORG_FILE, line: org.lineOf([FORMAT_KEY]), message }]);
  }
  const parsed = headSchema.safeParse(org.value);
  if (parsed.success) return parsed.data;
  throw toFileError(parsed.error.issues.map((issue) => toProblem(org, issue.path, issue)));
}

interface AgentPlace {
  readonly org: YamlSource;
  readonly index: number;
}

/** An agent in a file of its own, or written out in `org.yaml` itself. */
function readAgent(found: Found, entry: string | Record<string, unknown>, { org, index }: AgentPlace): Read {
  if (typeof entry !== "string") {
    const lineOf = (path: readonly PropertyKey[]): number => org.lineOf(["agents", index, ...path]);
    return { source: { file: ORG_FILE, value: entry, lineOf } };
  }
  if (!found.has(entry)) {
    const message = `${entry} is not there`;
    return { problems: [{ file: ORG_FILE, line: org.lineOf(["agents", index]), message }] };
  }
  return readText(found, entry, (text) => fromAgentFile(entry, text));
}

/** An agent's file that nothing names would be lost without a word. */
function findUnlisted(found: Found, head: z.output<typeof headSchema>): readonly FileProblem[] {
  const listed = new Set<unknown>([...head.agents, ...head.files.map(({ path }) => path)]);
  return [...found.keys()]
    .filter((path) => /^(?:agents|files)\//.test(path) && !listed.has(path))
    .map((file) => ({
      file,
      line: 1,
      message: `this file is not listed in ${ORG_FILE}, under ${file.slice(0, file.indexOf("/"))}`,
    }));
}

function parseDocument(value: unknown, org: YamlSource, agents: readonly YamlSource[]): OrgDocument {
  const parsed = orgDocumentSchema.safeParse(value);
  if (!parsed.success) {
    throw toFileError(
      parsed.error.issues.map((issue) => {
        const [field, index, ...inside] = issue.path;
        const agent = field === "agents" && typeof index === "number" ? agents[index] : undefined;
        return agent ? toProblem(agent, inside, issue) : toProblem(org, issue.path, issue);
      }),
    );
  }
  const broken = findOrgProblems(parsed.data).filter((problem) => problem.isShape);
  if (broken.length === 0) return parsed.data;
  throw toFileError(
    broken.map(({ message, agentId }) => {
      const line = parsed.data.lines.findLastIndex(({ childId }) => childId === agentId);
      return { file: ORG_FILE, line: org.lineOf(line < 0 ? ["agents"] : ["lines", line]), message };
    }),
  );
}

function readSampleFiles(
  found: Found,
  listed: z.output<typeof headSchema>["files"],
  org: YamlSource,
): readonly BundledFile[] {
  const missing = listed.flatMap(({ path }, index) =>
    found.has(path)
      ? []
      : [{ file: ORG_FILE, line: org.lineOf(["files", index]), message: `${path} is not there` }],
  );
  if (missing.length > 0) throw toFileError(missing);
  return listed.map(({ path, mediaType }) => ({
    name: path.slice("files/".length),
    mediaType,
    content: found.get(path) ?? new Uint8Array(),
  }));
}

type Issue = z.ZodError["issues"][number];

function toProblem(source: YamlSource, path: readonly PropertyKey[], issue: Issue): FileProblem {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
  const [key] = unknown;
  const at = key === undefined ? path : [...path, key];
  const where = at.map(String).join(".");
  const message =
    key === undefined
      ? issue.message
      : `there is no such field${unknown.length > 1 ? `: ${unknown.join(", ")}` : ""}`;
  return {
    file: source.file,
    line: source.lineOf(at),
    message: where === "" ? message : `${where}: ${message}`,
  };
}

function readText(found: Found, file: string, read: (text: string) => Read): Read {
  const content = found.get(file);
  if (!content) return { problems: [{ file, line: 1, message: "this file is not there" }] };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    return read(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    return { problems: [{ file, line: 1, message: "this is not UTF-8 text" }] };
  }
}

function must(read: Read): YamlSource {
  if ("problems" in read) throw toFileError(read.problems);
  return read.source;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
