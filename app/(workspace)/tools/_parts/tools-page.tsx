"use client";

import { useState } from "react";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListDetail, ListHeading, ListLink } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { SearchField } from "../../../_ui/search-field.tsx";
import { SourceIcon } from "../../../_ui/source-icon.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import { PlannedTools } from "./planned-tools.tsx";
import { type ShownTool, searchTools, type ToolGroup } from "./shown-tool.ts";
import { ToolDetail } from "./tool-detail.tsx";
import { ToolsNav } from "./tools-nav.tsx";
import { useToolGroups } from "./use-tool-groups.ts";

/** Every tool an agent can get, whatever it comes from, in one form. */
export function ToolsPage() {
  const { groups, isPending, error, retry } = useToolGroups();
  const count = groups.reduce((sum, group) => sum + group.tools.length, 0);
  return (
    <PageFrame
      title="Tools"
      isTitleForWide
      isScrolling={false}
      meta={
        <span className="flex min-w-0 items-center gap-3">
          <ToolsNav />
          {isPending || error ? null : (
            <span className="num text-11 whitespace-nowrap text-text-3 max-md:hidden">
              {count} from {groups.length} sources
            </span>
          )}
        </span>
      }
    >
      {isPending ? <ListLoading label="Loading tools" /> : null}
      {error ? <ErrorState title="The tools could not be read" error={error} onRetry={retry} /> : null}
      {isPending || error ? null : <Tools groups={groups} count={count} />}
    </PageFrame>
  );
}

interface ToolsProps {
  readonly groups: readonly ToolGroup[];
  readonly count: number;
}

function Tools({ groups, count }: ToolsProps) {
  const [search, setSearch] = useState("");
  const tools = groups.flatMap((group) => group.tools);
  const { chosen, isNamed, listHref, hrefOf } = useChosen(
    "tool",
    tools.map((tool) => tool.id),
  );
  const shown = tools.find((tool) => tool.id === chosen);
  const found = searchTools(groups, search);
  return (
    <ListDetail
      label="Tools"
      isDetailNamed={isNamed}
      listHref={listHref}
      list={
        <>
          <div className="sticky top-0 z-10 flex-none border-b bg-surface p-3">
            <SearchField label={`Search ${count} tools`} value={search} onChange={setSearch} hasSlashKey />
          </div>
          {found.map((group) => (
            <section key={`${group.kind} ${group.name}`} aria-label={group.name} className="flex flex-col">
              <ListHeading icon={<SourceIcon kind={group.kind} />} count={group.tools.length}>
                {group.name}
              </ListHeading>
              {group.tools.map((tool) => (
                <ToolLink key={tool.id} tool={tool} href={hrefOf(tool.id)} isChosen={tool.id === chosen} />
              ))}
            </section>
          ))}
          <PlannedTools search={search} />
          {found.length === 0 ? (
            <p className="p-4 text-12 text-text-2">No tool has “{search}” in it.</p>
          ) : null}
        </>
      }
      detail={
        shown ? (
          <ToolDetail
            key={shown.id}
            tool={shown}
            grant={groups.find((group) => group.tools.includes(shown))?.grant ?? ""}
          />
        ) : null
      }
    />
  );
}

interface ToolLinkProps {
  readonly tool: ShownTool;
  readonly href: string;
  readonly isChosen: boolean;
}

function ToolLink({ tool, href, isChosen }: ToolLinkProps) {
  return (
    <ListLink href={href} isChosen={isChosen}>
      <span className="mono block truncate text-12 font-medium">{tool.name}</span>
      {tool.problem ? (
        <span className="block truncate text-12 text-st-person">Not offered: {tool.problem}</span>
      ) : (
        <span className="block truncate text-12 text-text-2">{tool.description.split("\n")[0]}</span>
      )}
    </ListLink>
  );
}
