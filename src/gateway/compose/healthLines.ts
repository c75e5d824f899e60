import { statfs } from "node:fs/promises";
import type { Readiness } from "../http/health.ts";
import type { HealthLine } from "../http/owner/overview/overviewPage.ts";
import { chainDoubt } from "../usecases/tracking/chainDoubt.ts";
import { chainNames } from "../usecases/tracking/chainNames.ts";
import { serviceReach } from "../usecases/tracking/reachService.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { lastBackup } from "../usecases/lastBackup.ts";
import { english, type Translate } from "../../languages/merchantWords.ts";
import { DAY_MS, MINUTE_MS, type Instant } from "../../values/time.ts";

const LATE_MS = 5 * MINUTE_MS; // a sensor that has not worked for so long is worth a look
const LITTLE_DISK = 1024 ** 3; // bytes
const OLD_BACKUP_DAYS = 7;
const GIB = 1024 ** 3;
const LOST = english("missing after a failover: {count} invoices; run crosstill recover");

/** How what the gateway depends on is: database, journal, disk, jobs, service, chains and mail. Errors and names of jobs stay English. */
export async function healthLines(
  gateway: Pick<
    Gateway,
    | "clock"
    | "sensors"
    | "explorer"
    | "failover"
    | "heard"
    | "mailer"
    | "settings"
    | "service"
    | "persistence"
  >,
  readiness: Readiness,
  dataDir: string,
  tr: Translate,
): Promise<readonly HealthLine[]> {
  const { database, journal } = await readiness.storage();
  const lost = gateway.failover?.lost() ?? 0;
  const stalled = readiness.stalledJobs();
  const doubt = chainDoubt(gateway);
  const nameOf = await chainNames(gateway);
  const chains = gateway.settings.watchedChains.map((id) =>
    sensorLine(gateway, nameOf(id), { at: gateway.sensors.seenAt(id) }, tr),
  );
  return [
    lost > 0
      ? { name: tr("Database"), state: tr(LOST, { count: lost }), isWell: false }
      : { name: tr("Database"), state: database === "ok" ? tr("ok") : database, isWell: database === "ok" },
    { name: tr("Journal"), state: journal === "ok" ? tr("ok") : journal, isWell: journal === "ok" },
    await diskLine(dataDir, tr),
    backupLine(await lastBackup(gateway.persistence), gateway.clock(), tr),
    {
      name: tr("Jobs"),
      state: stalled.length === 0 ? tr("running") : tr("late: {jobs}", { jobs: stalled.join(", ") }),
      isWell: stalled.length === 0,
    },
    serviceLine(gateway, tr),
    ...chains,
    ...(doubt === undefined
      ? []
      : [{ name: tr("Explorers"), state: tr("uncertain: {reason}", { reason: doubt }), isWell: false }]),
    {
      name: tr("E-mail"),
      state: gateway.mailer ? tr("set up") : tr("off: SMTP_URL is not set"),
      isWell: gateway.mailer !== undefined,
    },
  ];
}

function backupLine(at: Instant | undefined, now: Instant, tr: Translate): HealthLine {
  const name = tr("Backup");
  if (at === undefined) return { name, state: tr("none yet"), isWell: false };
  const days = Math.floor((now - at) / DAY_MS);
  const state =
    days < 1
      ? tr("within the last day")
      : tr({ one: "{count} day ago", other: "{count} days ago" }, { count: days });
  return { name, state, isWell: days < OLD_BACKUP_DAYS };
}

/** A service that refuses the key answers, and is of no use all the same. */
function serviceLine(gateway: Pick<Gateway, "clock" | "sensors" | "service">, tr: Translate): HealthLine {
  const name = tr("Intent service");
  const { keyRefusal } = gateway.service.standing();
  if (keyRefusal === undefined) return sensorLine(gateway, name, serviceReach(gateway.sensors), tr);
  const state = keyRefusal.hasKey
    ? tr("does not accept the API key: check INTENTS_API_KEY")
    : tr("takes no calls without an API key: set INTENTS_API_KEY");
  return { name, state, isWell: false };
}

/** How something outside is: when it was last reached, 0 for never, and why it cannot be reached now. */
function sensorLine(
  { clock }: Pick<Gateway, "clock">,
  name: string,
  { at, failure }: Readonly<{ at: Instant; failure?: string | undefined }>,
  tr: Translate,
): HealthLine {
  const age = clock() - at;
  const count = Math.floor(age / MINUTE_MS);
  if (failure !== undefined) {
    const reason = failure;
    const state =
      at === 0
        ? tr("not reached: {reason}", { reason })
        : tr("last reached {count} min ago: {reason}", { count, reason });
    return { name, state, isWell: false };
  }
  if (at === 0) return { name, state: tr("not reached yet"), isWell: false };
  return {
    name,
    state: count < 1 ? tr("reached within the last minute") : tr("last reached {count} min ago", { count }),
    isWell: age < LATE_MS,
  };
}

async function diskLine(folder: string, tr: Translate): Promise<HealthLine> {
  const name = tr("Disk");
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    return {
      name,
      state: tr("{size} GiB free", { size: (free / GIB).toFixed(1) }),
      isWell: free > LITTLE_DISK,
    };
  } catch {
    return { name, state: tr("unknown"), isWell: false };
  }
}
