import { z } from "zod";
import { ConflictError } from "../../../database/driver.ts";
import { DAY_MS, isoTime, type Instant } from "../../../values/time.ts";
import type { AnnouncedEnd } from "../../ports/servicePort.ts";
import { checkpoint } from "../checkpoint.ts";
import type { Gateway } from "../gateway.ts";

/**
 * The ends of paths that the service has announced, stored for each service and path, because a process that starts has heard
 * nothing yet, and others have.
 */

const FORGOTTEN_MS = 7 * DAY_MS; // after a path is no longer asked, or its announcement was withdrawn
const STORED_AGAIN_MS = DAY_MS; // while nothing but the time of the last answer changes

const moment = z.number().optional();
const text = z.string().optional();
const endSchema = z.object({
  path: z.string(),
  deprecatedAt: moment,
  sunsetAt: moment,
  successor: text,
  guide: text,
  seenAt: z.number(),
  isGone: z.boolean(),
  loggedAt: z.number(),
});
type StoredEnd = z.infer<typeof endSchema>;

const stored = checkpoint(
  "announced ends",
  z.object({ service: z.string(), ends: z.array(endSchema).max(100) }),
  { service: "", ends: [] },
);

type Context = Pick<Gateway, "clock" | "persistence" | "settings">;

/** The ends that the present service has announced within a week, by path. */
export async function readAnnouncedEnds(gateway: Context): Promise<readonly AnnouncedEnd[]> {
  return (await readEnds(gateway)).ends;
}

/**
 * Stores the announcements that this process has read. All processes together log each announced end once a day until the path
 * has ended, and then once that it has ended.
 */
export async function storeAnnouncedEnds(
  gateway: Context & Pick<Gateway, "log" | "service">,
): Promise<readonly AnnouncedEnd[]> {
  const { clock, log, persistence, service, settings } = gateway;
  const at = clock();
  const { ends, version } = await readEnds(gateway);
  const merged = merge(ends, service.standing().announcements);
  const due = merged.filter(({ loggedAt, isGone }) => !isGone && at - loggedAt >= DAY_MS);
  const ended = merged.filter(
    ({ path, isGone }) => isGone && !ends.some((known) => known.path === path && known.isGone),
  );
  if (due.length === 0 && !isChanged(ends, merged)) return merged;
  const next = merged.map((end) => (due.includes(end) ? { ...end, loggedAt: at } : end));
  try {
    await stored.write(persistence, { service: settings.serviceHost, ends: next }, at, version);
  } catch (error) {
    if (error instanceof ConflictError) return merged; // another process has logged them; the rest is stored in the next run
    throw error;
  }
  for (const { path, deprecatedAt, sunsetAt, successor, guide } of due)
    log.warn("service.path_ends", {
      path,
      successor,
      guide,
      deprecatedAt: shown(deprecatedAt),
      sunsetAt: shown(sunsetAt),
      isOver: sunsetAt !== undefined && sunsetAt <= at,
    });
  for (const { path, successor, sunsetAt } of ended)
    log.warn("service.path_ended", { path, successor, sunsetAt: shown(sunsetAt) });
  return next;
}

async function readEnds({
  clock,
  persistence,
  settings,
}: Context): Promise<Readonly<{ ends: readonly StoredEnd[]; version: number }>> {
  const { value, version } = await stored.read(persistence);
  const own = value.service === settings.serviceHost ? value.ends : [];
  return { ends: own.filter(({ seenAt }) => clock() - seenAt < FORGOTTEN_MS), version };
}

/** Merges announcements by path. The later one counts. Leaves out a missing path whose end was never announced. */
function merge(known: readonly StoredEnd[], announced: readonly AnnouncedEnd[]): readonly StoredEnd[] {
  const byPath = new Map(known.map((end) => [end.path, end]));
  for (const end of announced) {
    const before = byPath.get(end.path);
    const isAnnounced = end.deprecatedAt !== undefined || end.sunsetAt !== undefined;
    if (before === undefined ? isAnnounced : end.seenAt > before.seenAt)
      byPath.set(end.path, { ...before, ...end, loggedAt: before?.loggedAt ?? 0 });
  }
  return [...byPath.values()];
}

function isChanged(before: readonly StoredEnd[], after: readonly StoredEnd[]): boolean {
  const known = new Map(before.map((end) => [end.path, end]));
  return after.some((end) => {
    const { seenAt = 0, ...rest } = known.get(end.path) ?? {};
    const { seenAt: later, ...facts } = end;
    return (
      later - seenAt >= STORED_AGAIN_MS || JSON.stringify(endFacts(rest)) !== JSON.stringify(endFacts(facts))
    );
  });
}

function endFacts({
  deprecatedAt,
  sunsetAt,
  successor,
  guide,
  isGone,
}: Partial<StoredEnd>): readonly unknown[] {
  return [deprecatedAt, sunsetAt, successor, guide, isGone];
}

function shown(at: Instant | undefined): string | undefined {
  return at === undefined ? undefined : isoTime(at);
}
