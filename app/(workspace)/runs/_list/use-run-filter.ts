"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
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
  const parameters = useSearchParams();
  const router = useRouter();
  const pathname = usePathname();
  const shown: ShownRuns = {
    status: statuses.find((status) => status === parameters.get("status")) ?? "all",
    search: parameters.get("search") ?? "",
    orgId: idOf(parameters.get("org")),
    days: runPeriods.find((days) => String(days) === parameters.get("days")),
    order: fromSortText(parameters.get("sort")),
    before: idOf(parameters.get("before")),
  };
  const show = (change: Partial<ShownRuns>) => {
    const address = addressOf(pathname, { ...shown, before: undefined, ...change });
    if (change.before === undefined) router.replace(address, { scroll: false });
    else router.push(address);
  };
  return { shown, show };
}

/** A mistyped id in the address is none. */
function idOf(text: string | null): string | undefined {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined;
}

function addressOf(pathname: string, { status, search, orgId, days, order, before }: ShownRuns): string {
  const query = new URLSearchParams({
    ...(status === "all" ? {} : { status }),
    ...(search ? { search } : {}),
    ...(orgId ? { org: orgId } : {}),
    ...(days ? { days: String(days) } : {}),
    ...(isSameOrder(order, NEWEST_FIRST) ? {} : { sort: toSortText(order) }),
    ...(before ? { before } : {}),
  });
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
