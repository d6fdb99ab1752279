import { z } from "zod";
import { okText, type ToolResult, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool, ToolContext } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { OutboundAnswer, OutboundClient } from "../../../security/outbound/outbound-client.ts";
import { fromOutside } from "./from-outside.ts";
import { isHtml, mediaTypeOf, textOf } from "./page-text.ts";
import { readPage } from "./read-page.ts";
import { toToolError } from "./web-answers.ts";
import { LOOKING, SECRETS_BY_ADDRESS, WEB_GROUPS, WEB_ORIGIN } from "./web-flags.ts";

const PAGE = {
  timeoutMs: 30_000,
  maxBytes: 5_000_000,
  headers: { accept: "text/html,application/xhtml+xml,text/plain;q=0.9,application/json;q=0.8,*/*;q=0.5" },
};
const MOST_CHARACTERS = 50_000;
const MOST_LINKS = 200;

const address = z.string().min(1).describe("Complete web address: https://...");

type Loaded = { readonly answer: OutboundAnswer; readonly text: string } | { readonly failed: ToolResult };

/** `web_fetch`: one page or text file, readable. */
export function webFetchTool(client: OutboundClient): BoundTool {
  return defineTool({
    name: "web_fetch",
    description:
      "Read one public web page or text file. Of a page you get its main part as Markdown or plain text, without menus and scripts.",
    inputSchema: zodInput(
      z.object({
        url: address,
        extract_mode: z.enum(["markdown", "text"]).default("markdown"),
        max_chars: z
          .number()
          .int()
          .min(100)
          .max(500_000)
          .default(MOST_CHARACTERS)
          .describe("Longer texts are cut here"),
      }),
    ),
    origin: WEB_ORIGIN,
    groups: WEB_GROUPS,
    flags: LOOKING,
    secrets: SECRETS_BY_ADDRESS,
    async execute({ url, extract_mode, max_chars }, context) {
      const loaded = await load(client, url, context);
      if ("failed" in loaded) return loaded.failed;
      const { answer, text } = loaded;
      if (!isHtml(answer)) return toResult(answer, "", cut(text, max_chars));
      const page = await readPage({ html: text, base: answer.url, format: extract_mode });
      if (page === undefined) return unreadable();
      return toResult(answer, page.title, cut(page.text, max_chars));
    },
  });
}

/** `browse_url`: a page with its links, for finding the way on. */
export function browseUrlTool(client: OutboundClient): BoundTool {
  return defineTool({
    name: "browse_url",
    description:
      "Open a public web page: its readable text and then the links on it, so that you can go on from there.",
    inputSchema: zodInput(z.object({ url: address })),
    origin: WEB_ORIGIN,
    groups: WEB_GROUPS,
    flags: LOOKING,
    secrets: SECRETS_BY_ADDRESS,
    async execute({ url }, context) {
      const loaded = await load(client, url, context);
      if ("failed" in loaded) return loaded.failed;
      const { answer, text } = loaded;
      if (!isHtml(answer)) return toResult(answer, "", cut(text, MOST_CHARACTERS));
      const page = await readPage({ html: text, base: answer.url, format: "markdown" });
      if (page === undefined) return unreadable();
      const links = toLines(page.links.slice(0, 50));
      return toResult(answer, page.title, `${cut(page.text, MOST_CHARACTERS)}\n\nLinks:\n${links}`);
    },
  });
}

/** `extract_links`: where a page leads. */
export function extractLinksTool(client: OutboundClient): BoundTool {
  return defineTool({
    name: "extract_links",
    description: "List the links of a public web page, complete and each once, up to 200.",
    inputSchema: zodInput(
      z.object({
        url: address,
        contains: z.string().max(200).optional().describe("Only links whose address or text contains this"),
      }),
    ),
    origin: WEB_ORIGIN,
    groups: WEB_GROUPS,
    flags: LOOKING,
    secrets: SECRETS_BY_ADDRESS,
    async execute({ url, contains = "" }, context) {
      const loaded = await load(client, url, context);
      if ("failed" in loaded) return loaded.failed;
      const { answer, text } = loaded;
      if (!isHtml(answer)) return toolError("tool_failed", `This is no web page but ${mediaTypeOf(answer)}.`);
      const page = await readPage({ html: text, base: answer.url, format: "text" });
      if (page === undefined) return unreadable();
      const wanted = contains.toLowerCase();
      const links = page.links.filter((link) => `${link.url} ${link.text}`.toLowerCase().includes(wanted));
      const shown = links.slice(0, MOST_LINKS);
      const rest = links.length > shown.length ? `\n... and ${links.length - shown.length} more` : "";
      return toResult(answer, "", shown.length === 0 ? "No such links." : toLines(shown) + rest);
    },
  });
}

async function load(client: OutboundClient, url: string, { signal }: ToolContext): Promise<Loaded> {
  const answer = await client.send({ url, ...PAGE, signal });
  if (!answer.ok) return { failed: toToolError(answer) };
  const text = textOf(answer);
  if (answer.status >= 400)
    return {
      failed: toolError(
        "tool_failed",
        `The site answered with status ${answer.status}.`,
        hintFor(answer.status),
      ),
    };
  if (text !== undefined) return { answer, text };
  const message = `This is no text but ${mediaTypeOf(answer)}, ${answer.body.length} bytes.`;
  return { failed: toolError("tool_failed", message, "Look for a page that has it as text.") };
}

function unreadable(): ToolResult {
  return toolError(
    "tool_failed",
    "The page is built so that it cannot be read in time.",
    "Try another source.",
  );
}

function hintFor(status: number): string {
  if (status === 404 || status === 410) return "The page does not exist: check the address or search for it.";
  return status === 429 ? "The site asks for fewer requests: try again later." : "Try another source.";
}

function toResult({ url, status }: OutboundAnswer, title: string, text: string): ToolResult {
  const heading = title === "" ? "" : `# ${title}\n\n`;
  return okText(fromOutside(url, heading + text), { url, status, ...(title === "" ? {} : { title }) });
}

function toLines(links: readonly { readonly url: string; readonly text: string }[]): string {
  return links.map(({ url, text }) => `- ${text === "" ? "(no text)" : text}: ${url}`).join("\n");
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n... cut: ${text.length - most} of ${text.length} characters are left out`;
}
