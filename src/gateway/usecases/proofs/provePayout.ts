import { HOUR_MS, type Instant, fromUnixSeconds } from "../../../values/time.ts";
import { BITCOIN_CHAIN_ID, sameCurrency } from "../../../intents/identifiers.ts";
import type { PaymentProof, Payout } from "../../domain/payouts/payout.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { bitcoinScript } from "../crediting/refundOf.ts";
import { proofOf } from "../crediting/transferProofs.ts";
import { sentence } from "../../../values/sentence.ts";

/** A transfer to a payout's address. No reorganisation changes `key`. `at` is the time of its block, Infinity without a block. */
type Paid = Readonly<{ key: string; amount: bigint; at: Instant }>;
type Seen = Paid & Readonly<{ isFinal: boolean }>;

/**
 * What a transaction shows for a payout. Undefined: it has paid the payout's address nothing, or too little that is
 * not final. "pending": it pays enough and is not final. "spent": each of its transfers has paid another payout.
 * "named": another payout was marked as paid by it without proof. "unread": the gateway cannot read the chain.
 */
export type Look = Paid | "unread" | "pending" | "spent" | "named" | undefined;

type Chains = Pick<Gateway, "explorer" | "arrivals" | "finality" | "settings">;

/** The depth for which exchanges commonly wait. EVM chains have rules of their own (finalityRules.ts). */
const BITCOIN_FINAL_BLOCKS = 6;

/** What a transaction has to show. `since`: from before that it can have paid nothing of it. */
export type Wanted = Readonly<{ least: bigint; paysSeveral: boolean; since?: Instant | undefined }>;

const SLACK_MS = 2 * HOUR_MS; // a block's timestamp may be earlier than its creation by this much

/**
 * Returns what a transaction paid to a payout's address in a final block. Of several transfers it is the smallest that
 * has paid no other payout and is at least `least` (smallest units), else the largest: several payouts may
 * be paid in one transaction. "unread" where this gateway cannot read that chain, or its node does not show
 * internal transfers. `paysSeveral` states that the transaction paid this payout and the one that was named
 * before. Throws GatewayError chain_unseen while the chain does not answer.
 */
export async function paidBy(
  gateway: Chains & Pick<Gateway, "persistence">,
  payout: Payout,
  txHash: string,
  { least, paysSeveral, since = -Infinity }: Wanted,
): Promise<Look> {
  const shown = await transfersTo(gateway, payout, txHash);
  const found = shown === "unread" ? shown : shown.filter(({ at }) => at >= since - SLACK_MS);
  if (found.length === 0) return undefined;
  const spent = await gateway.persistence.payouts.spentProofs(
    payout.coin.chainId,
    hashOn(payout.coin, txHash),
  );
  const isNamed = found === "unread" ? spent.length > 0 : spent.some((key) => key.includes(SAID));
  if (isNamed && !paysSeveral) return "named";
  if (found === "unread") return found;
  const free = found.filter(({ key }) => !spent.includes(key)).toSorted(bySize);
  if (free.length === 0) return "spent";
  const final = free.filter(({ isFinal }) => isFinal);
  const enough = final.find(({ amount }) => amount >= least);
  return enough ?? (free.some(({ amount }) => amount >= least) ? "pending" : (final.at(-1) ?? free.at(-1)));
}

const SAID = ":said"; // which of its transfers is unknown

/** The canonical form of a hash, so that a transaction is recognised; other text is unchanged. */
function hashOn({ chainId }: Payout["coin"], txHash: string): string {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(txHash)?.[1]?.toLowerCase();
  return digits === undefined ? txHash : chainId === BITCOIN_CHAIN_ID ? digits : `0x${digits}`;
}

function bySize(a: Paid, b: Paid): number {
  return Number(a.amount > b.amount) - Number(a.amount < b.amount);
}

async function transfersTo(
  gateway: Chains,
  { coin, destination }: Payout,
  txHash: string,
): Promise<readonly Seen[] | "unread"> {
  try {
    return coin.chainId === BITCOIN_CHAIN_ID
      ? await bitcoinOutputs(gateway, destination, txHash.toLowerCase())
      : await evmArrivals(gateway, coin, destination, hashOn(coin, txHash));
  } catch (cause) {
    const said = sentence(
      "The transaction {hash} cannot be looked up now: chain {chain} does not answer. Try again in a minute.",
      { hash: txHash.slice(0, 80), chain: String(coin.chainId) },
    );
    throw new GatewayError("chain_unseen", said, {}, { cause });
  }
}

/**
 * A proof from a transaction that was read, or from a person's or the service's statement where none could
 * be read.
 */
export function proofFrom(
  paid: Paid | "unread",
  { id, coin }: Payout,
  txHash: string,
  {
    word,
    said,
    paysSeveral,
  }: Readonly<{ word: "service" | "merchant"; said?: unknown; paysSeveral: boolean }>,
): PaymentProof {
  if (paid !== "unread") return { evidence: "verified", txHash, key: paid.key, amount: paid.amount, said };
  const named = `${coin.chainId}:${hashOn(coin, txHash)}${SAID}`;
  return { evidence: word, txHash, key: paysSeveral ? `${named}:${id}` : named, amount: undefined, said };
}

/** A proof without a transaction, by statement alone. */
export function proofByWord(evidence: "service" | "merchant", said?: unknown): PaymentProof {
  return { evidence, txHash: undefined, key: undefined, amount: undefined, said };
}

async function bitcoinOutputs(
  gateway: Pick<Gateway, "explorer" | "settings">,
  address: string,
  txid: string,
): Promise<readonly Seen[]> {
  if (!/^[0-9a-f]{64}$/.test(txid)) return []; // no transaction is called that
  const script = bitcoinScript(gateway, address);
  const tx = await gateway.explorer.tx(txid);
  if (!tx || tx.vin.some(({ prevout }) => prevout?.scriptpubkey === script)) return []; // an output to an address that also funds the transaction is change
  const { confirmed, block_time: seconds, block_height: height } = tx.status;
  const at = typeof seconds === "number" ? fromUnixSeconds(seconds) : Infinity; // an explorer without a time rules nothing out
  const blocks =
    confirmed && typeof height === "number" ? (await gateway.explorer.tipHeight()) - height + 1 : 0;
  const isFinal = blocks >= BITCOIN_FINAL_BLOCKS;
  return tx.vout.flatMap(({ scriptpubkey, value: amount }, vout) =>
    scriptpubkey === script ? [{ key: `${BITCOIN_CHAIN_ID}:${txid}:${vout}`, amount, at, isFinal }] : [],
  );
}

async function evmArrivals(
  gateway: Pick<Gateway, "arrivals" | "finality">,
  { chainId, currency }: Payout["coin"],
  address: string,
  txHash: string,
): Promise<readonly Seen[] | "unread"> {
  const arrivals = await gateway.arrivals.get(chainId)?.(txHash, currency, address);
  if (!arrivals || arrivals.some(({ amount }) => amount === undefined)) return "unread"; // calls that moved coins do not show
  const [first] = arrivals; // all are in one block
  const finality = first && (await gateway.finality.get(chainId)?.(first.height, false));
  const isFinal = finality?.isFinal ?? true;
  return arrivals.map((arrival) => ({
    key: proofOf(chainId, arrival),
    amount: arrival.amount ?? 0n,
    at: arrival.at,
    isFinal,
  }));
}

/** Whether a payout's address is asked for on the chain and in the coin where the merchant is paid: no conversion is needed. */
export function isSettlementCoin(
  { coin }: Payout,
  settlement: Readonly<{ chainId: number; currency: string }>,
): boolean {
  return coin.chainId === settlement.chainId && sameCurrency(coin.currency, settlement.currency);
}
