import { userInfo } from "node:os";

/** Who is at the terminal, for the audit. */
export function atTerminal(): string {
  return `${userInfo().username} at a terminal`;
}
