import type { QueryCacheNotifyEvent } from "@tanstack/react-query";

/** Lists of what a drawing refers to. */
const surroundings: ReadonlySet<unknown> = new Set(["skills.list", "mcp.list", "providers.list"]);

/** Tells of news about what drawings refer to: a list that is out of date, or one that came and says something else than before. */
export function onSurroundingsNews(tell: () => void): (event: QueryCacheNotifyEvent) => void {
  const before = new Map<string, unknown>();
  return (event) => {
    const { queryKey, queryHash, state } = event.query;
    const [path] = queryKey;
    if (event.type !== "updated" || !Array.isArray(path) || !surroundings.has(path.join("."))) return;
    // An answer that says the same is the same object.
    const isOther = before.has(queryHash) && before.get(queryHash) !== state.data;
    if (state.data !== undefined) before.set(queryHash, state.data);
    if (isOther || event.action.type === "invalidate") tell();
  };
}
