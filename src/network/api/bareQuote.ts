/** The fields of interface specification 2.2, of transactions also what a PSBT or a signature needs: they are not shown there. */
const STEP = ["id", "action", "description", "kind", "requestId", "depositAddress", "items"];
const ITEM = ["status", "data", "check"];
const DATA = ["from", "to", "data", "value", "maxFeePerGas", "maxPriorityFeePerGas", "chainId"];
const UNNAMED_DATA = ["psbt", "sign", "post"];

/** A quote with only what the contract shows. An ordinary quote's empty depositAddress is left out: there is none. */
export function bareQuote(quote: unknown): Record<string, unknown> {
  const steps = listOf(fieldsOf(quote)["steps"]).map((step) => {
    const shown = pick(step, STEP);
    if (shown["depositAddress"] === "") delete shown["depositAddress"];
    return { ...shown, items: listOf(shown["items"]).map(bareItem) };
  });
  return { steps };
}

function bareItem(item: unknown): Record<string, unknown> {
  const shown = pick(item, ITEM);
  return { ...shown, data: pick(shown["data"], [...DATA, ...UNNAMED_DATA]) };
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fieldsOf(value)).filter(([name]) => names.includes(name)));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
