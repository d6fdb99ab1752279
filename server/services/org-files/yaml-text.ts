import { Document, isScalar, Scalar, visit } from "yaml";
import { escapeUnseen, hasUnseen } from "../../contract/visible-text.ts";

/** Characters that YAML text cannot carry as they are, or that editors and version control change on the way. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;

/** Text whose spaces and line breaks at the edges a YAML block would not keep. */
const EDGY = /^\s|\s$|\n +\n/;

/** What readers of YAML 1.1 take for a boolean, a time, a date or a number, and YAML 1.2 does not. */
const AMBIGUOUS = /^(?:y|n|yes|no|on|off)$|^[-+.]?\d[\w.:+-]*$/i;

/**
 * A value as YAML, the same bytes for the same value, which reads back as the same value. Readers of YAML 1.1 understand
 * it too.
 */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(place, node) {
      if (!isScalar(node) || typeof node.value !== "string") return;
      // A key is a word of ours, a name or an id: nothing but what nobody sees needs quotes there.
      const needsQuotes = place === "key" ? hasUnseen(node.value) : !isSafe(node.value);
      if (needsQuotes) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  // They stand in quotes, where an escape means the same: nobody reads one thing where another is written.
  return escapeUnseen(text, toEscape);
}

function toEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

function isSafe(text: string): boolean {
  return !UNSAFE.test(text) && !hasUnseen(text) && !EDGY.test(text) && !AMBIGUOUS.test(text);
}

/** Whether text can stand in a file as it is and come back unchanged. */
export function isPlainText(text: string): boolean {
  // A tab is harmless in Markdown.
  return !UNSAFE.test(text.replaceAll("\t", ""));
}
