import type { ToolCall } from "../contract/message.ts";
import { findTool } from "./find-tool.ts";
import type { ToolSet } from "./tool.ts";

/**
 * Splits the calls of a turn into batches: neighbours that are safe beside others run together, every other call alone.
 * Batches keep the model's order; unknown tools count as unsafe.
 */
export function toBatches(calls: readonly ToolCall[], tools: ToolSet): readonly (readonly ToolCall[])[] {
  const batches: ToolCall[][] = [];
  let isOpen = false;
  for (const call of calls) {
    const isSafe = findTool(tools, call.name)?.flags.concurrencySafe ?? false;
    const last = batches.at(-1);
    if (isSafe && isOpen && last) last.push(call);
    else batches.push([call]);
    isOpen = isSafe;
  }
  return batches;
}

/** Runs `work` over the items, at most `cap` at a time; resolves when all are settled. `work` must not reject. */
export async function runCapped<Item>(
  items: readonly Item[],
  cap: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(cap, items.length) }, lane));
}
