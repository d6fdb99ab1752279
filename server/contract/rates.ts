import { z } from "zod";

/**
 * A limit of calls in time, as people write it: `session 100/hour`, `agent 500/day`, `web_search 10/minute`, `group:mcp 5/30s`,
 * `provider anthropic 50/minute`.
 */
export const RATE_LINE =
  /^(provider )?([A-Za-z0-9_:.*-]{1,128}) ([1-9]\d{0,3}|10000)\/(?:(second|minute|hour|day)|([1-9]\d{0,4})s)$/;
export const ratesSchema = z
  .array(z.string().regex(RATE_LINE, "A limit such as web_search 10/minute"))
  .max(50);
