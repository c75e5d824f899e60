import pLimit from "p-limit";
import { MINUTE_MS } from "../../values/time.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { checksAmong, saveCheck, type CheckPurpose, type CheckRow } from "../persistence/checks.ts";
import type { BridgeRequest } from "../request.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { fillQuestion, refundQuestion, subjectOf, type Question } from "./question.ts";
import type { Screener, Source, Verdict } from "./screener.ts";

/** For so long an answer of the service counts: a fill may have to wait for gas, or for a chain. */
const CLEAR_FOR_MS = 10 * MINUTE_MS;
const AT_ONCE = 10;

type Parts = Pick<NetworkParts, "screener" | "findSenders" | "store" | "clock" | "log">;

/**
 * The requests among these whose addresses may be served, in their order; all of them where the operator screens none. Those
 * that were refused are held, and the others without an answer wait for the next turn.
 */
export async function screened(
  parts: Parts,
  requests: readonly BridgeRequest[],
  purpose: CheckPurpose,
): Promise<readonly BridgeRequest[]> {
  const { screener, store } = parts;
  if (!screener || requests.length === 0) return requests;
  const ids = requests.map(({ id }) => id);
  const known = await checksAmong(store, ids, purpose, "screening");
  const limit = pLimit(AT_ONCE);
  const passed = await Promise.all(
    requests.map((request) =>
      limit(async () => {
        let passes = false;
        await isolateFailure(parts, { request: request.id, check: "screening" }, async () => {
          passes = await passesOne(parts, screener, { request, purpose, known: known.get(request.id) });
        });
        return passes;
      }),
    ),
  );
  return requests.filter((_, index) => passed[index]);
}

async function passesOne(
  parts: Parts,
  screener: Screener,
  {
    request,
    purpose,
    known,
  }: Readonly<{ request: BridgeRequest; purpose: CheckPurpose; known: CheckRow | undefined }>,
): Promise<boolean> {
  const asked = await questionOf(parts, request, purpose);
  const { question } = asked;
  const isSame = known?.subject === subjectOf(question);
  if (isSame && known.state === "served") return true; // a person decided
  const isFresh = isSame && known.state === "clear" && parts.clock() - known.checkedAt < CLEAR_FOR_MS;
  const verdict = asked.problem ?? (await screener.ask(question, isFresh));
  switch (verdict.kind) {
    case "clear":
      // Of the list alone only what ends something is kept: it is looked at each second.
      if (!isFresh && (verdict.source === "service" || known))
        await keepClear(parts, question, verdict, known);
      return true;
    case "denied":
      await hold(parts, question, verdict, known);
      return false;
    case "unanswered":
      if (!isSame || known.state !== "unanswered") await keepUnanswered(parts, question, verdict.why, known);
      return false;
  }
}

type Asked = Readonly<{ question: Question; problem?: Verdict }>;

/** What is to be asked; `problem` where that cannot be found out. */
async function questionOf(
  { findSenders }: Parts,
  request: BridgeRequest,
  purpose: CheckPurpose,
): Promise<Asked> {
  if (purpose === "refund") return { question: refundQuestion(request) };
  if (!request.deposit) throw new Error(`Request ${request.id} is to be filled without a deposit.`);
  try {
    const senders = await findSenders(request.deposit, request.method);
    if ("addresses" in senders) return { question: fillQuestion(request, senders.addresses) };
    const problem = { kind: "denied", source: "sender", reason: senders.unknown } as const;
    return { question: fillQuestion(request, []), problem };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = `The sender of the deposit cannot be found out now: ${error.message}`;
    return { question: fillQuestion(request, []), problem: { kind: "unanswered", why } };
  }
}

async function keepClear(
  { store, clock }: Parts,
  question: Question,
  { source }: Readonly<{ source: Source }>,
  known: CheckRow | undefined,
): Promise<void> {
  const row = { ...rowOf(question, clock()), state: "clear", source, reason: null } as const;
  await store.commit([saveCheck(store, row, known)]);
}

async function keepUnanswered(
  { store, clock, log }: Parts,
  question: Question,
  reason: string,
  known: CheckRow | undefined,
): Promise<void> {
  const row = { ...rowOf(question, clock()), state: "unanswered", source: null, reason } as const;
  await store.commit([saveCheck(store, row, known)]);
  log.warn("network.not_screened", { request: question.request.id, purpose: question.purpose, why: reason });
}

/** Nothing is paid any more before the operator has decided: the request and the reason are one commit. */
async function hold(
  { store, clock, log }: Parts,
  question: Question,
  { source, reason }: Readonly<{ source: Source; reason: string }>,
  known: CheckRow | undefined,
): Promise<void> {
  const at = clock();
  const { request, purpose } = question;
  const { draft } = observe(draftOf(request), { kind: "held", by: "screening", reason, at });
  const row = { ...rowOf(question, at), state: "held", source, reason } as const;
  await store.commit([...draftWrites(store, draft), saveCheck(store, row, known)]);
  log.warn("network.held", { request: request.id, purpose, by: source, reason });
}

function rowOf(question: Question, at: number) {
  return {
    ...{ requestId: question.request.id, purpose: question.purpose, kind: "screening" as const },
    ...{ subject: subjectOf(question), addresses: question.addresses },
    ...{ since: at, checkedAt: at, decidedAt: null, decidedBy: null, decidedWhy: null },
  };
}
