import { expect, test } from "vitest";
import { formatClock, formatDuration } from "./format-duration.ts";
import { formatMoney } from "./format-money.ts";
import { formatSize } from "./format-size.ts";
import { formatMoment, formatTime } from "./format-time.ts";
import { formatCount, formatTokens } from "./format-tokens.ts";

test("a point in a run has minutes, and hours only when there are any", () => {
  expect(formatClock(42_900)).toBe("0:42");
  expect(formatClock(4_325_000)).toBe("1:12:05");
  expect(formatClock(-5)).toBe("0:00");
});

test("a duration under ten seconds has one decimal", () => {
  expect(formatDuration(3_100)).toBe("3.1 s");
  expect(formatDuration(9_949)).toBe("9.9 s");
});

test("a duration from ten seconds up has none, and turns into minutes", () => {
  expect(formatDuration(9_960)).toBe("10 s");
  expect(formatDuration(59_400)).toBe("59 s");
  expect(formatDuration(59_600)).toBe("1:00");
  expect(formatDuration(91_000)).toBe("1:31");
});

test("tokens keep three figures", () => {
  expect(formatTokens(842)).toBe("842");
  expect(formatTokens(61_000)).toBe("61.0k");
  expect(formatTokens(99_949)).toBe("99.9k");
  expect(formatTokens(99_951)).toBe("100k");
  expect(formatTokens(1_420_000)).toBe("1.4M");
});

test("a count in full has separators", () => {
  expect(formatCount(4318)).toBe("4,318");
});

test("money has three decimals on a card and two in totals", () => {
  expect(formatMoney(0.131, "card")).toBe("$0.131");
  expect(formatMoney(0.48)).toBe("$0.48");
  expect(formatMoney(null)).toBe("no price");
});

test("sizes carry their unit", () => {
  expect(formatSize(512)).toBe("512 B");
  expect(formatSize(6_200)).toBe("6.2 KB");
  expect(formatSize(4_800_000)).toBe("4.8 MB");
});

const now = new Date(2026, 10, 28, 14, 30);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test("time is relative up to an hour", () => {
  expect(formatTime(new Date(now.getTime() - 3_000).toISOString(), now)).toBe("just now");
  expect(formatTime(new Date(now.getTime() - 14_000).toISOString(), now)).toBe("14 s ago");
  expect(formatTime(new Date(now.getTime() - 59 * 60_000).toISOString(), now)).toBe("59 min ago");
});

test("older than an hour it is the clock today and the day before that", () => {
  expect(formatTime(at(2026, 10, 28, 9, 5), now)).toBe("9:05");
  expect(formatTime(at(2026, 10, 27, 16, 2), now)).toBe("Yesterday 16:02");
  expect(formatTime(at(2026, 10, 24, 17, 50), now)).toBe("24 Nov 17:50");
  expect(formatTime(at(2025, 10, 24, 17, 50), now)).toBe("24 Nov 2025");
});

test("yesterday is the day before also just after midnight", () => {
  expect(formatTime(at(2026, 10, 27, 22, 0), new Date(2026, 10, 28, 0, 10))).toBe("Yesterday 22:00");
});

test("the moment in full has seconds", () => {
  expect(formatMoment(at(2026, 10, 24, 17, 50))).toBe("24 Nov 2026 17:50:00");
});
