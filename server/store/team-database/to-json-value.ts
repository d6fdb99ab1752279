import { types } from "pg";
import { parse as parseArray } from "postgres-array";
import type { Json } from "../../contract/json.ts";

type Conversion = (text: string) => Json;

const { builtins } = types;

const CONVERSIONS: ReadonlyMap<number, Conversion> = new Map<number, Conversion>([
  [builtins.BOOL, (text) => text === "t"],
  [builtins.INT2, Number],
  [builtins.INT4, Number],
  [builtins.OID, Number],
  [builtins.INT8, toExactNumber],
  [builtins.FLOAT4, toFiniteNumber],
  [builtins.FLOAT8, toFiniteNumber],
  [builtins.JSON, toJson],
  [builtins.JSONB, toJson],
  [builtins.TIMESTAMP, toIsoMoment],
  [builtins.TIMESTAMPTZ, toIsoMoment],
]);

/** PostgreSQL's own arrays of these types, and of text that stays as it is. */
const ARRAY_ELEMENTS: ReadonlyMap<number, number> = new Map([
  [1000, builtins.BOOL],
  [1005, builtins.INT2],
  [1007, builtins.INT4],
  [1016, builtins.INT8],
  [1021, builtins.FLOAT4],
  [1022, builtins.FLOAT8],
  [1231, builtins.NUMERIC],
  [199, builtins.JSON],
  [3807, builtins.JSONB],
  [1115, builtins.TIMESTAMP],
  [1185, builtins.TIMESTAMPTZ],
  [1182, builtins.DATE],
  [1009, builtins.TEXT],
  [1015, builtins.VARCHAR],
  [1014, builtins.BPCHAR],
  [2951, builtins.UUID],
]);

/**
 * One value as JSON, from the text PostgreSQL writes and the number of its type; the form is described at `ResultRows`.
 * Expects the session's settings for dates, intervals and bytea to be those that `beginTransaction` sets.
 */
export function toJsonValue(text: string | null, typeId: number): Json {
  if (text === null) return null;
  const elementId = ARRAY_ELEMENTS.get(typeId);
  if (elementId !== undefined) return toJsonArray(text, elementId);
  return CONVERSIONS.get(typeId)?.(text) ?? text;
}

function toJsonArray(text: string, elementId: number): Json {
  const convert = CONVERSIONS.get(elementId);
  // Arrays with bounds of their own, `[0:1]={1,2}`, have no JSON form: their text stays.
  if (!text.startsWith("{")) return text;
  return parseArray(text, (entry) => convert?.(entry) ?? entry) as Json;
}

function toExactNumber(text: string): Json {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** JSON has no NaN and no infinity: these stay text. */
function toFiniteNumber(text: string): Json {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function toJson(text: string): Json {
  return JSON.parse(text) as Json;
}

/** `2026-03-31 09:00:00.5+00` to `2026-03-31T09:00:00.5Z`. `infinity` and dates before Christ stay as they are. */
function toIsoMoment(text: string): Json {
  return /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(\+00)?$/.test(text)
    ? text.replace(" ", "T").replace(/\+00$/, "Z")
    : text;
}
