import { z } from "zod";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { txOf } from "../../domain/invoices/outpoint.ts";
import { divFloor } from "../../../values/amount.ts";
import { statusMeaning } from "../../../intents/status.ts";
import type { Instant } from "../../../values/time.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import type { Transfer } from "../../ports/persistencePort.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { GatewayError } from "../../errors.ts";
import { checkpoint } from "../checkpoint.ts";
import type { Gateway } from "../gateway.ts";
import { formerLease } from "./assignUnattributed.ts";
import { isAtOwnAddress } from "./endUnattributed.ts";
import { settlementPlace, type Place } from "./transferPlaces.ts";

/** An unattributed deposit to a deposit address, and the transactions by which the service has passed it on. */
export type DepositFill = Readonly<{
  deposit: Unattributed;
  txHashes: readonly string[];
  isDone: boolean; // the service adds no further transaction
  about?: ExpectedFill | undefined; // while a service without lists has named none
}>;

/** Where the settlement of a deposit is expected, and about how much. */
export type ExpectedFill = Readonly<{ place: Place; least: bigint; most: bigint }>;

const ABOUT_BPS = 1_000n; // prices move, and so do fees

/** Estimates the settlement of a further deposit from the offer of its address; undefined where there is no offer or no token. */
export function expectedFill({ terms, facts }: Invoice, deposit: Unattributed): ExpectedFill | undefined {
  const place = settlementPlace(terms.settlement);
  const isHere = (address: string) => address.toLowerCase() === deposit.address.toLowerCase();
  const offer = facts.offers.find(({ depositAddress }) => isHere(depositAddress));
  if (place === undefined || !offer) return undefined;
  const worth = divFloor(deposit.value * offer.covers, offer.input);
  const margin = divFloor(worth * ABOUT_BPS, 10_000n);
  return { place, least: worth - margin, most: worth + margin };
}

type Asking = Pick<Gateway, "persistence" | "clock" | "service" | "budgets">;

const answerSchema = z.object({ askedAt: z.number(), txHashes: z.array(z.string()), isDone: z.boolean() });
type Answer = Readonly<z.infer<typeof answerSchema>>;
const answers = checkpoint("unattributed:fills", z.record(z.string(), answerSchema), {});

/**
 * Finds what the service made of these unattributed deposits. It converts money at a deposit address whether or not an invoice
 * holds the address. The service is asked until it is done, at growing intervals; its answers are stored.
 */
export async function depositFills(gateway: Asking, recent: readonly Unattributed[]): Promise<DepositFill[]> {
  const { persistence, clock } = gateway;
  const { value: known, version } = await answers.read(persistence);
  const next: Record<string, Answer> = {};
  const fills: DepositFill[] = [];
  for (const deposit of recent) {
    if (isAtOwnAddress(deposit) || deposit.state === "undone" || deposit.state === "explained") continue;
    const key = `${deposit.chainId}:${deposit.outpoint}`;
    const before = known[key];
    const answer = isDue(deposit, before, clock()) ? ((await ask(gateway, deposit)) ?? before) : before;
    if (answer) next[key] = answer;
    const { txHashes = [], isDone = false } = answer ?? {};
    const isNamed = txHashes.length > 0 || gateway.service.listKind() !== "none";
    const about = isNamed || deposit.state !== "open" ? undefined : await expectedOf(gateway, deposit);
    fills.push({ deposit, txHashes, isDone, about });
  }
  if (Object.entries(next).some(([key, answer]) => known[key] !== answer))
    await answers.writeUnlessNewer(persistence, next, clock(), version);
  return fills;
}

/** Finds the deposit that the service passed on by this transaction. */
export function fillBy(fills: readonly DepositFill[], txHash: string): DepositFill | undefined {
  return fills.find(({ txHashes }) => txHashes.includes(txHash.toLowerCase()));
}

/**
 * The same of a service without lists, which names no transactions of further deposits: the deposit whose worth the transfer has
 * settles by it from then on, and by no other.
 */
export async function matchByWorth(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  fills: DepositFill[],
  { place, amount, txHash }: Pick<Transfer, "place" | "amount" | "txHash">,
): Promise<DepositFill | undefined> {
  const index = fills.findIndex(
    ({ about }) => about?.place === place && about.least <= amount && amount <= about.most,
  );
  const found = fills[index];
  if (!found) return undefined;
  const matched = { deposit: found.deposit, txHashes: [txHash.toLowerCase()], isDone: true };
  const { value, version } = await answers.read(persistence);
  const key = `${found.deposit.chainId}:${found.deposit.outpoint}`;
  const answer = { askedAt: clock(), txHashes: matched.txHashes, isDone: true };
  await answers.write(persistence, { ...value, [key]: answer }, clock(), version);
  fills[index] = matched;
  return matched;
}

async function expectedOf({ persistence }: Asking, deposit: Unattributed): Promise<ExpectedFill | undefined> {
  const invoice = await persistence.invoices.load(deposit.lastInvoiceId ?? "");
  return invoice && expectedFill(invoice, deposit);
}

const WAITED_PART = 10; // a deposit of an hour is asked about every six minutes

function isDue({ seenAt }: Unattributed, before: Answer | undefined, at: Instant): boolean {
  if (!before) return true;
  return !before.isDone && at - before.askedAt >= (at - seenAt) / WAITED_PART;
}

/** Asks the service about a deposit; undefined without an answer, and then the earlier answer stays. */
async function ask(gateway: Asking, deposit: Unattributed): Promise<Answer | undefined> {
  const { persistence, clock, service, budgets } = gateway;
  const lease = await formerLease({ persistence }, deposit);
  if (!lease) return { askedAt: clock(), txHashes: [], isDone: true }; // no request of the service has this address
  if (!budgets.service.takeSpare()) return undefined;
  try {
    const news = (await service.requestsOf(lease.address, [txOf(deposit.outpoint)], lease.requestId)) ?? [
      await service.status(lease.requestId),
    ];
    const own = news.filter((one) => isOfDeposit(one, deposit));
    const txHashes = own.flatMap(({ outHashes }) => outHashes.map((hash) => hash.toLowerCase()));
    const isDone = txHashes.length > 0 && own.every(({ word }) => isEnd(word));
    return { askedAt: clock(), txHashes, isDone };
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function isOfDeposit({ depositTxid, inHashes = [] }: RequestNews, { outpoint }: Unattributed): boolean {
  const txid = txOf(outpoint);
  return depositTxid === txid || inHashes.some((hash) => hash.toLowerCase() === txid);
}

function isEnd(word: string): boolean {
  return ["success", "refund"].includes(statusMeaning(word));
}
