import { CircleCheck, type LucideIcon, OctagonAlert, Sparkles, TriangleAlert } from "lucide-react";
import { type OptionVariant, variantWord } from "@/server/contract/option-variant.ts";
import { classNames } from "./class-names.ts";
import { Kbd } from "./kbd.tsx";

interface QuestionChoiceProps {
  /** The same for all choices of a question. */
  readonly group: string;
  readonly type: "radio" | "checkbox";
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Called when it was chosen with the pointer, not with the arrows. */
  readonly onPoint?: () => void;
  readonly label: string;
  readonly hint: string;
  readonly variant?: OptionVariant | undefined;
  /** The key that chooses it. */
  readonly number: number;
}

interface Look {
  readonly icon: LucideIcon;
  readonly ink: string;
}

const LOOKS: Readonly<Record<Exclude<OptionVariant, "default">, Look>> = {
  primary: { icon: Sparkles, ink: "text-accent" },
  success: { icon: CircleCheck, ink: "text-st-done" },
  warning: { icon: TriangleAlert, ink: "text-st-person" },
  destructive: { icon: OctagonAlert, ink: "text-st-fail" },
};

/** One answer to choose: the whole row is the target. */
export function QuestionChoice({
  group,
  type,
  isChosen,
  onChoose,
  onPoint,
  label,
  hint,
  variant,
  number,
}: QuestionChoiceProps) {
  return (
    <label
      onPointerUp={onPoint}
      className="flex cursor-default items-center gap-3 border-t px-3.5 py-2 has-checked:bg-accent-soft pointer-coarse:min-h-11"
    >
      <input
        type={type}
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className={classNames(
          "size-4 flex-none appearance-none border border-control bg-surface",
          type === "radio"
            ? "rounded-full checked:border-[5px] checked:border-accent-solid"
            : "rounded-1 checked:border-accent-solid checked:bg-accent-solid checked:bg-(image:--check-mark) checked:bg-center checked:bg-no-repeat",
        )}
      />
      <span className="min-w-0 flex-1 leading-[1.125rem] wrap-anywhere">
        <ChoiceLabel label={label} variant={variant} />
        {hint ? (
          <span dir="auto" className="block text-12 text-text-3">
            {hint}
          </span>
        ) : null}
      </span>
      <span aria-hidden="true" className="pointer-coarse:hidden">
        <Kbd>{number}</Kbd>
      </span>
    </label>
  );
}

/** An icon and a word beside the colour: the look is never told by colour alone. */
function ChoiceLabel({ label, variant }: Pick<QuestionChoiceProps, "label" | "variant">) {
  if (variant === undefined || variant === "default")
    return (
      <span dir="auto" className="block font-medium">
        {label}
      </span>
    );
  const { icon: Icon, ink } = LOOKS[variant];
  return (
    <span data-variant={variant} className={classNames("flex items-start gap-1.5 font-medium", ink)}>
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 flex-none" />
      <span dir="auto" className="min-w-0">
        {label}
        <span className="sr-only"> ({variantWord(variant)})</span>
      </span>
    </span>
  );
}
