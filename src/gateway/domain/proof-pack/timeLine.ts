import { paymentTime } from "../invoices/credit.ts";
import { coinOf } from "../invoices/depositCoin.ts";
import type { Deposit, Invoice } from "../invoices/invoice.ts";
import type { OutputSeen } from "../invoices/observation.ts";
import { blankOf, stepsOf } from "../invoices/replay.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";
import type { Instant } from "../../../values/time.ts";
import type { DecidedRow } from "../invariants/record.ts";

const UNREPORTED = sentence("An unreported amount");

/** An event in words, with its source: a block, a mempool, the service, a person, or the gateway itself. */
export type Moment = Readonly<{ at: Instant; what: Sentence; source: string }>;

/**
 * The history of an invoice, in order. Of an invoice without stored decisions (older versions) only what
 * its facts show.
 */
export function timeLine(invoice: Invoice, decided: readonly DecidedRow[]): readonly Moment[] {
  const { facts } = invoice;
  const moments = [
    { at: invoice.terms.createdAt, what: sentence("The invoice was made."), source: "gateway" },
    ...facts.offers.map(({ from, input, decimals, symbol, depositAddress }) => ({
      at: from,
      source: "gateway",
      what: sentence("A price was shown: {amount} to {address}.", {
        amount: `${formatDecimal(input, decimals)} ${symbol}`,
        address: depositAddress,
      }),
    })),
    ...facts.deposits.flatMap((deposit) => depositMoments(invoice, deposit, decided)),
    ...endings(invoice),
    ...moves(invoice, decided),
  ];
  return moments.toSorted((a, b) => a.at - b.at); // which keeps the order of what happened at once
}

function depositMoments(
  invoice: Invoice,
  deposit: Deposit,
  decided: readonly DecidedRow[],
): readonly Moment[] {
  const { outpoint } = deposit;
  const looks = decided.flatMap(({ source, seen }) =>
    seen.kind === "output" && seen.outpoint === outpoint ? [{ source, ...seen }] : [],
  );
  const first = (isSo: (seen: OutputSeen) => boolean, what: Sentence): readonly Moment[] => {
    const found = looks.find(isSo);
    return found ? [{ at: found.at, what, source: found.source }] : [];
  };
  const need = invoice.terms.policy.confirmations;
  const named = { amount: amountOf(invoice, deposit, deposit.value), outpoint };
  const seen = sentence("Payment {amount} ({outpoint}) was seen first.", named);
  const inBlock = sentence("Payment {amount} ({outpoint}) was in a block.", named);
  const deep = sentence("Payment {amount} ({outpoint}) had {need} confirmations.", { ...named, need });
  return [
    { at: paymentTime(deposit), what: seen, source: looks[0]?.source ?? "gateway" },
    ...first(({ confirmations }) => confirmations > 0, inBlock),
    ...(need > 1 ? first(({ confirmations }) => confirmations >= need, deep) : []),
  ];
}

function endings(invoice: Invoice): readonly Moment[] {
  const { facts, terms } = invoice;
  const { decimals, symbol } = terms.settlement;
  const arrived = facts.settlements.map(({ at, amount, outpoint, proven, evidence }) => {
    const arrived = {
      amount: amount === undefined ? UNREPORTED : `${formatDecimal(amount, decimals)} ${symbol}`,
      outpoint,
    };
    return {
      at,
      what: proven
        ? sentence("{amount} reached the merchant, for {outpoint}.", arrived)
        : sentence("{amount} is said to have reached the merchant, for {outpoint}.", arrived),
      source: evidence === "verified" ? "chain" : "service",
    };
  });
  const back = facts.refunds.map(({ at, amount, outpoint }) => {
    const deposit = facts.deposits.find((one) => one.outpoint === outpoint);
    const back = deposit && amount !== undefined ? amountOf(invoice, deposit, amount) : UNREPORTED;
    const what = sentence("{amount} went back, of {outpoint}.", { amount: back, outpoint });
    return { at, what, source: "service" };
  });
  return [...arrived, ...back];
}

/** The state of each version that has another than the one before, and what people decided. */
function moves(invoice: Invoice, decided: readonly DecidedRow[]): readonly Moment[] {
  const sources = new Map(decided.map(({ version, source }) => [version, source]));
  const moved = stepsOf(blankOf(invoice), decided)
    .filter(({ before, after }) => before.state !== after.state)
    .map(({ seen, version, after }) => {
      const source = seen.kind === "marked" ? "person" : (sources.get(version) ?? "gateway");
      const what = sentence("The invoice became {state}.", { state: sentence(after.state) });
      return { at: seen.at, what, source };
    });
  const marked = invoice.facts.marks.map(({ at, as, by, reason }) => {
    const marked = { name: by, state: sentence(as), reason };
    return { at, what: sentence("{name} marked the invoice {state}: {reason}", marked), source: "person" };
  });
  return [...marked, ...moved];
}

function amountOf(invoice: Invoice, deposit: Deposit, amount: bigint): string | Sentence {
  const coin = coinOf(deposit, invoice);
  return coin
    ? `${formatDecimal(amount, coin.decimals)} ${coin.symbol}`
    : sentence("{units} units of {currency}", { units: String(amount), currency: deposit.currency });
}
