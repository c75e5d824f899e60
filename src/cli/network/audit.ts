import { createLog } from "../../runtime/log.ts";
import { formatDecimal } from "../../values/amount.ts";
import { adopt, adoptable, type Direction } from "../../network/audit/adopt.ts";
import { audit, type AuditReport } from "../../network/audit/audit.ts";
import { createAuditParts } from "../../network/audit/auditParts.ts";
import type { Place } from "../../network/audit/places.ts";
import type { Catalog } from "../../network/catalog.ts";
import { allocatorProblems } from "../../network/contracts/allocator.ts";
import { APP_FEES_IN } from "../../network/ledger/accounts.ts";
import type { CurrencyKey } from "../../network/request.ts";
import { isoTime } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { readNetworkSettings } from "./config.ts";
import { nameOfDatabase, withServiceStore } from "./store.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { USAGE } from "../usage.ts";

/**
 * Compares the service's books with the chains, to the unit, and prints every place. With --adopt or
 * --withdrawn it lists the unexplained money that would be booked as the operator's own; with --yes in
 * addition it is booked. Throws with exit code 1 when something remains unexplained or a chain gave no
 * answer. Safe beside the running service.
 */
export const networkAudit: Command = async ({ args, env, clock, print }) => {
  const { direction, isSure } = readFlags(readArguments(args, "network audit"));
  const settings = readNetworkSettings(env);
  const { config, logLevel } = settings;
  await withServiceStore(settings, async (store) => {
    const parts = createAuditParts(config, store, { clock, log: createLog(logLevel) });
    print(`Database: ${nameOfDatabase(config.databaseUrl)}`);
    const report = await audit(parts);
    for (const line of reportLines(parts.catalog, report)) print(line);
    for (const problem of await allocatorProblems(parts)) print(`Warning: ${problem}`);
    if (report.ok) return print(AGREED);
    if (!direction) throw new Error(verdict(parts.catalog, report));
    for (const place of requireAdoptable(parts.catalog, report, direction))
      print(`${isSure ? "Books" : "Would book"} ${described(parts.catalog, place)}.`);
    if (!isSure) throw new Error(`Nothing was booked: say "${commandFor(direction)} --yes" to book it.`);
    await adopt(parts, report, direction);
    const now = await audit(parts);
    if (!now.ok) throw new Error(`That is booked. ${verdict(parts.catalog, now)}`);
    print(AGREED);
  });
};

const AGREED = "Books and chains agree.";
const FLAGS: Readonly<Record<Direction, string>> = { came: "adopt", withdrawn: "withdrawn" };

function readFlags(given: Arguments): Readonly<{ direction: Direction | undefined; isSure: boolean }> {
  const wanted = (["came", "withdrawn"] as const).filter((direction) => given.has(FLAGS[direction]));
  const [direction] = wanted;
  const isSure = given.has("yes");
  if (wanted.length > 1)
    throw new Error(`Expected one of --adopt and --withdrawn. Usage: crosstill ${USAGE["network audit"]}`);
  if (isSure && !direction)
    throw new Error(`--yes belongs to --adopt or --withdrawn. Usage: crosstill ${USAGE["network audit"]}`);
  return { direction, isSure };
}

function commandFor(direction: Direction): string {
  return `crosstill network audit --${FLAGS[direction]}`;
}

/**
 * What to book. Throws where payers' money is missing, which is never booked away, and where there is
 * nothing of the kind.
 */
function requireAdoptable(catalog: Catalog, report: AuditReport, direction: Direction): readonly Place[] {
  const missing = report.places.filter(
    ({ outcome, place, difference }) => outcome === "unexplained" && place === "custody" && difference < 0n,
  );
  if (missing.length > 0) {
    const list = missing.map(
      (place) => `${shown(catalog, place, -place.difference)} at ${where(catalog, place)}`,
    );
    throw new Error(
      `Nothing was booked, because money of payers is missing: ${list.join("; ")}. That is never booked away. Find the transaction that took it.`,
    );
  }
  const places = adoptable(report.places, direction);
  if (places.length === 0) throw new Error(`There is nothing of that kind. ${verdict(catalog, report)}`);
  return places;
}

function described(catalog: Catalog, place: Place): string {
  const { difference } = place;
  if (difference < 0n)
    return `${shown(catalog, place, -difference)} as taken out by you from ${where(catalog, place)}`;
  const whose = place.place === "custody" ? "money from an unknown sender" : "your own money";
  return `${shown(catalog, place, difference)} at ${where(catalog, place)} as ${whose}`;
}

/** The findings of a report, and what to do. Chains that were not compared are only listed as such. */
function verdict(catalog: Catalog, report: AuditReport): string {
  const { places, faults, imbalances, unreached } = report;
  const isUnexplained = places.some(({ outcome }) => outcome === "unexplained");
  const chains = [...new Set(unreached.map(({ chainId }) => nameOf(catalog, chainId)))];
  const sentences = [
    isUnexplained || faults.length + imbalances.length > 0
      ? "The audit found what it cannot explain: see above."
      : "",
    adoptable(places, "came").length > 0
      ? `Money that you put in yourself is booked with "${commandFor("came")}".`
      : "",
    adoptable(places, "withdrawn").length > 0
      ? `Money that you took out yourself is booked with "${commandFor("withdrawn")}".`
      : "",
    places.some(({ outcome }) => outcome === "unread")
      ? "The service has not read all blocks yet: let it run, and audit again."
      : "",
    chains.length > 0 ? `Nothing can be said about ${chains.join(", ")}: see "Not compared" above.` : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The report for people: one line for each place and for everything that is remarkable. */
function reportLines(catalog: Catalog, report: AuditReport): readonly string[] {
  return [
    `Audit of ${isoTime(report.at)}, ${report.lines} lines in the books`,
    ...report.tips.map(({ chainId, height, isRead }) => {
      const read = isRead ? "" : "; the service has not read all of it yet";
      return `  ${nameOf(catalog, chainId)} at height ${height}${read}`;
    }),
    ...tableOf(HEADINGS, placeRows(catalog, report.places)),
    ...tableOf(EARNED, profitRows(catalog, report.profits)),
    ...report.depositsInFlight.map((id) => `In flight: deposit ${id}`),
    ...report.paymentsInFlight.map((id) => `In flight: payment ${id}`),
    ...report.refundsOwed.map(
      (owed) =>
        `Waits for a person: ${shown(catalog, owed, owed.amount)} of request ${owed.requestId} (crosstill network refund)`,
    ),
    ...report.held.map(({ request: { id, deposit }, check: { purpose, reason } }) => {
      const amount = deposit ? `${shown(catalog, deposit, deposit.amount)} of ` : "";
      return `Waits for a decision: the ${purpose} of ${amount}request ${id}. ${reason}`;
    }),
    ...(report.held.length > 0 ? ["Decide with: crosstill network holds serve|refund <requestId>"] : []),
    ...report.sharesOwed.map(
      ({ wallet, amount }) =>
        `Owed to an application: ${formatDecimal(amount, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency} to ${wallet} (crosstill network fees)`,
    ),
    ...report.appBalances.map(
      ({ owner, amount }) =>
        `Paid in for calls and not spent: ${formatDecimal(amount, APP_FEES_IN.decimals)} ${APP_FEES_IN.currency} by the API key with the hash ${owner.slice(0, 12)}… (crosstill network sponsor)`,
    ),
    ...report.strays.map(
      ({ standard, token, chainId, address, txHash }) =>
        `Left alone: ${standard} ${token} on ${nameOf(catalog, chainId)} at ${address} (${txHash})`,
    ),
    ...report.faults.map(({ id, what }) => `Wrong: ${id} ${what}`),
    ...report.imbalances.map((line) => `Wrong: the ledger is off by ${shown(catalog, line, line.amount)}`),
    ...report.unreached.map(({ chainId, why }) => `Not compared: ${nameOf(catalog, chainId)}. ${why}`),
  ];
}

const HEADINGS = ["place", "currency", "books", "in flight", "chain", "difference", ""];
const EARNED = ["earned and spent", "currency", "income", "payouts", "gas", "pools", "net"];

function placeRows(catalog: Catalog, places: readonly Place[]): readonly (readonly string[])[] {
  return places.map((place) => {
    const units = (amount: bigint) => amountOf(catalog, place, amount);
    const { books, inFlight, chain, difference, outcome } = place;
    return [
      ...[where(catalog, place), symbolOf(catalog, place)],
      ...[units(books), units(inFlight), units(chain), units(difference), outcome],
    ];
  });
}

/** Since the books were opened, in whole coins. */
function profitRows(catalog: Catalog, profits: AuditReport["profits"]): readonly (readonly string[])[] {
  return profits.map(({ income, payouts, gas, pools, net, ...key }) => {
    const isDollars = key.chainId === APP_FEES_IN.chainId;
    const units = (amount: bigint) =>
      isDollars ? formatDecimal(amount, APP_FEES_IN.decimals) : amountOf(catalog, key, amount);
    return [
      ...[isDollars ? "Applications" : nameOf(catalog, key.chainId), symbolOf(catalog, key)],
      ...[units(income), units(payouts), units(gas), units(pools), units(net)],
    ];
  });
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    `  ${row.map((cell, column) => pad(cell, isAmount(column), widths[column] ?? 0)).join("  ")}`.trimEnd(),
  );

  function isAmount(column: number): boolean {
    return column >= 2 && headings[column] !== "";
  }
}

/** Amounts stand at the right, words at the left. */
function pad(cell: string, isAmount: boolean, width: number): string {
  return isAmount ? cell.padStart(width) : cell.padEnd(width);
}

function where(catalog: Catalog, { chainId, place }: Place): string {
  return `${nameOf(catalog, chainId)} ${place}`;
}

function shown(catalog: Catalog, key: CurrencyKey, amount: bigint): string {
  return `${amountOf(catalog, key, amount)} ${symbolOf(catalog, key)}`;
}

function nameOf(catalog: Catalog, chainId: number): string {
  return (
    catalog.chain(chainId)?.name ?? (catalog.family(chainId) === "bitcoin" ? "Bitcoin" : `Chain ${chainId}`)
  );
}

function symbolOf(catalog: Catalog, { chainId, currency }: CurrencyKey): string {
  return catalog.currency(chainId, currency)?.symbol ?? currency;
}

/** In whole coins where the currency is configured, else in smallest units. */
function amountOf(catalog: Catalog, { chainId, currency }: CurrencyKey, amount: bigint): string {
  return formatDecimal(amount, catalog.currency(chainId, currency)?.decimals ?? 0);
}
