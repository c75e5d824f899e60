import { createHash } from "node:crypto";
import fs from "node:fs";
import type { Config } from "../config.ts";
import { acknowledgedIn, readJournal } from "../../persistence/journal.ts";
import { auditBooks, type AuditReport } from "../../usecases/audit/auditBooks.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import type { Instant } from "../../../values/time.ts";

/** Checks every invariant over the gateway's database, and over its journal where there is one. It changes nothing. */
export async function auditGateway(
  persistence: Persistence,
  at: Instant,
  { mode, bitcoinNetwork: network, journalFile }: Pick<Config, "mode" | "bitcoinNetwork" | "journalFile">,
): Promise<AuditReport & Readonly<{ hasJournal: boolean }>> {
  const hasJournal = fs.existsSync(journalFile);
  const journal = hasJournal
    ? { isJournaled: journalOf(journalFile), acknowledgedSince: acknowledgedIn(journalFile) }
    : {};
  return { ...(await auditBooks(persistence, at, { mode, network, ...journal })), hasJournal };
}

const BYTES = 6; // of a digest: enough that no two lines are taken for each other, and a million of them fit in memory

/** Looks entries up in a journal. It is read again when something is missing and it has grown: the server may be running. */
function journalOf(file: string): (...entry: readonly [string, string, string]) => Promise<boolean> {
  const known = new Set<number>();
  let size = -1;
  const fingerprint = (entry: readonly string[]) =>
    createHash("sha256").update(entry.join(" ")).digest().readUIntBE(0, BYTES);
  const readAll = async () => {
    size = fs.statSync(file).size;
    for await (const { invoiceId, depositAddress, requestId } of readJournal(file, () => {}))
      known.add(fingerprint([invoiceId, depositAddress, requestId]));
  };
  return async (...entry) => {
    const name = fingerprint(entry);
    if (!known.has(name) && fs.statSync(file).size !== size) await readAll();
    return known.has(name);
  };
}
