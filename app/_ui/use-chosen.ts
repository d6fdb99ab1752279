"use client";

import { usePathname, useSearchParams } from "next/navigation";

/**
 * Which thing of a list is shown, kept in the address; the first one where the address names none that exists. `list` is what else
 * the address says, where one page has several lists.
 */
export function useChosen(
  parameter: string,
  ids: readonly string[],
  list: Readonly<Record<string, string>> = {},
) {
  const pathname = usePathname();
  const addressOf = (query: Readonly<Record<string, string>>) => {
    const text = new URLSearchParams(query).toString();
    return text === "" ? pathname : `${pathname}?${text}`;
  };
  const named = useSearchParams().get(parameter);
  const isNamed = named !== null && ids.includes(named);
  return {
    chosen: isNamed ? named : ids[0],
    isNamed,
    listHref: addressOf(list),
    hrefOf: (id: string) => addressOf({ ...list, [parameter]: id }),
  };
}
