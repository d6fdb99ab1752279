import { toolListSchema } from "@/server/contract/tool-policy.ts";

/** Reads a typed list: names of tools, `group:NAME` or `*`, parted by blanks or commas; undefined when an entry is none of these. */
export function readToolList(text: string): readonly string[] | undefined {
  const parsed = toolListSchema.safeParse(text.split(/[\s,]+/).filter((entry) => entry !== ""));
  return parsed.success ? [...new Set(parsed.data)] : undefined;
}
