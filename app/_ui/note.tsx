import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type NoteTone = "info" | "warn" | "fail";

const tones: Readonly<
  Record<NoteTone, { readonly icon: LucideIcon; readonly className: string; readonly iconClassName: string }>
> = {
  info: { icon: Info, className: "bg-surface-3 text-text-2", iconClassName: "" },
  warn: { icon: TriangleAlert, className: "bg-st-person-soft text-text", iconClassName: "text-st-person" },
  fail: { icon: CircleAlert, className: "bg-st-fail-soft text-text", iconClassName: "text-st-fail" },
};

interface NoteProps {
  readonly tone?: NoteTone;
  readonly className?: string;
  /** A button after the text. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A remark beside the thing it is about: what happened, then what can be done. */
export function Note({ tone = "info", className, action, children }: NoteProps) {
  const look = tones[tone];
  const Icon = look.icon;
  return (
    <div
      role={tone === "fail" ? "alert" : undefined}
      className={classNames(
        "flex items-start gap-2 rounded-2 px-2.5 py-2 text-12",
        look.className,
        className,
      )}
    >
      <Icon className={classNames("mt-px size-3.5", look.iconClassName)} />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      {action}
    </div>
  );
}
