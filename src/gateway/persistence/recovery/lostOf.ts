import { z } from "zod";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../intents/identifiers.ts";
import type { Instant } from "../../../values/time.ts";
import { coinOf } from "../../domain/invoices/depositCoin.ts";
import type { LostInvoice, LostPlace } from "../../usecases/failover/lostInvoices.ts";
import type { JournalEntry } from "../journal.ts";

/**
 * What a recovery cannot give back to an invoice, as the inboxes of the stores list it: entries whose addresses are kept for a
 * person, and those of direct payments, which are known by their amounts.
 */
export function lostOf(
  { addressed, direct }: Readonly<Record<"addressed" | "direct", readonly JournalEntry[]>>,
  foundAt: Instant,
): readonly LostInvoice[] {
  const found = new Map<string, LostInvoice>();
  const add = (entry: JournalEntry, place: LostPlace) => {
    const { invoiceId, storeId, at } = entry;
    const known = found.get(invoiceId) ?? { storeId, invoiceId, issuedAt: at, foundAt, places: [] };
    const others = known.places.filter((one) => !isSame(one, place));
    found.set(invoiceId, {
      ...known,
      issuedAt: Math.min(known.issuedAt, at),
      places: [...others, place], // the price that was shown last
    });
  };
  for (const entry of addressed) add(entry, placeOf(entry, false));
  for (const entry of direct) add(entry, placeOf(entry, true));
  return [...found.values()];
}

function isSame(a: LostPlace, b: LostPlace): boolean {
  const isThere = a.chainId === b.chainId && a.address === b.address && a.isDirect === b.isDirect;
  return isThere && (!a.isDirect || a.units === b.units);
}

function placeOf(entry: JournalEntry, isDirect: boolean): LostPlace {
  const { chainId, depositAddress: address, input: units } = entry;
  const coin = coinOfEntry(entry);
  return { chainId, address, units, isDirect, symbol: coin?.symbol, decimals: coin?.decimals };
}

const coinSchema = z.object({ symbol: z.string(), decimals: z.number().int().min(0).max(77) });

/** The coin that a journal entry asks for; undefined where an older version has not named it. */
export function coinOfEntry({
  chainId,
  offer,
}: Pick<JournalEntry, "chainId" | "offer">): Readonly<{ symbol: string; decimals: number }> | undefined {
  const bitcoin = chainId === BITCOIN_CHAIN_ID ? coinOf({ chainId, currency: BTC_CURRENCY }) : undefined;
  return coinSchema.safeParse(offer).data ?? bitcoin;
}
