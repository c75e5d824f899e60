import { createLog } from "../log.ts";
import { formatDecimal } from "../money/amount.ts";
import { adopt } from "../network/audit/adopt.ts";
import { audit, type AuditReport } from "../network/audit/audit.ts";
import { createAuditParts } from "../network/audit/auditParts.ts";
import type { Place } from "../network/audit/places.ts";
import type { Catalog } from "../network/catalog.ts";
import type { CurrencyKey } from "../network/request.ts";
import { isoTime } from "../time.ts";
import type { Command } from "./command.ts";
import { readNetworkSettings } from "./networkConfig.ts";
import { withSharedStore } from "./networkStore.ts";

/**
 * Compares the service's books with the chains, to the unit, and prints every place. With --adopt the unexplained differences
 * that it prints are booked as the operator's own. Throws, so that the exit code is 1, when something remains unexplained. It
 * may run beside the service.
 */
export const networkAudit: Command = async ({ args, env, clock, print }) => {
  const { config, logLevel } = readNetworkSettings(env);
  await withSharedStore(config.databaseUrl, async (store) => {
    const parts = createAuditParts(config, store, { clock, log: createLog(logLevel) });
    const report = await audit(parts);
    for (const line of reportLines(parts.catalog, report)) print(line);
    if (report.ok) return print("Books and chains agree.");
    if (!args.includes("--adopt")) throw new Error(VERDICT);
    const adopted = await adopt(parts, report);
    for (const place of adopted) print(`Booked ${shown(parts.catalog, place, place.difference)} at ${where(parts.catalog, place)}.`); // prettier-ignore
    const now = await audit(parts);
    if (!now.ok) throw new Error(`${VERDICT} Not everything can be adopted.`);
    print("Books and chains agree.");
  });
};

const VERDICT =
  'The audit found what it cannot explain: see above. Money that you put in or took out yourself is booked with "crosstill network audit --adopt".';

/** The report for people: one line for each place and for everything that is remarkable. */
function reportLines(catalog: Catalog, report: AuditReport): readonly string[] {
  return [
    `Audit of ${isoTime(report.at)}, ${report.lines} lines in the books`,
    ...report.tips.map(({ chainId, height, isRead }) => {
      const read = isRead ? "" : "; the service has not read all of it yet";
      return `  ${nameOf(catalog, chainId)} at height ${height}${read}`;
    }),
    ...tableOf(catalog, report.places),
    ...report.depositsInFlight.map((id) => `In flight: deposit ${id}`),
    ...report.paymentsInFlight.map((id) => `In flight: payment ${id}`),
    ...report.refundsOwed.map((owed) => `Waits for a person: ${shown(catalog, owed, owed.amount)} of request ${owed.requestId} (crosstill network refund)`), // prettier-ignore
    ...report.strays.map(({ standard, token, chainId, address, txHash }) => `Left alone: ${standard} ${token} on ${nameOf(catalog, chainId)} at ${address} (${txHash})`), // prettier-ignore
    ...report.faults.map(({ id, what }) => `Wrong: ${id} ${what}`),
    ...report.imbalances.map((line) => `Wrong: the ledger is off by ${shown(catalog, line, line.amount)}`),
    ...report.unreached.map(({ chainId, why }) => `Not compared: ${nameOf(catalog, chainId)}. ${why}`),
  ];
}

const HEADINGS = ["place", "currency", "books", "in flight", "chain", "difference", ""];

function tableOf(catalog: Catalog, places: readonly Place[]): readonly string[] {
  const rows = places.map((place) => {
    const units = (amount: bigint) => amountOf(catalog, place, amount);
    const { books, inFlight, chain, difference, outcome } = place;
    return [
      ...[where(catalog, place), symbolOf(catalog, place)],
      ...[units(books), units(inFlight), units(chain), units(difference), outcome],
    ];
  });
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => `  ${row.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join("  ")}`.trimEnd()); // prettier-ignore
}

/** Amounts stand at the right, words at the left. */
function pad(cell: string, column: number, width: number): string {
  return column >= 2 && column <= 5 ? cell.padStart(width) : cell.padEnd(width);
}

function where(catalog: Catalog, { chainId, place }: Place): string {
  return `${nameOf(catalog, chainId)} ${place}`;
}

function shown(catalog: Catalog, key: CurrencyKey, amount: bigint): string {
  return `${amountOf(catalog, key, amount)} ${symbolOf(catalog, key)}`;
}

function nameOf(catalog: Catalog, chainId: number): string {
  return catalog.chain(chainId)?.name ?? (catalog.family(chainId) === "bitcoin" ? "Bitcoin" : `Chain ${chainId}`); // prettier-ignore
}

function symbolOf(catalog: Catalog, { chainId, currency }: CurrencyKey): string {
  return catalog.currency(chainId, currency)?.symbol ?? currency;
}

/** In whole coins where the currency is configured, else in smallest units. */
function amountOf(catalog: Catalog, { chainId, currency }: CurrencyKey, amount: bigint): string {
  return formatDecimal(amount, catalog.currency(chainId, currency)?.decimals ?? 0);
}
