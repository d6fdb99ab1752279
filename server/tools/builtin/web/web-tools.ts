import type { OutboundClient } from "../../../security/outbound/outbound-client.ts";
import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { httpRequestTool } from "./http-request-tool.ts";
import { browseUrlTool, extractLinksTool, webFetchTool } from "./page-tools.ts";
import type { SearchEngine } from "./search-engine.ts";
import { webSearchTool } from "./web-search-tool.ts";

/** Reading pages, following links, calling interfaces and searching: all of it through the one guarded client. */
export function createWebTools(client: OutboundClient, engine: SearchEngine | undefined): BuiltinFamily {
  const tools = [
    webFetchTool(client),
    browseUrlTool(client),
    extractLinksTool(client),
    httpRequestTool(client),
    webSearchTool(engine),
  ];
  return async () => tools;
}
