import { Loading, Skeleton } from "./skeleton.tsx";

interface ListLoadingProps {
  /** "Loading skills". */
  readonly label: string;
}

/** The shape of a list of two-line rows, as wide as the list of a `ListDetail`. */
export function ListLoading({ label }: ListLoadingProps) {
  return (
    <Loading label={label} className="h-full bg-surface md:w-[20.5rem] md:border-r">
      {["w-1/2", "w-2/5", "w-3/5", "w-1/3"].map((width) => (
        <div key={width} className="flex h-14 flex-col justify-center gap-2 border-b px-4">
          <Skeleton className={`h-2.5 ${width}`} />
          <Skeleton className="h-2 w-4/5" />
        </div>
      ))}
    </Loading>
  );
}
