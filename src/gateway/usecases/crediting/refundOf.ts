import { refundedOffer } from "../../domain/invoices/credit.ts";
import { checkBitcoinAddress, scriptOf } from "../../../bitcoin/codec/address.ts";
import { txOf } from "../../domain/invoices/outpoint.ts";
import type { Deposit, Invoice, Offer } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { Gateway } from "../gateway.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import type { Lease } from "../../ports/persistencePort.ts";
import { freeArrivals, proofOf, type Proven } from "./transferProofs.ts";

const MOST_HASHES = 4; // of one request: a fill, what was too much of it going back, one attempt that failed

/** The transactions that a service names for a request, the last first, which as a rule is the one that counts. */
export function newestFirst(hashes: readonly string[]): readonly string[] {
  return hashes.slice(-MOST_HASHES).toReversed();
}

type Case = Readonly<{ deposit: Deposit | undefined; offer: Offer | undefined; input: bigint | undefined }>;

/**
 * A refund counts once its transaction can be read and pays the refund address no more than was paid in, by a transfer that has
 * sent back nothing else. On Bitcoin the bare word does not, nor does a transaction that is in no block: the invoice would ask
 * for the money again while it may still be converted. Elsewhere the word has to do where no transaction is named or the chain
 * cannot be read, and gives way to a settlement that the chain proves.
 */
export async function refundOf(
  gateway: Pick<Gateway, "log" | "persistence" | "explorer" | "arrivals" | "settings">,
  { facts }: Invoice,
  lease: Lease,
  { requestId, outHashes, depositTxid, input }: RequestNews,
): Promise<Proven | undefined> {
  const isBitcoin = lease.chainId === BITCOIN_CHAIN_ID;
  const named = newestFirst(outHashes);
  const [newest] = named;
  if (newest === undefined) return isBitcoin ? undefined : onItsWord(newest); // on Bitcoin creditTransfers.ts finds it
  const known = facts.refunds.find(({ txHash }) => txHash !== undefined && named.includes(txHash));
  if (known) return { outcome: { kind: "refunded", amount: known.amount, txHash: known.txHash } };
  const deposit = facts.deposits.find(({ outpoint }) => txOf(outpoint) === depositTxid);
  const offer =
    refundedOffer(facts, requestId, deposit) ??
    facts.offers.findLast(({ depositAddress }) => depositAddress === lease.address);
  const one = { deposit, offer, input: input ?? deposit?.value };
  for (const txHash of named) {
    const refund = await (isBitcoin ? bitcoinRefund(gateway, one, txHash) : evmRefund(gateway, one, txHash));
    if (refund) return refund;
  }
  return undefined;
}

function onItsWord(txHash: string | undefined): Proven {
  return { outcome: { kind: "refunded", amount: undefined, txHash } };
}

/** What went back on an EVM chain: in the coin and on the chain in which it came. */
async function evmRefund(
  gateway: Pick<Gateway, "log" | "persistence" | "arrivals">,
  one: Case,
  txHash: string,
): Promise<Proven | undefined> {
  const { deposit, offer } = one;
  const { chainId, currency } = deposit ?? offer ?? {};
  const reader = chainId === undefined ? undefined : gateway.arrivals.get(chainId);
  if (!reader || chainId === undefined || currency === undefined || !offer) return onItsWord(txHash);
  const arrivals = await reader(txHash, currency, offer.refundTo);
  if (arrivals.some(({ amount }) => amount === undefined)) return onItsWord(txHash); // the node does not show what calls paid
  const free = await freeArrivals(gateway, chainId, arrivals);
  const named = free.map((arrival) => ({ proof: proofOf(chainId, arrival), amount: arrival.amount ?? 0n }));
  return provenBy(one, txHash, named);
}

async function bitcoinRefund(
  gateway: Pick<Gateway, "persistence" | "explorer" | "settings">,
  one: Case,
  txHash: string,
): Promise<Proven | undefined> {
  const script = bitcoinScript(gateway, one.offer?.refundTo ?? "");
  const tx = script === undefined ? undefined : await gateway.explorer.tx(txHash);
  if (!tx?.status.confirmed) return undefined;
  const free: Transfer[] = [];
  for (const [vout, { scriptpubkey, value: amount }] of tx.vout.entries()) {
    const proof = `${BITCOIN_CHAIN_ID}:${txHash.toLowerCase()}:${vout}`;
    const isTaken =
      scriptpubkey !== script || (await gateway.persistence.deposits.settlementOwner(proof)) !== undefined;
    if (!isTaken) free.push({ proof, amount });
  }
  return provenBy(one, txHash, free);
}

type Transfer = Readonly<{ proof: string; amount: bigint }>;

/** The transfer that is nearest below what was paid in: a service keeps its costs, and adds nothing. */
function provenBy({ deposit, input }: Case, txHash: string, free: readonly Transfer[]): Proven | undefined {
  const possible = free.filter(({ amount }) => amount > 0n && (input === undefined || amount <= input));
  const [best] = possible.toSorted((a, b) => (a.amount > b.amount ? -1 : 1));
  if (!best) return undefined;
  const { amount, proof } = best;
  const outcome = { kind: "refunded", amount, txHash } as const;
  return deposit ? { outcome, claim: { proof, outpoint: deposit.outpoint } } : { outcome };
}

type OnNetwork = Readonly<{ settings: Pick<Gateway["settings"], "bitcoinNetwork"> }>;

/** The script of a Bitcoin address (hex), or undefined when it is none. */
export function bitcoinScript({ settings }: OnNetwork, address: string): string | undefined {
  const checked = checkBitcoinAddress(settings.bitcoinNetwork, address);
  return checked && scriptOf(settings.bitcoinNetwork, checked);
}
