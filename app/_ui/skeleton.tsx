import { classNames } from "./class-names.ts";
import { LongWait } from "./long-wait.tsx";

interface SkeletonProps {
  /** Size utilities: the shape of what comes. */
  readonly className?: string;
}

/** A block in the place of something that is on its way. Appears after 200 ms and stands still. */
export function Skeleton({ className = "h-2.5 w-full" }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames("appear-late block rounded-1 bg-surface-3", className)} />
  );
}

interface LoadingProps {
  /** What is on its way: "Loading runs". */
  readonly label: string;
  readonly className?: string;
  readonly children: React.ReactNode;
}

/** Around skeletons: says once, to those who listen, what is on its way, and to all why when it takes long. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={classNames("relative", className)}>
      <span className="sr-only">{label}</span>
      {children}
      <LongWait />
    </div>
  );
}
