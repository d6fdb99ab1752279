"use client";

import { useQuery } from "@tanstack/react-query";
import { Folder, Plus } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import type { SkillSummary } from "@/server/contract/api.ts";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useSkillChanges } from "../../../_shell/use-skill-changes.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { ListDetail, ListHeading, ListLink } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { SearchField } from "../../../_ui/search-field.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import { FindingsBadge } from "./findings.tsx";
import { ShelfActions } from "./shelf/shelf-actions.tsx";
import type { ShelfDialogKind } from "./shelf/shelf-dialog.tsx";
import { SkillDetailView } from "./skill-detail-view.tsx";
import { agentsText } from "./skill-texts.ts";

// One for the three: each by itself makes the bundler cut what all pages share into more pieces.
const ShelfDialog = lazyPart(async () => (await import("./shelf/shelf-dialog.tsx")).ShelfDialog);

/** What agents can be taught: folders with a SKILL.md, by where they lie. */
export function SkillsPage() {
  const trpc = useTRPC();
  const skills = useQuery(trpc.skills.list.queryOptions());
  const [open, setOpen] = useState<ShelfDialogKind>();
  useSkillChanges();
  useFollowName(skills.data);
  return (
    <PageFrame
      title="Skills"
      isScrolling={false}
      actions={<ShelfActions onOpen={setOpen} />}
      meta={
        skills.data ? (
          <span className="num text-11 whitespace-nowrap text-text-3 max-[23rem]:hidden">
            {countText(skills.data)}
          </span>
        ) : null
      }
    >
      {skills.data ? <Skills skills={skills.data} onAdd={() => setOpen("new")} /> : null}
      {skills.isPending ? <ListLoading label="Loading skills" /> : null}
      {skills.isLoadingError ? (
        <ErrorState
          title="The skills could not be read"
          error={skills.error}
          onRetry={() => void skills.refetch()}
        />
      ) : null}
      {open ? (
        <ShelfDialog
          kind={open}
          onClose={() => setOpen(undefined)}
          onShown={(isShown) => setOpen(isShown ? open : undefined)}
        />
      ) : null}
    </PageFrame>
  );
}

/** Whoever looks at a skill still looks at it when it has another name. */
function useFollowName(skills: readonly SkillSummary[] | undefined): void {
  const router = useRouter();
  const named = useSearchParams().get("skill");
  const isHere = skills?.some(({ name }) => name === named) ?? true;
  const renamed = isHere
    ? undefined
    : skills?.find(({ formerNames = [] }) => formerNames.some((name) => name === named))?.name;
  useEffect(() => {
    if (renamed !== undefined)
      router.replace(`/skills?skill=${encodeURIComponent(renamed)}`, { scroll: false });
  }, [router, renamed]);
}

interface SkillsProps {
  readonly skills: readonly SkillSummary[];
  readonly onAdd: () => void;
}

function Skills({ skills, onAdd }: SkillsProps) {
  const [search, setSearch] = useState("");
  const found = skills.filter((skill) => isFound(skill, search));
  const { chosen, isNamed, listHref, hrefOf } = useChosen(
    "skill",
    skills.map((skill) => skill.name),
  );
  if (skills.length === 0) {
    return (
      <EmptyState
        title="No skills"
        action={
          <Button size={32} onClick={onAdd}>
            <Plus />
            New skill
          </Button>
        }
      >
        A skill is a folder with a SKILL.md: instructions an agent loads when it needs them, and functions in
        Python it can then call. Make one here, or put one into the folder skills of the data folder.
      </EmptyState>
    );
  }
  return (
    <ListDetail
      label="Skills"
      isDetailNamed={isNamed}
      listHref={listHref}
      list={
        <>
          <div className="sticky top-0 z-10 flex-none border-b bg-surface p-3">
            <SearchField
              label={`Search ${skills.length} skills`}
              value={search}
              onChange={setSearch}
              hasSlashKey
            />
          </div>
          {rootsOf(found).map(({ root, group, hidden }) => (
            <SkillGroup
              key={root}
              root={root}
              skills={group}
              hidden={hidden}
              chosen={chosen}
              hrefOf={hrefOf}
            />
          ))}
          {found.length === 0 ? (
            <p className="p-4 text-12 text-text-2">No skill has “{search}” in it.</p>
          ) : null}
        </>
      }
      detail={chosen ? <SkillDetailView key={chosen} name={chosen} /> : null}
    />
  );
}

interface SkillGroupProps {
  readonly skills: readonly SkillSummary[];
  readonly root: string;
  /** Skills of other folders that stand in for one of this folder. */
  readonly hidden: readonly SkillSummary[];
  readonly chosen: string | undefined;
  readonly hrefOf: (name: string) => string;
}

function SkillGroup({ root, skills, hidden, chosen, hrefOf }: SkillGroupProps) {
  return (
    <>
      <ListHeading icon={<Folder />} count={skills.length + hidden.length}>
        {root}
      </ListHeading>
      {skills.map((skill) => (
        <ListLink key={skill.name} href={hrefOf(skill.name)} isChosen={skill.name === chosen}>
          <span className="flex min-w-0 items-center justify-between gap-2">
            <span className="mono truncate text-12 font-medium">{skill.name}</span>
            <FindingsBadge findings={skill.findings} />
          </span>
          <span className="flex min-w-0 items-center justify-between gap-3">
            <span className="truncate text-12 text-text-2">
              {skill.description || "Not loaded: no description"}
            </span>
            <span className="num flex-none text-11 text-text-3">{agentsText(skill.usedBy)}</span>
          </span>
        </ListLink>
      ))}
      {hidden.map((winner) => (
        <ListLink key={winner.name} href={hrefOf(winner.name)} isChosen={false}>
          <span className="mono truncate text-12 text-text-3">{winner.name}</span>
          <span className="truncate text-12 text-text-3">Hidden: the one of {winner.root} counts</span>
        </ListLink>
      ))}
    </>
  );
}

function isFound(skill: SkillSummary, search: string): boolean {
  return `${skill.name} ${skill.description}`.toLowerCase().includes(search.trim().toLowerCase());
}

interface RootGroup {
  readonly root: string;
  readonly group: readonly SkillSummary[];
  readonly hidden: readonly SkillSummary[];
}

function rootsOf(skills: readonly SkillSummary[]): readonly RootGroup[] {
  const roots = new Set(skills.flatMap((skill) => [skill.root, ...skill.hides.map(({ root }) => root)]));
  return [...roots].map((root) => ({
    root,
    group: skills.filter((skill) => skill.root === root),
    hidden: skills.filter((skill) => skill.hides.some((one) => one.root === root)),
  }));
}

function countText(skills: readonly SkillSummary[]): string {
  const roots = new Set(skills.map((skill) => skill.root)).size;
  return roots === 1 ? `${skills.length} in 1 folder` : `${skills.length} in ${roots} folders`;
}
