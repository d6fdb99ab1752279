import superjson from "superjson";

/**
 * How values travel between pages and server. What comes was parsed for this alone, so it is turned into values where it is: of the
 * drawing of a large org there is no second copy to make.
 */
export const transformer: Pick<typeof superjson, "serialize" | "deserialize"> = {
  serialize: superjson.serialize,
  deserialize: (sent) => superjson.deserialize(sent, { inPlace: true }),
};
