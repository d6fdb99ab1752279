"use client";

import { ChevronRight, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../_ui/button.tsx";
import { classNames } from "../_ui/class-names.ts";
import { Keys } from "../_ui/kbd.tsx";
import { openCommandPalette } from "./command-store.ts";
import { IntentLink } from "./intent-link.tsx";

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface TopBarProps {
  /** The page's one h1; an element when it can be edited. */
  readonly title: ReactNode;
  /** On a phone it is only read out: what stands beside it says the same. */
  readonly isTitleForWide?: boolean;
  /** What lies above the page, outermost first. */
  readonly crumbs?: readonly Crumb[];
  /** Right of the title: counts, save state, version. */
  readonly meta?: ReactNode;
  /** That is never cut: the title gives way to it. */
  readonly isMetaWhole?: boolean;
  /** At the right end, the primary button last. */
  readonly actions?: ReactNode;
  /** Whether everything can be found and done from here; not where somebody may only look. */
  readonly hasPalette?: boolean;
}

/** The head of every page. */
export function TopBar({
  title,
  isTitleForWide = false,
  crumbs = [],
  meta,
  isMetaWhole = false,
  actions,
  hasPalette = true,
}: TopBarProps) {
  return (
    <header className="flex h-(--topbar-height) min-w-0 flex-none items-center gap-3 border-b bg-surface pr-3 pl-4">
      {crumbs.length > 0 ? (
        <nav
          aria-label="Above this page"
          className="hidden flex-none items-center gap-1.5 text-text-3 md:flex"
        >
          {crumbs.map((crumb) => (
            <span key={crumb.href} className="flex items-center gap-1.5">
              <IntentLink href={crumb.href} className="rounded-1 hover:text-text">
                {crumb.label}
              </IntentLink>
              <ChevronRight className="size-3" />
            </span>
          ))}
        </nav>
      ) : null}
      <h1 className={classNames("min-w-px truncate text-14", isTitleForWide && "max-md:sr-only")}>{title}</h1>
      {meta ? (
        <div className={classNames("flex items-center gap-3", isMetaWhole ? "flex-none" : "min-w-0")}>
          {meta}
        </div>
      ) : null}
      <div className="ml-auto flex flex-none items-center gap-2">
        {hasPalette ? <PaletteButtons /> : null}
        {actions}
      </div>
    </header>
  );
}

function PaletteButtons() {
  return (
    <>
      <Button
        variant="ghost"
        onClick={openCommandPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="max-lg:hidden"
      >
        <Search />
        Find or do
        <Keys keys={["Mod", "K"]} />
      </Button>
      <IconButton label="Find or do" keys={["Mod", "K"]} onClick={openCommandPalette} className="lg:hidden">
        <Search />
      </IconButton>
    </>
  );
}
