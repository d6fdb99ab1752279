import { z } from "zod";
import { okText, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { fromOutside } from "./from-outside.ts";
import type { SearchEngine } from "./search-engine.ts";
import { LOOKING, WEB_GROUPS, WEB_ORIGIN } from "./web-flags.ts";

/** `web_search`: asks the engine that is set; without one the call says what has to be set, and by whom. */
export function webSearchTool(engine: SearchEngine | undefined): BoundTool {
  return defineTool({
    name: "web_search",
    description: "Search the web. Gives titles, addresses and short extracts; read a page with web_fetch.",
    inputSchema: zodInput(
      z.object({
        query: z.string().trim().min(1).max(400),
        max_results: z.number().int().min(1).max(20).default(8),
      }),
    ),
    origin: WEB_ORIGIN,
    groups: WEB_GROUPS,
    flags: LOOKING,
    async execute({ query, max_results }, { signal }) {
      if (engine === undefined)
        return toolError(
          "unavailable",
          "No search engine is set up here. Whoever runs OpenHive sets OPENHIVE_SEARXNG_URL or OPENHIVE_BRAVE_KEY.",
          "Go on without searching: read addresses that you know with web_fetch, or ask your people.",
        );
      const hits = await engine.search({ query, most: max_results, signal });
      if (typeof hits === "string")
        return toolError(
          "tool_failed",
          `${engine.name} gave no results. ${hits}`,
          "Try other words or go on without.",
        );
      if (hits.length === 0)
        return okText(`${engine.name} found nothing for this. Try other words.`, { hits: [] });
      const lines = hits.map(
        ({ title, url, snippet }, place) => `${place + 1}. ${title}\n   ${url}\n   ${snippet}`,
      );
      const data = { hits: hits.map((hit) => ({ ...hit })) };
      return okText(fromOutside(`search results of ${engine.name}`, lines.join("\n")), data);
    },
  });
}
