import type { McpServerBook, StoredMcpServer } from "../mcp/mcp-server-book.ts";

/** Keeps MCP servers in memory: the same promises as the stored book, as long as the process lives. */
export function createMemoryMcpBook(): McpServerBook {
  const servers = new Map<string, StoredMcpServer>();
  return {
    list: async () => [...servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    get: async (name) => servers.get(name),
    async save({ name, command, args, env }) {
      const before = servers.get(name);
      const settings = { name, command, args: [...args], env: { ...env } };
      const isSame = before !== undefined && settingsOf(before) === settingsOf(settings);
      const learnt = isSame ? before : { testedAt: null, error: null };
      servers.set(name, {
        ...settings,
        tools: before?.tools ?? [],
        testedAt: learnt.testedAt,
        error: learnt.error,
      });
    },
    async saveTools(name, { tools, testedAt, error }) {
      const server = servers.get(name);
      if (server !== undefined)
        servers.set(name, { ...server, tools: structuredClone(tools), testedAt, error });
    },
    async saveError(name, error) {
      const server = servers.get(name);
      if (server !== undefined) servers.set(name, { ...server, error });
    },
    async remove(name) {
      servers.delete(name);
    },
  };
}

function settingsOf({ command, args, env }: Pick<StoredMcpServer, "command" | "args" | "env">): string {
  return JSON.stringify([command, args, Object.entries(env).sort()]);
}
