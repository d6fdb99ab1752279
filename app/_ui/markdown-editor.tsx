"use client";

import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import CodeMirror, { EditorView } from "@uiw/react-codemirror";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { classNames } from "./class-names.ts";

interface MarkdownEditorProps {
  readonly label: string;
  /** Lines end in LF: the editor knows no other. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isReadOnly?: boolean;
  /** Its height. */
  readonly className?: string;
}

/** Colours from the tokens, so that both themes fit without a switch. */
const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--surface)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 10px" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 24%, transparent)",
  },
  ".cm-placeholder": { color: "var(--text-3)" },
});

const inks = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.heading, fontWeight: "600" },
    { tag: tags.strong, fontWeight: "600" },
    { tag: tags.emphasis, fontStyle: "italic" },
    { tag: [tags.link, tags.url], color: "var(--accent)" },
    { tag: tags.monospace, fontFamily: "var(--font-mono)", fontSize: "12px", color: "var(--st-tool)" },
    { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: "var(--text-3)" },
    { tag: tags.quote, color: "var(--text-2)" },
    { tag: tags.definition(tags.propertyName), color: "var(--accent)" },
  ]),
);

const language = yamlFrontmatter({ content: markdown() });

const setup = {
  lineNumbers: false,
  foldGutter: false,
  highlightActiveLine: false,
  highlightActiveLineGutter: false,
  searchKeymap: false,
  syntaxHighlighting: false,
};

/** Markdown with its structure highlighted, YAML at its beginning included. Esc, then Tab leaves the field. */
export function MarkdownEditor({
  label,
  value,
  onChange,
  placeholder,
  isReadOnly = false,
  className,
}: MarkdownEditorProps) {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const change = useCallback((next: string) => latest.current(next), []);
  // These and what is told of a change are the same from key to key, so that nothing is set up anew.
  const extensions = useMemo(
    () => [
      language,
      EditorView.lineWrapping,
      look,
      inks,
      EditorView.contentAttributes.of({ "aria-label": label, dir: "auto" }),
    ],
    [label],
  );
  return (
    <div
      className={classNames(
        "overflow-hidden rounded-2 border border-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      <CodeMirror
        value={value}
        onChange={change}
        readOnly={isReadOnly}
        theme="none"
        height="100%"
        className="h-full"
        basicSetup={setup}
        indentWithTab={false}
        {...(placeholder === undefined ? {} : { placeholder })}
        extensions={extensions}
      />
    </div>
  );
}
