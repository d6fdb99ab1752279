import { z } from "zod";
import { AppError } from "../../contract/app-error.ts";
import { type McpServerSummary, mcpServerInput } from "../../contract/mcp-servers.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";
import { ownCommand } from "../own-command.ts";

export function listServers(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const servers = await services.listMcpServers();
    if (options.json) output.print(JSON.stringify(servers));
    else if (servers.length === 0)
      output.tell(`No MCP servers yet. Add one: ${ownCommand()} mcp add NAME -- COMMAND ARGUMENTS`);
    else
      output.print(
        toTable([
          ["name", "state", "tools", "command"],
          ...servers.map((server) => [
            server.name,
            server.status,
            String(server.tools.length),
            [server.command, ...server.args].join(" "),
          ]),
        ]),
      );
    return 0;
  });
}

export interface AddServerOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly json: boolean;
}

/** Adds a server and tests it, so that its tools are known at once. */
export function addServer(options: AddServerOptions, output: Output): Promise<number> {
  const [command = "", ...args] = options.command;
  const parsed = mcpServerInput.safeParse({
    name: options.name,
    command,
    args,
    env: options.env,
  });
  if (!parsed.success) throw new AppError("invalid", z.prettifyError(parsed.error));
  return withSession("client", async ({ services }) => {
    await services.saveMcpServer(parsed.data);
    return report(await services.testMcpServer(parsed.data.name), options.json, output);
  });
}

export function testServer(
  options: { readonly name: string; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) =>
    report(await services.testMcpServer(options.name), options.json, output),
  );
}

/** Throws `not_found`. */
export function removeServer(
  { name, json }: { readonly name: string; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    if (!(await services.listMcpServers()).some((server) => server.name === name))
      throw new AppError("not_found", `There is no MCP server ${name}.`);
    await services.removeMcpServer(name);
    if (json) output.print(JSON.stringify({ name, isRemoved: true }));
    else output.tell(`${name} is removed.`);
    return 0;
  });
}

function report(server: McpServerSummary, json: boolean, output: Output): number {
  if (json) output.print(JSON.stringify(server));
  else if (server.error !== null) {
    output.tell(`${server.name} does not answer: ${server.error}`);
    output.tell(`It is kept. Try it again: ${ownCommand()} mcp test ${server.name}`);
  } else {
    output.print(
      toTable(
        server.tools.map((tool) => [
          tool.exposedName,
          tool.problem === null ? "" : `not offered: ${tool.problem}`,
        ]),
      ),
    );
    const count = server.tools.length;
    output.tell(`${server.name} answers with ${count} ${count === 1 ? "tool" : "tools"}.`);
  }
  return server.error === null ? 0 : 1;
}
