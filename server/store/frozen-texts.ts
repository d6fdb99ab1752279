import { createHash } from "node:crypto";
import { storable } from "../contract/storable.ts";
import type { FrozenTextStore } from "../engine/ports.ts";
import type { Database } from "./database.ts";

const REMEMBERED = 10_000;
/** Characters of texts whose hash is remembered: the prompts and tool arrays of agents at work, which are sent every turn. */
const MOST_CHARACTERS = 8_000_000;

/** Prompts and tool arrays as they were sent, once per content. What this process wrote before is not written again. */
export function createFrozenTextStore(database: Database): FrozenTextStore {
  const written = new Set<string>();
  const writing = new Map<string, Promise<unknown>>();
  const hashOf = createHashMemory();
  return {
    async keep(text) {
      const hash = hashOf(text);
      if (written.has(hash)) return hash;
      // Many sessions of one agent may begin at the same moment.
      const write = writing.get(hash) ?? insert(database, hash, text).finally(() => writing.delete(hash));
      writing.set(hash, write);
      await write;
      if (written.size >= REMEMBERED) written.clear();
      written.add(hash);
      return hash;
    },
    async read(hash) {
      const { rows } = await database.query<{ body: string }>({
        name: "read-frozen-text",
        text: "select body from frozen_text where hash = $1",
        values: [hash],
      });
      return rows[0]?.body;
    },
  };
}

function insert(database: Database, hash: string, text: string): Promise<unknown> {
  return database.query({
    name: "keep-frozen-text",
    text: "insert into frozen_text (hash, body) values ($1, $2) on conflict do nothing",
    values: [hash, storable(text)],
  });
}

/** Hashes each text once; what comes again and again is found by the text itself. */
function createHashMemory(): (text: string) => string {
  const hashes = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = createHash("sha256").update(text).digest("hex");
    characters += text.length;
    if (characters > MOST_CHARACTERS) {
      hashes.clear();
      characters = text.length;
    }
    hashes.set(text, hash);
    return hash;
  };
}
