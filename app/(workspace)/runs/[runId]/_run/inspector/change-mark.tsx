import { classNames } from "@/app/_ui/class-names.ts";
import type { Change } from "./turn-change.ts";

/** The tint of a row that came, went or is another one. */
export function changeTint(change: Change): string {
  if (change === "removed") return "bg-st-fail-soft shadow-[inset_3px_0_0_var(--st-fail)]";
  return change === "same" ? "" : "bg-st-done-soft shadow-[inset_3px_0_0_var(--st-done)]";
}

const signs: Readonly<Record<Change, string>> = { same: "", added: "+", changed: "±", removed: "−" };
const words: Readonly<Record<Change, string>> = {
  same: "",
  added: "Added",
  changed: "Changed",
  removed: "Removed",
};

/** A plus or a minus beside what came or went, with its word for those who cannot see it. */
export function ChangeMark({ change }: { readonly change: Change }) {
  if (change === "same") return <span className="w-3 flex-none" />;
  return (
    <span
      className={classNames(
        "mono w-3 flex-none text-center text-12 font-semibold",
        change === "removed" ? "text-st-fail" : "text-st-done",
      )}
    >
      <span aria-hidden="true">{signs[change]}</span>
      <span className="sr-only">{words[change]}</span>
    </span>
  );
}
