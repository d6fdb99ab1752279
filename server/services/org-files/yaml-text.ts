import { Document, isScalar, Scalar, visit } from "yaml";

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
      if (place !== "key" && isScalar(node) && typeof node.value === "string" && !isSafe(node.value))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

function isSafe(text: string): boolean {
  return !UNSAFE.test(text) && !EDGY.test(text) && !AMBIGUOUS.test(text);
}

/** Whether text can stand in a file as it is and come back unchanged. */
export function isPlainText(text: string): boolean {
  // A tab is harmless in Markdown.
  return !UNSAFE.test(text.replaceAll("\t", ""));
}
