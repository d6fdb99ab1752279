import { BookOpen, Inbox, type LucideIcon, Network, Play, Plug, Settings, Wrench } from "lucide-react";

export interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Other addresses that belong to it. */
  readonly also?: string;
}

/** The pages of the frame, in the order of the rail. */
export const places: readonly Place[] = [
  { href: "/orgs", label: "Orgs", icon: Network, also: "/templates" },
  { href: "/runs", label: "Runs", icon: Play },
  { href: "/inbox", label: "Inbox", icon: Inbox },
  { href: "/skills", label: "Skills", icon: BookOpen },
  { href: "/tools", label: "Tools", icon: Wrench },
  { href: "/mcp", label: "MCP", icon: Plug },
];

export const settingsPlace: Place = { href: "/settings", label: "Settings", icon: Settings };

/** Whether an address lies within a place. */
export function isWithin(pathname: string, place: Place): boolean {
  return [place.href, place.also].some((href) => pathname === href || pathname.startsWith(`${href}/`));
}
