import { classNames } from "./class-names.ts";

interface MeterProps {
  readonly label: string;
  /** With its unit: "$0.48 of $2.00". */
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  readonly className?: string;
}

/** How much of a limit is used; turns amber at nine tenths and red when used up. */
export function Meter({ label, valueText, value, max, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be styled in every browser
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className={classNames("h-1 overflow-hidden rounded-full bg-surface-3", className)}
    >
      <span
        className={classNames(
          "block h-full rounded-full",
          share >= 1 ? "bg-st-fail" : share >= 0.9 ? "bg-st-person-line" : "bg-text-2",
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}

export interface BarPart {
  readonly label: string;
  readonly value: number;
  /** With its unit or thousands separators. */
  readonly valueText: string;
  /** A background utility of a source: `bg-src-builtin`. */
  readonly className: string;
}

interface PartsBarProps {
  /** What the parts add up to: "4,318 tokens a turn". */
  readonly label: string;
  readonly parts: readonly BarPart[];
  readonly className?: string;
}

/** How a sum is made up, with its legend. */
export function PartsBar({ label, parts, className }: PartsBarProps) {
  const shown = parts.filter((part) => part.value > 0);
  const text = shown.map((part) => `${part.label} ${part.valueText}`).join(", ");
  return (
    <div className={classNames("flex flex-col gap-2", className)}>
      <div
        role="img"
        aria-label={`${label}: ${text}`}
        className="flex h-2 gap-0.5 overflow-hidden rounded-[2px]"
      >
        {shown.map((part) => (
          <span
            key={part.label}
            className={classNames("block h-full min-w-0.5", part.className)}
            style={{ flexGrow: part.value }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="num flex flex-wrap gap-x-3 gap-y-1 text-11 text-text-2">
        {shown.map((part) => (
          <span key={part.label} className="inline-flex items-center gap-[5px] whitespace-nowrap">
            <span className={classNames("size-2 rounded-[2px]", part.className)} />
            {part.label} {part.valueText}
          </span>
        ))}
      </div>
    </div>
  );
}
