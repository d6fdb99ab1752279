import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function tokensOf(selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("\n}", start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light! + 0.05) / (dark! + 0.05);
}

const surfaces = ["surface", "surface-2", "surface-3"];
const states = ["st-think", "st-tool", "st-wait", "st-person", "st-done", "st-fail"];

/** Ink on ground that is read: 4.5:1. */
const texts: readonly (readonly [string, string])[] = [
  ...["text", "text-2", "text-3"].flatMap((ink) =>
    [...surfaces, "canvas"].map((ground) => [ink, ground] as const),
  ),
  ...["accent", "text", "text-2"].map((ink) => [ink, "accent-soft"] as const),
  ...surfaces.slice(0, 2).map((ground) => ["accent", ground] as const),
  ...states.flatMap((state) => [
    [state, `${state}-soft`] as const,
    [state, "surface"] as const,
    [state, "surface-2"] as const,
  ]),
  ["text", "st-person-soft"],
  ["text", "st-fail-soft"],
  ["text", "st-done-soft"],
  ["on-accent", "accent-solid"],
  ["on-accent", "accent-solid-hover"],
  ["surface", "st-fail"],
  ["surface", "text"],
];

/** Lines and shapes that have to be seen: 3:1. */
const lines: readonly (readonly [string, string])[] = [
  ["control", "surface"],
  ["line", "canvas"],
  ["accent", "surface"],
  ["accent", "canvas"],
  ["st-person-line", "surface"],
  ["st-fail-line", "surface"],
  ["st-idle", "surface"],
  ...states.map((state) => [state, "surface"] as const),
  ...["src-builtin", "src-skill", "src-mcp"].map((source) => [source, "surface"] as const),
];

describe.each([
  ["light", new Map(tokensOf(":root"))],
  ["dark", new Map([...tokensOf(":root"), ...tokensOf('[data-theme="dark"]')])],
])("in the %s theme", (_theme, tokens) => {
  test.each(texts)("%s can be read on %s", (ink, ground) => {
    expect(contrast(tokens.get(ink)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(lines)("%s is seen on %s", (line, ground) => {
    expect(contrast(tokens.get(line)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(3);
  });
});

test("both themes name the same colours", () => {
  expect([...tokensOf('[data-theme="dark"]').keys()].sort()).toEqual([...tokensOf(":root").keys()].sort());
});
