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
 * Carries out an item, or what is left of it by its record, and gives the further steps that a posted signature brought.
 * Throws WalletError; "maybe_sent" when it is not known whether the item went out.
 */
export type Perform = (done: ItemRecord | undefined, work: Performance) => Promise<readonly QuotedStep[]>;

/** How an item will be carried out. Throws WalletError signer_missing now, before anything is sent, if it cannot be. */
export function prepare(item: PlannedItem, means: Means): Perform {
  const run = choose(item, means);
  return async (done, work) => {
    if (done?.state === "sending") throw uncertain(item);
    return (await run(done, work)) ?? [];
  };
}

type Run = (done: ItemRecord | undefined, work: Performance) => Promise<readonly QuotedStep[] | void>;

function choose(item: PlannedItem, { signers: { evm, bitcoin }, broadcast }: Means): Run {
  switch (item.kind) {
    case "evm-transaction": {
      const signer = need(item, evm, "signers.evm (viemSigner makes one)");
      return (done, work) => sendTransaction(item, done, work, signer);
    }
    case "signature": {
      const signer = need(item, evm, "signers.evm (viemSigner makes one)");
      return async (done, work) => (done ? [] : signAndPost(item, work, signer));
    }
    case "psbt": {
      const signPsbt = need(item, bitcoin?.signPsbt?.bind(bitcoin), "signers.bitcoin.signPsbt");
      const send = need(item, broadcast, "broadcast, for example Esplora's");
      return (done, work) => payWithPsbt(item, done, work, signPsbt, send);
    }
    case "bitcoin-payment": {
      const { sats, address } = item;
      const byHand = `Or pay ${sats} sats to ${address} from any wallet and wait for the outcome`;
      const pay = need(item, bitcoin?.payAddress?.bind(bitcoin), `signers.bitcoin.payAddress. ${byHand}`);
      return async (done, work) => {
        if (!done) await sendOnce(item, work, () => pay({ address, sats }));
      };
    }
  }
}

function need<T>({ step }: PlannedItem, ability: T | undefined, what: string): T {
  if (ability !== undefined) return ability;
  throw new WalletError("signer_missing", `Step "${step.id}" needs ${what}. Nothing was sent.`);
}
