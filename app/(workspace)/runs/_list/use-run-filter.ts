"use client";

import { useSearchParams } from "next/navigation";
import { readAddressQuery, replaceAddressQuery } from "@/app/_ui/address-query.ts";
import type { RunFilter } from "@/server/contract/api.ts";
import { fromSortText, isSameOrder, NEWEST_FIRST, type RunOrder, toSortText } from "./run-order.ts";

export type RunStatusFilter = RunFilter["status"];

const statuses: readonly RunStatusFilter[] = ["all", "live", "waiting", "failed", "completed"];

/** How far back the list goes, in days. */
export const runPeriods = [1, 7, 30] as const;

export interface ShownRuns {
  readonly status: RunStatusFilter;
  readonly search: string;
  readonly orgId: string | undefined;
  /** One of `runPeriods`; undefined: all that are kept. */
  readonly days: number | undefined;
  readonly order: RunOrder;
  /** Last run of the page before; undefined on the first. */
  readonly before: string | undefined;
}

/** What the list shows, kept in the address so that Back, Reload and a shared link show the same. */
export function useRunFilter() {
  const shown = shownIn(useSearchParams());
  /** Other runs, or in another order: from the first page. */
  const show = (change: Partial<Omit<ShownRuns, "before">>) =>
    replaceAddressQuery(queryOf({ ...shownIn(readAddressQuery()), before: undefined, ...change }));
  return { shown, show };
}

function shownIn(query: Pick<URLSearchParams, "get">): ShownRuns {
  return {
    status: statuses.find((status) => status === query.get("status")) ?? "all",
    search: query.get("search") ?? "",
    orgId: idOf(query.get("org")),
    days: runPeriods.find((days) => String(days) === query.get("days")),
    order: fromSortText(query.get("sort")),
    before: idOf(query.get("before")),
  };
}

/** A mistyped id in the address is none. */
function idOf(text: string | null): string | undefined {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined;
}

/** The address of what is shown: what is as usual is not in it. */
export function queryOf({ status, search, orgId, days, order, before }: ShownRuns): URLSearchParams {
  return new URLSearchParams({
    ...(status === "all" ? {} : { status }),
    ...(search ? { search } : {}),
    ...(orgId ? { org: orgId } : {}),
    ...(days ? { days: String(days) } : {}),
    ...(isSameOrder(order, NEWEST_FIRST) ? {} : { sort: toSortText(order) }),
    ...(before ? { before } : {}),
  });
}
