/** Splits a typed command line into command and arguments: quotes and backslashes as in a shell, nothing expanded. */
export function splitCommandLine(line: string): readonly string[] {
  const parts: string[] = [];
  const pattern = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs;
  for (const [part] of line.matchAll(pattern)) parts.push(unquote(part));
  return parts;
}

function unquote(part: string): string {
  const pieces = part.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|([^"'\\]+)/gs);
  return [...pieces]
    .map(([, double, single, escaped, plain]) =>
      double === undefined ? (single ?? escaped ?? plain ?? "") : double.replace(/\\(["\\])/g, "$1"),
    )
    .join("");
}

/** Reads `NAME=value` lines; answers with the first line that is none. */
export function parseEnvironmentLines(text: string): {
  readonly env: Record<string, string>;
  readonly wrongLine: string | undefined;
} {
  const env = new Map<string, string>();
  for (const line of text.split("\n").map((candidate) => candidate.trim())) {
    if (line === "") continue;
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (!match) return { env: {}, wrongLine: line };
    env.set(match[1] ?? "", match[2] ?? "");
  }
  return { env: Object.fromEntries(env), wrongLine: undefined };
}
