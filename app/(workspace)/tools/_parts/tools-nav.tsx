"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "../../../_ui/class-names.ts";

const pages = [
  { href: "/tools", label: "All tools" },
  { href: "/tools/toolboxes", label: "Toolboxes" },
  { href: "/tools/rules", label: "Rules" },
  { href: "/tools/audit", label: "Audit" },
] as const;

/** On a phone the four do not always fit. */
function bringIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** The pages about tools, one beside the other. */
export function ToolsNav() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="About tools"
      className="inline-flex max-w-full gap-0.5 overflow-x-auto rounded-2 bg-surface-3 p-0.5"
    >
      {pages.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          ref={pathname === href ? bringIntoView : undefined}
          aria-current={pathname === href ? "page" : undefined}
          className={classNames(
            "inline-flex h-6 flex-none items-center rounded-1 px-2 text-12 font-medium whitespace-nowrap focus-inside pointer-coarse:h-9",
            pathname === href
              ? "bg-surface text-text ring-1 ring-border ring-inset"
              : "text-text-2 hover:text-text",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
