/**
 * What the fake model says, as the request itself asks for it: somewhere in it stands
 * `SCN@@u=<id>,n=<calls a turn>,k=<turns with calls>,t=<chunks of the answer>,d=<delay in ms>,name=<tool>,args=<encoded JSON>@@`.
 *
 * `b=<turns>,bn=<calls>` gives the first turns another number of calls. In `name` and `args`, `#` becomes the number of the call
 * and `~` that of the turn.
 */
export interface ModelScript {
  readonly id: string;
  readonly calls: number;
  readonly turns: number;
  readonly chunks: number;
  readonly delay: number;
  readonly name: string;
  readonly input: string;
  readonly firstTurns: number;
  readonly firstCalls: number;
}

export const SCRIPT_START = "SCN@@";
export const SCRIPT_END = "@@";
/** Every chunk of an answer. */
export const CHUNK = "tok ";

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

const INPUT = '{"q":"~-#"}';

/** Writes the script into a text that the model will see. */
export function writeScript(script: Partial<ModelScript> & { readonly id: string }): string {
  const { id, calls = 1, turns = 0, chunks = 1, delay = 0, name = "ping", input = INPUT } = script;
  const first = script.firstTurns ? `,b=${script.firstTurns},bn=${script.firstCalls ?? calls}` : "";
  const args = encodeURIComponent(input);
  return `${SCRIPT_START}u=${id},n=${calls},k=${turns},t=${chunks},d=${delay},name=${name},args=${args}${first}${SCRIPT_END}`;
}

/** Reads what `writeScript` wrote, without its marks. */
export function readScript(text: string): ModelScript {
  const fields = new Map(
    text.split(",").map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)]),
  );
  const number = (key: string, fallback: number): number => Number(fields.get(key) ?? fallback);
  const calls = number("n", 1);
  return {
    id: fields.get("u") ?? "x",
    calls,
    turns: number("k", 0),
    chunks: number("t", 1),
    delay: number("d", 0),
    name: fields.get("name") ?? "ping",
    input: decodeURIComponent(fields.get("args") ?? "%7B%7D"),
    firstTurns: number("b", 0),
    firstCalls: number("bn", calls),
  };
}

/** The calls of a turn, counted from 0; none once it is time to answer. */
export function callsOf(script: ModelScript, turn: number): readonly ScriptedCall[] {
  if (turn >= script.turns) return [];
  const count = turn < script.firstTurns ? script.firstCalls : script.calls;
  const fill = (text: string, index: number): string =>
    text.replaceAll("#", String(index)).replaceAll("~", String(turn));
  return Array.from({ length: count }, (_, index) => ({
    id: `call_${script.id}_${turn}_${index}`,
    name: fill(script.name, index),
    input: fill(script.input, index),
  }));
}

/** How many results the model must have been given before it answers. */
export function expectedResults({ turns, calls, firstTurns, firstCalls }: ModelScript): number {
  const first = Math.min(turns, firstTurns);
  return first * firstCalls + (turns - first) * calls;
}
