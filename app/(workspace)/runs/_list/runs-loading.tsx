import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";

const rows = ["w-1/2", "w-2/5", "w-3/5", "w-1/3", "w-1/2"];

/** The shape of the table. */
export function RunsLoading() {
  return (
    <Loading label="Loading runs" className="border-t">
      {rows.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
        <div key={index} className="flex h-12 items-center gap-6 border-b px-4 md:px-6">
          <Skeleton className="h-2.5 w-24 max-md:hidden" />
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={`h-2.5 ${width}`} />
            <Skeleton className="h-2 w-1/4" />
          </span>
          <Skeleton className="h-6 w-44 max-xl:hidden" />
          <Skeleton className="h-2.5 w-10" />
          <Skeleton className="h-2.5 w-10 max-md:hidden" />
        </div>
      ))}
    </Loading>
  );
}
