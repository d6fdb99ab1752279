import { ArrowDown, ArrowUp } from "lucide-react";
import type { RunSort } from "@/server/contract/api.ts";
import { classNames } from "../../../_ui/class-names.ts";
import { nextOrder, type RunOrder, sortTitle } from "./run-order.ts";

interface SortHeadProps {
  readonly by: RunSort;
  readonly order: RunOrder;
  readonly onSort: (order: RunOrder) => void;
  readonly className: string;
  /** Figures stand at the right, with the arrow before their name, so that heads and figures end together. */
  readonly isFigure?: boolean;
}

/** The head of a column: a press sorts by it, another turns the order round. */
export function SortHead({ by, order, onSort, className, isFigure = false }: SortHeadProps) {
  const isSorted = order.by === by;
  const isRising = order.direction === "asc";
  const Arrow = isRising ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isRising ? "ascending" : "descending") : "none"}
      className={classNames(className, isFigure && "text-right")}
    >
      <button
        type="button"
        onClick={() => onSort(nextOrder(order, by))}
        className={classNames(
          "group inline-flex h-6 items-center gap-1 rounded-1 hover:text-text",
          isFigure && "flex-row-reverse",
          isSorted && "text-text",
        )}
      >
        {sortTitle(by)}
        <Arrow
          aria-hidden="true"
          className={classNames(
            "size-3",
            !isSorted && "opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50",
          )}
        />
      </button>
    </th>
  );
}
