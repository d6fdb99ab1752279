import type { ShellWord } from "./shell-word.ts";

/** Words as one text; undefined where only running it would tell. */
export function joined(words: readonly ShellWord[]): string | undefined {
  const values = words.map(({ value }) => value);
  return values.includes(undefined) ? undefined : values.join(" ");
}

/** What stands behind a letter: attached to it, or the next word. */
export function optionValues(words: readonly ShellWord[], letter: string): readonly (string | undefined)[] {
  return words.flatMap(({ value }, index) => {
    if (value === undefined || value.startsWith("--") || !/^-[A-Za-z]+/.test(value)) return [];
    const place = value.indexOf(letter);
    if (place < 1) return [];
    const attached = value.slice(place + 1);
    return [attached === "" ? words[index + 1]?.value : attached];
  });
}

/** Words from the first on that is no option nor the value of one. */
export function withoutOptions(words: readonly ShellWord[], withValue: string): readonly ShellWord[] {
  let index = 0;
  for (; index < words.length; index += 1) {
    const value = words[index]?.value ?? "";
    if (value === "--") return words.slice(index + 1);
    if (!/^-./.test(value)) break;
    // The value of an option stands in the next word unless it follows the letter.
    if (!value.startsWith("--") && value.length === 2 && withValue.includes(value.slice(1))) index += 1;
  }
  return words.slice(index);
}

/** What stands behind `--NAME`: after `=`, or the next word. */
export function longValues(words: readonly ShellWord[], name: string): readonly (string | undefined)[] {
  return words.flatMap(({ value }, index) => {
    if (value === `--${name}`) return [words[index + 1]?.value];
    return value?.startsWith(`--${name}=`) ? [value.slice(name.length + 3)] : [];
  });
}
