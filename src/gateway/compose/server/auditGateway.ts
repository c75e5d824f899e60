import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import type { Config } from "../config.ts";
import { acknowledgedIn, readJournal } from "../../persistence/journal.ts";
import { journalsOf } from "../../persistence/journalFiles.ts";
import { auditBooks, type AuditReport } from "../../usecases/audit/auditBooks.ts";
import type { Expected } from "../../usecases/audit/auditInvoices.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { KnownJournal } from "../../ports/sealedKeyPort.ts";
import type { Instant } from "../../../values/time.ts";

/** Addresses that are in a journal of another machine, where only that one can look them up. */
export type JournaledElsewhere = Readonly<{ journal: string; host: string; file: string; offers: number }>;

export type GatewayAudit = AuditReport &
  Readonly<{ hasJournal: boolean; elsewhere: readonly JournaledElsewhere[] }>;

/**
 * Checks every invariant over the gateway's database, and over the journals of this machine where there are some, those of
 * gateways with other data folders among them. What cannot be read from here is counted only. It changes nothing.
 */
export async function auditGateway(
  persistence: Persistence,
  at: Instant,
  { mode, bitcoinNetwork: network, journalFile }: Pick<Config, "mode" | "bitcoinNetwork" | "journalFile">,
  host: string = os.hostname(),
): Promise<GatewayAudit> {
  const known = await persistence.journals.list();
  const ofHost = known.filter((one) => one.host === host);
  const files = [
    ...new Set([...journalsOf(journalFile), ...ofHost.map(({ file }) => file).filter(isReadable)]),
  ];
  const hasJournal = files.length > 0;
  const own = ofHost.filter(({ file }) => files.includes(file) || !fs.existsSync(file)); // one that is gone is missed
  const journals = journalLookup(
    files,
    own.map(({ id }) => id),
  );
  const journal = hasJournal
    ? { isJournaled: journals.isJournaled, acknowledgedSince: acknowledgedInAll(files) }
    : {};
  const report = await auditBooks(persistence, at, { mode, network, ...journal });
  return { ...report, hasJournal, elsewhere: elsewhereOf(journals.elsewhere, known) };
}

function isReadable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function acknowledgedInAll(files: readonly string[]): NonNullable<Expected["acknowledgedSince"]> {
  return async (from) => (await Promise.all(files.map((file) => acknowledgedIn(file)(from)))).flat();
}

function elsewhereOf(
  counts: ReadonlyMap<string, ReadonlySet<number>>,
  known: readonly KnownJournal[],
): readonly JournaledElsewhere[] {
  return [...counts].toSorted().map(([journal, offers]) => {
    const { host = "unknown", file = "unknown" } = known.find(({ id }) => id === journal) ?? {};
    return { journal, host, file, offers: offers.size };
  });
}

const BYTES = 6; // of a digest: enough that no two lines are taken for each other, and a million of them fit in memory

/**
 * Looks entries up in the journals of this machine. They are read again when something is missing and they have grown: the server
 * may be running. An offer of a journal that is neither read nor `own` is not looked for, but counted.
 */
function journalLookup(files: readonly string[], own: readonly string[]) {
  const known = new Set<number>();
  const ids = new Set(own);
  const elsewhere = new Map<string, Set<number>>();
  let size = -1;
  const fingerprint = (entry: readonly string[]) =>
    createHash("sha256").update(entry.join(" ")).digest().readUIntBE(0, BYTES);
  const sizeNow = () => files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  const readAll = async () => {
    size = sizeNow();
    for (const file of files)
      for await (const { invoiceId, depositAddress, requestId, journal } of readJournal(file, () => {})) {
        known.add(fingerprint([invoiceId, depositAddress, requestId]));
        if (journal !== undefined) ids.add(journal);
      }
  };
  const isJournaled: NonNullable<Expected["isJournaled"]> = async (
    invoiceId,
    { depositAddress, requestId, journal },
  ) => {
    const name = fingerprint([invoiceId, depositAddress, requestId]);
    if (!known.has(name) && sizeNow() !== size) await readAll();
    if (known.has(name)) return true;
    if (journal === undefined || ids.has(journal)) return false;
    elsewhere.set(journal, (elsewhere.get(journal) ?? new Set()).add(name));
    return true;
  };
  return { isJournaled, elsewhere };
}
