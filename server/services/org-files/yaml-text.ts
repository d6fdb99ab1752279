import { Document, isScalar, Scalar, visit } from "yaml";

/** Characters that YAML text cannot carry as they are, or that editors and version control change on the way. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;

/** Text whose spaces and line breaks at the edges a YAML block would not keep. */
const EDGY = /^\s|\s$|\n +\n/;

/**
 * A value as YAML, the same bytes for the same value, which reads back as the same value. Readers of YAML 1.1 understand it
 * too: what they would take for a boolean, a date or a number is quoted.
 */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_key, node) {
      if (isScalar(node) && typeof node.value === "string" && !fitsBlock(node.value))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

function fitsBlock(text: string): boolean {
  return !UNSAFE.test(text) && !EDGY.test(text);
}

/** Whether text can stand in a file as it is and come back unchanged. */
export function isPlainText(text: string): boolean {
  // A tab is harmless in Markdown.
  return !UNSAFE.test(text.replaceAll("\t", ""));
}
