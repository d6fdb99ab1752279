"use client";

import { useQuery } from "@tanstack/react-query";
import type { RunPage } from "@/server/contract/api.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { formatMoney } from "../../../_ui/format-money.ts";
import { SearchField } from "../../../_ui/search-field.tsx";
import { Segmented, type SegmentedOption } from "../../../_ui/segmented.tsx";
import { Select } from "../../../_ui/select.tsx";
import { allOrders, fromSortText, orderWords, toSortText } from "./run-order.ts";
import { type RunStatusFilter, runPeriods, type ShownRuns } from "./use-run-filter.ts";
import { useTypedSearch } from "./use-typed-search.ts";

const ANY = "any";

interface RunFiltersProps {
  readonly shown: ShownRuns;
  readonly show: (change: Partial<Omit<ShownRuns, "before">>) => void;
  /** Undefined until the first answer. */
  readonly page: RunPage | undefined;
}

/** Narrows the list; every filter shows how many runs it would leave. */
export function RunFilters({ shown, show, page }: RunFiltersProps) {
  const trpc = useTRPC();
  const orgs = useQuery(trpc.orgs.list.queryOptions());
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6">
      <TaskSearch key="search" shown={shown} show={show} />
      <Segmented
        label="State"
        value={shown.status}
        onValueChange={(status) => show({ status })}
        options={statusOptions(page)}
      />
      <Select
        label="Org"
        isLabelHidden
        size={28}
        className="w-auto"
        value={shown.orgId ?? ANY}
        onValueChange={(value) => show({ orgId: value === ANY ? undefined : value })}
        options={[
          { value: ANY, label: "Every org" },
          ...(orgs.data ?? []).map((org) => ({ value: org.id, label: org.name })),
        ]}
      />
      <Select
        label="Period"
        isLabelHidden
        size={28}
        className="w-auto"
        value={String(shown.days ?? ANY)}
        onValueChange={(value) => show({ days: runPeriods.find((days) => String(days) === value) })}
        options={[
          { value: ANY, label: "Any time" },
          ...runPeriods.map((days) => ({ value: String(days), label: periodText(days) })),
        ]}
      />
      <Select
        label="Order"
        isLabelHidden
        size={28}
        fieldClassName="md:hidden"
        className="w-auto"
        value={toSortText(shown.order)}
        onValueChange={(value) => show({ order: fromSortText(value) })}
        options={allOrders.map((order) => ({ value: toSortText(order), label: sentence(orderWords(order)) }))}
      />
      {page && page.runs.length > 0 ? (
        <span className="num ml-auto text-12 text-text-3 max-md:hidden">{costInView(page)} in this view</span>
      ) : null}
    </div>
  );
}

function TaskSearch({ shown, show }: Pick<RunFiltersProps, "shown" | "show">) {
  const { text, setText, ask } = useTypedSearch(shown.search, (search) => show({ search }));
  return (
    <SearchField
      label="Search tasks and answers"
      value={text}
      onChange={setText}
      onLeave={ask}
      hasSlashKey
      className="w-full md:w-66"
    />
  );
}

function statusOptions(page: RunPage | undefined): readonly SegmentedOption<RunStatusFilter>[] {
  return [
    { value: "all", label: "All", count: page?.counts.all },
    { value: "live", label: "Live", count: page?.counts.live },
    { value: "waiting", label: "Needs you", count: page?.counts.waiting },
    { value: "failed", label: "Failed", count: page?.counts.failed },
    { value: "completed", label: "Done", count: page?.counts.completed },
  ];
}

function costInView(page: RunPage): string {
  return formatMoney(page.runs.reduce((sum, run) => sum + (run.usage.cost ?? 0), 0));
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function periodText(days: number): string {
  return days === 1 ? "Last 24 hours" : `Last ${days} days`;
}
