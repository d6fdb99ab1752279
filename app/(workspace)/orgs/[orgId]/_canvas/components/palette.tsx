"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDashed, TriangleAlert, Unplug } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { classNames } from "@/app/_ui/class-names.ts";
import { Kbd } from "@/app/_ui/kbd.tsx";
import { SearchField } from "@/app/_ui/search-field.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import { agentTemplates } from "../model/agent-templates.ts";
import { plural } from "../model/plural.ts";
import type { PaletteItem } from "../store/editor-state.ts";
import { useEditor } from "./editor-context.tsx";
import { PaletteIcon } from "./palette-icon.tsx";
import { usePaletteDrag } from "./use-palette-drag.ts";
import { usePalettePick } from "./use-palette-pick.ts";

interface PaletteProps {
  /** After an item was picked by click or key: closes the sheet the palette may be in. */
  readonly onPick?: () => void;
}

/** Everything that can be put on the canvas: drag it there, or press Enter on it. */
export function Palette({ onPick }: PaletteProps) {
  const [search, setSearch] = useState("");
  const pick = usePalettePick();
  const onChoose = (item: PaletteItem) => {
    pick(item);
    onPick?.();
  };
  const words = search.trim().toLowerCase();
  const fits: Fits = (...texts) => texts.join(" ").toLowerCase().includes(words);
  const part = { fits, onChoose, isSearching: words !== "" };
  return (
    <>
      <div className="flex-none px-3 pt-3 pb-1">
        <SearchField label="Search palette" value={search} onChange={setSearch} hasSlashKey />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-3">
        <Agents {...part} />
        <Skills {...part} />
        <Servers {...part} />
        <Toolboxes {...part} />
        {canvasItems.some((item) => fits(item.label)) ? <Heading>Canvas</Heading> : null}
        {canvasItems
          .filter((item) => fits(item.label))
          .map((item) => (
            <Item key={item.kind} item={item} onChoose={onChoose} />
          ))}
      </div>
    </>
  );
}

const canvasItems: readonly PaletteItem[] = [
  { kind: "note", label: "Note" },
  { kind: "group", label: "Group" },
];

type Fits = (...texts: readonly string[]) => boolean;

interface PartProps {
  readonly fits: Fits;
  readonly onChoose: (item: PaletteItem) => void;
  /** While searching, parts that hold nothing are left out. */
  readonly isSearching: boolean;
}

function Agents({ fits, onChoose }: PartProps) {
  const found = agentTemplates.filter((template) => fits(template.label, template.fields.role ?? ""));
  if (found.length === 0) return null;
  return (
    <>
      <Heading>Agents</Heading>
      {found.map(({ key, label }) => (
        <Item
          key={key}
          item={{ kind: "agent", templateKey: key, label }}
          onChoose={onChoose}
          end={
            key === "blank" ? (
              <span className="pointer-coarse:hidden">
                <Kbd>A</Kbd>
              </span>
            ) : null
          }
        />
      ))}
    </>
  );
}

function Skills({ fits, onChoose, isSearching }: PartProps) {
  const skills = useQuery(useTRPC().skills.list.queryOptions());
  const found = (skills.data ?? []).filter((skill) => fits(skill.name, skill.description));
  if (isSearching && found.length === 0) return null;
  return (
    <>
      <Heading count={skills.data?.length}>Skills</Heading>
      {skills.isPending ? <Waiting /> : null}
      {skills.isLoadingError ? <Hint>The skills could not be read.</Hint> : null}
      {skills.data?.length === 0 ? (
        <Hint>
          A skill is a folder with a SKILL.md. <Link href="/skills">Add one</Link>
        </Hint>
      ) : null}
      {found.map((skill) => (
        <Item
          key={skill.name}
          item={{ kind: "skill", name: skill.name, label: skill.name }}
          title={skill.description}
          onChoose={onChoose}
          end={<SkillMark count={skill.findings.length} isUsable={skill.isUsable} />}
        />
      ))}
    </>
  );
}

function Servers({ fits, onChoose, isSearching }: PartProps) {
  const servers = useQuery(useTRPC().mcp.list.queryOptions());
  const found = (servers.data ?? []).filter((server) =>
    fits(server.name, ...server.tools.map((tool) => tool.name)),
  );
  if (isSearching && found.length === 0) return null;
  return (
    <>
      <Heading count={servers.data?.length}>MCP servers</Heading>
      {servers.isPending ? <Waiting /> : null}
      {servers.isLoadingError ? <Hint>The MCP servers could not be read.</Hint> : null}
      {servers.data?.length === 0 ? (
        <Hint>
          Servers give agents tools from other systems. <Link href="/mcp">Add one</Link>
        </Hint>
      ) : null}
      {found.map((server) => (
        <Item
          key={server.name}
          item={{ kind: "mcp", name: server.name, label: server.name }}
          title={server.error ?? server.command}
          onChoose={onChoose}
          end={<ServerMark server={server} />}
        />
      ))}
    </>
  );
}

function Toolboxes({ fits, onChoose, isSearching }: PartProps) {
  const toolboxes = useQuery(useTRPC().toolboxes.list.queryOptions());
  // One of which nothing is there yet would grant nothing.
  const offered = toolboxes.data?.filter((toolbox) => toolbox.toolCount > 0);
  const found = (offered ?? []).filter((toolbox) => fits(toolbox.name, ...toolbox.tools));
  if (isSearching && found.length === 0) return null;
  return (
    <>
      <Heading count={offered?.length}>Toolboxes</Heading>
      {toolboxes.isPending ? <Waiting /> : null}
      {toolboxes.isLoadingError ? <Hint>The toolboxes could not be read.</Hint> : null}
      {found.map((toolbox) => (
        <Item
          key={toolbox.id}
          item={{ kind: "toolbox", name: toolbox.id, label: toolbox.name }}
          title={toolbox.description}
          onChoose={onChoose}
          end={
            <span className="num text-11 font-medium text-text-3">{plural(toolbox.toolCount, "tool")}</span>
          }
        />
      ))}
    </>
  );
}

function ServerMark({ server }: { readonly server: McpServerSummary }) {
  if (server.status === "failing") {
    return (
      <span className="flex items-center gap-1 text-11 text-st-person">
        <Unplug className="size-3" />
        no answer
      </span>
    );
  }
  const words = server.status === "untested" ? "untested" : plural(server.tools.length, "tool");
  return <span className="num text-11 font-medium text-text-3">{words}</span>;
}

interface ItemProps {
  readonly item: PaletteItem;
  readonly onChoose: (item: PaletteItem) => void;
  readonly title?: string;
  readonly end?: ReactNode;
}

function Item({ item, onChoose, title, end }: ItemProps) {
  const startDrag = usePaletteDrag();
  const isHeld = useEditor(({ drag, pendingGrant }) => {
    if (drag) return drag.item.kind === item.kind && drag.item.label === item.label;
    return "name" in item && pendingGrant?.kind === item.kind && pendingGrant.name === item.name;
  });
  return (
    <button
      type="button"
      title={title}
      data-palette-item={`${item.kind}:${item.label}`}
      onPointerDown={(event) => startDrag(item, event)}
      onClick={() => onChoose(item)}
      className={classNames(
        "mx-2 flex h-8 w-[calc(100%-1rem)] touch-pan-y items-center gap-2 rounded-2 px-2 text-left text-12 select-none pointer-coarse:h-11 pointer-coarse:text-13 [&>.lucide]:size-3.5",
        isHeld ? "bg-accent-soft text-accent" : "hover:bg-surface-3 [&>.lucide]:text-text-3",
      )}
    >
      {item.kind === "agent" && item.templateKey === "blank" ? <CircleDashed /> : <PaletteIcon item={item} />}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {end}
    </button>
  );
}

interface SkillMarkProps {
  readonly count: number;
  readonly isUsable: boolean;
}

function SkillMark({ count, isUsable }: SkillMarkProps) {
  if (isUsable && count === 0) return null;
  const words = isUsable ? plural(count, "finding") : "Cannot be used";
  return (
    <span title={words} className={classNames("flex", isUsable ? "text-st-person" : "text-st-fail")}>
      <TriangleAlert className="size-3" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

interface HeadingProps {
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

function Heading({ count, children }: HeadingProps) {
  return (
    <h2 className="flex items-center justify-between px-4 pt-3 pb-1 text-11 font-medium tracking-normal text-text-3">
      {children}
      {count === undefined ? null : <span className="num">{count}</span>}
    </h2>
  );
}

function Hint({ children }: { readonly children: ReactNode }) {
  return <p className="px-4 py-1 text-12 text-text-2 [&_a]:text-accent [&_a]:hover:underline">{children}</p>;
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 px-4 py-2.5">
      <Skeleton className="h-2.5 w-3/4" />
      <Skeleton className="h-2.5 w-1/2" />
    </div>
  );
}
