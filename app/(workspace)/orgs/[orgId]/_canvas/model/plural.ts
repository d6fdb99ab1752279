/** "1 agent", "3 agents". */
export function plural(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? word : `${word}s`}`;
}
