import { expect, test } from "vitest";
import { clockAhead } from "./measure-server-clock.ts";

const date = "Sat, 28 Nov 2026 09:00:00 GMT";
const written = Date.parse(date);

test("a browser that is late or early knows by how much", () => {
  expect(clockAhead(date, written - 600_000, written - 600_000)).toBe(600_500);
  expect(clockAhead(date, written + 300_000, written + 300_200)).toBe(-299_600);
});

test("what an answer's date cannot tell apart counts as no difference", () => {
  expect(clockAhead(date, written, written + 900)).toBe(0);
  expect(clockAhead(date, written - 1_400, written - 1_400)).toBe(0);
});

test("a date that is none changes nothing", () => {
  expect(clockAhead("soon", written, written)).toBe(0);
});
