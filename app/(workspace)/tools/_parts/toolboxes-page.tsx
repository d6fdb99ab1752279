"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, Plus, ToolCase } from "lucide-react";
import { useState } from "react";
import type { ToolboxSummary } from "@/server/contract/toolbox.ts";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListDetail, ListHeading, ListLink } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import { ToolboxDetail } from "./toolbox-detail.tsx";
import { ToolboxDialog } from "./toolbox-dialog.tsx";
import { ToolsNav } from "./tools-nav.tsx";

/** Named lists of tools: those that come with OpenHive, and one's own. */
export function ToolboxesPage() {
  const trpc = useTRPC();
  const boxes = useQuery(trpc.toolboxes.list.queryOptions());
  const [isAdding, setIsAdding] = useState(false);
  return (
    <PageFrame
      title="Toolboxes"
      isTitleForWide
      isScrolling={false}
      meta={<ToolsNav />}
      actions={
        <Button variant="primary" onClick={() => setIsAdding(true)}>
          <Plus />
          <span className="max-md:sr-only">New toolbox</span>
        </Button>
      }
    >
      {boxes.isPending ? <ListLoading label="Loading toolboxes" /> : null}
      {boxes.isLoadingError ? (
        <ErrorState
          title="The toolboxes could not be read"
          error={boxes.error}
          onRetry={() => void boxes.refetch()}
        />
      ) : null}
      {boxes.data ? <Boxes boxes={boxes.data} /> : null}
      {isAdding ? <ToolboxDialog toolbox={undefined} onClose={() => setIsAdding(false)} /> : null}
    </PageFrame>
  );
}

interface BoxesProps {
  readonly boxes: readonly ToolboxSummary[];
}

function Boxes({ boxes }: BoxesProps) {
  const { chosen, isNamed, listHref, hrefOf } = useChosen(
    "toolbox",
    boxes.map((box) => box.id),
  );
  const shown = boxes.find((box) => box.id === chosen);
  const groups = [
    { label: "Your own", boxes: boxes.filter((box) => !box.isBuiltin) },
    { label: "Built in", boxes: boxes.filter((box) => box.isBuiltin) },
  ];
  return (
    <ListDetail
      label="Toolboxes"
      isDetailNamed={isNamed}
      listHref={listHref}
      list={groups.map((group) =>
        group.boxes.length === 0 ? null : (
          <section key={group.label} aria-label={group.label} className="flex flex-col">
            <ListHeading
              icon={group.label === "Built in" ? <Lock /> : <ToolCase />}
              count={group.boxes.length}
            >
              {group.label}
            </ListHeading>
            {group.boxes.map((box) => (
              <ListLink key={box.id} href={hrefOf(box.id)} isChosen={box.id === chosen}>
                <span className="flex items-baseline justify-between gap-2">
                  <span className="truncate font-medium">{box.name}</span>
                  <span className="num flex-none text-11 text-text-3">{countText(box)}</span>
                </span>
                <span className="block truncate text-12 text-text-2">
                  {box.description || "No description"}
                </span>
              </ListLink>
            ))}
          </section>
        ),
      )}
      detail={shown ? <ToolboxDetail key={shown.id} toolbox={shown} /> : null}
    />
  );
}

function countText({ toolCount, planned }: ToolboxSummary): string {
  const tools = `${toolCount} ${toolCount === 1 ? "tool" : "tools"}`;
  if (planned.length === 0) return tools;
  return toolCount === 0 ? `${planned.length} planned` : `${tools}, ${planned.length} planned`;
}
