const MAX_LINE = 160;

/**
 * Adds the place to a message about a statement: the line and a caret below the character.
 * `position` counts characters from 1, as PostgreSQL does; 0 or less adds nothing.
 */
export function atPlace(message: string, sql: string, position: number): string {
  const characters = Array.from(sql);
  if (position < 1 || position > characters.length + 1) return message;
  const before = characters.slice(0, position - 1);
  const lineStart = before.lastIndexOf("\n") + 1;
  const lineNumber = before.filter((character) => character === "\n").length + 1;
  const lineEnd = characters.indexOf("\n", position - 1);
  const line = characters.slice(lineStart, lineEnd === -1 ? undefined : lineEnd);
  const column = position - 1 - lineStart;
  // A long line is shown around the place alone.
  const from = Math.max(0, Math.min(column - MAX_LINE / 2, line.length - MAX_LINE));
  const shown = line.slice(from, from + MAX_LINE).join("");
  const label = `LINE ${lineNumber}: `;
  return `${message}\n${label}${shown}\n${" ".repeat(label.length + column - from)}^`;
}
