import { HttpFailure } from "../http-client/http.ts";
import type { StatusStream } from "../intents/statusStream.ts";
import { statusMeaning } from "../intents/status.ts";
import { SECOND_MS, type Clock, type Instant } from "../values/time.ts";
import type { IntentService } from "./intentService.ts";
import type { Outcome } from "./progress.ts";

export type WaitOptions = Readonly<{
  requestId: string;
  /** The path of the last item's `check`; without one, the status path of the contract. */
  endpoint: string | undefined;
  service: Pick<IntentService, "status" | "statusAt">;
  stream?: StatusStream | undefined;
  clock: Clock;
  wait: (ms: number) => Promise<unknown>;
  /** Gives up then with "undecided"; without it, waiting has no end (a Bitcoin block may take an hour). */
  deadline?: Instant | undefined;
  onStatus?: (word: string) => void;
}>;

export type Ending = Readonly<{
  outcome: Outcome;
  status: string; // the last status
  hashes: readonly string[]; // of the fill, or of the refund
  failReason: string | undefined;
}>;

const POLL_MS = SECOND_MS; // the pace of the contract (4.2)
const GRACE_MS = 2 * SECOND_MS; // a refund may follow a failure
const SILENCE_MS = 10 * SECOND_MS; // a stream silent for this long is checked by a poll
const LONGEST_PAUSE_MS = 30 * SECOND_MS; // after errors in a row

type News = Readonly<{ word: string; hashes: readonly string[]; failReason: string | undefined }>;

/**
 * Waits until a request has ended (interface specification 3): pushed by the stream while that is
 * connected, polled once a second otherwise. Only statuses decide. After an error, a 429 or an unknown
 * status it polls again.
 */
export async function waitForOutcome(options: WaitOptions): Promise<Ending> {
  const pushes = listen(options);
  try {
    return await follow(options, pushes);
  } finally {
    pushes.stop();
  }
}

async function follow(options: WaitOptions, pushes: Pushes): Promise<Ending> {
  const { clock, wait, deadline = Infinity, onStatus } = options;
  const poll = pollWith(options);
  let latest: News = { word: "unknown", hashes: [], failReason: undefined };
  let heardAt = -Infinity;
  let failedAt: Instant | undefined;
  for (let told: string | undefined; ;) {
    const pushed = pushes.take();
    const flowing = pushes.flowing();
    const nextLook =
      failedAt !== undefined ? failedAt + GRACE_MS : flowing ? heardAt + SILENCE_MS : -Infinity;
    const news = pushed ?? (clock() >= nextLook ? await poll() : undefined);
    if (news) {
      [latest, heardAt] = [news, clock()];
      if (news.word !== told) onStatus?.((told = news.word));
      const meaning = statusMeaning(news.word);
      if (meaning === "success" || meaning === "refund") return endingOf(meaning, news);
      if (meaning !== "failure") failedAt = undefined;
      else if (failedAt === undefined) failedAt = clock();
      else if (!pushed) return endingOf("failure", news); // still, after the grace
    }
    if (clock() >= deadline) return endingOf("undecided", latest);
    await Promise.race([wait(POLL_MS), pushes.arrival()]);
  }
}

function endingOf(outcome: Outcome, { word, hashes, failReason }: News): Ending {
  return { outcome, status: word, hashes, failReason };
}

/** One look by REST. It gives undefined without asking while the service, or a row of errors, asks for a pause. */
function pollWith({ service, requestId, endpoint, clock }: WaitOptions): () => Promise<News | undefined> {
  let errors = 0;
  let notBefore = -Infinity;
  return async () => {
    if (clock() < notBefore) return undefined;
    try {
      const answer = await (endpoint === undefined ? service.status(requestId) : service.statusAt(endpoint));
      errors = 0;
      const word = typeof answer.status === "string" ? answer.status.slice(0, 64) : "unknown";
      return { word, hashes: answer.txHashes ?? [], failReason: answer.failReason ?? undefined };
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      const pause = Math.min(LONGEST_PAUSE_MS, POLL_MS * 2 ** errors++);
      notBefore = clock() + Math.max(pause, error.retryAfterMs ?? 0);
      return undefined;
    }
  };
}

type Pushes = Readonly<{
  /** The oldest push that was not looked at yet. */
  take(): News | undefined;
  /** True when the stream was connected the last time and still is: after a break, pushes may have been missed. */
  flowing(): boolean;
  /** Resolves when there is something to take. */
  arrival(): Promise<void>;
  stop(): void;
}>;

function listen({ stream, requestId }: WaitOptions): Pushes {
  const queue: News[] = [];
  let wake = () => {};
  let wasConnected = false;
  const stop = stream?.subscribe(requestId, ({ status, txHashes }) => {
    queue.push({ word: status, hashes: txHashes, failReason: undefined });
    wake();
  });
  return {
    take: () => queue.shift(),
    flowing() {
      const before = wasConnected;
      wasConnected = stream?.connected ?? false;
      return before && wasConnected;
    },
    arrival: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (queue.length > 0) resolve();
      }),
    stop: () => stop?.(),
  };
}
