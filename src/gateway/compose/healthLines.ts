import { statfs } from "node:fs/promises";
import type { Readiness } from "../http/health.ts";
import type { HealthLine } from "../http/owner/overviewPage.ts";
import type { Sensor } from "../ports/sensorsPort.ts";
import { chainNames } from "../usecases/tracking/chainNames.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { lastBackup } from "../usecases/lastBackup.ts";
import { DAY_MS, MINUTE_MS, type Instant } from "../../values/time.ts";

const LATE_MS = 5 * MINUTE_MS; // a sensor that has not worked for so long is worth a look
const LITTLE_DISK = 1024 ** 3; // bytes
const OLD_BACKUP_DAYS = 7;
const GIB = 1024 ** 3;

/** How what the gateway depends on is: database, journal, disk, jobs, service, chains and mail. */
export async function healthLines(
  gateway: Pick<
    Gateway,
    "clock" | "sensors" | "explorer" | "mailer" | "settings" | "service" | "persistence"
  >,
  readiness: Readiness,
  dataDir: string,
): Promise<readonly HealthLine[]> {
  const { database, journal } = await readiness.storage();
  const stalled = readiness.stalledJobs();
  const doubt = gateway.explorer.doubt()?.reason;
  const nameOf = await chainNames(gateway);
  const chains = gateway.settings.watchedChains.map((id) => sensorLine(gateway, nameOf(id), id));
  return [
    { name: "Database", state: database, isWell: database === "ok" },
    { name: "Journal", state: journal, isWell: journal === "ok" },
    await diskLine(dataDir),
    backupLine(await lastBackup(gateway.persistence), gateway.clock()),
    {
      name: "Jobs",
      state: stalled.length === 0 ? "running" : `late: ${stalled.join(", ")}`,
      isWell: stalled.length === 0,
    },
    sensorLine(gateway, "Intent service", "service"),
    ...chains,
    ...(doubt === undefined ? [] : [{ name: "Explorers", state: `uncertain: ${doubt}`, isWell: false }]),
    {
      name: "E-mail",
      state: gateway.mailer ? "set up" : "off: SMTP_URL is not set",
      isWell: gateway.mailer !== undefined,
    },
  ];
}

function backupLine(at: Instant | undefined, now: Instant): HealthLine {
  if (at === undefined) return { name: "Backup", state: "none yet", isWell: false };
  const days = Math.floor((now - at) / DAY_MS);
  const state = days < 1 ? "within the last day" : `${days} ${days === 1 ? "day" : "days"} ago`;
  return { name: "Backup", state, isWell: days < OLD_BACKUP_DAYS };
}

function sensorLine(
  { clock, sensors }: Pick<Gateway, "clock" | "sensors">,
  name: string,
  sensor: Sensor,
): HealthLine {
  const at = sensors.seenAt(sensor);
  const age = clock() - at;
  if (at === 0) return { name, state: "not reached yet", isWell: false };
  const minutes = Math.floor(age / MINUTE_MS);
  return {
    name,
    state: minutes < 1 ? "reached within the last minute" : `last reached ${minutes} min ago`,
    isWell: age < LATE_MS,
  };
}

async function diskLine(folder: string): Promise<HealthLine> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    return { name: "Disk", state: `${(free / GIB).toFixed(1)} GiB free`, isWell: free > LITTLE_DISK };
  } catch {
    return { name: "Disk", state: "unknown", isWell: false };
  }
}
