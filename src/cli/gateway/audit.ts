import { loadConfig } from "../../gateway/compose/config.ts";
import { withSession } from "../../database/open.ts";
import type { Session } from "../../database/session.ts";
import { auditGateway } from "../../gateway/compose/server/auditGateway.ts";
import type { AuditReport } from "../../gateway/usecases/audit/auditBooks.ts";
import { isoTime } from "../../values/time.ts";
import type { Command } from "../command.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments } from "../arguments.ts";

/**
 * Checks every invariant of docs/reference/invariants.md over the gateway's database and journal and prints what is broken; with --json
 * as JSON. It changes nothing and may run beside the server. Throws, so that the exit code is 1, when anything is broken.
 */
export const audit: Command = async ({ args, env, clock, random, print }) => {
  const given = readArguments(args, "audit");
  const { databaseUrl, journalFile } = loadConfig(env);
  const damage = await withSession(databaseUrl, "gateway", true, damageOf); // nor does an audit make the database that it looks for
  if (damage.length > 0)
    throw new Error(
      `The database file is damaged; restore a backup (docs/how-to/backup-restore.md):\n  ${damage.join("\n  ")}`,
    );
  const { hasJournal, elsewhere, ...report } = await withPersistence(
    { env, clock, random },
    ({ persistence }, config) => auditGateway(persistence, clock(), config),
  );
  const left = hasJournal
    ? undefined
    : `There is no journal at ${journalFile}: the issued addresses were not compared with one.`;
  const others = elsewhere.map(
    ({ journal, host, file, offers }) =>
      `${offers} addresses are in the journal ${journal} (${file} on ${host}), which is not here: run the audit there to compare them.`,
  );
  if (given.has("json"))
    print(JSON.stringify({ ...report, journal: hasJournal, journaledElsewhere: elsewhere }));
  else print([...linesOf(report), ...(left === undefined ? [] : [left]), ...others].join("\n"));
  const kinds = Object.keys(report.counts);
  if (kinds.length === 0) return;
  throw new Error(
    `The audit found what must never be: ${kinds.join(", ")}. docs/reference/invariants.md says what each of them means.`,
  );
};

/** An index that has lost a row hides it from every question that uses the index, and no rule over rows would find out. PostgreSQL checks its pages itself. */
async function damageOf({ dialect, all }: Session): Promise<readonly string[]> {
  if (dialect === "postgres") return [];
  const found = (await all("pragma integrity_check(10)")).map((row) => String(Object.values(row)[0]));
  return found.filter((line) => line !== "ok");
}

function linesOf({
  at,
  invoices,
  older,
  days,
  unattributed,
  pullPayments,
  counts,
  violations,
}: AuditReport): readonly string[] {
  const broken = Object.entries(counts).flatMap(([id, count]) => [
    `${id}: ${count}`,
    ...violations.filter((one) => one.id === id).map(({ subject, message }) => `  ${subject}: ${message}`),
  ]);
  return [
    `Audit of ${isoTime(at)}: ${invoices} invoices, ${days} days of books, ${unattributed} deposits that no lease explained, ${pullPayments} pull payments`,
    ...(older > 0
      ? [
          `${older} of the invoices are from a version that kept no decisions: they could only be audited in part.`,
        ]
      : []),
    ...(broken.length > 0 ? broken : ["Every invariant holds."]),
  ];
}
