import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** Milliseconds of news without the answer that was on its way, after which it counts as lost. */
const LOST = 10_000;

/** Readings that are followed by another one, with the time of the first news that was behind them. */
const followed = new WeakMap<Query, number>();

/**
 * Reads what the page shows of these queries anew, after news from the server. A reading that is still on its way may be older than the
 * news: it is let in and followed by another one. Were it given up, news that come faster than answers would keep every answer out.
 */
export function readAnew(queryClient: QueryClient, filters: QueryFilters): void {
  const onTheirWay = new Set(
    queryClient
      .getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching"),
  );
  void queryClient.invalidateQueries({ ...filters, predicate: (query) => !onTheirWay.has(query) });
  for (const query of onTheirWay) void readBehind(queryClient, query);
}

async function readBehind(queryClient: QueryClient, query: Query): Promise<void> {
  const only: QueryFilters = { predicate: (one) => one === query };
  const since = followed.get(query);
  if (since !== undefined && Date.now() - since < LOST) return;
  followed.set(query, Date.now());
  // What is lost is given up, and asked for at once.
  if (since !== undefined) return queryClient.invalidateQueries(only);
  await queryClient.invalidateQueries(only, LET_IN);
  followed.delete(query);
  await queryClient.invalidateQueries(only, LET_IN);
}

const LET_IN = { cancelRefetch: false } as const;
