import type { QueryClient, QueryFilters } from "@tanstack/react-query";

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
  void queryClient.invalidateQueries(filters, LET_IN).then(() => {
    if (onTheirWay.size === 0) return;
    void queryClient.invalidateQueries({ predicate: (query) => onTheirWay.has(query) }, LET_IN);
  });
}

const LET_IN = { cancelRefetch: false } as const;
