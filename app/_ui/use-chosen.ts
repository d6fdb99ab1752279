"use client";

import { usePathname, useSearchParams } from "next/navigation";

/** Which thing of a list is shown, kept in the address; the first one where the address names none that exists. */
export function useChosen(parameter: string, ids: readonly string[]) {
  const pathname = usePathname();
  const named = useSearchParams().get(parameter);
  const isNamed = named !== null && ids.includes(named);
  return {
    chosen: isNamed ? named : ids[0],
    isNamed,
    listHref: pathname,
    hrefOf: (id: string) => `${pathname}?${parameter}=${encodeURIComponent(id)}`,
  };
}
