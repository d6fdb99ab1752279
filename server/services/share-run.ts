import { createHash, randomBytes } from "node:crypto";
import { type RunShare, type SharedRun, type ShareRunInput, shareRunInput } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { RunSignal } from "../contract/run-event.ts";
import { inBatches } from "../events/in-batches.ts";
import type { RunEventHub } from "../events/run-event-hub.ts";
import type { Database } from "../store/database.ts";
import { newId } from "../store/new-id.ts";
import type { OrgVersionCache } from "../store/orgs/org-version-cache.ts";
import { hasRun } from "../store/runs/run-queries.ts";
import { createShareStore, type StoredShare } from "../store/runs/share-store.ts";
import { getRun } from "./get-run.ts";
import type { HideInLines } from "./hide-in-lines.ts";
import type { HideSecrets } from "./hide-secrets.ts";
import { noSuchRun } from "./no-such-run.ts";
import { toSharedDocument } from "./shared-document.ts";
import { toSharedEvent } from "./shared-events.ts";
import { SharedReaders } from "./shared-readers.ts";
import { SharedTexts } from "./shared-texts.ts";
import { StreamedLines } from "./streamed-lines.ts";

export interface ShareServicesDeps {
  readonly database: Database;
  readonly versions: OrgVersionCache;
  readonly hub: RunEventHub;
  /** Whoever has the link sees no secret that somebody typed into the run. */
  readonly hide: HideSecrets;
  /** The same for text that is still being written. */
  readonly hideInLines: HideInLines;
}

/** Bytes of a token: nobody guesses one. */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const RECHECK_MS = 5_000;
/** Readers of one link: more than a company at its screens, fewer than would hold up the runs. */
const MOST_READERS = 200;
const GONE = "This link leads nowhere: it was taken back, has expired, or never was one.";

/** Links that show one run, and nothing else, to whoever has them. */
export function createShareServices(deps: ShareServicesDeps) {
  const { database, versions, hub, hide, hideInLines } = deps;
  const shares = createShareStore(database);
  const lines = new StreamedLines(hideInLines);
  const find = async (token: string) => {
    const found = TOKEN.test(token) ? await shares.find(hashOf(token)) : undefined;
    if (!found) throw new AppError("not_found", GONE);
    return found;
  };
  const readers = new SharedReaders({
    check: find,
    recheckMs: RECHECK_MS,
    most: MOST_READERS,
  });
  const toShared = (signal: RunSignal): RunSignal =>
    signal.type === "text.delta" ? signal : hide(toSharedEvent(signal));
  async function* showShared(
    signals: AsyncIterable<readonly RunSignal[]>,
    leave: () => void,
  ): AsyncGenerator<readonly RunSignal[]> {
    const texts = new SharedTexts(lines);
    try {
      for await (const batch of inBatches(signals)) {
        const shown = batch.flatMap((signal) => texts.show(signal)).map(toShared);
        if (shown.length > 0) yield shown;
      }
    } finally {
      leave();
      texts.close();
    }
  }
  return {
    async shareRun(input: ShareRunInput): Promise<RunShare & { readonly token: string }> {
      const { runId, days } = shareRunInput.parse(input);
      if (!(await hasRun(database, runId))) throw noSuchRun();
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const share = await shares.add({ id: newId(), runId, tokenHash: hashOf(token), days });
      if (share === "full")
        throw new AppError(
          "conflict",
          "As many links as there may be lead to this run. Take one back first.",
        );
      return { ...toShare(share), token };
    },
    async listShares(runId: string): Promise<readonly RunShare[]> {
      return (await shares.list(runId)).map(toShare);
    },
    unshareRun: (runId: string, shareId: string) => shares.remove(runId, shareId),
    async getSharedRun(token: string): Promise<SharedRun> {
      const { runId, expiresAt } = await find(token);
      const { document } = await getRun({ database, versions }, runId);
      return { runId, document: hide(toSharedDocument(document)), expiresAt: expiresAt.toISOString() };
    },
    async followSharedRun(
      token: string,
      afterSeq: number,
      signal: AbortSignal,
    ): Promise<AsyncIterable<readonly RunSignal[]>> {
      const { runId } = await find(token);
      const { gone, leave } = readers.enter(token);
      // Also of a reader who goes before the first event is asked for.
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      const signals = hub.follow(runId, afterSeq, AbortSignal.any([signal, gone]));
      return showShared(signals, leave);
    },
  };
}

function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

function toShare({ id, createdAt, expiresAt }: StoredShare): RunShare {
  return { id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
