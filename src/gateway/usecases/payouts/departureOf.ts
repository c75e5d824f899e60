import { sentBy, type BookedCoin, type Departure, type Payout } from "../../domain/payouts/payout.ts";
import type { StatusMeaning } from "../../../intents/status.ts";
import type { Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { settlementAt } from "../stores/settlements.ts";
import type { Gateway } from "../gateway.ts";
import { sentence } from "../../../values/sentence.ts";

/** The systems that can show what left the merchant's wallet. */
type Asking = Pick<Gateway, "persistence" | "departures">;

/** The service's report of its request: the transactions that were its input, and its status. */
type Told = Readonly<{ hashes: readonly string[]; meaning: StatusMeaning }>;

/**
 * What left the merchant's wallet for a payout through the service: what its transactions moved, where the
 * chain can be read and shows it, else the amount of the quote, on the service's report. Undefined when the
 * payout is paid by hand, or when nothing shows that anything has left; also after a failure of the
 * service, which returns the money. Throws GatewayError chain_unseen while the chain does not answer,
 * store_not_found.
 */
export async function departureOf(
  gateway: Asking,
  payout: Payout,
  { hashes, meaning }: Told,
): Promise<Departure | undefined> {
  const { state, service } = payout;
  if (state !== "InProgress" || !service || meaning === "failure" || meaning === "refund") return undefined;
  const coin = service.coin ?? (await settlementCoin(gateway, payout, service.at));
  const known = [...new Set([...sentBy(payout), ...hashes].map((hash) => hash.toLowerCase()))];
  const read = await readDepartures(gateway, coin, service.user, known);
  const amount = read.reduce((total, one) => total + one.amount, 0n);
  if (amount > 0n) return { coin, amount, txHash: read.at(-1)?.hash, evidence: "verified" };
  const isReceived = meaning === "success" || meaning === "moving";
  return isReceived ? { coin, amount: service.input, txHash: known.at(-1), evidence: "service" } : undefined;
}

type Read = Readonly<{ hash: string; amount: bigint }>;

/** Those of the transactions that took something of the coin from the payer; none where this gateway cannot read the chain. */
async function readDepartures(
  { departures }: Asking,
  { chainId, currency }: BookedCoin,
  payer: string,
  hashes: readonly string[],
): Promise<readonly Read[]> {
  const reader = departures.get(chainId);
  if (!reader) return [];
  try {
    const read = await Promise.all(
      hashes.map(async (hash) => ({ hash, amount: await reader(hash, currency, payer) })),
    );
    return read.filter(({ amount }) => amount > 0n);
  } catch (cause) {
    const said = sentence(
      "What left the wallet of the shop cannot be read now: chain {chain} does not answer. Try again in a minute.",
      { chain: String(chainId) },
    );
    throw new GatewayError("chain_unseen", said, {}, { cause });
  }
}

/** A quote of an older version does not name the coin it takes: it was the settlement coin of the store at that moment. */
async function settlementCoin(
  { persistence }: Asking,
  { storeId }: Payout,
  at: Instant,
): Promise<BookedCoin> {
  const merchant = await persistence.stores.load(storeId);
  if (!merchant) throw new GatewayError("store_not_found", `There is no store ${storeId}.`);
  return coinOfSettlement(settlementAt(merchant.settings, at));
}

/** The settlement coin as the books name it. */
export function coinOfSettlement({ chainId, currency, symbol, decimals }: BookedCoin): BookedCoin {
  return { chainId, currency, symbol, decimals };
}
