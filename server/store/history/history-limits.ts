/**
 * Characters of task and answer that are kept for search. PostgreSQL refuses a search document over 1 MB, and a
 * session must never fail to finish because its answer was long; these stay below that for any text.
 */
export const MAX_HISTORY_TASK = 20_000;
export const MAX_HISTORY_ANSWER = 100_000;
