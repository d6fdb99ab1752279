"use client";

import "./coloured-code.css";
import { Fragment, Suspense, use } from "react";
import { highlight } from "./highlight.ts";

interface ColouredCodeProps {
  readonly code: string;
  readonly language: string;
}

type Lines = Awaited<ReturnType<typeof highlight>>;

/** The last few texts, so that a row that scrolls out of view and back is not read again. */
const known = new Map<string, Promise<Lines>>();
const MOST_KNOWN = 60;

function linesOf({ code, language }: ColouredCodeProps): Promise<Lines> {
  const key = `${language}\n${code}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const lines = highlight(code, language).catch(() => undefined);
  known.set(key, lines);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  return lines;
}

/** Code in inks by its syntax; as it is until they are known. Loaded with the first code of a page: see `CodeBlock`. */
export function ColouredCode(props: ColouredCodeProps) {
  // The page around it must not wait for its inks.
  return (
    <Suspense fallback={props.code}>
      <Inks {...props} />
    </Suspense>
  );
}

function Inks(props: ColouredCodeProps) {
  const lines = use(linesOf(props));
  if (!lines) return props.code;
  return (
    <code className="coloured-code">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the text
        <Fragment key={index}>
          {index > 0 ? "\n" : null}
          {line.map(({ content, color, offset }) => (
            <span key={offset} style={{ color }}>
              {content}
            </span>
          ))}
        </Fragment>
      ))}
    </code>
  );
}
