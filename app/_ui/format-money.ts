/** A cost in US dollars: `$0.131` on a card, `$0.48` in totals; words where the price of the model is not known. */
export function formatMoney(cost: number | null, digits: "card" | "total" = "total"): string {
  if (cost === null) return "no price";
  return `$${cost.toFixed(digits === "card" ? 3 : 2)}`;
}
