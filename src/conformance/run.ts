import type { Clock } from "../values/time.ts";
import type { IntentService } from "../wallet/intentService.ts";
import { readFacts, type Check, type Context, type Explorer } from "./check.ts";
import { rowOf } from "./checks/allChecks.ts";
import { Blocked, Failed, Harmful, NotApplicable, NotRun } from "./finding.ts";
import { requireIdle } from "./funded/idle.ts";
import { createPayments } from "./funded/payments.ts";
import type { Wallets } from "./funded/wallets.ts";
import { once } from "./once.ts";
import type { CheckResult, Report } from "./report.ts";
import { chooseRoutes, readChains } from "./routes.ts";
import { findHarms, findSharedHarms, PAYER_ROWS } from "./payer/harms.ts";
import type { Harm } from "./payer/quoted.ts";
import { createSamples, findSamples, UNFUNDED_USER, type Parties } from "./samples.ts";
import { describe, type Service } from "./service.ts";
import { printable } from "./shown.ts";

export type RunOptions = Readonly<{
  service: Service;
  checks: readonly Check[];
  parties?: Partial<Parties>;
  explorer?: Explorer | undefined;
  /** What a funded run pays with, and what carries out its quotes. */
  funds?: Readonly<{ wallets: Wallets; intents: IntentService }> | undefined;
  clock: Clock;
  startedAt: number; // by the clock of the world
  /** Told before each check. */
  onCheck?: ((id: string, index: number) => void) | undefined;
}>;

/** A mainnet address with many coins, which wallets of this family ask quotes for, too. */
export const WELL_KNOWN_BITCOIN_USER = "34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo";

/** Accounts that quotes are asked for when nothing is paid: wallets use the same for prices. */
const PARTIES: Parties = {
  user: UNFUNDED_USER,
  recipient: "0x1111111111111111111111111111111111111111",
  bitcoin: { user: WELL_KNOWN_BITCOIN_USER, isGuess: true },
};

/**
 * Runs checks one after the other and gives what they found. Throws NotRun when the service cannot be asked at all (no
 * answer to the first call, or a redirect), and when the account of a funded run is in use.
 */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { service, checks, clock, startedAt, funds } = options;
  const began = clock();
  const found: Finding[] = [];
  const prepared = await prepare(options);
  const harms = once(async () => (prepared instanceof Blocked ? [] : findAllHarms(prepared)));
  for (const [index, check] of checks.entries()) {
    options.onCheck?.(check.rows[0], index);
    const at = clock();
    const finding = await findingOf(check, prepared, harms);
    found.push({ check, ...finding, ms: clock() - at });
  }
  return {
    service: service.url,
    startedAt,
    ms: clock() - began,
    calls: service.calls(),
    isFunded: funds !== undefined,
    hasKey: service.hasKey,
    results: found.map((one) => resultOf(one, found)),
  };
}

type Ending = Readonly<{ verdict: CheckResult["verdict"]; came: string; blockedBy?: Blocked }>;
type Finding = Ending & Readonly<{ check: Check; ms: number }>;

/** Asks for the chains, which every other check begins with. */
async function prepare(options: RunOptions): Promise<Context | Blocked> {
  const { service, explorer, funds } = options;
  const answer = await service.get("/chains");
  if (answer.location !== undefined)
    throw new NotRun(
      `GET /chains was answered with ${describe(answer)}. Redirects are not followed: give the final URL as --url`,
    );
  if (answer.status === 401) throw new NotRun(`GET /chains needs an API key (--key): ${describe(answer)}`);
  const parties = { ...PARTIES, ...options.parties };
  try {
    const chains = readChains(answer);
    const routes = chooseRoutes(chains);
    const samples = createSamples(service, routes, parties);
    const wallets = funds?.wallets;
    const context: Context = {
      service,
      chains,
      routes,
      samples,
      flatSamples: createSamples(service, routes, parties, "v3"),
      parties,
      explorer,
      wallets,
      payments: undefined,
    };
    if (!funds) return context;
    if (funds.wallets.evm) await requireIdle(funds.wallets.evm, routes, service.wait);
    return { ...context, payments: createPayments(context, funds.wallets, funds.intents) };
  } catch (error) {
    if (error instanceof Blocked) return error;
    throw error;
  }
}

async function findingOf(
  check: Check,
  prepared: Context | Blocked,
  harms: () => Promise<readonly Harm[]>,
): Promise<Ending> {
  try {
    if (prepared instanceof Blocked) throw prepared;
    const isJudged = check.rows.some((row) => PAYER_ROWS.has(row));
    const harm = isJudged ? (await harms()).find(({ row }) => check.rows.includes(row)) : undefined;
    if (harm) throw new Harmful(harm.says);
    return { verdict: "passed", came: await check.run(prepared) };
  } catch (error) {
    return endingOf(check, error);
  }
}

/** Whatever the quotes of a run would cost their payers. */
async function findAllHarms(context: Context): Promise<readonly Harm[]> {
  const facts = readFacts(context);
  const samples = await findSamples(context.samples);
  return [...samples.flatMap((sample) => findHarms(facts, sample)), ...findSharedHarms(facts, samples)];
}

function endingOf({ rows }: Check, error: unknown): Ending {
  const came = error instanceof Error ? error.message : String(error);
  if (error instanceof Harmful) return { verdict: "harmful", came };
  if (error instanceof Failed) return { verdict: "failed", came };
  if (error instanceof NotApplicable) return { verdict: "not-applicable", came };
  if (error instanceof Blocked)
    return rows.includes(error.row)
      ? { verdict: faultOf(error), came }
      : { verdict: "not-applicable", came, blockedBy: error };
  return { verdict: "not-run", came };
}

function faultOf({ isHarmful }: Blocked): "harmful" | "failed" {
  return isHarmful ? "harmful" : "failed";
}

/**
 * What stands in the way of a check is the fault that the check of another row has found. Where that check found none, it is
 * the fault of this one; where that check is not in the run, nothing is known.
 */
function resultOf({ check, verdict, came, blockedBy, ms }: Finding, all: readonly Finding[]): CheckResult {
  const { rows, funded = false } = check;
  const row = rowOf(rows[0]);
  const others = blockedBy === undefined ? [] : all.filter((one) => one.check.rows.includes(blockedBy.row));
  const isFault = others.length > 0 && others.every((one) => one.verdict === "passed");
  const blocked =
    blockedBy !== undefined && isFault
      ? faultOf(blockedBy)
      : others.length > 0
        ? "not-applicable"
        : "not-run";
  return {
    id: row.id,
    rows,
    section: row.section,
    expected: row.says,
    verdict: blockedBy === undefined ? verdict : blocked,
    came: printable(blockedBy === undefined || isFault ? came : `${came} (see ${blockedBy.row})`),
    funded,
    ms,
  };
}
