import { type RunFilter, type RunSort, runSorts } from "@/server/contract/api.ts";

export type RunOrder = NonNullable<RunFilter["order"]>;

export const NEWEST_FIRST: RunOrder = { by: "started", direction: "desc" };

/** What a column is called, and which way it is sorted at first: words from A, numbers from the most. */
const COLUMNS: Readonly<Record<RunSort, readonly [title: string, first: RunOrder["direction"]]>> = {
  state: ["State", "asc"],
  task: ["Task", "asc"],
  time: ["Time", "desc"],
  tokens: ["Tokens", "desc"],
  cost: ["Cost", "desc"],
  by: ["By", "asc"],
  started: ["Started", "desc"],
};

export const sortTitle = (by: RunSort): string => COLUMNS[by][0];

/** A press on a head: this column, and the other way where it is sorted by it already. */
export function nextOrder(order: RunOrder, by: RunSort): RunOrder {
  if (order.by !== by) return { by, direction: COLUMNS[by][1] };
  return { by, direction: order.direction === "asc" ? "desc" : "asc" };
}

export const isSameOrder = (one: RunOrder, other: RunOrder): boolean =>
  one.by === other.by && one.direction === other.direction;

const ENDS: Readonly<Record<RunSort, Readonly<Record<RunOrder["direction"], string>>>> = {
  state: { asc: "what needs you first", desc: "what is done first" },
  task: { asc: "from A to Z", desc: "from Z to A" },
  time: { asc: "shortest first", desc: "longest first" },
  tokens: { asc: "fewest tokens first", desc: "most tokens first" },
  cost: { asc: "cheapest first", desc: "most costly first" },
  by: { asc: "by who started them, from A to Z", desc: "by who started them, from Z to A" },
  started: { asc: "oldest first", desc: "newest first" },
};

/** "newest first": how a list in this order is called. */
export const orderWords = ({ by, direction }: RunOrder): string => ENDS[by][direction];

/** As it stands in an address: `cost`, or `-cost` from the most. */
export const toSortText = ({ by, direction }: RunOrder): string => (direction === "desc" ? `-${by}` : by);

/** A mistyped order in an address is the usual one. */
export function fromSortText(text: string | null): RunOrder {
  const by = runSorts.find((one) => one === text?.replace(/^-/, ""));
  return by ? { by, direction: text?.startsWith("-") ? "desc" : "asc" } : NEWEST_FIRST;
}

/** Every column in both directions, for a list to choose from. */
export const allOrders: readonly RunOrder[] = runSorts.toReversed().flatMap((by) => {
  const [, first] = COLUMNS[by];
  return [{ by, direction: first }, { by, direction: first === "asc" ? "desc" : "asc" } as const];
});
