import { assetByItself, type Asset } from "../../gateway/domain/books/assets.ts";
import type { Difference } from "../../gateway/domain/reconciliation/difference.ts";
import { createReconciling, outsideOf } from "../../gateway/compose/reconciler.ts";
import { turnsOf } from "../../gateway/compose/server/reconcileTurns.ts";
import { reconcile, type Reconciliation } from "../../gateway/usecases/reconciliation/reconcile.ts";
import type { Span } from "../../gateway/ports/reconcilePort.ts";
import { formatDecimal } from "../../values/amount.ts";
import { isoTime, MINUTE_MS, readMoment, type Instant } from "../../values/time.ts";
import { startOfDay, UTC } from "../../values/zone.ts";
import { CommandFailure, type Command } from "../command.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

/**
 * Compares the books of a range of time with the service, the explorers and the chains, and prints every
 * difference with its reason; with --json as JSON. Read-only; safe beside a running server. Throws with
 * exit code 1 when a difference is unexplained, and 2 when there is none and a system could not be asked.
 */
export const reconcileCommand: Command = async (invocation) => {
  const { args, clock, random, print, show } = invocation;
  const given = readArguments(args, "reconcile");
  const span = readSpan(given, clock());
  await withPersistence(invocation, async ({ persistence, log }, config) => {
    if (span.storeId !== undefined) await requireStore(persistence, span.storeId);
    const turn = turnsOf(config, clock);
    const outside = createReconciling(config, outsideOf(config), { persistence, clock, random, log, turn });
    const found = await reconcile(outside, span, (invoices) => show?.(`${invoices} invoices compared`));
    show?.("");
    const assets = await persistence.books.assets();
    print(given.has("json") ? JSON.stringify(found, digits) : linesOf(found, assets).join("\n"));
    refuseUnlessClean(found);
  });
};

/**
 * Dates are UTC days; a time includes its zone. Throws a sentence for invalid ones, and for a range that
 * may still change.
 */
function readSpan(given: Arguments, now: Instant): Span {
  const from = readTime(given, "from");
  const to = readTime(given, "to");
  if (from >= to) throw new Error(`--from must be before --to. Usage: crosstill ${USAGE.reconcile}`);
  const latest = now - MINUTE_MS;
  if (to > latest)
    throw new Error(
      `--to must lie at least a minute back, for what is being booked now; ${isoTime(latest)} would do.`,
    );
  return { storeId: given.option("store"), from, to };
}

function readTime(given: Arguments, name: string): Instant {
  const text = given.require(name);
  const at = startOfDay(text, UTC) ?? readMoment(text);
  if (at !== undefined) return at;
  throw new Error(
    `--${name} expects a date (2026-11-01, which begins at 00:00 UTC) or a time (2026-11-01T00:00:00+01:00), got "${text.slice(0, 40)}".`,
  );
}

function digits(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

type Assets = ReadonlyMap<string, Asset>;

function linesOf(found: Reconciliation, assets: Assets): readonly string[] {
  const { from, to, lookedAt, differences, unexplained, notChecked, silences } = found;
  const { invoices, deposits, addresses, transfers, payouts } = lookedAt;
  const explained = differences.filter((one) => one.explained !== undefined);
  return [
    `From ${isoTime(from)} to ${isoTime(to)} (UTC): ${invoices} invoices, ${deposits} deposits, ${addresses} addresses, ${transfers} transfers to the merchant, ${payouts} payouts`,
    ...unexplained.flatMap((one) => linesOfOne(one, assets)),
    ...(explained.length > 0 ? ["Explained:"] : []),
    ...explained.flatMap((one) => linesOfOne(one, assets)),
    ...Object.entries(notChecked).map(([why, times]) => `Not checked, ${times} times: ${why}`),
    ...silences.map(({ who, times, said }) => `Could not be asked, ${times} times: the ${who} (${said})`),
    ...(unexplained.length === 0 ? [endOf(found)] : []),
  ].map(printable);
}

function endOf({ silences }: Reconciliation): string {
  return silences.length === 0
    ? "No difference is unexplained."
    : "No difference is unexplained among what could be asked.";
}

/** Some of the words are a service's or an explorer's own: none of them moves the cursor or colours the terminal. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, " ");
}

function linesOfOne(one: Difference, assets: Assets): readonly string[] {
  const { kind, subject, storeId, invoiceId, currency, books, world, reason, explained } = one;
  const show = (amount: bigint | undefined) =>
    amount === undefined ? "" : amountIn(amount, currency, assets);
  const whose = [invoiceId && `invoice ${invoiceId}`, storeId && `store ${storeId}`]
    .filter(Boolean)
    .join(", ");
  const sides = [
    books === undefined ? "" : `books ${show(books)}`,
    world === undefined ? "" : `world ${show(world)}`,
  ];
  return [
    [kind.toUpperCase(), subject, whose, ...sides].filter((text) => text !== "").join("  "),
    `  ${reason}`,
    ...(explained === undefined ? [] : [`  ${explained}`]),
  ];
}

function amountIn(units: bigint, currency: string | undefined, assets: Assets): string {
  const asset = currency === undefined ? undefined : (assets.get(currency) ?? assetByItself(currency));
  return asset
    ? `${formatDecimal(units, asset.decimals)} ${asset.symbol}`
    : `${units} units of ${currency ?? "a coin that is not known"}`;
}

const NOBODY_KNOWS = 2;

function refuseUnlessClean({ unexplained, silences }: Reconciliation): void {
  const { length } = unexplained;
  if (length > 0)
    throw new Error(
      `${length} ${length === 1 ? "difference is" : "differences are"} unexplained. docs/how-to/reconcile.md says what each of them means.`,
    );
  if (silences.length === 0) return;
  const who = silences.map((one) => `the ${one.who}`).join(" and ");
  const message = `No difference was found, but ${who} could not be asked about everything. Try again.`;
  throw new CommandFailure(message, NOBODY_KNOWS);
}
