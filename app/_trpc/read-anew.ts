import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Reads what the page shows of these queries anew, after news from the server. A first reading that is still on its way may be older than
 * the news, and an invalidation does not begin it again: it is followed by another one.
 */
export function readAnew(queryClient: QueryClient, filters: QueryFilters): void {
  const unread = new Set(
    queryClient
      .getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === "fetching"),
  );
  void queryClient.invalidateQueries(filters).then(() => {
    if (unread.size > 0) void queryClient.invalidateQueries({ predicate: (query) => unread.has(query) });
  });
}
