import type { Hex } from "viem";
import { WalletError } from "./errors.ts";
import type { ItemRecord } from "./executionRecord.ts";
import { sendOnce, type Performance, type Planned } from "./performance.ts";
import { reportConfirmed, reportSent } from "./reportTransaction.ts";
import type { EvmSigner } from "./signers.ts";

/** Sends, and waits for the block before anything else happens: an approval must stand before the deposit. */
export async function sendTransaction(
  item: Planned<"evm-transaction">,
  done: ItemRecord | undefined,
  work: Performance,
  signer: EvmSigner,
): Promise<void> {
  const { transaction, step } = item;
  const { chainId } = transaction;
  let sent = done && "hash" in done ? done.hash : undefined;
  if (sent === undefined) {
    await moveTo(chainId, signer);
    sent = await sendOnce(item, work, () => signer.sendTransaction(transaction));
  }
  const reporting = { ...work, from: signer.address };
  await reportSent(reporting, step, sent);
  const { hash, success } = await receiptOf(sent as Hex, signer); // an EVM signer gave the hash
  if (!success)
    throw new WalletError(
      "reverted",
      `The transaction ${hash} of step "${step.id}" was reverted. Ask for a new quote.`,
    );
  await reportConfirmed(reporting, step, transaction, hash);
  await work.save({ state: "confirmed", hash });
  work.tell({ kind: "item-confirmed", stepId: step.id, chainId, hash });
}

async function receiptOf(hash: Hex, signer: EvmSigner): ReturnType<EvmSigner["waitForReceipt"]> {
  try {
    return await signer.waitForReceipt(hash);
  } catch (cause) {
    if (cause instanceof WalletError) throw cause;
    throw new WalletError(
      "unconfirmed",
      `Transaction ${hash} was sent, and it could not be seen in a block. Go on with this record later.`,
      { cause },
    );
  }
}

async function moveTo(chainId: number, signer: EvmSigner): Promise<void> {
  const before = await signer.chainId();
  if (before === chainId) return;
  let cause: unknown;
  try {
    await signer.switchChain(chainId);
    if ((await signer.chainId()) === chainId) return;
  } catch (error) {
    cause = error;
  }
  throw new WalletError(
    "wrong_chain",
    `Expected the wallet on chain ${chainId}, it stays on ${before}. Switch it and go on.`,
    { cause },
  );
}
