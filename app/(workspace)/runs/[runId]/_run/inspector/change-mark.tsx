import { classNames } from "@/app/_ui/class-names.ts";
import type { Change } from "./turn-change.ts";

const tints: Readonly<Record<Change, string>> = {
  same: "",
  added: "bg-st-done-soft shadow-[inset_3px_0_0_var(--st-done)]",
  changed: "shadow-[inset_3px_0_0_var(--accent)]",
  removed: "bg-st-fail-soft shadow-[inset_3px_0_0_var(--st-fail)]",
};

/** The tint of a row that came or went; in one that is another, the words are tinted. */
export function changeTint(change: Change): string {
  return tints[change];
}

/** The ink of what says so. */
export const changeInks: Readonly<Record<Change, string>> = {
  same: "text-text-2",
  added: "font-semibold text-st-done",
  changed: "font-semibold text-accent",
  removed: "font-semibold text-st-fail",
};

const signs: Readonly<Record<Change, string>> = { same: "", added: "+", changed: "±", removed: "−" };
const words: Readonly<Record<Change, string>> = {
  same: "",
  added: "Added",
  changed: "Changed",
  removed: "Removed",
};

/** A sign beside what came, went or is another, with its word for those who cannot see it. */
export function ChangeMark({ change }: { readonly change: Change }) {
  if (change === "same") return <span className="w-3 flex-none" />;
  return (
    <span className={classNames("mono w-3 flex-none text-center text-12", changeInks[change])}>
      <span aria-hidden="true">{signs[change]}</span>
      <span className="sr-only">{words[change]}</span>
    </span>
  );
}
