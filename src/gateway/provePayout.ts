import { BITCOIN_CHAIN_ID, sameCurrency } from "../protocol/identifiers.ts";
import type { PaymentProof, Payout } from "../payouts/payout.ts";
import type { Gateway } from "./ports.ts";
import { bitcoinScript } from "./refundOf.ts";
import { proofOf } from "./transferProofs.ts";

/** A transfer to a payout's address, by the name that no reorganisation changes. */
type Paid = Readonly<{ key: string; amount: bigint }>;

/**
 * What a transaction paid to a payout's address, in a block; the largest of several. "unread" where the chain cannot be read
 * now, or at all; undefined where it can, and the transaction paid nothing there (yet).
 */
export async function paidBy(
  gateway: Gateway,
  { coin, destination }: Payout,
  txHash: string,
): Promise<Paid | "unread" | undefined> {
  try {
    const found =
      coin.chainId === BITCOIN_CHAIN_ID
        ? await bitcoinOutputs(gateway, destination, txHash.toLowerCase())
        : await evmArrivals(gateway, coin, destination, txHash);
    if (found === "unread") return found;
    return found.toSorted((a, b) => (a.amount > b.amount ? -1 : 1))[0];
  } catch (error) {
    gateway.log.warn("payout.chain_unread", { chain: coin.chainId, txHash, error });
    return "unread";
  }
}

/** A proof from what was read, or from somebody's word where nothing could be. */
export function proofFrom(
  paid: Paid | "unread",
  txHash: string | undefined,
  word: "service" | "merchant",
  said: unknown,
): PaymentProof {
  if (paid === "unread") return { evidence: word, txHash, key: undefined, amount: undefined, said };
  return { evidence: "verified", txHash, key: paid.key, amount: paid.amount, said };
}

async function bitcoinOutputs(gateway: Gateway, address: string, txid: string): Promise<readonly Paid[]> {
  const script = bitcoinScript(gateway, address);
  const tx = await gateway.explorer.tx(txid);
  if (!tx?.status.confirmed) return [];
  return tx.vout.flatMap(({ scriptpubkey, value: amount }, vout) =>
    scriptpubkey === script ? [{ key: `${BITCOIN_CHAIN_ID}:${txid}:${vout}`, amount }] : [],
  );
}

async function evmArrivals(
  gateway: Gateway,
  { chainId, currency }: Payout["coin"],
  address: string,
  txHash: string,
): Promise<readonly Paid[] | "unread"> {
  const reader = gateway.arrivals.get(chainId);
  const arrivals = await reader?.(txHash, currency, address);
  if (!arrivals || arrivals.some(({ amount }) => amount === undefined)) return "unread"; // calls that moved coins do not show
  return arrivals.map((arrival) => ({ key: proofOf(chainId, arrival), amount: arrival.amount ?? 0n }));
}

/** Whether a payout's address is asked for on the chain and in the coin where the merchant is paid: no conversion is needed. */
export function isSettlementCoin(
  { coin }: Payout,
  settlement: Readonly<{ chainId: number; currency: string }>,
): boolean {
  return coin.chainId === settlement.chainId && sameCurrency(coin.currency, settlement.currency);
}
