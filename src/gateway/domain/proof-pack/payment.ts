import { refundedOffer } from "../invoices/credit.ts";
import type { Deposit, Invoice, RefundFact, SettlementFact } from "../invoices/invoice.ts";
import { txOf } from "../invoices/outpoint.ts";

/** A payment as its chain should show it. Unknown fields are undefined. */
export type Payment = Readonly<{
  chainId: number;
  currency: string;
  to: string | undefined;
  amount: bigint | undefined; // smallest units
  txHash: string | undefined;
  part: string | undefined; // what names it within its transaction: an output, or a transfer (evmTransferPart.ts)
  blockHash: string | undefined; // of the block in which it counts
}>;

/** What paid the invoice. */
export function depositPayment({
  outpoint,
  address: to,
  value: amount,
  chainId,
  currency,
  blockHash,
}: Deposit): Payment {
  const txHash = txOf(outpoint);
  return { chainId, currency, to, amount, txHash, part: outpoint.slice(txHash.length + 1), blockHash };
}

/** What the merchant received for it. Only a settlement that was read from the chain names its transfer. */
export function settlementPayment({ terms }: Invoice, settlement: SettlementFact): Payment {
  const { chainId, currency, recipient: to } = terms.settlement;
  const { txHash, amount, proof, evidence } = settlement;
  const name = `${chainId}:${txHash?.toLowerCase() ?? ""}:`;
  const part = evidence === "verified" && proof.startsWith(name) ? proof.slice(name.length) : undefined;
  return { chainId, currency, to, amount, txHash, part, blockHash: undefined };
}

/** What went back: to the address that was agreed with the service for its request, else for the deposit's address. */
export function refundPayment(
  { facts }: Invoice,
  { outpoint, requestId, amount, txHash }: RefundFact,
): Payment {
  const deposit = facts.deposits.find((one) => one.outpoint === outpoint);
  const { chainId = 0, currency = "" } = deposit ?? {}; // a refund is always one of a deposit
  const offer = refundedOffer(facts, requestId, deposit);
  return { chainId, currency, to: offer?.refundTo, amount, txHash, part: undefined, blockHash: undefined };
}
