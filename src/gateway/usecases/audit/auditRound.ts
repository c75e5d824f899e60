import type { Violation } from "../../domain/invariants/record.ts";
import { timeLead } from "../../../values/ids.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import { auditBeside } from "./auditBooks.ts";
import { changedWalk, type Expected } from "./auditInvoices.ts";
import {
  recordViolations,
  readProgress,
  violationsOf,
  writeProgress,
  type Progress,
} from "./auditProgress.ts";
import { auditWalks } from "./auditWalks.ts";
import { stepsIn, type Walk } from "./auditWalk.ts";
import type { Gateway } from "../gateway.ts";

export type Auditing = Pick<Gateway, "persistence" | "journal" | "clock" | "log"> &
  Readonly<{ settings: Pick<Gateway["settings"], "sandbox" | "bitcoinNetwork"> }>;

/** From its beginning on an hourly round looks at the payouts that were made since then: most change for a few days. */
const PAYOUT_DAYS_MS = 7 * DAY_MS;
const KEPT_EVERY_MS = MINUTE_MS;
const MOST_BESIDE = 500; // so that what the tables have finds room as well

type Round = Auditing &
  Readonly<{ startedAt: Instant; progress: Progress; walks: readonly Walk[]; expected: Expected }>;

/**
 * An hour of the server's audit, a step at a time. First what was broken is looked at again, then what has changed since the
 * last round, then the books go on being gone through from where the last round left them, until all of them have been or the
 * hour is over. It is left anywhere without harm.
 */
export async function* auditRound(gateway: Auditing): AsyncGenerator<void, void> {
  const { persistence, clock, log, journal, settings } = gateway;
  const startedAt = clock();
  const mode = settings.sandbox ? "sandbox" : "live";
  const expected = {
    mode,
    network: settings.bitcoinNetwork,
    acknowledgedSince: journal.acknowledgedSince,
  } as const;
  const progress = await readProgress(persistence, startedAt);
  const walks = auditWalks(persistence, expected, startedAt);
  const round = { ...gateway, startedAt, progress, walks, expected };
  yield* checkAgain(round);
  progress.beside = (await auditBeside(persistence, startedAt, expected)).slice(0, MOST_BESIDE);
  yield* checkChanged(round);
  logViolations(log, violationsOf(progress));
  await writeProgress(persistence, progress, clock());
  yield* goOn(round);
}

/** What was broken stays known until it is whole where it was found. */
async function* checkAgain({ progress, walks }: Round): AsyncGenerator<void> {
  const known = progress.broken;
  const still: Progress["broken"][number][] = [];
  for (const { place } of known) {
    const walk = walks.find(({ name }) => name === place.walk);
    const found: Violation[] = [];
    for await (const step of walk ? stepsIn(walk, place) : []) {
      found.push(...step.found);
      yield;
    }
    still.push({ place, found });
  }
  progress.broken = [];
  for (const { place, found } of still) recordViolations(progress, place, found);
}

async function* checkChanged(round: Round): AsyncGenerator<void> {
  const { persistence, progress, walks, expected, startedAt } = round;
  const changed = changedWalk(persistence, expected, startedAt);
  for await (const { upto } of goThrough(round, changed, progress.changed)) {
    progress.changed = upto;
    yield;
  }
  const lead = timeLead(startedAt - PAYOUT_DAYS_MS);
  for (const walk of walks.filter(({ name }) => name === "payouts" || name === "pull payments")) {
    for await (const _ of goThrough(round, walk, lead)) yield;
  }
}

/** Continues with the whole of the books. Violations are reported at once. */
async function* goOn(round: Round): AsyncGenerator<void> {
  const { persistence, progress, walks, clock, log, startedAt } = round;
  let keptAt = clock();
  const keep = () => writeProgress(persistence, progress, (keptAt = clock()));
  const known = walks.findIndex(({ name }) => name === progress.cycle?.walk);
  if (known < 0) Object.assign(progress, { cycle: undefined, cycleFrom: startedAt });
  for (const [index, walk] of walks.slice(Math.max(0, known)).entries()) {
    const from = index === 0 ? (progress.cycle?.after ?? "") : "";
    for await (const { upto, fresh } of goThrough(round, walk, from)) {
      progress.cycle = { walk: walk.name, after: upto };
      logViolations(log, fresh);
      const isOver = clock() - startedAt >= HOUR_MS;
      if (isOver || fresh.length > 0 || clock() - keptAt >= KEPT_EVERY_MS) await keep();
      if (isOver) return;
      yield;
    }
  }
  Object.assign(progress, { cycle: undefined, wholeSince: progress.cycleFrom });
  await keep();
}

/** Runs a walk and records violations. Yields the position of each step and the violations that are new. */
async function* goThrough(
  { progress }: Round,
  walk: Walk,
  from: string,
): AsyncGenerator<Readonly<{ upto: string; fresh: readonly Violation[] }>> {
  let after = from;
  for await (const { upto = after, found, place } of walk.from(from)) {
    const fresh = recordViolations(progress, place ?? { walk: walk.name, after, upto }, found);
    after = upto;
    yield { upto, fresh };
  }
}

/** One line for each kind, with the first of them. */
function logViolations(log: Auditing["log"], found: readonly Violation[]): void {
  for (const id of new Set(found.map((one) => one.id))) {
    const ofKind = found.filter((one) => one.id === id);
    log.error("audit.violation", { invariant: id, count: ofKind.length, first: ofKind[0] });
  }
}
