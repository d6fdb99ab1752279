/** How an option of a question is shown. Without zod, so that a page that shows one needs none. */
export const OPTION_VARIANTS = ["default", "primary", "success", "warning", "destructive"] as const;
export type OptionVariant = (typeof OPTION_VARIANTS)[number];

const WORDS: Readonly<Record<Exclude<OptionVariant, "default">, string>> = {
  primary: "suggested",
  success: "positive",
  warning: "careful",
  destructive: "destructive",
};

/** The word that says what an option's look says; undefined where it looks like any other. */
export function variantWord(variant: OptionVariant | undefined): string | undefined {
  return variant === undefined || variant === "default" ? undefined : WORDS[variant];
}
