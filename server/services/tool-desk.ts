import { AppError } from "../contract/app-error.ts";
import {
  type CreateToolboxInput,
  createToolboxInput,
  type PlannedTool,
  type ToolboxSummary,
  type UpdateToolboxInput,
  updateToolboxInput,
} from "../contract/toolbox.ts";
import type { BoundTool } from "../engine/tool.ts";
import { TOOL_GROUPS } from "../policy/tool-groups.ts";
import type { ToolboxStore } from "../store/rules/toolbox-store.ts";
import { isStarred } from "../toolboxes/grant-of.ts";
import { plannedTools } from "../toolboxes/planned-tools.ts";
import type { CatalogueEntry } from "../toolboxes/toolbox-tools.ts";
import { type ExplainedSource, everyTool } from "./effective-tools.ts";
import type { ReadRules } from "./tool-rules.ts";

export interface ToolDeskDeps {
  /** Late, for the tools that keep the desk are among them. */
  sources(): readonly ExplainedSource[];
  /** Names of tools that sources know beyond what they list for everybody: functions of skills, tools of servers. */
  namesOutside(): Promise<readonly string[]>;
  /** The tools of connected servers. */
  listConnected(): Promise<readonly CatalogueEntry[]>;
  readonly read: ReadRules;
  readonly toolboxes: ToolboxStore;
  usage(): Promise<ReadonlyMap<string, number>>;
  /** Tells every process that the rules changed. */
  changed(): void;
}

/** The catalogue of tools and the toolboxes made of it: what pages, the command line and agents ask for alike. */
export interface ToolDesk {
  /** Everything that comes with OpenHive, toolboxes aside. */
  listNative(): Promise<readonly BoundTool[]>;
  /** The tools of connected servers. */
  listConnected(): Promise<readonly CatalogueEntry[]>;
  listPlanned(): Promise<readonly PlannedTool[]>;
  listToolboxes(): Promise<readonly ToolboxSummary[]>;
  /** Unknown names are kept and shown as missing, unless `isStrict`: then they are refused. */
  create(input: CreateToolboxInput, actor: string, isStrict?: boolean): Promise<ToolboxSummary>;
  update(input: UpdateToolboxInput, actor: string, isStrict?: boolean): Promise<ToolboxSummary>;
  remove(id: string, actor: string): Promise<void>;
}

export function createToolDesk(deps: ToolDeskDeps): ToolDesk {
  const listNative = (): Promise<readonly BoundTool[]> => everyTool(deps.sources());
  const catalogue = async (): Promise<Catalogue> => {
    const [native, outside] = await Promise.all([listNative(), deps.namesOutside()]);
    const names = new Set([...native.flatMap(({ name, aliases = [] }) => [name, ...aliases]), ...outside]);
    const starred = native.filter((tool) => isStarred({ name: tool.name, grant: tool.grant ?? "drawing" }));
    const planned = plannedTools(
      names,
      Object.entries(TOOL_GROUPS).map(([name, tools]) => ({ name: `Group ${name}`, tools })),
    );
    return { names, starred: starred.map(({ name }) => name), planned };
  };
  const listToolboxes = async (): Promise<readonly ToolboxSummary[]> => {
    const [{ toolboxes }, known, usage] = await Promise.all([deps.read(), catalogue(), deps.usage()]);
    return toolboxes.map((toolbox) => ({
      ...toolbox,
      ...countMembers(toolbox.tools, known),
      usedBy: usage.get(toolbox.id) ?? 0,
    }));
  };
  const summaryOf = async (id: string): Promise<ToolboxSummary> => {
    const found = (await listToolboxes()).find((toolbox) => toolbox.id === id);
    if (!found) throw new AppError("not_found", "There is no such toolbox.");
    return found;
  };
  const requireKnown = async (tools: readonly string[]): Promise<void> => {
    const { missing, planned } = countMembers(tools, await catalogue());
    const unknown = [...missing.filter((name) => !name.startsWith("mcp_")), ...planned];
    if (unknown.length > 0)
      throw new AppError(
        "invalid",
        `There are no such tools: ${unknown.join(", ")}. list_tools has them all.`,
      );
  };
  /** What is there already was let in before, and may be gone by now: it keeps nobody from changing the rest. */
  const addedBy = async ({ id, tools = [] }: UpdateToolboxInput): Promise<readonly string[]> => {
    const before = (await deps.read()).toolboxes.find((toolbox) => toolbox.id === id)?.tools ?? [];
    return tools.filter((name) => !before.includes(name));
  };
  return {
    listNative,
    listConnected: deps.listConnected,
    listPlanned: async () => (await catalogue()).planned,
    listToolboxes,
    async create(input, actor, isStrict = false) {
      const read = createToolboxInput.parse(input);
      if (isStrict) await requireKnown(read.tools);
      const id = await deps.toolboxes.create(read, actor);
      deps.changed();
      return summaryOf(id);
    },
    async update(input, actor, isStrict = false) {
      const read = updateToolboxInput.parse(input);
      if (isStrict) await requireKnown(await addedBy(read));
      await deps.toolboxes.update(read, actor);
      deps.changed();
      return summaryOf(read.id);
    },
    async remove(id, actor) {
      await deps.toolboxes.remove(id, actor);
      deps.changed();
    },
  };
}

interface Catalogue {
  readonly names: ReadonlySet<string>;
  /** The tools that `*` stands for. */
  readonly starred: readonly string[];
  readonly planned: readonly PlannedTool[];
}

function countMembers(tools: readonly string[], { names, starred, planned }: Catalogue) {
  const plannedNames = new Set(planned.map(({ name }) => name));
  const there = tools.flatMap((name) => (name === "*" ? starred : names.has(name) ? [name] : []));
  const absent = tools.filter((name) => name !== "*" && !names.has(name));
  return {
    toolCount: new Set(there).size,
    planned: absent.filter((name) => plannedNames.has(name)),
    missing: absent.filter((name) => !plannedNames.has(name)),
  };
}
