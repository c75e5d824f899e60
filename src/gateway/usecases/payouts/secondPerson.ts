import { parseDecimal } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { DAY_MS, MINUTE_MS } from "../../../values/time.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { GatewayError } from "../../errors.ts";
import type { PayoutApproval } from "../../ports/notificationPort.ts";
import { areTwoPeople, requireIndependent, samePerson } from "../access/twoPeople.ts";
import { whoMay } from "../access/whoMay.ts";
import type { Gateway } from "../gateway.ts";
import { dueFor } from "../pricing/priceTerms.ts";
import type { PayoutLimit } from "../stores/merchantStore.ts";
import { findLimit } from "./payoutLimit.ts";

/** The person who approves: a user who is signed in. A key and a command are no person. */
export type Approver = Readonly<{ userId: string; userName: string }>;

/**
 * Keys, and claims that approve themselves. Anyone may be behind a key: what they approve in a store counts with each person's own,
 * and with all that was approved alone there when one of them approves.
 */
const NO_PERSON: Approver = { userId: "", userName: "" };

const ALONE = -1; // the revision of an approval that is not one of two: the person may be refused as the second one
const WINDOW_MS = DAY_MS;
const IN_THE_MAKING_MS = MINUTE_MS; // a payout approved as it is made is kept within this time, or not at all

type LimitDeps = Pick<Gateway, "persistence" | "rates" | "log" | "clock">;

/** A payout and what was approved alone within 24 hours, in the limit's smallest units; undefined where no rate is known. */
export type Weighed = Readonly<{ limit: PayoutLimit; own: bigint | undefined; others: bigint | undefined }>;

/**
 * Weighs a payout that takes two people: it, together with what this approver and keys have approved alone in the store within the
 * last 24 hours, is above the store's limit. It also takes two where a value in the limit's currency is not known now, and while this
 * approver approves another payout that is being made: its amount cannot be looked up yet. Undefined for a payout that takes one.
 */
export async function weighForTwo(
  gateway: LimitDeps,
  payout: Payout,
  userId: string = NO_PERSON.userId,
): Promise<Weighed | undefined> {
  const limit = await limitFor(gateway, payout);
  if (!limit) return undefined;
  const weighed = { limit, ...(await weigh(gateway, limit, payout, userId)) };
  return isAbove(weighed) ? weighed : undefined;
}

async function limitFor(
  gateway: Pick<Gateway, "persistence">,
  { storeId }: Pick<Payout, "storeId">,
): Promise<PayoutLimit | undefined> {
  const store = await gateway.persistence.stores.load(storeId);
  return store && findLimit(gateway, store);
}

function isAbove({ limit, own, others }: Weighed): boolean {
  return own === undefined || others === undefined || own + others > unitsOf(limit);
}

function unitsOf({ amount, currency }: PayoutLimit): bigint {
  return parseDecimal(amount, priceDecimals(currency) ?? 0);
}

async function weigh(
  gateway: LimitDeps,
  limit: PayoutLimit,
  payout: Payout,
  userId: string,
): Promise<Pick<Weighed, "own" | "others">> {
  const { persistence, clock } = gateway;
  const own = await worthIn(gateway, limit, payout);
  let others = 0n;
  if (own === undefined || own > unitsOf(limit)) return { own, others };
  const now = clock();
  const approvers =
    userId === NO_PERSON.userId
      ? undefined
      : [NO_PERSON.userId, ...(await samePerson(gateway, payout.storeId, userId))];
  const alone = await persistence.payoutApprovals.aloneSince(payout.storeId, approvers, now - WINDOW_MS);
  for (const { payoutId, aloneAt } of alone) {
    if (payoutId === payout.id) continue;
    const other = await persistence.payouts.load(payoutId);
    if (!other && now < aloneAt + IN_THE_MAKING_MS) return { own, others: undefined };
    if (other?.storeId !== payout.storeId) continue;
    const worth = await worthIn(gateway, limit, other);
    if (worth === undefined) return { own, others: undefined };
    others += worth;
  }
  return { own, others };
}

/** What a payout is worth in the limit's currency now, rounded up; undefined without a rate. */
async function worthIn(
  { rates, log }: Pick<Gateway, "rates" | "log">,
  { currency: symbol }: PayoutLimit,
  payout: Payout,
): Promise<bigint | undefined> {
  const { originalAmount: amount, originalCurrency: currency, originalDecimals } = payout;
  const price = { amount, currency, decimals: originalDecimals };
  try {
    return await dueFor(rates, price, { symbol, decimals: priceDecimals(symbol) ?? 0 });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "rate_unavailable") throw error;
    log.warn("payout.worth_unknown", { payout: payout.id, error });
    return undefined;
  }
}

/**
 * Carries an approval out that takes no second person; undefined, and nothing is done, where it takes one. The approval is kept
 * before the others are added up: of two at the same moment at least one sees the other.
 */
export async function approvedAlone<Result>(
  gateway: LimitDeps,
  payout: Payout,
  by: Approver | undefined,
  carryOut: () => Promise<Result>,
): Promise<Result | undefined> {
  const limit = await limitFor(gateway, payout);
  if (!limit) return carryOut();
  const approver = by ?? NO_PERSON;
  const at = gateway.clock();
  const kept = { payoutId: payout.id, ...approver, revision: ALONE, at };
  const { payoutApprovals } = gateway.persistence;
  await payoutApprovals.put({ ...kept, aloneAt: at });
  let result: Result | undefined;
  try {
    const isAlone = !isAbove({ limit, ...(await weigh(gateway, limit, payout, approver.userId)) });
    if (isAlone) result = await carryOut();
  } finally {
    if (result === undefined) await payoutApprovals.put({ ...kept, aloneAt: undefined });
  }
  return result;
}

/**
 * Keeps a person's approval of a payout that takes two, and gives whether two different people who may approve it now have looked
 * at this revision. Throws GatewayError second_person_needed where no person approves, and approvals_on_hold where the first of
 * may be the same person as the second.
 */
export async function countApproval(
  gateway: Pick<Gateway, "persistence" | "clock" | "log">,
  payout: Payout,
  by: Approver | undefined,
): Promise<boolean> {
  if (!by)
    throw new GatewayError(
      "second_person_needed",
      "This payout, with what keys have approved within a day, is above the store's limit: two people approve it in the browser, and an API key is no person.",
    );
  const { payoutApprovals } = gateway.persistence;
  const others = (await approvalsOf(gateway, payout)).filter(({ userId }) => userId !== by.userId);
  if (others.length === 1)
    for (const { userId } of others) await requireIndependent(gateway, payout.storeId, userId, by.userId);
  const kept = { payoutId: payout.id, ...by, revision: payout.revision, at: gateway.clock() };
  await payoutApprovals.put({ ...kept, aloneAt: undefined });
  const given = await approvalsOf(gateway, payout);
  gateway.log.info("payout.approval_counted", { payout: payout.id, by: by.userId, count: given.length });
  return areTwoPeople(
    gateway,
    payout.storeId,
    given.map(({ userId }) => userId),
  );
}

/** The approvals of a payout's present revision, by people who may still give them; the first one first. */
export async function approvalsOf(
  gateway: Pick<Gateway, "persistence">,
  { id, storeId, revision }: Payout,
): Promise<readonly PayoutApproval[]> {
  const given = (await gateway.persistence.payoutApprovals.of(id)).filter((one) => one.revision === revision);
  if (given.length === 0) return given;
  const people = new Set((await whoMay(gateway, storeId, "canmanagepayouts")).map((user) => user.id));
  return given.filter(({ userId }) => people.has(userId));
}
