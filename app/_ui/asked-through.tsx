interface AskedThroughProps {
  /** Names from the lead to the agent that asks. */
  readonly chain: readonly string[];
  readonly className?: string;
}

/** Who handed the work down to the agent that asks. */
export function AskedThrough({ chain, className = "" }: AskedThroughProps) {
  return (
    <p className={`text-12 text-text-3 wrap-anywhere ${className}`}>
      Asked by <span className="text-text-2">{chain.join(" > ")}</span>
    </p>
  );
}
