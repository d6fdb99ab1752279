"use client";

import { Check, Copy } from "lucide-react";
import { useMemo, useState } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { lazyPart } from "./lazy-part.tsx";
import { withoutPiles } from "./without-piles.ts";

const ColouredCode = lazyPart(async () => (await import("./coloured-code.tsx")).ColouredCode, {
  isQuiet: true,
});

interface CodeBlockProps {
  readonly code: string;
  /** What it is, for screen readers and the copy button: "Arguments of web_fetch". */
  readonly label: string;
  readonly hasCopy?: boolean;
  /** Colours it by this language's syntax; as it is where that is not known. */
  readonly language?: string | undefined;
  /** For example a `max-h-*`; long text scrolls inside. */
  readonly className?: string;
}

/** Text a machine reads, unabridged and selectable. */
export function CodeBlock({ code: written, label, hasCopy = true, language, className }: CodeBlockProps) {
  const code = useMemo(() => withoutPiles(written), [written]);
  return (
    <div
      className={classNames("relative flex min-w-0 overflow-hidden rounded-2 border bg-surface-2", className)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: names the scrolling box */}
      <pre
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="mono min-w-0 flex-1 overflow-auto px-3 py-2.5 text-12 leading-[1.125rem] whitespace-pre-wrap focus-inside wrap-anywhere"
      >
        {language ? <ColouredCode fallback={code} code={code} language={language} /> : code}
      </pre>
      {hasCopy ? (
        <CopyButton text={written} label={label} className="absolute top-1 right-1 bg-surface-2" />
      ) : null}
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  /** What is copied. */
  readonly label: string;
  readonly className?: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2_000);
  };
  return (
    <IconButton
      label={isCopied ? "Copied" : `Copy: ${label}`}
      className={className ?? ""}
      onClick={() => {
        copy().catch(() => setIsCopied(false));
      }}
    >
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}
