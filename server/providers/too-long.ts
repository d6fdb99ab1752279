/** Statuses under which servers refuse a request that is longer than the model's context; some report it as their own failure. */
const STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** How servers say so: codes first, then sentences of those that have none. */
const SAYINGS: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size|model_context_window_exceeded|request_too_large/i,
  /prompt is too long|input is too long|too large for model with \d+/i,
  /exceeds? the (context window|available context size|model's context)|context window exceeds/i,
  /exceeds? (the )?(model's )?context limit/i,
  /maximum (context|prompt|model) length (is|of) \d+|longer than the maximum model length/i,
  /token count[^.]* exceeds the maximum|exceeded model token limit/i,
  /greater than the context length|reduce the length of the (messages|prompt|input)/i,
];

/** Whether a server refused a request for its length alone, so that a shorter one may pass. */
export function saysTooLong(status: number, said: string): boolean {
  return STATUSES.has(status) && SAYINGS.some((saying) => saying.test(said));
}
