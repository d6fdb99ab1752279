import type { CallSubject } from "../engine/tool.ts";

/**
 * Whether patterns cover everything a call would run: each program by its resolved path, or each command as a whole. One part
 * that no pattern covers, and the call is not on the list.
 */
export function matchesAllowlist(patterns: readonly string[], subject: CallSubject): boolean {
  if (patterns.length === 0) return false;
  const expressions = patterns.map(toExpression);
  const covers = (text: string): boolean => expressions.some((expression) => expression.test(text));
  const { identities, commands } = subject;
  return (
    (commands.length > 0 && commands.every(covers)) ||
    (identities.length > 0 && identities.every(({ executable }) => covers(executable)))
  );
}

/** `*` stands for anything but a slash; everything else for itself, the whole text long. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`);
}
