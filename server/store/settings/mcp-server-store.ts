import { z } from "zod";
import type { Json } from "../../contract/json.ts";
import type { Prisma } from "../prisma.ts";
import { toJsonText } from "../to-json-text.ts";
import type { SecretBox } from "./provider-store.ts";

const environmentSchema = z.record(z.string(), z.string());

export interface StoredServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tools: readonly RememberedTool[];
  readonly testedAt: string | null;
  readonly error: string | null;
}

interface RememberedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
  readonly annotations: Json;
  readonly problem?: string;
}

type ServerSettings = Pick<StoredServer, "name" | "command" | "args" | "env">;
type TestRecord = Pick<StoredServer, "tools" | "testedAt" | "error">;

/** The connected MCP servers; fits the port of the MCP feature. Environment values are encrypted at rest. */
export function createMcpServerStore(prisma: Prisma, secrets: SecretBox) {
  const find = async (name: string): Promise<StoredServer | undefined> => {
    const row = await prisma.mcpServer.findUnique({ where: { name } });
    return row ? open(row, secrets) : undefined;
  };
  return {
    get: find,
    async list(): Promise<readonly StoredServer[]> {
      const rows = await prisma.mcpServer.findMany();
      const servers = await Promise.all(rows.map((row) => open(row, secrets)));
      return servers.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    async save(server: ServerSettings): Promise<void> {
      const known = await find(server.name);
      const isChanged = JSON.stringify(toSettings(known)) !== JSON.stringify(toSettings(server));
      const row = {
        command: server.command,
        args: [...server.args],
        envNames: Object.keys(server.env).sort(),
        secret: await secrets.encrypt(JSON.stringify(server.env)),
        ...(isChanged ? { testedAt: null, error: null } : {}),
      };
      await prisma.mcpServer.upsert({
        where: { name: server.name },
        create: { name: server.name, ...row },
        update: row,
      });
    },
    async saveTools(name: string, { tools, testedAt, error }: TestRecord): Promise<void> {
      await prisma.mcpServer.updateMany({
        where: { name },
        data: {
          tools: JSON.parse(toJsonText(tools)),
          testedAt: testedAt === null ? null : new Date(testedAt),
          error,
        },
      });
    },
    async saveError(name: string, error: string | null): Promise<void> {
      await prisma.mcpServer.updateMany({ where: { name }, data: { error } });
    },
    async remove(name: string): Promise<void> {
      await prisma.mcpServer.deleteMany({ where: { name } });
    },
  };
}

function toSettings(server: ServerSettings | undefined): unknown {
  return server && [server.command, server.args, Object.entries(server.env).sort()];
}

async function open(
  row: {
    name: string;
    command: string;
    args: string[];
    secret: string | null;
    tools: unknown;
    testedAt: Date | null;
    error: string | null;
  },
  secrets: SecretBox,
): Promise<StoredServer> {
  return {
    name: row.name,
    command: row.command,
    args: row.args,
    env: row.secret === null ? {} : environmentSchema.parse(JSON.parse(await secrets.decrypt(row.secret))),
    tools: row.tools as readonly RememberedTool[],
    testedAt: row.testedAt?.toISOString() ?? null,
    error: row.error,
  };
}
