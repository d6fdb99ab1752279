import fc from "fast-check";
import { z } from "zod";

/** Text that files, YAML and terminals like to get wrong. */
const HOSTILE = [
  "",
  " ",
  "no",
  "~",
  "null",
  "0x1F",
  "1e3",
  "012",
  "12:30",
  "2026-11-28",
  "- a",
  "? a",
  "a: b",
  "#",
  "# x",
  "---",
  "...",
  "---\n",
  "a\n---\nb",
  "&a",
  "*a",
  "!tag",
  "%YAML",
  "@x",
  "`x`",
  "'",
  '"',
  "{",
  "}",
  "[a",
  "|",
  ">",
  "|-\n x",
  "a\n",
  "\na",
  "a\n\n\nb\n\n",
  " a ",
  "a\tb",
  "\t",
  "a\r\nb",
  "a\rb",
  "\u0000",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\udc00x",
  "👩‍👩‍👧‍👦",
  "🐝",
  "שלום עולם",
  "مرحبا",
  "e\u0301",
  "x".repeat(79),
  "key: |\n  text",
  "<<",
  "__proto__",
  "constructor",
  "persona",
  "\\",
  "\\n",
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 5 }).map((parts) => parts.join("\n")),
);

/**
 * Values that a schema accepts, as it gives them back. Read off the schema itself: a field that is added to it is in the
 * values from then on. Knows the kinds that the contract uses and throws at any other.
 */
export function anyValue<Schema extends z.ZodType>(schema: Schema): fc.Arbitrary<z.output<Schema>> {
  return inputFor(schema)
    .map((value) => schema.safeParse(value))
    .filter((parsed) => parsed.success)
    .map((parsed) => parsed.data as z.output<Schema>);
}

function inputFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return fc.option(inputFor(schema.unwrap()), { nil: undefined });
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return inputFor(schema.unwrap());
  if (schema instanceof z.ZodObject) return objectFor(schema);
  if (schema instanceof z.ZodArray) return fc.array(inputFor(schema.element), { maxLength: 4 });
  if (schema instanceof z.ZodString) return textFor(schema);
  if (schema instanceof z.ZodNumber) return numberFor(schema);
  return choiceFor(schema);
}

function choiceFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodNullable) return fc.option(inputFor(schema.unwrap()));
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inputFor));
  if (schema instanceof z.ZodRecord) return fc.dictionary(text, inputFor(schema.valueType), { maxKeys: 3 });
  throw new Error(`No values for ${schema._zod.def.type}: teach server/testing/any-value.ts this kind.`);
}

function objectFor(schema: z.ZodObject): fc.Arbitrary<unknown> {
  return fc
    .record(Object.fromEntries(Object.entries(schema.shape).map(([key, value]) => [key, inputFor(value)])))
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)));
}

function textFor(schema: z.ZodString): fc.Arbitrary<string> {
  const fits = (value: string): boolean => schema.safeParse(value).success;
  const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
  const patterns = patternsOf(schema);
  // What has a form of its own is hardly met by chance.
  if (patterns.length > 0)
    return fc.oneof(word, ...patterns.map((pattern) => fc.stringMatching(pattern))).filter(fits);
  return fc.oneof({ weight: 4, arbitrary: text.filter((value) => fits(value) || false) }, word).filter(fits);
}

function patternsOf(schema: z.ZodString): readonly RegExp[] {
  return (schema._zod.def.checks ?? []).flatMap(({ _zod }) =>
    "pattern" in _zod.def && _zod.def.pattern instanceof RegExp ? [_zod.def.pattern] : [],
  );
}

function numberFor(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(schema.minValue ?? -1e6, -1e6);
  const max = Math.min(schema.maxValue ?? 1e6, 1e6);
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  if (schema.isInt) return whole;
  return fc.oneof(
    whole,
    fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  );
}
