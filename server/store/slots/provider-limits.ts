import type { Database } from "../database.ts";

/** How many sessions may be at work on one provider, by its id. */
export interface ProviderLimits {
  /** At most some seconds old. */
  read(): Promise<ReadonlyMap<string, number>>;
}

/** Milliseconds for which what was read counts as true. */
const FRESH = 5_000;

/** What people set for each provider over what the environment says. Read beside the work, not before it. */
export function createProviderLimits(
  database: Database,
  environment: ReadonlyMap<string, number>,
): ProviderLimits {
  let kept: Promise<ReadonlyMap<string, number>> | undefined;
  let readAt = 0;
  const load = async (): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await database.query<{ id: string; most: number }>({
      name: "read-provider-limits",
      text: "select id, max_concurrent_sessions as most from provider where max_concurrent_sessions is not null",
    });
    return new Map([...environment, ...rows.map(({ id, most }) => [id, most] as const)]);
  };
  return {
    async read() {
      if (!kept) {
        readAt = performance.now();
        kept = load();
        kept.catch(() => {
          kept = undefined;
        });
      } else if (performance.now() - readAt > FRESH) {
        readAt = performance.now();
        const before = kept;
        load().then(
          (limits) => {
            kept = Promise.resolve(limits);
          },
          () => {
            kept = before;
          },
        );
      }
      return kept;
    },
  };
}
