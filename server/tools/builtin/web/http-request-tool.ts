import { z } from "zod";
import type { Json } from "../../../contract/json.ts";
import { okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type {
  OutboundAnswer,
  OutboundClient,
  OutboundFailure,
} from "../../../security/outbound/outbound-client.ts";
import { fromOutside } from "./from-outside.ts";
import { mediaTypeOf, textOf } from "./page-text.ts";
import { toToolError } from "./web-answers.ts";
import { SECRETS_BY_ADDRESS, WEB_GROUPS, WEB_ORIGIN } from "./web-flags.ts";

const MAX_BODY = 100_000;
const MAX_ANSWER = 5_000_000;
const SHOWN_HEADERS = /^(content-type|location|retry-after|etag|last-modified|link|x-ratelimit-.*)$/;
const HARMLESS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const inputSchema = z.object({
  method: z.enum(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
  url: z.string().min(1).describe("Complete web address: https://..."),
  headers: z
    .record(z.string(), z.string().max(8_192))
    .default({})
    .describe("A stored secret is written {{secret:NAME}}"),
  // Whole, as it was allowed: a record of zod's leaves out what is called `__proto__`.
  body: z
    .unknown()
    .refine(isBody, "It has to be a text, an object or a list")
    .optional()
    .meta({
      description: "Text as it is, or a value that is sent as JSON",
      anyOf: [{ type: "string" }, { type: "object", additionalProperties: {} }, { type: "array", items: {} }],
    }),
  timeout_seconds: z.number().int().min(1).max(120).default(30),
});

/** `http_request`: one call of an interface on the web. What a server calls an error is an answer like any other. */
export function httpRequestTool(client: OutboundClient): BoundTool {
  return defineTool({
    name: "http_request",
    description:
      "Send one HTTP request to a public address and get status, headers and body. Use it for interfaces (APIs); to read pages use web_fetch.",
    inputSchema: zodInput(inputSchema),
    origin: WEB_ORIGIN,
    groups: WEB_GROUPS,
    flags: { readOnly: false, concurrencySafe: false, destructive: true, idempotent: false },
    timeoutMs: 130_000,
    destroys: (input) => isMethod(input, "DELETE"),
    overwrites: (input) => ["PUT", "PATCH", "DELETE"].some((method) => isMethod(input, method)),
    secrets: SECRETS_BY_ADDRESS,
    async execute({ method, url, headers, body, timeout_seconds }, { signal }) {
      const text = toBody(body);
      if (text !== undefined && Buffer.byteLength(text) > MAX_BODY) return tooLong();
      if (text !== undefined && HARMLESS.has(method)) return noBody(method);
      const answer = await client.send({
        url,
        method,
        headers: withType(headers, body),
        ...(text === undefined ? {} : { body: text }),
        timeoutMs: timeout_seconds * 1000,
        maxBytes: MAX_ANSWER,
        signal,
      });
      return answer.ok ? toResult(answer) : toFailure(method, answer);
    },
  });
}

function isMethod(input: Json, method: string): boolean {
  return input !== null && typeof input === "object" && "method" in input && input["method"] === method;
}

function isBody(body: unknown): boolean {
  return typeof body === "string" || (typeof body === "object" && body !== null);
}

function toBody(body: unknown): string | undefined {
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}

function withType(
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Readonly<Record<string, string>> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (isNamed || body === undefined) return headers;
  return {
    ...headers,
    "content-type": typeof body === "string" ? "text/plain; charset=utf-8" : "application/json",
  };
}

function toResult(answer: OutboundAnswer): ToolResult {
  const { status, url, headers } = answer;
  const shown = Object.entries(headers).filter(([name]) => SHOWN_HEADERS.test(name));
  const body = textOf(answer) ?? `(${mediaTypeOf(answer)}, ${answer.body.length} bytes: no text)`;
  const head = [`Status ${status}`, ...shown.map(([name, value]) => `${name}: ${value}`)].join("\n");
  return okText(fromOutside(url, `${head}\n\n${body}`), { status, url });
}

/** Whatever changes something may have reached the server, and only its answer is missing. */
function toFailure(method: string, failure: OutboundFailure): ToolResult {
  if (failure.code !== "timed_out" || HARMLESS.has(method)) return toToolError(failure);
  return toolError(
    "outcome_unknown",
    `${failure.message} Whether the ${method} took effect is not known.`,
    "Check before you send it again.",
  );
}

function tooLong(): ToolResult {
  const message = `The body is longer than ${MAX_BODY} bytes.`;
  return { status: "error", code: "invalid_input", message, hint: "Send it in parts." };
}

function noBody(method: string): ToolResult {
  const message = `A ${method} request has no body.`;
  return { status: "error", code: "invalid_input", message, hint: "Leave body out, or use POST." };
}
