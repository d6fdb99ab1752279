"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown, Download } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { AuditEntry, AuditFilter } from "@/server/contract/audit.ts";
import { GiveTaskLink } from "../../../_shell/give-task-link.tsx";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Chip } from "../../../_ui/chip.tsx";
import { CodeBlock } from "../../../_ui/code-block.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { Note } from "../../../_ui/note.tsx";
import { Select } from "../../../_ui/select.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { LastingGrants } from "./lasting-grants.tsx";
import { ToolsNav } from "./tools-nav.tsx";

const KINDS: Readonly<Record<AuditFilter["kind"], string>> = {
  all: "Everything",
  approval: "Approvals",
  refusal: "Refusals",
  grant: "Permissions",
  toolbox: "Toolboxes",
  policy: "Rules",
  secret: "Secrets",
};

/** One entry's kind in a word. */
const KIND_WORDS: Readonly<Record<AuditEntry["kind"], string>> = {
  approval: "Approval",
  refusal: "Refusal",
  grant: "Permission",
  toolbox: "Toolbox",
  policy: "Rules",
  secret: "Secret",
};

/** Who allowed or changed what, and when. */
export function AuditPage() {
  const trpc = useTRPC();
  const [kind, setKind] = useState<AuditFilter["kind"]>("all");
  const audit = useInfiniteQuery(
    trpc.tools.audit.infiniteQueryOptions(
      { limit: 100, kind },
      { getNextPageParam: (page) => page.nextBefore ?? undefined, placeholderData: keepPreviousData },
    ),
  );
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  return (
    <PageFrame title="Audit" isTitleForWide meta={<ToolsNav />}>
      {audit.isPending ? <ListLoading label="Loading the audit" /> : null}
      {audit.isLoadingError ? (
        <ErrorState
          title="The audit could not be read"
          error={audit.error}
          onRetry={() => void audit.refetch()}
        />
      ) : null}
      {entries || kind !== "all" ? (
        <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-8 px-4 py-6 md:px-8">
          <LastingGrants />
          <section aria-label="What happened" className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-14">What happened</h2>
              <div className="flex flex-wrap items-center gap-2">
                <DownloadLink format="csv" />
                <DownloadLink format="json" />
                <Select
                  label="Show"
                  isLabelHidden
                  value={kind}
                  onValueChange={(next) => setKind(next as AuditFilter["kind"])}
                  options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
                />
              </div>
            </div>
            {entries?.length === 0 ? (
              <div className="rounded-3 border">
                <NoEntries kind={kind} onShowAll={() => setKind("all")} />
              </div>
            ) : null}
            {entries && entries.length > 0 ? (
              <ol aria-busy={audit.isPlaceholderData} className="divide-y rounded-3 border">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            ) : null}
            <OlderEntries {...audit} />
          </section>
        </div>
      ) : null}
    </PageFrame>
  );
}

interface OlderEntriesProps {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  readonly fetchNextPage: () => Promise<unknown>;
}

function OlderEntries(audit: OlderEntriesProps) {
  if (!audit.hasNextPage) return null;
  return (
    <>
      {audit.isFetchNextPageError ? <Note tone="fail">{errorText(audit.error)}</Note> : null}
      <Button
        size={32}
        className="self-center"
        disabled={audit.isFetchingNextPage}
        onClick={() => void audit.fetchNextPage()}
      >
        Older entries
      </Button>
    </>
  );
}

interface DownloadLinkProps {
  readonly format: "csv" | "json";
}

/** All entries of all kinds, as a file. */
function DownloadLink({ format }: DownloadLinkProps) {
  return (
    <Button size={32} className="pointer-coarse:h-11" asChild>
      <a
        href={`/api/audit?format=${format}`}
        download
        aria-label={`Download all entries as ${format.toUpperCase()}`}
      >
        <Download />
        {format.toUpperCase()}
      </a>
    </Button>
  );
}

interface NoEntriesProps {
  readonly kind: AuditFilter["kind"];
  readonly onShowAll: () => void;
}

function NoEntries({ kind, onShowAll }: NoEntriesProps) {
  if (kind === "all")
    return (
      <EmptyState isInline title="Nothing yet" action={<GiveTaskLink />}>
        When a person allows or denies a call, or changes a toolbox, a rule or a secret, when a call is
        refused, and when a tool is handed a secret, it stands here for good.
      </EmptyState>
    );
  return (
    <EmptyState
      isInline
      title={`${KINDS[kind]}: nothing yet`}
      action={<Button onClick={onShowAll}>Show everything</Button>}
    >
      There are only entries of other kinds, or none.
    </EmptyState>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
}

function Entry({ entry }: EntryProps) {
  return (
    <li className="px-3.5 py-2.5">
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span className="min-w-0 font-medium wrap-anywhere">{entry.subject}</span>
          {entry.decision ? (
            <Chip tone={entry.decision === "denied" ? "fail" : "done"}>{entry.decision}</Chip>
          ) : null}
          {entry.count > 1 ? <span className="num text-12 text-text-3">{entry.count} times</span> : null}
          <span className="ml-auto text-12 text-text-3">
            <TimeText iso={entry.at} className="num" />
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5 flex-none text-text-3 group-open:rotate-180" />
          <span className="w-full text-12 text-text-2">
            <span className="text-text-3">{KIND_WORDS[entry.kind]}: </span>
            {entry.actor}
            {entry.tool && entry.kind === "secret" ? (
              <>
                {" "}
                with <span className="mono text-11">{entry.tool}</span>
              </>
            ) : null}
            {entry.chain.length > 0 ? `, asked by ${entry.chain.join(" › ")}` : ""}
          </span>
        </summary>
        <div className="mt-2 flex flex-col gap-2">
          {entry.detail === null ? null : (
            <CodeBlock label={`Details of ${entry.subject}`} code={JSON.stringify(entry.detail, null, 2)} />
          )}
          {entry.digest ? (
            <p className="mono text-11 wrap-anywhere text-text-3">SHA-256 {entry.digest}</p>
          ) : null}
          {entry.runId ? (
            <Link href={`/runs/${entry.runId}`} className="text-12 text-accent underline">
              Show the run
            </Link>
          ) : null}
        </div>
      </details>
    </li>
  );
}
