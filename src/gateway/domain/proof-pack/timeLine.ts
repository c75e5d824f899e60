import { coinOf } from "../invoices/depositCoin.ts";
import type { Deposit, Invoice } from "../invoices/invoice.ts";
import type { OutputSeen } from "../invoices/observation.ts";
import { blankOf, stepsOf } from "../invoices/replay.ts";
import { formatDecimal } from "../../../values/amount.ts";
import type { Instant } from "../../../values/time.ts";
import type { DecidedRow } from "../invariants/record.ts";

/** An event in words, with its source: a block, a mempool, the service, a person, or the gateway itself. */
export type Moment = Readonly<{ at: Instant; what: string; source: string }>;

/**
 * The history of an invoice, in order. Of an invoice without stored decisions (older versions) only what
 * its facts show.
 */
export function timeLine(invoice: Invoice, decided: readonly DecidedRow[]): readonly Moment[] {
  const { facts } = invoice;
  const moments = [
    { at: invoice.terms.createdAt, what: "The invoice was made.", source: "gateway" },
    ...facts.offers.map(({ from, input, decimals, symbol, depositAddress }) => ({
      at: from,
      source: "gateway",
      what: `A price was shown: ${formatDecimal(input, decimals)} ${symbol} to ${depositAddress}.`,
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
  const { outpoint, seenAt } = deposit;
  const looks = decided.flatMap(({ source, seen }) =>
    seen.kind === "output" && seen.outpoint === outpoint ? [{ source, ...seen }] : [],
  );
  const first = (isSo: (seen: OutputSeen) => boolean, what: string): readonly Moment[] => {
    const found = looks.find(isSo);
    return found ? [{ at: found.at, what, source: found.source }] : [];
  };
  const need = invoice.terms.policy.confirmations;
  const name = `${amountOf(invoice, deposit, deposit.value)} (${outpoint})`;
  return [
    { at: seenAt, what: `Payment ${name} was seen first.`, source: looks[0]?.source ?? "gateway" },
    ...first(({ confirmations }) => confirmations > 0, `Payment ${name} was in a block.`),
    ...(need > 1
      ? first(({ confirmations }) => confirmations >= need, `Payment ${name} had ${need} confirmations.`)
      : []),
  ];
}

function endings(invoice: Invoice): readonly Moment[] {
  const { facts, terms } = invoice;
  const { decimals, symbol } = terms.settlement;
  const arrived = facts.settlements.map(({ at, amount, outpoint, proven, evidence }) => {
    const what =
      amount === undefined ? "An unreported amount" : `${formatDecimal(amount, decimals)} ${symbol}`;
    const how = proven ? "reached the merchant" : "is said to have reached the merchant";
    return {
      at,
      what: `${what} ${how}, for ${outpoint}.`,
      source: evidence === "verified" ? "chain" : "service",
    };
  });
  const back = facts.refunds.map(({ at, amount, outpoint }) => {
    const deposit = facts.deposits.find((one) => one.outpoint === outpoint);
    const what =
      deposit && amount !== undefined ? amountOf(invoice, deposit, amount) : "An unreported amount";
    return { at, what: `${what} went back, of ${outpoint}.`, source: "service" };
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
      return { at: seen.at, what: `The invoice became ${after.state}.`, source };
    });
  const marked = invoice.facts.marks.map(({ at, as, by, reason }) => {
    return { at, what: `${by} marked the invoice ${as}: ${reason}`, source: "person" };
  });
  return [...marked, ...moved];
}

function amountOf(invoice: Invoice, deposit: Deposit, amount: bigint): string {
  const coin = coinOf(deposit, invoice);
  return coin
    ? `${formatDecimal(amount, coin.decimals)} ${coin.symbol}`
    : `${amount} units of ${deposit.currency}`;
}
