const INDENT = "    ";

/** What an agent wrote on several lines stands indented below the first: only OpenHive begins a line. */
export function asOne(line: string): string {
  return line.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, `\n${INDENT}`);
}

/** The same for a text that begins below a line of OpenHive: its first line is indented too. */
export function asBelow(text: string): string {
  return text === "" ? "" : `${INDENT}${asOne(text)}`;
}
