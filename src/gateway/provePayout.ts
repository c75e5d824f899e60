import { BITCOIN_CHAIN_ID, sameCurrency } from "../protocol/identifiers.ts";
import type { PaymentProof, Payout } from "../payouts/payout.ts";
import { GatewayError } from "./errors.ts";
import type { Gateway } from "./ports.ts";
import { bitcoinScript } from "./refundOf.ts";
import { proofOf } from "./transferProofs.ts";

/** A transfer to a payout's address, by the name that no reorganisation changes. */
type Paid = Readonly<{ key: string; amount: bigint }>;

/** What a transaction shows of a payout: undefined when it paid nothing to its address (yet), "spent" when only others. */
export type Look = Paid | "unread" | "spent" | undefined;

/**
 * What a transaction paid to a payout's address, in a block. Of several transfers it is the smallest that has paid no other
 * payout and is at least `least` (smallest units), else the largest: several payouts may be paid in one transaction. "unread"
 * where this gateway cannot read that chain, or its node does not show what calls paid. Throws GatewayError chain_unseen while
 * the chain does not answer: then nothing is known.
 */
export async function paidBy(gateway: Gateway, payout: Payout, txHash: string, least: bigint): Promise<Look> {
  const found = await transfersTo(gateway, payout, txHash);
  if (found === "unread" || found.length === 0) return found === "unread" ? found : undefined;
  const spent = await gateway.store.spentProofs(found.map(({ key }) => key));
  const free = found.filter(({ key }) => !spent.includes(key)).toSorted(bySize);
  return free.find(({ amount }) => amount >= least) ?? free.at(-1) ?? "spent";
}

function bySize(a: Paid, b: Paid): number {
  return Number(a.amount > b.amount) - Number(a.amount < b.amount);
}

async function transfersTo(
  gateway: Gateway,
  { coin, destination }: Payout,
  txHash: string,
): Promise<readonly Paid[] | "unread"> {
  try {
    return coin.chainId === BITCOIN_CHAIN_ID
      ? await bitcoinOutputs(gateway, destination, txHash.toLowerCase())
      : await evmArrivals(gateway, coin, destination, txHash);
  } catch (cause) {
    const message = `The transaction ${txHash.slice(0, 80)} cannot be looked up now: chain ${coin.chainId} does not answer. Try again in a minute.`;
    throw new GatewayError("chain_unseen", message, {}, { cause });
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
  if (!/^[0-9a-f]{64}$/.test(txid)) return []; // no transaction is called that
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
