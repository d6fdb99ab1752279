"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../_trpc/use-trpc.ts";

/** Whether what lies in a place ships with OpenHive and is not changed from the pages; true until that is known. */
export function useIsReadOnly(root: string): boolean {
  const folders = useQuery(useTRPC().skills.folders.queryOptions());
  const folder = folders.data?.find(({ label }) => label === root);
  return folder === undefined || folder.isReadOnly === true;
}
