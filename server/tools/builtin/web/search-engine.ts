import { z } from "zod";
import type { OutboundClient } from "../../../security/outbound/outbound-client.ts";

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

export interface SearchAsk {
  readonly query: string;
  readonly most: number;
  readonly signal: AbortSignal;
}

/** One way to search the web. Gives hits, best first, or says in a sentence why there are none. Never rejects. */
export interface SearchEngine {
  readonly name: string;
  search(ask: SearchAsk): Promise<readonly SearchHit[] | string>;
}

const LIMITS = { timeoutMs: 20_000, maxBytes: 2_000_000 };

const searxngSchema = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
});

const braveSchema = z.object({
  web: z
    .object({
      results: z.array(
        z.object({ title: z.string().nullish(), url: z.string(), description: z.string().nullish() }),
      ),
    })
    .optional(),
});

/** A SearXNG server whose settings allow the JSON format. */
export function createSearxngEngine(client: OutboundClient, base: string): SearchEngine {
  return {
    name: "SearXNG",
    async search({ query, most, signal }) {
      const url = new URL("search", base.endsWith("/") ? base : `${base}/`);
      url.searchParams.set("q", query);
      url.searchParams.set("format", "json");
      const answer = await client.send({ url: url.href, ...LIMITS, signal });
      if (!answer.ok) return answer.message;
      if (answer.status === 403)
        return "It does not give JSON: its settings have to list json under search.formats.";
      const parsed = searxngSchema.safeParse(readJson(answer.status, answer.body));
      if (!parsed.success) return `It answered with status ${answer.status} and nothing that can be read.`;
      return parsed.data.results.slice(0, most).map(({ title, url: found, content }) => ({
        title: title ?? "",
        url: found,
        snippet: content ?? "",
      }));
    },
  };
}

export interface BraveOptions {
  readonly key: string;
  /** Where the interface is; the vendor's unless given. */
  readonly address?: string;
}

/** The Brave Search API. */
export function createBraveEngine(
  client: OutboundClient,
  { key, address = "https://api.search.brave.com/res/v1/web/search" }: BraveOptions,
): SearchEngine {
  return {
    name: "Brave",
    async search({ query, most, signal }) {
      const url = new URL(address);
      url.searchParams.set("q", query);
      url.searchParams.set("count", String(Math.min(20, most)));
      const headers = { accept: "application/json", "x-subscription-token": key };
      const answer = await client.send({ url: url.href, headers, ...LIMITS, signal });
      if (!answer.ok) return answer.message;
      if (answer.status === 401 || answer.status === 422)
        return "It does not accept the key OPENHIVE_BRAVE_KEY.";
      if (answer.status === 429) return "Its limit is reached: try again later.";
      const parsed = braveSchema.safeParse(readJson(answer.status, answer.body));
      if (!parsed.success) return `It answered with status ${answer.status} and nothing that can be read.`;
      return (parsed.data.web?.results ?? []).slice(0, most).map(({ title, url: found, description }) => ({
        title: title ?? "",
        url: found,
        snippet: description ?? "",
      }));
    },
  };
}

function readJson(status: number, body: Uint8Array): unknown {
  if (status !== 200) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
