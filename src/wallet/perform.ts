import { WalletError } from "./errors.ts";
import type { ItemRecord } from "./executionRecord.ts";
import { payWithPsbt } from "./payWithPsbt.ts";
import { sendOnce, uncertain, type Performance } from "./performance.ts";
import type { PlannedItem } from "./plan.ts";
import type { QuotedStep } from "./quote.ts";
import { sendTransaction } from "./sendTransaction.ts";
import { signAndPost } from "./signAndPost.ts";
import type { Signers } from "./signers.ts";

/** With what items are carried out. */
export type Means = Readonly<{
  signers: Signers;
  /** Broadcasts a raw Bitcoin transaction (hex) and gives its txid. */
  broadcast?: (rawTx: string) => Promise<string>;
}>;

/**
 * Carries out an item, or what is left of it, and gives the further steps that a posted signature brought.
 * Throws WalletError; "maybe_sent" when it is not known whether the item went out.
 */
export type Perform = (work: Performance) => Promise<readonly QuotedStep[]>;

/**
 * The way to carry out an item from the state in its record; undefined when it is finished. Throws
 * WalletError now, before anything is sent: signer_missing when it cannot be done, maybe_sent when a person
 * has to check first.
 */
export function prepare(item: PlannedItem, done: ItemRecord | undefined, means: Means): Perform | undefined {
  if (done?.state === "sending") throw uncertain(item);
  if (done?.state === "confirmed" || done?.state === "posted") return undefined;
  if (done?.state === "sent" && item.kind !== "evm-transaction") return undefined; // Bitcoin: the service watches it
  const run = choose(item, done, means);
  return async (work) => (await run(work)) ?? [];
}

type Run = (work: Performance) => Promise<readonly QuotedStep[] | void>;

function choose(
  item: PlannedItem,
  done: ItemRecord | undefined,
  { signers: { evm, bitcoin }, broadcast }: Means,
): Run {
  switch (item.kind) {
    case "evm-transaction": {
      const signer = need(item, evm, "signers.evm (viemSigner makes one)");
      return (work) => sendTransaction(item, done, work, signer);
    }
    case "signature": {
      const signer = need(item, evm, "signers.evm (viemSigner makes one)");
      return (work) => signAndPost(item, work, signer);
    }
    case "psbt": {
      const signPsbt = need(item, bitcoin?.signPsbt?.bind(bitcoin), "signers.bitcoin.signPsbt");
      const send = need(item, broadcast, "broadcast, for example Esplora's");
      return (work) => payWithPsbt(item, done, work, signPsbt, send);
    }
    case "bitcoin-payment": {
      const { sats, address } = item;
      const byHand = `Or pay ${sats} sats to ${address} from any wallet and wait for the outcome`;
      const pay = need(item, bitcoin?.payAddress?.bind(bitcoin), `signers.bitcoin.payAddress. ${byHand}`);
      return async (work) => void (await sendOnce(item, work, () => pay({ address, sats })));
    }
  }
}

function need<T>({ step }: PlannedItem, ability: T | undefined, what: string): T {
  if (ability !== undefined) return ability;
  throw new WalletError("signer_missing", `Step "${step.id}" needs ${what}. Nothing was sent for it.`);
}
