interface OwnWordsProps {
  /** Absent where the agent said nothing. */
  readonly words: string | undefined;
  readonly className?: string;
}

/** What an agent says of its own call, marked as no more than that: whoever decides looks at the arguments. */
export function OwnWords({ words, className = "" }: OwnWordsProps) {
  if (words === undefined) return null;
  return (
    <dl className={`flex flex-wrap gap-x-3 gap-y-0.5 text-12 ${className}`}>
      <dt className="flex-none text-text-3">Its own words, unchecked</dt>
      <dd dir="auto" className="min-w-48 flex-1 text-text-2 wrap-anywhere">
        {words}
      </dd>
    </dl>
  );
}
