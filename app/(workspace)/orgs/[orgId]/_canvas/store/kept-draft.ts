import type { Budget } from "@/server/contract/budget.ts";

/** What goes with the next run of an org beside its task, which is saved with the drawing. */
export interface KeptDraft {
  readonly files: readonly File[];
  readonly budget: Budget | undefined;
  /** Names of the org's sample files that were taken off. */
  readonly withoutSamples: readonly string[];
}

interface Row extends KeptDraft {
  readonly orgId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const NOTHING_KEPT = "The browser keeps nothing.";
const DATABASE = "openhive-drafts";
const TABLE = "drafts";
/** Files take room on people's disks: those of the orgs that were prepared last are kept. */
const ORGS = 10;

/** What this browser keeps of an org's next run; undefined where it keeps nothing. */
export async function readDraft(orgId: string): Promise<KeptDraft | undefined> {
  const rows = await open();
  return (await done(rows.transaction(TABLE).objectStore(TABLE).get(orgId))) as Row | undefined;
}

/** Keeps it in this browser, so that it is there after a reload. Rejects where there is no room. */
export async function keepDraft(orgId: string, draft: KeptDraft): Promise<void> {
  const transaction = (await open()).transaction(TABLE, "readwrite");
  // A browser may find out only at the end that files have no room.
  await Promise.all([write(transaction.objectStore(TABLE), orgId, draft), committed(transaction)]);
}

async function write(table: IDBObjectStore, orgId: string, draft: KeptDraft): Promise<void> {
  if (isEmpty(draft)) await done(table.delete(orgId));
  else await done(table.put({ ...draft, orgId, at: Date.now() } satisfies Row));
  const rows = (await done(table.getAll())) as readonly Row[];
  const old = rows.toSorted((left, right) => right.at - left.at).slice(ORGS);
  await Promise.all(old.map((row) => done(table.delete(row.orgId))));
}

function isEmpty({ files, budget, withoutSamples }: KeptDraft): boolean {
  return files.length === 0 && budget === undefined && withoutSamples.length === 0;
}

let opened: Promise<IDBDatabase> | undefined;

/** Opened once for a page; a try that failed is made again. */
function open(): Promise<IDBDatabase> {
  opened ??= openNow().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openNow(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: "orgId" });
  return done(request);
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error(NOTHING_KEPT));
  });
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(NOTHING_KEPT));
  });
}
