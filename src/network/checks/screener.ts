import { LRUCache } from "lru-cache";
import type { Log } from "../../runtime/log.ts";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import { comparable, createListReader, ListUnusable } from "./addressList.ts";
import { subjectOf, type Question } from "./question.ts";
import type { AskService } from "./screeningService.ts";

/** Where the addresses of payments are looked up: a file of the operator, an HTTP service, or both. */
export type ScreeningSettings = Readonly<{
  file: string | undefined;
  service: Readonly<{ url: string; secret: string }> | undefined;
}>;

/** What came of a question. "Could not find out" is unanswered, and nothing is paid. */
export type Verdict =
  | Readonly<{ kind: "clear"; source: Source }>
  | Readonly<{ kind: "denied"; source: Source; reason: string }>
  | Readonly<{ kind: "unanswered"; why: string }>;

export type Source = "list" | "service" | "sender";

export type Screener = Readonly<{
  /** Looks a payment's addresses up. With `isKnownClear` the service is not asked again. Never throws for what others do. */
  ask(question: Question, isKnownClear: boolean): Promise<Verdict>;
  /** Reads the list, where there is one. Throws ListUnusable. */
  check(): Promise<void>;
}>;

const FIRST_WAIT_MS = 5 * SECOND_MS; // doubled each time
const LONGEST_WAIT_MS = 5 * MINUTE_MS; // of one question
const LONGEST_PAUSE_MS = MINUTE_MS; // of all, while the service gives no answer at all
const FAILURES_TO_PAUSE = 3; // in a row
const REMEMBERED = 10_000;

type Deps = Readonly<{ ask: AskService | undefined; clock: Clock; log: Log }>;

/** The list is looked at each time; the service is asked where the list has nothing against an address. */
export function createScreener({ file }: ScreeningSettings, { ask, clock, log }: Deps): Screener {
  const readList = file === undefined ? undefined : createListReader(file, (list) => {
    log.info("network.screening_list_read", { file, addresses: list.size });
  }); // prettier-ignore
  const service = ask && createPatientService(ask, clock);
  const alarm = createAlarm(log);
  return {
    async check() {
      await readList?.();
    },
    async ask(question, isKnownClear) {
      const listed = readList && (await judge(alarm, "list", () => byList(readList, question)));
      if (listed && listed.kind !== "clear") return listed;
      if (!service || isKnownClear) return { kind: "clear", source: service ? "service" : "list" };
      return judge(alarm, "service", () => service(question));
    },
  };
}

async function byList(
  readList: () => Promise<ReadonlyMap<string, string>>,
  { addresses }: Question,
): Promise<Verdict> {
  const list = await readList();
  for (const { role, address } of addresses) {
    const note = list.get(comparable(address));
    if (note !== undefined)
      return {
        kind: "denied",
        source: "list",
        reason: `The list has the ${role} address ${address}${note && `: ${note}`}`,
      };
  }
  return { kind: "clear", source: "list" };
}

/**
 * Asks the service, and waits longer after each question without an answer, so that one that it cannot answer does not hold up
 * the others. After several in a row everything waits for a while.
 */
function createPatientService(ask: AskService, clock: Clock): (question: Question) => Promise<Verdict> {
  const waits = new LRUCache<string, Readonly<{ until: Instant; times: number; why: string }>>({
    max: REMEMBERED,
  });
  let inARow = 0;
  let pausedUntil = 0;
  return async (question) => {
    const key = `${question.request.id} ${question.purpose} ${subjectOf(question)}`;
    const wait = waits.get(key);
    const until = Math.max(wait?.until ?? 0, pausedUntil);
    if (clock() < until)
      return { kind: "unanswered", why: wait?.why ?? "The screening service gives no answers." };
    try {
      const { allowed, reason } = await ask(question);
      inARow = 0;
      waits.delete(key);
      return allowed ? { kind: "clear", source: "service" } : { kind: "denied", source: "service", reason };
    } catch (error) {
      const why = messageOf(error);
      const times = wait?.times ?? 0;
      waits.set(key, { until: clock() + doubled(times, LONGEST_WAIT_MS), times: times + 1, why });
      if (++inARow >= FAILURES_TO_PAUSE)
        pausedUntil = clock() + doubled(inARow - FAILURES_TO_PAUSE, LONGEST_PAUSE_MS);
      return { kind: "unanswered", why };
    }
  };
}

function doubled(times: number, most: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(times, 20), most);
}

type Alarm = Readonly<{ raise(about: string, why: string): void; clear(about: string): void }>;

/** A verdict, and an error in the log once when answers stop to come. */
async function judge(alarm: Alarm, about: string, look: () => Promise<Verdict>): Promise<Verdict> {
  try {
    const verdict = await look();
    if (verdict.kind === "unanswered") alarm.raise(about, verdict.why);
    else alarm.clear(about);
    return verdict;
  } catch (error) {
    if (!(error instanceof ListUnusable)) throw error;
    alarm.raise(about, error.message);
    return { kind: "unanswered", why: error.message };
  }
}

function createAlarm(log: Log): Alarm {
  const raised = new Set<string>();
  return {
    raise(about, why) {
      if (raised.has(about)) return;
      raised.add(about);
      log.error("network.screening_unanswered", { by: about, why });
    },
    clear(about) {
      if (raised.delete(about)) log.info("network.screening_unanswered_over", { by: about });
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
