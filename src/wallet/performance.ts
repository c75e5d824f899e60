import { WalletError } from "./errors.ts";
import type { ItemRecord } from "./executionRecord.ts";
import type { IntentService } from "./intentService.ts";
import type { PlannedItem } from "./plan.ts";
import type { Progress } from "./progress.ts";
import type { QuotedStep, WalletQuote } from "./quote.ts";

/** What carrying out an item needs. `save` is durable when it resolves; it comes before every step to the outside. */
export type Performance = Readonly<{
  quote: WalletQuote;
  service: IntentService;
  wait: (ms: number) => Promise<unknown>;
  tell: (progress: Progress) => void;
  save: (item: ItemRecord | undefined, furtherSteps?: readonly QuotedStep[]) => Promise<void>;
}>;

export type Planned<K extends PlannedItem["kind"]> = Extract<PlannedItem, { kind: K }>;

/** Writes down that the item is being sent, sends it and writes down its hash. */
export async function sendOnce(
  item: PlannedItem,
  { save, tell, quote }: Performance,
  send: () => Promise<string>,
): Promise<string> {
  await save({ state: "sending" });
  let hash: string;
  try {
    hash = await send();
  } catch (cause) {
    if (!(cause instanceof WalletError) || cause.code !== "not_sent") throw uncertain(item, cause);
    await save(undefined);
    throw cause;
  }
  await save({ state: "sent", hash });
  tell({ kind: "item-sent", stepId: item.step.id, chainId: quote.request.originChainId, hash });
  return hash;
}

/** Runs a signer that sends nothing. Throws WalletError not_sent with its reason. */
export async function signing<T>(sign: () => Promise<T>): Promise<T> {
  try {
    return await sign();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WalletError("not_sent", `The wallet did not sign: ${reason.slice(0, 300)}`, { cause });
  }
}

/** The error of an item that may or may not have been sent. */
export function uncertain({ step, key }: PlannedItem, cause?: unknown): WalletError {
  return new WalletError(
    "maybe_sent",
    `It is not known whether item ${key} (step "${step.id}") was sent. Look into the wallet's history; then write ` +
      `{"state":"sent","hash":"…"} into the execution record, or remove the item from it if nothing was sent, and go on.`,
    { cause },
  );
}
