"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface ListDetailProps {
  /** Names the list: "Skills". */
  readonly label: string;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** Under 768 px one of both is shown: the detail when the address names it. */
  readonly isDetailNamed: boolean;
  /** Back to the list. */
  readonly listHref: string;
}

/** A list on the left and the chosen thing beside it; one after the other on small screens. */
export function ListDetail({ label, list, detail, isDetailNamed, listHref }: ListDetailProps) {
  return (
    <div className="grid h-full min-h-0 grid-rows-[minmax(0,1fr)] md:grid-cols-[20.5rem_minmax(0,1fr)]">
      <section
        aria-label={label}
        className={classNames(
          "flex min-h-0 min-w-0 flex-col overflow-y-auto bg-surface md:border-r",
          isDetailNamed && "max-md:hidden",
        )}
      >
        {list}
      </section>
      <div className={classNames("flex min-h-0 min-w-0 flex-col", !isDetailNamed && "max-md:hidden")}>
        <Link
          href={listHref}
          className="flex h-11 flex-none items-center gap-1 border-b px-4 text-12 font-medium text-text-2 md:hidden"
        >
          <ChevronLeft className="size-3.5" />
          {label}
        </Link>
        <div className="min-h-0 flex-1 overflow-y-auto">{detail}</div>
      </div>
    </div>
  );
}

interface ListLinkProps {
  readonly href: string;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

/** A row of the list: two lines, at least 48 px. */
export function ListLink({ href, isChosen, children }: ListLinkProps) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isChosen ? "true" : undefined}
      className={classNames(
        "flex min-w-0 flex-none flex-col justify-center border-b px-4 py-2.5 leading-[1.125rem] focus-inside",
        isChosen ? "md:bg-accent-soft md:shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-surface-2",
      )}
    >
      {children}
    </Link>
  );
}

interface ListHeadingProps {
  readonly icon?: ReactNode;
  readonly count?: number;
  readonly children: ReactNode;
}

/** Names a group of rows. */
export function ListHeading({ icon, count, children }: ListHeadingProps) {
  return (
    <h2 className="flex h-8 flex-none items-center gap-2 border-b bg-surface-2 px-4 text-12 tracking-normal not-first:-mt-px not-first:border-t [&>.lucide]:size-3.5 [&>.lucide]:text-text-3">
      {icon}
      <span className="truncate">{children}</span>
      {count === undefined ? null : <span className="num text-11 font-medium text-text-3">{count}</span>}
    </h2>
  );
}
