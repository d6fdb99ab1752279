import mime from "mime";
import type { z } from "zod";
import { type StartRunInput, startRunInput } from "../contract/api.ts";
import { AppError, isAppError } from "../contract/app-error.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import { findLead, findOrgProblems } from "../contract/org-graph.ts";
import type { Database, Transaction } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import { type CreatedRun, createRun } from "../store/runs/create-run.ts";

const MOST_BYTES = 25 * 1024 * 1024;

export interface StartRunDeps {
  readonly database: Database;
  readonly orgs: OrgStore;
  readonly versions: OrgVersionCache;
  readonly onCommit: CommitListener;
  /** Adds the wake-up for other processes, inside the transaction. */
  enqueue(sessionId: SessionId, transaction: Transaction): Promise<void>;
  /** Starts it in this process where it works itself. */
  wake(sessions: readonly SessionId[]): void;
}

/** Gives an org a task: everything is written before this resolves, and from then on the run goes on by itself. */
export async function startRun(deps: StartRunDeps, input: StartRunInput): Promise<{ readonly runId: RunId }> {
  const read = readInput(input);
  const created = await startNewest(deps, read).catch((error: unknown) => {
    // Saved between reading the org and starting it: the newest version is started instead.
    if (isAppError(error) && error.code === "conflict") return startNewest(deps, read);
    throw error;
  });
  deps.onCommit(created.events);
  deps.wake([created.sessionId]);
  return { runId: created.runId };
}

async function startNewest(deps: StartRunDeps, input: z.output<typeof startRunInput>): Promise<CreatedRun> {
  const { orgId, task, attachments, sampleFiles, modelOverride, budget, tools } = input;
  const org = await deps.orgs.findNewest(orgId);
  if (!org) throw new AppError("not_found", "This org is not there any more.");
  const document = await deps.versions.read(org.id, org.version);
  const fault = findOrgProblems(document).find((problem) => problem.level === "error");
  const lead = findLead(document);
  if (fault || !lead) throw new AppError("invalid", fault?.message ?? "The org has no lead.");
  const samples = sampleFiles.length === 0 ? [] : await deps.orgs.sampleFiles(org.id, sampleFiles);
  const missing = sampleFiles.find((name) => !samples.some((sample) => sample.name === name));
  if (missing !== undefined) throw new AppError("not_found", `The org has no sample file ${missing}.`);
  const files = uniqueNames([...samples, ...attachments.map(toFile)]);
  if (files.reduce((sum, file) => sum + file.content.byteLength, 0) > MOST_BYTES) {
    throw new AppError(
      "too_large",
      "The attached files are larger than 25 MB together. Attach less, or a part of them.",
    );
  }
  return createRun(
    deps.database,
    {
      orgId: org.id,
      orgName: document.name,
      orgVersion: org.version,
      task,
      lead,
      modelOverride,
      budget,
      tools,
      attachments: files,
    },
    deps.enqueue,
  );
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
