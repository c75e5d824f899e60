import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { chainDoubt } from "../usecases/tracking/chainDoubt.ts";
import { serviceReach } from "../usecases/tracking/reachService.ts";
import type { Gateway } from "../usecases/gateway.ts";
import type { AnnouncedEnd } from "../ports/servicePort.ts";
import { SECOND_MS, type Instant } from "../../values/time.ts";
import type { Histogram, Metric } from "../../runtime/metricsText.ts";

/** What is counted in the database. */
export type Figures = Readonly<{
  invoices: Readonly<Record<string, number>>; // by state
  deliveriesDue: number;
  oldestDueAt: Instant | undefined;
  webhooksDisabled: number;
  mailsDue: number;
  oldestMailAt: Instant | undefined;
  audit: Readonly<{ violations: number; at: Instant; wholeSince?: Instant | undefined }> | undefined; // the last one
}>;

/** Where the figures come from. Those that a start does not have are left out. */
export type MetricSources = Readonly<{
  gateway: Pick<
    Gateway,
    "clock" | "sensors" | "budgets" | "explorer" | "heard" | "deposits" | "failover" | "service"
  >;
  figures(): Promise<Figures>;
  calls(): Readonly<Record<string, number>>;
  jobFailures(): Readonly<Record<string, number>>;
  jobAges(): Readonly<Record<string, number>>; // ms
  leases?: () => Readonly<Record<string, number>>; // 1 for each group of jobs that this process holds, 0 for the others
  processes?: () => number;
  clockSkewMs?: () => number;
  journalBytes(): number | undefined;
  requestTimes(): Histogram;
  /** Figures of the process and its machine, by the names of their metrics. */
  machine(): Promise<Machine>;
  lastBackup(): Promise<Instant | undefined>;
  journalCopyMissing(): number | undefined;
  announcedEnds?: () => Promise<readonly AnnouncedEnd[]>; // of paths of the service
  oldestPollMs?: () => number; // how long ago the service was last asked about the open request that waits longest
  build: Readonly<{ version: string; mode: string; database: string }>;
}>;

/** What the process uses. Unknown free space is left out. */
export type Machine = Readonly<{
  residentBytes: number;
  loopDelayMs: number; // the 99th percentile since it was last read
  uptimeMs: number;
  freeBytes: Readonly<Record<string, number>>; // by what is kept there
}>;

const FIGURES_MAX_AGE_MS = 15 * SECOND_MS; // counting reads an index from end to end: not on every request

/** Reads everything that an operator watches. A database that does not answer is a figure, too (crosstill_database_up 0). */
export function gatewayMetrics(sources: MetricSources): () => Promise<readonly (Metric | Histogram)[]> {
  const figures = cached(sources);
  return async () => {
    const counted = await figures().catch(() => undefined);
    const backup = await sources.lastBackup().catch(() => undefined);
    const machine = await sources.machine();
    const ends = await sources.announcedEnds?.().catch(() => undefined);
    return [
      ...processMetrics(sources, machine),
      ...machineMetrics(machine),
      sources.requestTimes(),
      ...databaseMetrics(sources, counted, backup),
      sunsetMetric(ends ?? []),
    ];
  };
}

/** A chain or a service that was never reached counts from the start, so that an alert about its age fires. */
function processMetrics(
  { gateway, ...sources }: MetricSources,
  { uptimeMs }: Pick<Machine, "uptimeMs">,
): readonly Metric[] {
  const { budgets, sensors } = gateway;
  const since = (at: Instant) => seconds(at === 0 ? uptimeMs : gateway.clock() - at);
  const chains = [BITCOIN_CHAIN_ID, ...gateway.deposits.keys()];
  const bytes = sources.journalBytes();
  const missing = sources.journalCopyMissing();
  return [
    {
      name: "crosstill_build_info",
      kind: "gauge",
      help: "Version, mode and kind of database.",
      samples: [{ value: 1, labels: sources.build }],
    },
    byLabel(
      "crosstill_chain_seen_seconds",
      "gauge",
      "Since a chain that we follow was last read to its end, or since the start.",
      "chain",
      Object.fromEntries(chains.map((chainId) => [chainId, since(sensors.seenAt(chainId))])),
    ),
    gauge(
      "crosstill_service_seen_seconds",
      "Since the intent service last answered, or since the start.",
      since(serviceReach(sensors).at),
    ),
    gauge(
      "crosstill_service_key_refused",
      "1 while the intent service refuses the API key, or calls without one.",
      gateway.service.standing().keyRefusal === undefined ? 0 : 1,
    ),
    gauge(
      "crosstill_chain_uncertain",
      "1 while the explorers do not agree: nothing new is confirmed.",
      chainDoubt(gateway) === undefined ? 0 : 1,
    ),
    gauge(
      "crosstill_failover_lost_invoices",
      "Acknowledged invoices that the database server which has taken over lacks; above 0 nothing new is issued.",
      gateway.failover?.lost() ?? 0,
    ),
    gauge(
      "crosstill_oldest_look_seconds",
      "Since the intent service was asked about the open request that has waited longest.",
      seconds(sources.oldestPollMs?.()),
    ),
    byLabel("crosstill_calls_total", "counter", "Calls to others, by kind.", "kind", sources.calls()),
    byLabel("crosstill_call_budget_left", "gauge", "Calls that may still be made now.", "host", {
      service: budgets.service.left(),
      explorer: budgets.explorer.left(),
    }),
    byLabel(
      "crosstill_job_failures_total",
      "counter",
      "Runs of recurring jobs that failed.",
      "job",
      sources.jobFailures(),
    ),
    byLabel(
      "crosstill_job_seconds",
      "gauge",
      "Since a run of a recurring job ended, in whichever process.",
      "job",
      inSeconds(sources.jobAges()),
    ),
    byLabel(
      "crosstill_job_lease_held",
      "gauge",
      "1 for a group of recurring jobs that this process runs, 0 for one that others should run.",
      "group",
      sources.leases?.() ?? {},
    ),
    gauge("crosstill_processes", "Processes on this database.", sources.processes?.()),
    gauge(
      "crosstill_clock_skew_seconds",
      "The machine's clock minus the database's.",
      seconds(sources.clockSkewMs?.()),
    ),
    gauge("crosstill_journal_bytes", "Size of the journal.", bytes),
    gauge("crosstill_journal_copy_missing_bytes", "Bytes of the journal that its copy lacks.", missing),
  ];
}

function machineMetrics({ residentBytes, loopDelayMs, uptimeMs, freeBytes }: Machine): readonly Metric[] {
  return [
    gauge("crosstill_resident_bytes", "Memory of the process.", residentBytes),
    gauge(
      "crosstill_event_loop_delay_seconds",
      "How late timers were: the 99th percentile since the last reading.",
      seconds(loopDelayMs),
    ),
    gauge("crosstill_uptime_seconds", "Since the process started.", seconds(uptimeMs)),
    byLabel("crosstill_disk_free_bytes", "gauge", "Free space, by what is kept there.", "of", freeBytes),
  ];
}

function databaseMetrics(
  { gateway }: MetricSources,
  counted: Figures | undefined,
  backup: Instant | undefined,
): readonly Metric[] {
  const now = gateway.clock();
  const since = (at: Instant | undefined) => (at === undefined ? undefined : seconds(now - at));
  const sinceDue = (at: Instant | undefined) => since(at) ?? (counted ? 0 : undefined);
  const audit = counted?.audit;
  return [
    gauge("crosstill_database_up", "1 while the database answers.", counted ? 1 : 0),
    byLabel("crosstill_invoices", "gauge", "Invoices by state.", "state", counted?.invoices ?? {}),
    gauge(
      "crosstill_webhook_deliveries_due",
      "Webhook deliveries whose time has come.",
      counted?.deliveriesDue,
    ),
    gauge(
      "crosstill_webhook_oldest_due_seconds",
      "How long the oldest of them has been due.",
      sinceDue(counted?.oldestDueAt),
    ),
    gauge(
      "crosstill_webhooks_disabled",
      "Webhooks that were switched off because they failed for too long.",
      counted?.webhooksDisabled,
    ),
    gauge("crosstill_mails_due", "Mails whose time has come.", counted?.mailsDue),
    gauge(
      "crosstill_mail_oldest_due_seconds",
      "How long the oldest of them has been due.",
      sinceDue(counted?.oldestMailAt),
    ),
    gauge("crosstill_backup_seconds", "Since the last backup.", since(backup)),
    gauge("crosstill_audit_violations", "Violations that the audit knows of.", audit?.violations),
    gauge(
      "crosstill_audit_seconds",
      "Since the audit last looked at what has changed, or got further.",
      since(audit?.at),
    ),
    gauge(
      "crosstill_audit_whole_seconds",
      "Since the beginning of the last audit of everything that has ended.",
      since(audit?.wholeSince),
    ),
  ];
}

/** A path that is gone already is left out: there is nothing to do about it any more. */
function sunsetMetric(ends: readonly AnnouncedEnd[]): Metric {
  const dated = ends.flatMap(({ path, sunsetAt, isGone }) =>
    sunsetAt === undefined || isGone ? [] : [[path, seconds(sunsetAt)] as const],
  );
  return byLabel(
    "crosstill_service_sunset_timestamp_seconds",
    "gauge",
    "When the intent service ends a path that the gateway uses, as it has announced: seconds since 1970.",
    "path",
    Object.fromEntries(dated),
  );
}

function gauge(name: string, help: string, value: number | undefined): Metric {
  return { name, kind: "gauge", help, samples: value === undefined ? [] : [{ value }] };
}

function byLabel(
  name: string,
  kind: Metric["kind"],
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Metric {
  const samples = Object.entries(values).map(([key, value]) => ({ value, labels: { [label]: key } }));
  return { name, kind, help, samples };
}

function inSeconds(ages: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(ages).map(([name, ms]) => [name, seconds(ms)]));
}

function seconds(ms: number): number;
function seconds(ms: number | undefined): number | undefined;
function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / SECOND_MS;
}

function cached({ gateway: { clock }, figures }: MetricSources): () => Promise<Figures> {
  let read: Readonly<{ at: Instant; figures: Promise<Figures> }> | undefined;
  return () => {
    const now = clock();
    if (!read || Math.abs(now - read.at) >= FIGURES_MAX_AGE_MS) read = { at: now, figures: figures() };
    const current = read;
    current.figures.catch(() => (read = undefined)); // a failure is not remembered
    return current.figures;
  };
}
