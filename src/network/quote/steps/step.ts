import type { Currency } from "../../catalog.ts";

/** A step of a quote response (interface specification 2.2). */
export type Step = Readonly<{
  id: "approve" | "deposit" | "swap" | "send" | "authorize";
  action: string;
  description: string;
  kind: "transaction" | "signature";
  requestId: string;
  depositAddress: string; // "" on ordinary quotes, as public services write it
  items: readonly StepItem[];
}>;

export type StepItem = Readonly<{
  status: "incomplete";
  data: Readonly<Record<string, unknown>>;
  check?: Readonly<{ endpoint: string; method: "GET" }>;
}>;

/** A transaction for the user's wallet; amounts are strings, the chain id is a number. */
export function transactionItem(
  data: Readonly<{ from: string; to: string; data: string; value: bigint; chainId: number }>,
  requestId?: string,
): StepItem {
  const check = requestId === undefined ? {} : { check: checkOf(requestId) };
  return { status: "incomplete", data: { ...data, value: String(data.value) }, ...check };
}

/** Where the outcome is asked for (interface specification 4.2). */
export function checkOf(requestId: string): NonNullable<StepItem["check"]> {
  return { endpoint: `/intents/status?requestId=${requestId}`, method: "GET" };
}

/** A currency and the chain it is on, in words. */
export function named({ symbol, chainId, kind }: Currency): string {
  return kind === "bitcoin" ? "bitcoin" : `${symbol} on chain ${chainId}`;
}
