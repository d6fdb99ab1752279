import type { Stores } from "./container-stores.ts";
import { offeredTools } from "./mcp/offered-tool.ts";
import type { ExplainedSource } from "./services/effective-tools.ts";
import { createToolDesk, type ToolDesk } from "./services/tool-desk.ts";
import type { SkillPages } from "./skills/skill-pages.ts";

export interface DeskDeps {
  readonly stores: Pick<Stores, "servers" | "rules" | "toolboxes" | "orgs">;
  readonly skills: SkillPages;
  /** Late: the tools that keep the desk are among them. */
  sources(): readonly ExplainedSource[];
  rulesChanged(): void;
}

/** The catalogue of tools and the toolboxes, over everything that offers tools. */
export function createDesk({ stores, skills, sources, rulesChanged }: DeskDeps): ToolDesk {
  return createToolDesk({
    sources,
    async namesOutside() {
      const [found, connected] = await Promise.all([skills.list(), stores.servers.list()]);
      const functions = await Promise.all(
        found.filter((skill) => skill.functionCount > 0).map((skill) => skills.detail(skill.name)),
      );
      return [
        ...functions.flatMap((skill) => skill?.functions.map((one) => one.name) ?? []),
        ...connected.flatMap((server) => usableTools(server).map((tool) => tool.exposedName)),
      ];
    },
    async listConnected() {
      return (await stores.servers.list()).flatMap((server) =>
        usableTools(server).map(({ exposedName, description, flags, isSaidToDestroy }) => ({
          name: exposedName,
          source: "mcp" as const,
          domain: server.name,
          description,
          readOnly: flags.readOnly,
          destructive: isSaidToDestroy,
        })),
      );
    },
    read: stores.rules.current,
    toolboxes: stores.toolboxes,
    usage: async () => (await stores.orgs.usage()).toolboxes,
    changed: rulesChanged,
  });
}

/** What agents are offered of a server: what cannot be used is no tool that a toolbox could grant. */
function usableTools(server: Parameters<typeof offeredTools>[0]) {
  return offeredTools(server).filter(({ problem }) => problem === null);
}
