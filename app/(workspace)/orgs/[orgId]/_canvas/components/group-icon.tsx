import { Group } from "lucide-react";

/** The icon of a group, the same in palette, menu and outline. */
export function GroupIcon({ className }: { readonly className?: string }) {
  return <Group className={className ?? "size-3.5"} />;
}
