import { depositStatusOf, offerOf } from "../invoices/credit.ts";
import { isDirect } from "../invoices/direct.ts";
import type { Deposit, Facts, Invoice, RefundFact, SettlementFact } from "../invoices/invoice.ts";
import { divFloor, sum } from "../../../values/amount.ts";

/**
 * The merchant's books: append-only, double entry, in smallest units of each currency. Every entry moves one amount of one
 * currency from one account to another, so every posting balances by its shape, and all accounts of a currency sum to zero.
 *
 *   payer ──► in flight ──► conversion │ conversion ──► settled, fees…, surplus     (one side in each currency)
 *                      ├──► refunded, fees:refund
 *                      └──► settled                                             (paid directly in the settlement coin)
 *   payer ──► unattributed ──► payer ──► in flight…                                  (assigned by a person)
 *                          └──► merchant                                             (its refund was paid: the payout takes it from there)
 *   merchant ──► paid out                                                            (refunds and payouts of the merchant's own)
 *   merchant ──► conversion │ conversion ──► paid out, fees:payout                   (those that the service converts; payoutEntries.ts)
 *
 * Entries are derived from the step between two versions of an invoice, and their ids from what happened: (chain, output,
 * kind). What comes twice has the same id and is not written again; what turns out to be wrong is reversed, never changed:
 * the ids of the reversal and of the corrected entry end with the version that made them.
 */
export type Entry = Readonly<{
  id: string; // "<chain>:<outpoint>:<kind>", of corrections with ":reversed" or ":corrected" and the version behind it
  storeId: string;
  invoiceId: string | undefined; // undefined for unattributed funds
  from: Account;
  to: Account;
  currency: CurrencyId;
  amount: bigint; // above zero
}>;

/** How the ids of entries about payouts begin: their money is of no deposit. */
export const PAYOUT_ENTRY = "payout:";

/** Where money is. Fees are by kind, in the service's words (gas, relayer…); conversion is the bridge between two currencies. */
export type Account =
  | "payer"
  | "in_flight"
  | "conversion"
  | "surplus"
  | "settled"
  | "refunded"
  | "unattributed"
  | "merchant"
  | "paid_out"
  | `fees:${string}`;

/** "<chain id>:<currency>" */
export type CurrencyId = string;

/** "<chain id>:<currency>", the name of a currency in the books. */
export function currencyId(chainId: number, currency: string): CurrencyId {
  return `${chainId}:${currency.startsWith("0x") ? currency.toLowerCase() : currency}`;
}

/** What one version of an invoice adds to the books of the one before it: new entries, and reversals of those that no longer hold. */
export function entriesBetween(before: Invoice, after: Invoice): readonly Entry[] {
  if (before.facts === after.facts) return [];
  return after.facts.deposits.flatMap((deposit) => {
    const old = before.facts.deposits.find(({ outpoint }) => outpoint === deposit.outpoint);
    const known = old ? entriesOf(before, old) : [];
    const now = entriesOf(after, deposit);
    const has = (list: readonly Entry[], one: Entry) => list.some((other) => isSame(other, one));
    const wrong = known.filter((entry) => !has(now, entry));
    const corrected = new Set(wrong.map(({ id }) => id));
    const fresh = now.filter((entry) => !has(known, entry));
    return [
      ...wrong.map((entry) => ({ ...reversalOf(entry), id: `${entry.id}:reversed.${after.version}` })),
      ...fresh.map((entry) =>
        corrected.has(entry.id) ? { ...entry, id: `${entry.id}:corrected.${after.version}` } : entry,
      ),
    ];
  });
}

/** An output that no invoice explains; `undone` is how often its block has left the best chain. */
export type UnattributedOutput = Readonly<{
  storeId: string;
  chainId: number;
  outpoint: string;
  currency: string;
  value: bigint;
  undone: number;
}>;

/** Money that reached an address of ours without a lease: a person has to assign it. */
export function unattributedEntry(output: UnattributedOutput): Entry {
  const { storeId, chainId, outpoint, currency, value: amount, undone } = output;
  const id = `${chainId}:${outpoint}:unattributed.${undone}`;
  return {
    id,
    storeId,
    invoiceId: undefined,
    from: "payer",
    to: "unattributed",
    currency: currencyId(chainId, currency),
    amount,
  };
}

/** The states of unattributed funds. `explained` is a transfer that turned out to be a payment of the intent service. */
export const UNATTRIBUTED_STATES = [
  "open",
  "assigned",
  "refunded",
  "dismissed",
  "explained",
  "undone",
] as const;
export type UnattributedState = (typeof UNATTRIBUTED_STATES)[number];

/**
 * The entry that ends unattributed funds. Refunded money becomes the merchant's when the payout of the refund is completed, and
 * the payout takes it from there. In every other case the money was never unattributed.
 */
export function closingEntry(entry: Entry, state: UnattributedState): Entry {
  if (state !== "refunded") return reversalOf(entry);
  return { ...entry, id: `${entry.id}:refunded`, from: "unattributed", to: "merchant" };
}

/** The same amount back where it came from. */
export function reversalOf(entry: Entry): Entry {
  return { ...entry, id: `${entry.id}:reversed`, from: entry.to, to: entry.from };
}

function isSame(a: Entry, b: Entry): boolean {
  return a.id === b.id && a.from === b.from && a.to === b.to && a.amount === b.amount;
}

/** All entries of one deposit of the invoice as it is now: a pure function of its facts. */
export function entriesOf(invoice: Invoice, deposit: Deposit): readonly Entry[] {
  const { facts } = invoice;
  return [
    ...arrivals(invoice, deposit),
    ...conversions(invoice, deposit),
    ...(depositStatusOf(facts, deposit) === "refunded" ? refunds(invoice, deposit) : []),
  ];
}

/** One arrival for each block that has held it, and one reversal for each that has left the best chain again. */
function arrivals(invoice: Invoice, deposit: Deposit): readonly Entry[] {
  const { value: amount, undone, presence } = deposit;
  const currency = currencyId(deposit.chainId, deposit.currency);
  // A deposit that settled before its block was seen has arrived all the same.
  const isThere =
    presence === "block" || ["settled", "refunded"].includes(depositStatusOf(invoice.facts, deposit));
  const times = isThere ? undone + 1 : undone;
  return Array.from({ length: times }, (_, time) => {
    const arrival = entry(invoice, deposit, `received.${time}`, "payer", "in_flight", currency, amount);
    const reversal = entry(invoice, deposit, `reversed.${time}`, "in_flight", "payer", currency, amount);
    return time < undone ? [arrival, reversal] : [arrival];
  })
    .flat()
    .filter((one) => one.amount > 0n); // an output may be worth nothing
}

function conversions(invoice: Invoice, deposit: Deposit): readonly Entry[] {
  const settled = invoice.facts.settlements.find(({ outpoint }) => outpoint === deposit.outpoint);
  if (!settled?.proven) return [];
  const { chainId, currency } = invoice.terms.settlement;
  const origin = currencyId(deposit.chainId, deposit.currency);
  const destination = currencyId(chainId, currency);
  if (isDirect(invoice.facts, deposit))
    return [
      entry(
        invoice,
        deposit,
        `settled.${settled.evidence}`,
        "in_flight",
        "settled",
        destination,
        deposit.value,
      ),
    ];
  // The grade is part of the id: better evidence reverses the entries of weaker evidence, amounts included.
  const post = (kind: string, from: Account, to: Account, id: CurrencyId, amount: bigint) =>
    entry(invoice, deposit, `${kind}.${settled.evidence}`, from, to, id, amount);
  return [
    post("converted", "in_flight", "conversion", origin, deposit.value),
    ...yieldOf(invoice.facts, deposit, settled, (kind, from, to, amount) =>
      post(kind, from, to, destination, amount),
    ),
  ].filter(({ amount }) => amount > 0n);
}

type Post = (kind: string, from: Account, to: Account, amount: bigint) => Entry;

/**
 * What a conversion yielded: the merchant's part, the fees that the quote stated, and what is left between them and the worth
 * that the quote gave the input. That surplus is what prices did meanwhile; it can be either sign.
 */
function yieldOf(facts: Facts, deposit: Deposit, settled: SettlementFact, post: Post): readonly Entry[] {
  const received = settled.amount ?? 0n; // never the quoted amount: unreported amounts are not booked
  const offer = deposit.mismatch ? undefined : offerOf(facts, deposit);
  const scale = (amount: bigint) => (offer ? divFloor(amount * deposit.value, offer.input) : 0n);
  const fees = Object.entries(offer?.cost?.fees ?? {}).map(([kind, fee]) => [kind, scale(fee)] as const);
  const gross =
    deposit.mismatch || !offer?.cost ? received + sum(fees.map(([, fee]) => fee)) : scale(offer.cost.gross);
  const rest = gross - sum(fees.map(([, fee]) => fee)) - received;
  return [
    post("settled", "conversion", "settled", received),
    ...fees.map(([kind, fee]) => post(`fee.${kind}`, "conversion", `fees:${kind}`, fee)),
    rest >= 0n
      ? post("surplus", "conversion", "surplus", rest)
      : post("surplus", "surplus", "conversion", -rest),
  ];
}

function refunds(invoice: Invoice, deposit: Deposit): readonly Entry[] {
  const refund = invoice.facts.refunds.find(({ outpoint }) => outpoint === deposit.outpoint) as RefundFact;
  const currency = currencyId(deposit.chainId, deposit.currency);
  const proof = refund.txHash === undefined ? "reported" : "hash";
  const back = refund.amount !== undefined && refund.amount < deposit.value ? refund.amount : deposit.value;
  return [
    entry(invoice, deposit, `refunded.${proof}`, "in_flight", "refunded", currency, back),
    entry(
      invoice,
      deposit,
      `fee.refund.${proof}`,
      "in_flight",
      "fees:refund",
      currency,
      deposit.value - back,
    ),
  ].filter(({ amount }) => amount > 0n);
}

function entry(
  { id: invoiceId, storeId }: Invoice,
  { chainId, outpoint }: Deposit,
  kind: string,
  from: Account,
  to: Account,
  currency: CurrencyId,
  amount: bigint,
): Entry {
  return { id: `${chainId}:${outpoint}:${kind}`, storeId, invoiceId, from, to, currency, amount };
}
