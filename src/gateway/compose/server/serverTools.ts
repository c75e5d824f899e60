import path from "node:path";
import { removeOldest, stamp } from "../../../database/backUpBeforeMigration.ts";
import { isPostgres } from "../../../database/open.ts";
import type { Cluster } from "../../../runtime/jobs/cluster.ts";
import type { JobWatch } from "../../../runtime/jobs/jobWatch.ts";
import { VERSION } from "../../../runtime/version.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { DAY_MS, MINUTE_MS } from "../../../values/time.ts";
import { rateSource } from "../../adapters/rates/rateSources.ts";
import type { HealthLine } from "../../http/owner/overview/overviewPage.ts";
import type { Finding, JobLine, ServerTools } from "../../http/owner/server/serverTools.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { lastBackup, noteBackup } from "../../usecases/lastBackup.ts";
import { compareQuotes } from "../../usecases/pricing/compareQuotes.ts";
import { readAnnouncedEnds } from "../../usecases/tracking/announcedEnds.ts";
import { reconcile } from "../../usecases/reconciliation/reconcile.ts";
import type { Config } from "../config.ts";
import type { Outside } from "../deps.ts";
import { createReconciling } from "../reconciler.ts";
import { journalsOf } from "../../persistence/journalFiles.ts";
import { auditGateway } from "./auditGateway.ts";
import { backUpDatabase, journalSize } from "./backUpDatabase.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { turnsOf } from "./reconcileTurns.ts";

type Parts = Readonly<{
  config: Config;
  outside: Outside;
  watch: JobWatch;
  cluster: Cluster;
  health: (tr: Translate) => Promise<readonly HealthLine[]>;
}>;

const WEEK_MS = 7 * DAY_MS;
const BROWSER_BACKUP = "gateway-browser-"; // before the time, in the names of backups made on the page
const MOST_BACKUPS = 10; // of those
const MOST_LINES = 50; // of a finding on the page; the command prints all

/** What the page of the server shows and does, by the code of the commands. */
export function serverTools(
  gateway: Gateway,
  { config, outside, watch, cluster, health }: Parts,
): ServerTools {
  const { persistence, clock } = gateway;
  return {
    version: VERSION,
    mode: config.mode,
    database: isPostgres(config.databaseUrl) ? "PostgreSQL" : "SQLite",
    dataDir: config.dataDir,
    mailServer: config.mail?.smtp.host ?? (gateway.mailer && "sandbox"),
    service: {
      url: new URL(outside.intentsUrl).origin,
      hasKey: outside.intentsApiKey !== undefined,
      quoteVersion: outside.intentsQuoteVersion,
      requestsVersion: outside.intentsRequestsVersion,
    },
    async standing() {
      const { quoteVersion } = gateway.service.standing();
      return { quoteVersion, ends: await readAnnouncedEnds(gateway) };
    },
    rateSources: outside.ratesUrls.map((entry) => rateSource(entry).name),
    health,
    jobs: () => jobLines(watch, cluster),
    lastBackup: () => lastBackup(persistence),
    testMail: (to) => testMail(gateway, to),
    testRates: () => testRates(outside),
    compareQuotes: (amount, withAddress) => comparisonFinding(gateway, amount, withAddress),
    audit: () => auditFinding(gateway, config),
    reconcile: () => reconcileFinding(gateway, config, outside),
    async backUp() {
      const at = clock();
      const { mode, databaseUrl: url, journalFile } = config;
      const journal = {
        mode,
        journalBytes: journalsOf(journalFile).reduce((sum, one) => sum + journalSize(one), 0),
      };
      const folder = config.backupDir ?? config.dataDir;
      const file = path.join(folder, `${BROWSER_BACKUP}${stamp(at)}.jsonl.gz`);
      const made = await backUpDatabase({ owner: "gateway", url, folder, gateway: journal }, at, file);
      removeOldest(folder, BROWSER_BACKUP, MOST_BACKUPS);
      await noteBackup(persistence, at);
      return made;
    },
  };
}

function jobLines(watch: JobWatch, cluster: Cluster): readonly JobLine[] {
  const owners = new Map(
    cluster.owners().flatMap(({ jobs, holder, isHere }) => jobs.map((name) => [name, { holder, isHere }])),
  );

  const [ages, failures, errors] = [watch.ages(), watch.failures(), watch.lastErrors()];
  return Object.entries(failures).map(([name, count]) => {
    return { name, age: ages[name], failures: count, error: errors[name], owner: owners.get(name) };
  });
}

async function testMail({ mailer, clock, random }: Gateway, to: string): Promise<Finding> {
  if (!mailer) return { isGood: false, lines: ["No mail server is set: set SMTP_URL and MAIL_FROM."] };
  const text = "This is a test of the mail server of your Crosstill gateway. It works.";
  const outcome = await mailer.send({
    id: `test ${timeOrderedId(clock(), random)}`,
    fromName: "Crosstill",
    to,
    replyTo: undefined,
    language: "en",
    subject: "Test of your mail server",
    text,
    html: `<p>${text}</p>`,
  });
  return outcome.kind === "taken"
    ? { isGood: true, lines: [`The mail server took the message to ${to}.`] }
    : { isGood: false, lines: [`The mail server did not take the message: ${outcome.reason}`] };
}

async function testRates({ ratesUrls }: Outside): Promise<Finding> {
  const asked = await Promise.all(
    ratesUrls.map(async (entry) => {
      const source = rateSource(entry);
      try {
        const price = await source.price("BTC", "USD");
        const said = price === undefined ? "does not list BTC in USD" : `1 BTC is ${price} USD`;
        return { isGood: true, line: `${source.name}: ${said}` };
      } catch (error) {
        return { isGood: false, line: `${source.name}: ${withoutUrl(error)}` };
      }
    }),
  );
  const lines = asked.map(({ line }) => line);
  if (asked.length === 0) return { isGood: false, lines: ["No source is set: set RATES_URLS."] };
  return { isGood: asked.every(({ isGood }) => isGood), lines };
}

async function comparisonFinding(gateway: Gateway, amount: string, withAddress: boolean): Promise<Finding> {
  const store = (await gateway.persistence.stores.list()).find(
    ({ settings }) => settings.archivedAt === undefined,
  );
  if (!store) return { isGood: false, lines: ["There is no store yet, so there is no route to compare."] };
  const { title, rows, verdict, isGood } = await compareQuotes(gateway, store, { amount, withAddress });
  return { isGood, lines: [`${title}.`, verdict], rows };
}

/** The message of a failed call holds its URL, which may hold a key. */
function withoutUrl(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/https?:\/\/\S+/g, "its address");
}

async function auditFinding({ persistence, clock }: Gateway, config: Config): Promise<Finding> {
  const report = await auditGateway(persistence, clock(), config);
  const { invoices, days, unattributed, counts, violations, elsewhere } = report;
  const kinds = Object.entries(counts).map(([id, count]) => `${id}: ${count}`);
  const looked = `${invoices} invoices, ${days} days of books and ${unattributed} unattributed deposits were checked.`;
  const others = elsewhere.map(
    ({ journal: id, host, offers }) =>
      `${offers} addresses are in the journal ${id} on ${host}: run the audit there to compare them.`,
  );
  const found = violations
    .slice(0, MOST_LINES)
    .map(({ id, subject, message }) => `${id} ${subject}: ${message}`);
  if (kinds.length === 0) return { isGood: true, lines: [looked, "Every invariant holds.", ...others] };
  return { isGood: false, lines: [looked, ...kinds, ...found, ...others] };
}

async function reconcileFinding(gateway: Gateway, config: Config, outside: Outside): Promise<Finding> {
  const { persistence, clock, random, log } = gateway;
  const to = clock() - MINUTE_MS; // for what is being booked now
  const parts = { persistence, clock, random, log, turn: turnsOf(config, clock) };
  const span = { storeId: undefined, from: to - WEEK_MS, to };
  const { lookedAt, unexplained, silences } = await reconcile(
    createReconciling(config, outside, parts),
    span,
  );
  const { invoices, deposits, payouts } = lookedAt;
  const lines = [
    `${invoices} invoices, ${deposits} deposits and ${payouts} payouts of the last seven days were compared.`,
    ...unexplained.slice(0, MOST_LINES).map(({ kind, subject, reason }) => `${kind} ${subject}: ${reason}`),
    ...silences.map(({ who, times, said }) => `The ${who} could not be asked, ${times} times: ${said}`),
    ...(unexplained.length === 0 ? ["No difference is unexplained."] : []),
  ];
  return { isGood: unexplained.length === 0 && silences.length === 0, lines };
}
