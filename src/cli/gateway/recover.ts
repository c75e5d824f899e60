import fs from "node:fs";
import path from "node:path";
import { loadConfig, type Config } from "../../gateway/compose/config.ts";
import { endRecovery, openDatabase, restoredFrom } from "../../database/open.ts";
import { silentLog } from "../../runtime/log.ts";
import { formatDecimal } from "../../values/amount.ts";
import { persistenceContext } from "../../gateway/persistence/context.ts";
import { entriesOf, readJournal, type JournalEntry } from "../../gateway/persistence/journal.ts";
import { copiedLines } from "../../gateway/persistence/journalCopy.ts";
import { journalsOf } from "../../gateway/persistence/journalFiles.ts";
import { openLineage } from "../../gateway/persistence/lineage.ts";
import { coinOfEntry } from "../../gateway/persistence/recovery/lostOf.ts";
import type { Journaled } from "../../gateway/persistence/recovery/decidedEntries.ts";
import type { AcknowledgedOffer } from "../../gateway/ports/journalPort.ts";
import { findLost, writeRecovery, type Recovery } from "../../gateway/persistence/recovery/recovery.ts";
import { createPersistence } from "../../gateway/persistence/persistence.ts";
import { isoTime, MINUTE_MS, type Instant } from "../../values/time.ts";
import { refuse, type Command, type Invocation } from "../command.ts";
import { readArguments, type Arguments } from "../arguments.ts";

const MARGIN_MS = 10 * MINUTE_MS; // what was journaled shortly before a backup may have been committed after it
const LOST_FOR_GOOD =
  "Do again what was done since the backup: stores, their settings, API keys and webhooks, and what people marked, resolved or assigned (docs/how-to/backup-restore.md).";
const NO_VIEWERS = { isWatched: () => false, watched: () => [], announce() {} };

/**
 * Reads back from the journals the addresses issued after the backup that the database was restored from. Shows what it would
 * write; with --yes it writes it, and lets the database be started.
 */
export const recover: Command = async (invocation) => {
  const { args, env, clock, random, print, note } = invocation;
  const config = loadConfig(env);
  const given = readArguments(args, "recover");
  const { journal, files } = openedJournals(config, given, note);
  const restored = await restoredFrom(config.databaseUrl, "gateway");
  const since = restored === undefined ? undefined : restored - MARGIN_MS;
  const database = await openDatabase(config.databaseUrl, "gateway", false, {
    recovering: true,
    migrates: "none",
    backupFolder: env["BACKUP_DIR"],
    dataDir: config.dataDir,
  });
  try {
    const persistence = createPersistence(database, refuse);
    const context = persistenceContext(database, refuse);
    const gateway = { clock, random, log: silentLog, persistence, viewers: NO_VIEWERS };
    const recovery = await findLost(context, gateway, await journaledSince(journal, since), since);
    print(describe(recovery, since));
    if (!given.has("yes"))
      return print(`${LOST_FOR_GOOD}\nNothing was changed. "crosstill recover --yes" writes this down.`);
    await writeRecovery(context, gateway, recovery);
    // Gateways whose journals were read go on. The others compare theirs with the database themselves.
    for (const file of files) {
      const lineage = openLineage(database, file);
      const current = await lineage?.current();
      if (current !== undefined) await lineage?.accept(current);
    }
  } finally {
    await database.close();
  }
  await endRecovery(config.databaseUrl, "gateway");
  print(
    [
      "Written. Crosstill can be started: it reads the blocks since the backup, and credits what came.",
      `The journal has addresses and prices only. ${LOST_FOR_GOOD}`,
    ].join("\n"),
  );
};

/**
 * The entries of the journals that are named, else of this machine's, with their files; none when a person confirms that they are
 * lost.
 */
function openedJournals(
  { journalFile, journalCopy }: Config,
  given: Arguments,
  note: Invocation["note"],
): Readonly<{ journal: ReadJournals; files: readonly string[] }> {
  const named = given.options("journal");
  const copyUrl = given.has("from-copy") ? journalCopy?.url : undefined;
  if (given.has("from-copy") && copyUrl === undefined)
    throw new Error("--from-copy reads the copy of the journals: set JOURNAL_COPY_URL to where it is.");
  const files =
    named.length > 0 ? named.flatMap(journalsAt) : copyUrl === undefined ? journalsOf(journalFile) : [];
  if (files.length > 0 || copyUrl !== undefined) return { journal: readAll(files, copyUrl, note), files };
  if (given.has("without-journal")) return { journal: async function* () {}, files: [journalFile] };
  throw new Error(
    `There is no journal at ${journalFile}. Set JOURNAL_FILE to where it is, or name it with --journal. If it is lost, --without-journal goes on without: payments to addresses that were issued after the backup will not be seen.`,
  );
}

type ReadJournals = (acknowledged: (offer: AcknowledgedOffer) => void) => AsyncIterable<JournalEntry>;

function readAll(
  files: readonly string[],
  copyUrl: string | undefined,
  note: Invocation["note"],
): ReadJournals {
  const unreadable = (where: string) => (line: number, text: string) =>
    note(`Line ${line} of ${where} cannot be read: ${text.slice(0, 200)}`);
  return async function* (acknowledged) {
    for (const file of files) yield* readJournal(file, unreadable(`the journal ${file}`), acknowledged);
    if (copyUrl !== undefined)
      yield* entriesOf(copiedLines(copyUrl), unreadable("the copy of the journals"), acknowledged);
  };
}

/** Reads all journals before anything is compared: an acknowledgement may stand in another one than a later entry. */
async function journaledSince(read: ReadJournals, since: Instant | undefined): Promise<Journaled> {
  const isRecent = ({ at }: Readonly<{ at: Instant }>) => since === undefined || at >= since;
  const acknowledged: AcknowledgedOffer[] = [];
  const entries: JournalEntry[] = [];
  for await (const entry of read((offer) => isRecent(offer) && acknowledged.push(offer)))
    if (isRecent(entry)) entries.push(entry);
  return { entries, acknowledged };
}

/** A journal, or the journals in a folder: what ends in .jsonl there. Throws a sentence when there are none. */
function journalsAt(named: string): readonly string[] {
  const place = path.resolve(named);
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (stat?.isFile()) return [place];
  if (!stat) throw new Error(`There is no ${place}. Name a journal, or a folder with journals.`);
  const files = fs
    .readdirSync(place)
    .filter((file) => file.endsWith(".jsonl") && !file.startsWith("sandbox"))
    .toSorted();
  if (files.length === 0) throw new Error(`There is no journal (*.jsonl) in ${place}.`);
  return files.map((file) => path.join(place, file));
}

function describe(
  { leases, offers, unknownInvoices, contested, direct }: Recovery,
  since: Instant | undefined,
): string {
  const from = since === undefined ? "in the whole journal" : `since ${isoTime(since)}`;
  const lines = [
    `Issued ${from} and missing in the database:`,
    `  ${leases.length} addresses of known invoices, which become theirs again`,
    ...leases.map(({ entry }) => `    ${lineOf(entry)}`),
    `  ${offers.length} later prices at addresses that are known`,
    ...offers.map(({ entry }) => `    ${lineOf(entry)}`),
  ];
  const [known, unknown] = [direct.filter(({ lost }) => lost), direct.filter(({ lost }) => !lost)];
  if (known.length > 0)
    lines.push(
      `  ${known.length} direct payments that were asked for, whose amounts become their invoices' again`,
      ...known.map(({ entry }) => `    ${lineOf(entry)}`),
    );
  if (unknown.length > 0)
    lines.push(
      `  ${unknown.length} direct payments that were asked for by invoices that the database does not have, or whose amount another invoice has now. Look for transfers of exactly these amounts yourself: nothing else will`,
      ...unknown.map(({ entry }) => `    ${lineOf(entry)}`),
    );
  if (unknownInvoices.length > 0)
    lines.push(
      `  ${unknownInvoices.length} addresses of invoices that the database does not have. Their money will be listed as unattributed, for a person:`,
      ...unknownInvoices.map((entry) => `    ${lineOf(entry)}`),
    );
  if (contested.length > 0)
    lines.push(
      `  ${contested.length} addresses that several invoices had, or may have had. No invoice holds them now, and their money will be listed as unattributed, for a person:`,
      ...contested.flatMap(({ entries }) => entries.map((entry) => `    ${lineOf(entry)}`)),
    );
  return lines.join("\n");
}

function lineOf(entry: JournalEntry): string {
  const { at, invoiceId, storeId, chainId, depositAddress, requestId } = entry;
  return `${isoTime(at)}  invoice ${invoiceId}  store ${storeId}  ${amountOf(entry)} to ${depositAddress} on chain ${chainId}  request ${requestId}`;
}

/** What was asked for, in the coin that the entry names; entries of older versions name none. */
function amountOf(entry: JournalEntry): string {
  const { input } = entry;
  const coin = coinOfEntry(entry);
  return coin
    ? `${formatDecimal(input, coin.decimals)} ${coin.symbol}`
    : `${input} units of a coin that it does not name`;
}
