import mime from "mime";
import type { z } from "zod";
import { type StartRunInput, startRunInput } from "../contract/api.ts";
import { AppError, isAppError } from "../contract/app-error.ts";
import { NOTHING_SPENT } from "../contract/budget.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { Agent, OrgDocument } from "../contract/org-document.ts";
import { findLead, findOrgProblems } from "../contract/org-graph.ts";
import type { Transaction } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import type { CreatedRun, CreateRun } from "../store/runs/create-run.ts";
import {
  type Adopter,
  findAdopter,
  type NewSession,
  type RunContexts,
  toNewSession,
} from "../store/sessions/run-contexts.ts";

const MOST_BYTES = 25 * 1024 * 1024;

export interface StartRunDeps {
  readonly orgs: OrgStore;
  readonly versions: OrgVersionCache;
  readonly contexts: RunContexts;
  readonly adopter: Adopter;
  readonly onCommit: CommitListener;
  readonly createRun: CreateRun;
  /** Adds the wake-up for other processes, inside the transaction. */
  enqueue(sessionId: SessionId, transaction: Transaction): Promise<void>;
  /** Starts it in this process where it works itself. */
  wake(sessions: readonly SessionId[]): void;
}

/** Gives an org a task: everything is written before this resolves, and from then on the run goes on by itself. */
export async function startRun(
  deps: StartRunDeps,
  input: StartRunInput,
  by?: string,
): Promise<{ readonly runId: RunId }> {
  const read = { ...readInput(input), by };
  const org = newestOf(deps.orgs).get(read.orgId) ?? (await readTogether(deps.orgs, read.orgId));
  const { created, adopting } = await startNewest(deps, read, org).catch((error: unknown) => {
    // Saved since the org was read: the newest version is started instead.
    if (isAppError(error) && error.code === "conflict") return startNewest(deps, read);
    throw error;
  });
  deps.onCommit(created.events);
  if (adopting) adopting.adopter.take([toNewSession(adopting.context, adopting.session(created))]);
  else deps.wake([created.sessionId]);
  return { runId: created.runId };
}

type NewestOrg = NonNullable<Awaited<ReturnType<OrgStore["findNewest"]>>>;

/** By id or slug, as this process last read them. Starting a run checks that it still is the newest. */
const newest = new WeakMap<OrgStore, Map<string, NewestOrg>>();
const MOST_ORGS = 1_000;

function newestOf(orgs: OrgStore): Map<string, NewestOrg> {
  const known = newest.get(orgs) ?? new Map<string, NewestOrg>();
  newest.set(orgs, known);
  return known;
}

/** What is wrong with each version of an org and who leads it, looked at once. */
const checked = new WeakMap<
  OrgDocument,
  { readonly lead: Agent | undefined; readonly fault: string | undefined }
>();

function check(document: OrgDocument) {
  const known = checked.get(document) ?? {
    lead: findLead(document),
    fault: findOrgProblems(document).find((problem) => problem.level === "error")?.message,
  };
  checked.set(document, known);
  return known;
}

/** Who gets the task, and what is in the way. A drawing without a lead does not keep an agent that is named from its work. */
function findFirst(document: OrgDocument, agentId: string | undefined) {
  const { fault, lead } = check(document);
  if (agentId === undefined || agentId === lead?.id) return { fault, first: lead, isPart: false };
  const first = document.agents.find(({ id }) => id === agentId);
  if (!first)
    return { first, fault: "The agent that was to begin is not in the org any more.", isPart: true };
  const shape = findOrgProblems(document).find((problem) => problem.isShape);
  return { first, fault: shape?.message, isPart: true };
}

interface Started {
  readonly created: CreatedRun;
  readonly adopting:
    | (NonNullable<Awaited<ReturnType<typeof findAdopter>>> & { session(created: CreatedRun): NewSession })
    | undefined;
}

async function startNewest(deps: StartRunDeps, input: Input, known?: NewestOrg): Promise<Started> {
  const { orgId, task, agentId, modelOverride, budget, tools, isUnattended } = input;
  const org = known ?? (await readNewest(deps.orgs, orgId));
  const document = await deps.versions.read(org.id, org.version);
  const { fault, first, isPart } = findFirst(document, agentId);
  if (fault !== undefined || !first) {
    // Mended by now, perhaps: what is known may be old.
    if (known) return startNewest(deps, input);
    throw new AppError("invalid", fault ?? "The org has no lead.");
  }
  const attached = await filesOf(deps.orgs, org.id, input);
  const files = { orgId: org.id, orgName: document.name, orgVersion: org.version, attachments: attached };
  const context = {
    orgId: org.id,
    document,
    modelOverride: modelOverride ?? null,
    budget: budget ?? null,
    requestTools: tools ?? null,
    isUnattended,
    attachments: [],
  };
  const adopting = await findAdopter(deps.adopter, context, [first.id]);
  const created = await deps.createRun(
    { ...files, task, lead: first, isPart, startedBy: input.by, modelOverride, budget, tools, isUnattended },
    adopting ? { worker: adopting.worker } : { enqueue: deps.enqueue },
  );
  const whole = { ...context, attachments: created.attachments };
  deps.contexts.remember(created.runId, whole);
  return {
    created,
    adopting: adopting && {
      ...adopting,
      context: whole,
      session: ({ runId, sessionId }) => ({
        runId,
        sessionId,
        agentId: first.id,
        depth: 0,
        task,
        news: { isPaused: false, waitingMessages: 0, spent: NOTHING_SPENT },
      }),
    },
  };
}

type Input = z.output<typeof startRunInput> & { readonly by: string | undefined };

/** The files that were attached and the org's own that were asked for. */
async function filesOf(
  orgs: OrgStore,
  orgId: string,
  { attachments, sampleFiles }: Input,
): Promise<readonly File[]> {
  const samples = sampleFiles.length === 0 ? [] : await orgs.sampleFiles(orgId, sampleFiles);
  const missing = sampleFiles.find((name) => !samples.some((sample) => sample.name === name));
  if (missing !== undefined) throw new AppError("not_found", `The org has no sample file ${missing}.`);
  const attached = uniqueNames([...samples, ...attachments.map(toFile)]);
  if (attached.reduce((sum, file) => sum + file.content.byteLength, 0) > MOST_BYTES) {
    throw new AppError(
      "too_large",
      "The attached files are larger than 25 MB together. Attach less, or a part of them.",
    );
  }
  return attached;
}

/** Reads that are under way: a thousand runs of an org that start in one moment read it once. */
const reading = new WeakMap<OrgStore, Map<string, Promise<NewestOrg>>>();

async function readTogether(orgs: OrgStore, idOrSlug: string): Promise<NewestOrg> {
  const known = reading.get(orgs) ?? new Map<string, Promise<NewestOrg>>();
  reading.set(orgs, known);
  const read = known.get(idOrSlug) ?? readNewest(orgs, idOrSlug).finally(() => known.delete(idOrSlug));
  known.set(idOrSlug, read);
  return read;
}

async function readNewest(orgs: OrgStore, idOrSlug: string): Promise<NewestOrg> {
  const known = newestOf(orgs);
  known.delete(idOrSlug);
  const org = await orgs.findNewest(idOrSlug);
  if (!org) throw new AppError("not_found", "This org is not there any more.");
  if (known.size >= MOST_ORGS) known.clear();
  known.set(idOrSlug, org);
  return org;
}

function readInput(input: StartRunInput): z.output<typeof startRunInput> {
  const parsed = startRunInput.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path[0] === "task" ? "" : ` (${issue?.path.join(".")})`;
  throw new AppError("invalid", `${issue?.message}${place}.`);
}

interface File {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

function toFile(attachment: {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string;
}): File {
  const name = fileName(attachment.name);
  const isGuess = attachment.mediaType === "" || attachment.mediaType === "application/octet-stream";
  return {
    name,
    mediaType: isGuess ? (mime.getType(name) ?? "application/octet-stream") : attachment.mediaType,
    content: Buffer.from(attachment.content, "base64"),
  };
}

/** The last part of whatever path a browser or a person gave, without what file systems cannot hold. */
function fileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .replace(/\p{Control}/gu, "")
    .replace(/^\.+/, "")
    .trim();
  return clean === "" ? "file" : clean.slice(0, 120);
}

/** Files that share a name get a number, so that each can be told from the other. */
function uniqueNames(files: readonly File[]): readonly File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    let name = file.name;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const dot = file.name.lastIndexOf(".");
      name =
        dot > 0 ? `${file.name.slice(0, dot)}-${number}${file.name.slice(dot)}` : `${file.name}-${number}`;
    }
    taken.add(name.toLowerCase());
    return { ...file, name };
  });
}
