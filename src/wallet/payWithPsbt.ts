import { HttpFailure } from "../http-client/http.ts";
import { BITCOIN_CHAIN_ID } from "../intents/identifiers.ts";
import { WalletError } from "./errors.ts";
import type { ItemRecord } from "./executionRecord.ts";
import { signing, type Performance, type Planned } from "./performance.ts";
import { completePsbt } from "./psbtOffer.ts";
import type { BitcoinSigner } from "./signers.ts";

/** Signs once and keeps the signed transaction: it can be broadcast as often as need be and is paid once. */
export async function payWithPsbt(
  item: Planned<"psbt">,
  done: ItemRecord | undefined,
  work: Performance,
  signPsbt: NonNullable<BitcoinSigner["signPsbt"]>,
  send: (rawTx: string) => Promise<string>,
): Promise<void> {
  const { psbtBase64, inputs, outputs, paidSats, feeSats } = item.offer;
  let signed = done?.state === "signed" ? done : undefined;
  if (!signed) {
    work.tell({ kind: "psbt-checked", outputs, paidSats, feeSats });
    const back = await signing(() => signPsbt({ psbtBase64, inputs, sighashTypes: [0, 1] }));
    const { rawTx, txid } = completePsbt(item.offer, back);
    signed = { state: "signed", hash: txid, rawTx };
    await work.save(signed);
  }
  await broadcast(signed, send);
  await work.save({ state: "sent", hash: signed.hash });
  work.tell({ kind: "item-sent", stepId: item.step.id, chainId: BITCOIN_CHAIN_ID, hash: signed.hash });
}

async function broadcast(
  { rawTx, hash }: Extract<ItemRecord, { state: "signed" }>,
  send: (rawTx: string) => Promise<string>,
): Promise<void> {
  try {
    await send(rawTx);
  } catch (cause) {
    if (isAlreadyKnown(cause)) return;
    throw new WalletError(
      "maybe_sent",
      `The network did not take transaction ${hash}. Going on with this record broadcasts it again; it cannot pay twice.`,
      { cause },
    );
  }
}

/** Nodes refuse what they have already, in words like "txn-already-in-mempool" or "Transaction already in block chain". */
function isAlreadyKnown(error: unknown): boolean {
  return (
    error instanceof HttpFailure &&
    error.kind === "refused" &&
    /already (in|known)|already-(in|known)/i.test(String(error.body))
  );
}
