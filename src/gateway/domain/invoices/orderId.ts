/** The shop's order that an invoice is for: `metadata.orderId`, where plugins put it. Undefined when it names none. */
export function orderIdOf(metadata: unknown): string | undefined {
  if (typeof metadata !== "object" || metadata === null || !("orderId" in metadata)) return undefined;
  const { orderId } = metadata;
  const isNamed = (typeof orderId === "string" && orderId !== "") || typeof orderId === "number";
  return isNamed ? String(orderId) : undefined;
}

/**
 * Finds the order that the name of a pull payment refers to: "order 1001" in English. WooCommerce's plugin writes "Refund of
 * order 1001; reason" with the words before the number in the shop's language, so for its keys the last word before the first
 * ";" is the order too. Undefined when the name refers to none.
 */
export function orderInName(name: string, isFromWooCommerce: boolean): string | undefined {
  const beforeReason = isFromWooCommerce ? /^[^;]*\s([^\s;]+);/.exec(name) : null;
  const afterWord = /^[^;]*?\border\s+([^\s;,]+)/i.exec(name);
  const order = (beforeReason ?? afterWord)?.[1]?.replace(/^#/, "").replace(/[.:]$/, "");
  return order === "" ? undefined : order;
}
