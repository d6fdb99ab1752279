import type { ListedTool } from "../contract/tool-array.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { BoundTool, ToolSet } from "./tool.ts";
import { toListedTool } from "./tool-registry.ts";

/** Arrays that are remembered: more than the agents that are at work with different tools at one time. */
const MOST_LISTINGS = 128;

const entries = new WeakMap<BoundTool, ListedTool>();
const recent: (readonly ListedTool[])[] = [];
const ofSets = new WeakMap<ToolSet, readonly ListedTool[]>();
const texts = new WeakMap<readonly ListedTool[], string>();
const sizes = new WeakMap<readonly ListedTool[], number>();

/**
 * The array a model is sent. The same tools give the very same array, whatever the session or the turn, so that what is made
 * from it (its text, its hash, a provider's form of it) is made once.
 */
export function listTools(tools: ToolSet): readonly ListedTool[] {
  const listing = ofSets.get(tools) ?? findListing(tools);
  ofSets.set(tools, listing);
  return listing;
}

function findListing(tools: ToolSet): readonly ListedTool[] {
  const listed = Array.from(tools.values(), toEntry);
  const known = recent.findIndex((listing) => isSame(listing, listed));
  const listing = recent[known] ?? listed;
  if (known > 0) recent.splice(known, 1);
  if (known !== 0) recent.unshift(listing);
  recent.length = Math.min(recent.length, MOST_LISTINGS);
  return listing;
}

/** The array as JSON text, made once. */
export function toListingText(listing: readonly ListedTool[]): string {
  const text = texts.get(listing) ?? JSON.stringify(listing);
  texts.set(listing, text);
  return text;
}

/** Estimated tokens of the array, counted once. */
export function listingTokens(listing: readonly ListedTool[]): number {
  const tokens = sizes.get(listing) ?? estimateTokens(toListingText(listing));
  sizes.set(listing, tokens);
  return tokens;
}

function toEntry(tool: BoundTool): ListedTool {
  const entry = entries.get(tool) ?? toListedTool(tool);
  entries.set(tool, entry);
  return entry;
}

function isSame(left: readonly ListedTool[], right: readonly ListedTool[]): boolean {
  // From the end: what differs between agents stands there.
  if (left.length !== right.length) return false;
  for (let index = left.length - 1; index >= 0; index -= 1) if (left[index] !== right[index]) return false;
  return true;
}
