import { timeOrderedId } from "../../../values/ids.ts";
import type { Invoice, Offer, Settlement } from "../../domain/invoices/invoice.ts";
import { remainingOf } from "../../domain/invoices/paid.ts";
import { divCeil, min } from "../../../values/amount.ts";
import { amountKey, type AmountLease } from "../../ports/directPort.ts";
import { GatewayError } from "../../errors.ts";
import type { Method } from "./methods.ts";
import type { Gateway } from "../gateway.ts";
import type { QuoteRecord } from "../../ports/persistencePort.ts";

/** What is written with a direct offer, before anyone sees it. */
export type DirectPrice = Readonly<{
  offer: Offer;
  quotes: readonly QuoteRecord[];
  addresses: readonly [];
  amount: AmountLease;
}>;

/**
 * What is due as an amount that no other open invoice asks for at the merchant's address: a little more than is due, at most a
 * thousandth. A transfer to that address names no invoice, so its amount has to (decision 47). Nothing is written here.
 * Throws GatewayError: amount_too_small, address_conflict when too many invoices ask for about the same.
 */
export async function priceDirect(
  gateway: Pick<Gateway, "clock" | "random" | "persistence">,
  invoice: Invoice,
  { id: methodId }: Method,
): Promise<DirectPrice> {
  const { settlement } = invoice.terms;
  const { chainId, currency, symbol, decimals, recipient } = settlement;
  const covers = remainingOf(invoice);
  const input = await freeAmount(gateway, settlement, covers);
  const at = gateway.clock();
  const quoteId = timeOrderedId(at, gateway.random);
  const requestId = `direct:${quoteId}`;
  const offer: Offer = {
    quoteId,
    methodId,
    chainId,
    currency,
    decimals,
    symbol,
    requestId,
    input,
    covers,
    depositAddress: recipient,
    refundTo: "",
    floor: covers,
    cost: undefined,
    from: at,
    direct: true,
  };
  const kept = { id: quoteId, invoiceId: invoice.id, methodId, requestId, input, at };
  const id = timeOrderedId(at, gateway.random);
  return {
    offer,
    quotes: [{ ...kept, kind: "direct", raw: {} }],
    addresses: [],
    amount: {
      id,
      chainId,
      currency,
      address: recipient,
      amount: input,
      invoiceId: invoice.id,
      requestId,
      fromAt: at,
    },
  };
}

const CANDIDATES = 32;

async function freeAmount(
  { persistence, random }: Pick<Gateway, "random" | "persistence">,
  { chainId, currency, recipient: address, symbol, decimals }: Settlement,
  due: bigint,
): Promise<bigint> {
  const { base, step, most } = additionsTo(due, decimals);
  if (most === 0n) {
    const message = `The amount is too small to be paid directly in ${symbol}: no two payments of it could be told apart.`;
    throw new GatewayError("amount_too_small", message);
  }
  const keyOf = (amount: bigint) => amountKey({ chainId, currency, address, amount });
  const freeAmong = async (amounts: readonly bigint[]) => {
    const taken = new Set(
      (await persistence.amountLeases.at(amounts.map(keyOf))).map(({ amount }) => amount),
    );
    return amounts.find((amount) => !taken.has(amount));
  };
  // Random candidates first, so that the next one cannot be predicted; then every one in turn.
  const picks = Array.from({ length: CANDIDATES }, () => base + step * (1n + randomBelow(random, most)));
  let free = await freeAmong(picks);
  for (let from = 1n; free === undefined && from <= most; from += AT_ONCE) {
    const count = min(AT_ONCE, most - from + 1n);
    free = await freeAmong(
      Array.from({ length: Number(count) }, (_, index) => base + step * (from + BigInt(index))),
    );
  }
  if (free !== undefined) return free;
  const message = `Too many open invoices ask for about this amount of ${symbol}. Choose another way to pay, or try again later.`;
  throw new GatewayError("address_conflict", message);
}

const AT_ONCE = 500n; // amounts in one question
const MOST_ADDITIONS = 9_999n;

/**
 * What may be added to what is due: 1 to `most` times `step`. Six decimals are what payers type without mistakes; eight are used
 * where a thousandth of the amount has too few of those.
 */
function additionsTo(due: bigint, decimals: number): Readonly<{ base: bigint; step: bigint; most: bigint }> {
  const [six, eight] = [6, 8].map((digits) => {
    const step = 10n ** BigInt(Math.max(0, decimals - digits));
    return { base: divCeil(due, step) * step, step, most: min(MOST_ADDITIONS, due / 1_000n / step) };
  }) as [ReturnType<typeof additionsTo>, ReturnType<typeof additionsTo>];
  return six.most === MOST_ADDITIONS ? six : eight;
}

/** At least 0 and below `limit`, which is at most 2^16: the remainder favours no number by more than 2^-16. */
function randomBelow(random: Gateway["random"], limit: bigint): bigint {
  const number = random(4).reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  return number % limit;
}
