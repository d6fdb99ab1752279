import { AppError } from "../contract/app-error.ts";
import type { McpServerInput, McpServerSummary } from "../contract/mcp-servers.ts";
import type { Services } from "../contract/services.ts";
import type { McpManager } from "../mcp/mcp-manager.ts";
import type { McpServerBook } from "../mcp/mcp-server-book.ts";
import { toMcpServerSummary } from "../mcp/mcp-summary.ts";
import { parseMcpJson } from "../mcp/parse-mcp-json.ts";
import type { OrgStore } from "../store/orgs/org-store.ts";

export interface McpServicesDeps {
  readonly book: McpServerBook;
  readonly orgs: Pick<OrgStore, "usage">;
  readonly manager: Pick<McpManager, "testAndRemember" | "closeServer">;
}

type McpServices = Pick<
  Services,
  "listMcpServers" | "saveMcpServer" | "importMcpServers" | "removeMcpServer" | "testMcpServer"
>;

/** Connected MCP servers: what people decide about them, and what a test learnt. */
export function createMcpServices({ book, orgs, manager }: McpServicesDeps): McpServices {
  const summaryOf = async (name: string): Promise<McpServerSummary> => {
    const [server, usage] = await Promise.all([book.get(name), orgs.usage()]);
    if (!server) throw new AppError("not_found", `There is no MCP server ${name}.`);
    return toMcpServerSummary(server, usage.servers.get(name) ?? 0);
  };
  const save = async (input: McpServerInput): Promise<McpServerSummary> => {
    await book.save(input);
    return summaryOf(input.name);
  };
  return {
    async listMcpServers() {
      const [servers, usage] = await Promise.all([book.list(), orgs.usage()]);
      return servers.map((server) => toMcpServerSummary(server, usage.servers.get(server.name) ?? 0));
    },
    saveMcpServer: save,
    async importMcpServers(text) {
      const summaries: McpServerSummary[] = [];
      for (const settings of parseMcpJson(text))
        summaries.push(await save({ ...settings, args: [...settings.args], env: { ...settings.env } }));
      return summaries;
    },
    async removeMcpServer(name) {
      await book.remove(name);
      await manager.closeServer(name);
    },
    async testMcpServer(name) {
      await manager.testAndRemember(name);
      return summaryOf(name);
    },
  };
}
