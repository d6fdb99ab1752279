"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "../../../_ui/class-names.ts";
import { segment, segmentBox } from "../../../_ui/segment-look.ts";

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
    <nav aria-label="About tools" className={segmentBox}>
      {pages.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          ref={pathname === href ? bringIntoView : undefined}
          aria-current={pathname === href ? "page" : undefined}
          className={classNames(
            segment,
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
