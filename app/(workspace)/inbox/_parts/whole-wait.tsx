"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { WaitDetail, type WaitDetailProps } from "./wait-detail.tsx";

/** One request, whole: of a long one the list has the beginning alone, and nobody decides on what they have not seen. */
export function WholeWait({ wait, focus }: WaitDetailProps) {
  return wait.isShortened ? (
    <LongRequest wait={wait} focus={focus} />
  ) : (
    <WaitDetail wait={wait} focus={focus} />
  );
}

function LongRequest({ wait, focus }: WaitDetailProps) {
  const trpc = useTRPC();
  // What an agent asked stays as it was asked: no news makes it old.
  const whole = useQuery(trpc.waits.get.queryOptions({ waitId: wait.id }, { staleTime: "static" }));
  if (whole.data) return <WaitDetail wait={whole.data} focus={focus} />;
  if (whole.isLoadingError) {
    return (
      <ErrorState
        title="The request could not be read"
        error={whole.error}
        onRetry={() => void whole.refetch()}
      />
    );
  }
  return (
    <Loading
      label="Reading the request"
      className="mx-auto flex w-full max-w-[44rem] flex-col gap-4 px-4 py-6 md:px-8"
    >
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="h-80 w-full" />
    </Loading>
  );
}
