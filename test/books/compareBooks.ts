import { expect } from "chai";
import fc from "fast-check";
import { payoutBooking } from "../../src/gateway/domain/books/lines/refundLine.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import { auditBooks } from "../../src/gateway/usecases/audit/auditBooks.ts";
import { makeStatement } from "../../src/gateway/usecases/books/makeStatement.ts";
import { presentAmounts, presentDeposit } from "../../src/gateway/usecases/invoices/presentAmounts.ts";
import { STORE_DEFAULTS } from "../../src/gateway/usecases/stores/createStore.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { formatFixed, parseDecimal, sum } from "../../src/values/amount.ts";
import { readMonth } from "../../src/values/month.ts";
import { DAY_MS } from "../../src/values/time.ts";
import { download, LATER, live } from "../gateway/domain/exports/bookedWorld.ts";
import { readTable, sumLedger } from "../gateway/domain/exports/sumExports.ts";
import { anInvoice, ISSUED } from "../gateway/domain/invoices/given.ts";
import { ALONE } from "../gateway/persistence/storedThings.ts";
import type { Stray } from "./strayFunds.ts";
import { anySale, DECIMALS, happeningOf, type Currency, type Paid } from "./sales.ts";

const { settlement } = anInvoice().terms;
const SETTLED_COIN = `${settlement.chainId}:${settlement.currency}`;
/** In which everything happens. */
export const MONTH = readMonth(new Date(ISSUED).toISOString().slice(0, 7), "UTC")!;

/** A sale that has happened: its invoice as the shop has it, its payments as the chains have them, and the shop's own refund. */
export type Sold = Readonly<{ invoice: Invoice; paid: readonly Paid[]; refund: bigint }>;

/** Makes a store for each currency and lets so many random sales happen in them, saved and booked as the gateway does it. */
export async function sellAtRandom(persistence: Persistence, count: number, seed: number) {
  for (const currency of Object.keys(DECIMALS)) {
    const books = { tracked: [currency], zone: "UTC", accountant: undefined };
    const settings = { ...STORE_DEFAULTS, settlement, refunds: {}, defaultCurrency: currency, books };
    await persistence.stores.create({ id: `store-${currency}`, name: currency, settings, createdAt: ISSUED });
  }
  await persistence.checkpoints.write("book lines filled", true, ISSUED, 0);
  const sold: Sold[] = [];
  for (const [n, sale] of fc.sample(anySale, { numRuns: count, seed }).entries()) {
    const { invoice: issued, seen, paid, shownRefund } = happeningOf(sale, n);
    await persistence.invoices.issue(issued, ALONE);
    const invoice = await live(persistence, issued, seen);
    if (shownRefund > 0n) await giveBack(persistence, invoice, shownRefund);
    sold.push({ invoice, paid, refund: shownRefund });
  }
  return sold;
}

/** The shop gives some of the price back in the coin that it has received. */
async function giveBack(
  persistence: Persistence,
  { id, storeId, terms }: Invoice,
  amount: bigint,
): Promise<void> {
  const coin = { methodId: "USDC-SANDBOX", ...settlement };
  const proof = {
    evidence: "verified" as const,
    txHash: `out-${id}`,
    key: undefined,
    amount,
    said: undefined,
  };
  const payout = {
    ...{
      id: `payout-${id}`,
      storeId,
      pullPaymentId: undefined,
      destination: "0xbuyer",
      coin,
      worth: undefined,
    },
    ...{
      originalCurrency: terms.currency,
      originalDecimals: terms.decimals,
      originalAmount: amount,
      payoutAmount: amount,
    },
    ...{
      revision: 0,
      service: undefined,
      metadata: {},
      createdAt: ISSUED,
      version: 3,
      state: "Completed" as const,
      proof,
    },
  };
  const booking = { ...payoutBooking(payout, undefined, undefined), assets: [] };
  await persistence.payouts.keep({ announcements: [], booked: { booking, at: LATER - DAY_MS / 1_000 } });
}

const FILES = [
  "payments",
  "invoices",
  "refunds",
  "ledger",
  "xero-statement",
  "quickbooks",
  "koinly",
  "coin-statement",
  "unattributed",
  "xero-invoices",
] as const;

/** Compares what a store's pages, API and files say with what the chains have, to the cent and to the unit. */
export async function compareStore(
  persistence: Persistence,
  currency: Currency,
  all: readonly Sold[],
  allStrays: readonly Stray[] = [],
): Promise<void> {
  const sold = all.filter(({ invoice }) => invoice.terms.currency === currency);
  const strays = allStrays.filter((stray) => stray.currency === currency);
  const paidStrays = strays.filter(({ end }) => end === "paid");
  const bothWays = (amountOf: (stray: Stray) => bigint) =>
    paidStrays.flatMap((one) => [
      [one.txid, amountOf(one)] as const,
      [one.payoutTxid, -amountOf(one)] as const,
    ]);
  const strayWorths = bothWays(({ worth }) => worth);
  const strayUnits = bothWays(({ value }) => value);
  const decimals = DECIMALS[currency];
  const cents = (text: string) => signedUnits(text, decimals);
  compareApi(sold);

  const files = new Map<string, string>();
  const words = { currency, coin: SETTLED_COIN };
  for (const name of FILES) {
    const needs =
      name === "koinly" || name === "quickbooks" || name === "xero-statement"
        ? { currency }
        : name === "coin-statement"
          ? { coin: words.coin }
          : name === "xero-invoices"
            ? { account: "4000", tax: "No VAT" }
            : {};
    files.set(name, await wholeFile(persistence, `${name}.csv`, `store-${currency}`, needs));
  }
  const rows = (name: (typeof FILES)[number]) => readTable(files.get(name) ?? "");
  const settled = sold.flatMap(({ paid }) => paid.filter(({ end }) => end === "settled"));
  const ended = sold.flatMap(({ paid }) => paid.filter(({ end }) => end !== "moving"));
  const counted = new Map(settled.map((one) => [one.settledTxid, one.counts]));

  const payments = rows("payments");
  expect(netBy(payments, "paid_txid", "value", cents), "payments.csv: value").to.deep.equal(
    new Map(
      ended
        .map((one) => [one.txid, one.end === "settled" ? one.counts : one.returns] as const)
        .filter(isSomething),
    ),
  );
  expect(netBy(payments, "paid_txid", "settled_units", BigInt), "payments.csv: settled_units").to.deep.equal(
    new Map(settled.map((one) => [one.txid, one.received ?? 0n] as const).filter(isSomething)),
  );
  expect(
    netBy(await jsonRows(persistence, currency), "paid_txid", "value", cents),
    "payments.jsonl",
  ).to.deep.equal(netBy(payments, "paid_txid", "value", cents));
  const over = new Set(rows("invoices").map((row) => row["invoice_id"]));
  const inInvoices = netBy(
    rows("invoices").filter((row) => row["paid_txid"]),
    "paid_txid",
    "value",
    cents,
  );
  const ofOver = sold
    .filter(({ invoice }) => over.has(invoice.id))
    .flatMap(({ paid }) => paid.filter(({ end }) => end !== "moving"));
  expect(inInvoices, "invoices.csv: value").to.deep.equal(
    new Map(
      ofOver
        .map((one) => [one.txid, one.end === "settled" ? one.counts : one.returns] as const)
        .filter(isSomething),
    ),
  );

  const refunds = new Map(
    sold.map(({ invoice, refund }) => [`out-${invoice.id}`, -refund] as const).filter(isSomething),
  );
  const moves = new Map([...[...counted].filter(isSomething), ...refunds, ...strayWorths]);
  for (const name of ["xero-statement", "quickbooks"] as const) {
    const named = rows(name).map((row) => ({
      ...row,
      tx: /transaction (\S+)$/.exec(row["Description"] ?? "")?.[1] ?? "",
    }));
    expect(netBy(named, "tx", "Amount", cents), name).to.deep.equal(moves);
  }
  const known = settled.filter(({ received }) => received !== undefined);
  const koinly = rows("koinly").map((row) => ({
    tx: row["TxHash"] ?? "",
    worth: row["Net Worth Amount"] ? `${row["Sent Amount"] ? "-" : ""}${row["Net Worth Amount"]}` : "0",
    units: row["Sent Amount"] ? `-${row["Sent Amount"]}` : (row["Received Amount"] ?? "0"),
  }));
  const units = (text: string) => signedUnits(text, settlement.decimals);
  const received = known.map((one) => [one.settledTxid, one.received ?? 0n] as const).filter(isSomething);
  expect(netBy(koinly, "tx", "worth", cents), "koinly.csv: worth").to.deep.equal(
    new Map([
      ...known.map((one) => [one.settledTxid, one.counts] as const).filter(isSomething),
      ...refunds,
      ...strayWorths,
    ]),
  );
  expect(netBy(koinly, "tx", "units", units), "koinly.csv: coins").to.deep.equal(
    new Map([...received, ...refunds, ...strayUnits]),
  );
  expect(netBy(rows("coin-statement"), "Transaction", "Amount", units), "coin-statement.csv").to.deep.equal(
    new Map([...received, ...refunds, ...strayUnits]),
  );
  expect(
    netBy(
      rows("refunds").filter((row) => row["how"] !== "automatic" && row["original_currency"] === currency),
      "txid",
      "original_amount",
      cents,
    ),
    "refunds.csv",
  ).to.deep.equal(new Map([...refunds].map(([tx, amount]) => [tx, -amount])));

  expect(netBy(rows("unattributed"), "txid", "units", BigInt), "unattributed.csv").to.deep.equal(
    new Map(
      strays.filter(({ end }) => end === "open" || end === "waiting").map(({ txid, value }) => [txid, value]),
    ),
  );
  const sales = rows("xero-invoices").filter((row) => !row["*Description"]?.startsWith("Accepted with less"));
  const isSale = ({ state, additional }: Invoice) => state === "Settled" || additional === "PaidLate";
  expect(sum(sales.map((row) => cents(row["*UnitAmount"] ?? ""))), "xero-invoices.csv").to.equal(
    sum(sold.filter(({ invoice }) => isSale(invoice)).map(({ invoice }) => invoice.terms.price)),
  );

  const transfers = sum(received.map(([, amount]) => amount));
  const ledger = rows("ledger");
  expect([...sumLedger(files.get("ledger") ?? "").values()], "ledger.csv sums to nothing").to.deep.equal([]);
  const inAccount = (account: string) =>
    netBy(
      ledger.filter((row) => row["account"] === account),
      "account",
      "units",
      BigInt,
    ).get(account) ?? 0n;
  expect(inAccount("settled"), "ledger.csv: settled").to.equal(transfers);
  const allIn = sum([
    ...sold.flatMap(({ paid }) => paid.map(({ value }) => value)),
    ...strays.filter(({ end }) => end !== "dismissed").map(({ value }) => value),
  ]);
  expect(-inAccount("payer"), "ledger.csv: what payers sent").to.equal(allIn);
  const journal = await wholeFile(persistence, "ledger.journal", `store-${currency}`, {});
  expect(inJournal(journal, `crosstill:store-${currency}:settled`), "ledger.journal").to.equal(transfers);

  const merchant = (await persistence.stores.load(`store-${currency}`))!;
  const statement = (await makeStatement(
    { persistence, clock: () => LATER, log: silentLog, service: { chains: async () => [] } },
    merchant,
    MONTH,
  ))!;
  expect(statement.faults, "statement: faults").to.deep.equal([]);
  const { worth } = statement;
  const of = (amounts: readonly bigint[]) => formatFixed(sum(amounts), decimals);
  expect(worth, "statement").to.include({
    unvalued: 0,
    settled: of([...settled.map(({ counts }) => counts), ...paidStrays.map(({ worth: one }) => one)]),
    refunded: of(ended.filter(({ end }) => end === "refunded").map(({ returns }) => returns)),
    paidOut: of([...sold.map(({ refund }) => refund), ...paidStrays.map(({ worth: one }) => one)]),
  });
  const { violations } = await auditBooks(persistence, LATER);
  expect(
    violations.filter(({ id }) => ["I-17", "I-52"].includes(id)),
    "audit",
  ).to.deep.equal([]);
}

/** The API's word on each payment and invoice; the owner's page shows the same. */
function compareApi(sold: readonly Sold[]): void {
  for (const { invoice, paid } of sold) {
    const { decimals, price, due } = invoice.terms;
    for (const { txid, counts } of paid) {
      const deposit = invoice.facts.deposits.find(({ outpoint }) => outpoint === `${txid}:0`)!;
      expect(presentDeposit(invoice, deposit).countsFor, `${txid}: countsFor`).to.equal(
        formatFixed(counts, decimals),
      );
    }
    const total = parseDecimal(presentAmounts(invoice).paid, decimals);
    const parts = sum(paid.map(({ counts }) => counts));
    const isRounding = total >= parts && total < parts + BigInt(paid.length); // each part is rounded down
    expect(isRounding, `${invoice.id}: paid ${total} in parts of ${parts}, ${price} for ${due}`).to.equal(
      true,
    );
  }
}

async function jsonRows(persistence: Persistence, currency: Currency) {
  const text = await wholeFile(persistence, "payments.jsonl", `store-${currency}`, {});
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
}

function wholeFile(
  persistence: Persistence,
  name: string,
  storeId: string,
  words: Readonly<Record<string, string>>,
) {
  return download(persistence, name, words, LATER, storeId);
}

type Rows = readonly Readonly<Record<string, string | null>>[];

/** The sum of a column by another one, without what is nothing. */
function netBy(rows: Rows, key: string, column: string, read: (text: string) => bigint): Map<string, bigint> {
  const net = new Map<string, bigint>();
  for (const row of rows) {
    const [name, text] = [row[key] ?? "", row[column] ?? ""];
    if (text !== "") net.set(name, (net.get(name) ?? 0n) + read(text));
  }
  return new Map([...net].filter(isSomething));
}

function isSomething([, amount]: readonly [string, bigint]): boolean {
  return amount !== 0n;
}

function signedUnits(text: string, decimals: number): bigint {
  return text.startsWith("-") ? -parseDecimal(text.slice(1), decimals) : parseDecimal(text, decimals);
}

/** Coins whose decimals became known after their first entry are in smallest units there, without a point (docs/reference/exports.md). */
function inJournal(text: string, account: string): bigint {
  const postings = [...text.matchAll(/^ {4}(\S.*?) {2}(-?[\d.]+) \S+$/gm)];
  const amounts = postings.flatMap(([, name, amount]) => (name === account && amount ? [amount] : []));
  return sum(amounts.map((amount) => signedUnits(amount, amount.includes(".") ? settlement.decimals : 0)));
}
