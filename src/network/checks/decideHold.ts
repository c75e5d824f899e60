import { ConflictError } from "../../database/driver.ts";
import { formatDecimal } from "../../values/amount.ts";
import { isoTime } from "../../values/time.ts";
import type { Catalog } from "../catalog.ts";
import type { HoldDecision } from "../decide.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import { describeDeposit, NoRefund, outlookOf, readReceiver } from "../orderRefund.ts";
import { checksOfRequest, holdingCheck, saveCheck, type CheckRow } from "../persistence/checks.ts";
import { requestById } from "../persistence/requests.ts";
import type { EstimateParts } from "../refundEstimate.ts";
import { refundAddress, TO_SENDER } from "../refundTarget.ts";
import type { BridgeRequest } from "../request.ts";
import { LIMIT_SETTINGS } from "../solver/limits.ts";
import { refundQuestion, subjectOf } from "./question.ts";

/** A decision that cannot be made. The message says why. */
export class NoHold extends Error {
  override name = "NoHold";
}

type Choice = HoldDecision["decision"];

/** What a decision is about: `to` is an address of a refund, where it is not the one of the quote. */
export type HoldChoice = Readonly<{ id: string; decision: Choice; to?: string | undefined; toName: string }>;

/** Who decides, and why; both are kept. */
export type Decider = Readonly<Pick<HoldDecision, "by" | "reason">>;

/** A decision that can be made, in words: what is held and why, and what comes of it. `decide` gives a sentence. */
export type HoldOutlook = Readonly<{
  what: string;
  why: string;
  outlook: string;
  decide(decider: Decider): Promise<string>;
}>;

const LONGEST = { by: 100, reason: 500 } as const;

/**
 * Looks at a decision about a held payment: to serve it, or to give the deposit back. `decide` makes it, once: of decisions at
 * the same moment one counts, and the same decision again changes nothing. Throws NoHold where there is nothing to decide, and
 * NoRefund where nothing would arrive.
 */
export async function lookAtHold(parts: EstimateParts, choice: HoldChoice): Promise<HoldOutlook> {
  const { request, checks } = await readHold(parts, choice.id);
  const check = holdingCheck(request, checks);
  if (request.held === "limit") throw new NoHold(waitsForRoom(request));
  if (!request.held || !check) return alreadyDecided(request, checks, choice.decision);
  const { deposit } = request;
  if (!deposit) throw new Error(`Request ${request.id} is held without a deposit.`);
  if (choice.decision === "serve" && check.purpose === "refund")
    throw new NoHold(
      `Request ${request.id} cannot be served any more: it is being refunded, and its refund is held. Decide to refund it.`,
    );
  const { to, outlook } =
    choice.decision === "serve"
      ? { to: undefined, outlook: serveOutlook(parts.catalog, request) }
      : await refundOutlook(parts, request, choice);
  return {
    what: `${describeDeposit(parts.catalog, deposit)}, of request ${request.id}`,
    why: check.reason ?? "",
    outlook,
    decide: (decider) =>
      decide(parts, request, check, { decision: choice.decision, to, ...checked(decider) }),
  };
}

function waitsForRoom({ id, state }: BridgeRequest): string {
  const setting = LIMIT_SETTINGS[state === "refunding" ? "refunder" : "filler"];
  return `Request ${id} waits for room in the daily limit, and goes on by itself; there is nothing to decide. To pay it sooner, raise ${setting} and start the service again.`;
}

async function readHold(
  { store }: EstimateParts,
  id: string,
): Promise<Readonly<{ request: BridgeRequest; checks: readonly CheckRow[] }>> {
  const [request, checks] = await Promise.all([requestById(store, id), checksOfRequest(store, id)]);
  if (request) return { request, checks };
  throw new NoHold(`There is no request ${id}.`);
}

function serveOutlook(catalog: Catalog, { promised, destination, recipient }: BridgeRequest): string {
  const currency = catalog.currency(destination.chainId, destination.currency);
  const about =
    promised !== undefined && currency ? `about ${formatDecimal(promised, currency.decimals)} ` : "";
  return `${about}${currency?.symbol ?? destination.currency} on chain ${destination.chainId} are paid to ${recipient}, at the prices of then. Where these are below its minimum, it is refunded instead`;
}

async function refundOutlook(
  parts: EstimateParts,
  request: BridgeRequest,
  { to: given, toName }: HoldChoice,
): Promise<Readonly<{ to: string | undefined; outlook: string }>> {
  const { deposit, recoveryAddress } = request;
  if (!deposit) throw new NoHold(`Request ${request.id} has no deposit.`);
  const address = given ?? refundAddress(request) ?? recoveryAddress;
  if (address === undefined)
    throw new NoRefund(`The quote of request ${request.id} named no address for refunds: give ${toName}.`);
  const to = readReceiver(parts.bitcoin.network, parts.catalog, deposit, { to: address, toName });
  const outlook = `it goes back to ${to}: ${await outlookOf(parts, request, deposit, to)}`;
  if (request.refundTo !== TO_SENDER || to !== deposit.sender) return { to, outlook };
  const unless = `Where the sender is a contract it goes to the recovery address, or waits for ${toName}`;
  return { to: undefined, outlook: `${outlook}. ${unless}` }; // the solver looks what the sender is when it pays
}

/** The check ends and the request goes on, in one commit. */
async function decide(
  parts: EstimateParts,
  request: BridgeRequest,
  check: CheckRow,
  decision: HoldDecision,
): Promise<string> {
  const { store, clock } = parts;
  const at = clock();
  const { draft } = observe(draftOf(request), { kind: "hold-decided", at, ...decision });
  const decided = { decidedAt: at, decidedBy: decision.by, decidedWhy: decision.reason } as const;
  const isRefund = check.purpose === "refund";
  const state = decision.decision === "serve" || isRefund ? "served" : "refunded";
  const question = refundQuestion(draft.now);
  // The address of the refund was decided about as well: it is not asked about again.
  const refund: CheckRow = {
    ...{ ...check, ...decided, since: at },
    ...({ purpose: "refund", state: "served" } as const),
    ...{ subject: subjectOf(question), addresses: question.addresses },
  };
  const earlier = (await checksOfRequest(store, request.id)).find(
    ({ purpose, kind }) => purpose === "refund" && kind === check.kind,
  );
  const writes = isRefund
    ? [saveCheck(store, refund, check)]
    : [
        saveCheck(store, { ...check, ...decided, state, since: at }, check),
        ...(draft.now.state === "refunding" ? [saveCheck(store, refund, earlier)] : []),
      ];
  try {
    await store.commit([...draftWrites(store, draft), ...writes]);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const now = await readHold(parts, request.id); // another person was faster, or the deposit's block is gone
    if (now.request.held) throw new NoHold(`Request ${request.id} has changed meanwhile. Look at it again.`);
    return alreadyDecided(now.request, now.checks, decision.decision).decide(decision);
  }
  return decision.decision === "serve" ? "It is served." : "It is refunded.";
}

/** The same decision again is no mistake. Throws NoHold for another one, and where none was ever to be made. */
function alreadyDecided(
  { id, state }: BridgeRequest,
  checks: readonly CheckRow[],
  decision: Choice,
): HoldOutlook {
  const [last] = checks.filter(({ decidedAt }) => decidedAt !== null);
  if (!last) throw new NoHold(`Request ${id} is not held: it is ${state}, and there is nothing to decide.`);
  const was = last.purpose === "refund" || last.state === "refunded" ? "refund" : "serve";
  const sentence = `It was decided before: ${was}, by ${last.decidedBy} at ${isoTime(last.decidedAt ?? 0)} (${last.decidedWhy}).`;
  if (was !== decision) throw new NoHold(`Request ${id} is not held any more. ${sentence}`);
  return { what: `request ${id}`, why: last.reason ?? "", outlook: sentence, decide: async () => sentence };
}

function checked({ by, reason }: Decider): Decider {
  const texts = { by: by.trim(), reason: reason.trim() };
  for (const name of ["by", "reason"] as const) {
    const { length } = texts[name];
    if (length < 1 || length > LONGEST[name])
      throw new NoHold(
        `Expected ${name === "by" ? "the name of who decides" : "a reason"} of 1 to ${LONGEST[name]} characters, got ${length}.`,
      );
  }
  return texts;
}
