import { Router, type Request, type Response } from "express";
import { GatewayError } from "../../errors.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import { approvalsOf, weighForTwo, type Weighed } from "../../usecases/payouts/secondPerson.ts";
import { approvePayout, cancelPayout, markPayout } from "../../usecases/payouts/managePayouts.ts";
import { noteSent, type PayingGateway } from "../../usecases/wallet-payments/payByWallet.ts";
import type { Explorers } from "../checkout/viewContext.ts";
import { HttpError, correctableError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { fieldOf } from "../owner/fields.ts";
import { frameOf, visitorOf } from "../owner/visitor.ts";
import type { SessionGuard, StoreFinder } from "../owner/sessionGuard.ts";
import { sentence } from "../../../values/sentence.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../owner/page.ts";
import { pageZone } from "../owner/pageZone.ts";
import { readableTime } from "../owner/readableTime.ts";
import { PAYOUTS_PATH, payoutPath } from "../owner/paths.ts";
import { listView } from "./listView.ts";
import { loadPayoutPage } from "./loadPayoutPage.ts";
import { payoutView } from "./payoutView.ts";
import { sentIn, walletRoutes } from "./walletRoutes.ts";
import { mayIn } from "../../domain/access/roles.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { priceDecimals } from "../../../values/currency.ts";
import { secondPersonView } from "../owner/people/secondPersonView.ts";

const CALLS_PER_MINUTE = 240; // of one address: an open page asks twenty times, and a payment's price costs a quote

/** The owner's pages on which payouts are approved, paid and followed. */
export function payoutPages(gateway: PayingGateway, door: SessionGuard, explorers: Explorers): Router {
  const router = Router();
  const store: StoreFinder = async (request) =>
    (await gateway.persistence.payouts.load(idOf(request)))?.storeId;
  const seeing = door.page({ store });
  const deciding = door.form({ store });
  const show = (response: Response, id: string, said: Said = {}) =>
    showPayout(gateway, explorers, response, id, said);
  router.use(PAYOUTS_PATH, perAddress(CALLS_PER_MINUTE));

  router.get(PAYOUTS_PATH, ...door.page(), async (request, response) => {
    const { access, user } = visitorOf(response);
    const asked = { finished: request.query["show"] === "finished", after: request.query["after"] };
    const maySee = (storeId: string) => mayIn(access, storeId, "canviewpayouts");
    const view = await listView(gateway, { userId: user.id, maySee }, asked, {
      language: languageOfVisitor(response),
      zone: pageZone(response),
    });
    sendOwnerPage(response, "payouts", { ...view, ...frameOf(gateway, response) });
  });

  router.get(`${PAYOUTS_PATH}/:payoutId`, ...seeing, (request, response) => show(response, idOf(request)));

  const form = (name: string, act: (request: Request, id: string, response: Response) => Promise<unknown>) =>
    router.post(`${PAYOUTS_PATH}/:payoutId/${name}`, ...deciding, async (request, response) => {
      const id = idOf(request);
      try {
        await act(request, id, response);
      } catch (error) {
        const problem = correctableError(error, wordsFor(response), pageZone(response, await store(request)));
        if (!problem) throw error;
        const isUsed = error instanceof GatewayError && error.code === "payment_used";
        return show(response, id, { ...problem, typed: fieldOf(request, "transaction"), isUsed });
      }
      gateway.log.info("payout.handled", { payout: id, how: name, by: "the owner's pages" });
      const storeId = await store(request);
      const after = (await gateway.persistence.payouts.load(id))?.state; // of a payout that takes two: it may wait for the other
      await door.record(response, { action: DONE[name] ?? name, storeId, subject: id, after });
      const isFromList = fieldOf(request, "from") === "list";
      response.redirect(303, isFromList ? PAYOUTS_PATH : payoutPath(id));
    });

  form("approve", (request, id, response) => {
    const { id: userId, name: userName } = visitorOf(response).user;
    return approvePayout(gateway, id, revisionIn(request), { userId, userName });
  });
  form("cancel", (_request, id) => cancelPayout(gateway, id));
  form("paid", (request, id) =>
    markPayout(gateway, id, {
      ...paymentIn(request),
      state: "Completed",
      paysSeveral: fieldOf(request, "paysSeveral") === "yes",
    }),
  );
  form("take-back", (request, id) =>
    markPayout(gateway, id, { ...BACK, nothingUnderWay: fieldOf(request, "nothingUnderWay") === "yes" }),
  );
  form("sent", (request, id) => noteSent(gateway, id, sentIn(request))); // when the page has no result from the wallet
  return router.use(walletRoutes(gateway, door.form({ store }), seeing));
}

/** What a form has done, as the audit log names it. */
const DONE: Readonly<Record<string, string>> = {
  approve: "payout.approved",
  cancel: "payout.cancelled",
  paid: "payout.marked_paid", // `after` shows a payment that is not final yet
  "take-back": "payout.marked_unpaid",
  sent: "payout.sent",
};

/** The revision that the page showed; a form without one approves nothing. */
function revisionIn(request: Request): number {
  const text = fieldOf(request, "revision") ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : -1; // no payout's
}

const BACK = { state: "AwaitingPayment", txHash: undefined, proof: undefined } as const;

type Said = Readonly<{ status?: number; message?: string; typed?: string | undefined; isUsed?: boolean }>; // by another payout

async function showPayout(
  gateway: PayingGateway,
  explorers: Explorers,
  response: Response,
  id: string,
  { status = 200, message: problem, typed, isUsed = false }: Said,
): Promise<void> {
  const { sandbox } = gateway.settings;
  const page = await loadPayoutPage(gateway, id);
  const twoPeople = await twoPeopleView(gateway, page.payout, response);
  const tr = wordsFor(response);
  const view = {
    ...payoutView(page, explorers, sandbox, languageOfVisitor(response)),
    ...(twoPeople?.isOwn
      ? { title: tr("You have approved this payout"), tag: tr("Waits for a second person") }
      : {}),
    twoPeople,
  };
  const frame = {
    ...frameOf(gateway, response),
    page: payoutPath(id),
    ...(problem === undefined ? {} : { problem }),
  };
  sendOwnerPage(response, "payout", { ...view, ...frame, typed: typed ?? "", isUsed }, { status });
}

/** Who has approved a payout that takes two people; undefined for one that takes one, or waits for no approval. */
async function twoPeopleView(gateway: PayingGateway, payout: Payout, response: Response) {
  const { id: userId } = visitorOf(response).user;
  const zone = pageZone(response, payout.storeId);
  const weighed =
    payout.state === "AwaitingApproval" ? await weighForTwo(gateway, payout, userId) : undefined;
  if (!weighed) return undefined;
  const given = await approvalsOf(gateway, payout);
  const first = given[0]?.userId ?? userId;
  const second = await secondPersonView(gateway, response, payout.storeId, first);
  return {
    why: whyTwo(weighed, wordsFor(response)),
    second,
    ownFrom: second.later.find(({ name }) => name === visitorOf(response).user.name)?.time,
    given: given.map(({ userName, at }) => ({ name: userName, at: readableTime(at, zone) })),
    isOwn: given.some((one) => one.userId === userId),
  };
}

/** Explains why a payout takes two people: its own amount, the sum of 24 hours, or a missing rate. */
function whyTwo({ limit, own, others }: Weighed, tr: Translate): string {
  const { currency, amount } = limit;
  const show = (units: bigint) => `${formatDecimal(units, priceDecimals(currency) ?? 0)} ${currency}`;
  if (own === undefined || others === undefined)
    return tr("There is no exchange rate to compare it with the store’s limit. Two people must approve it.");
  if (others === 0n) return tr("This payout is above the store’s limit. Two people must approve it.");
  return tr(
    "This payout of {own} is within the store’s limit of {limit}, but not together with {others} that one person or API keys have approved within 24 hours. Two people must approve it.",
    { own: show(own), limit: `${amount} ${currency}`, others: show(others) },
  );
}

/**
 * The transaction that a person names, or the statement that there is none. A form with neither is refused.
 */
function paymentIn(request: Request): Readonly<{ txHash: string | undefined; proof: unknown }> {
  const typed = (fieldOf(request, "transaction") ?? "").trim();
  const txHash = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i.exec(typed)?.[0];
  if (txHash !== undefined) return { txHash, proof: undefined };
  if (typed === "" && fieldOf(request, "word") === "yes") return { txHash, proof: undefined };
  throw new HttpError(
    422,
    "no-transaction",
    sentence('Expected a transaction id of 64 hexadecimal digits, or a link with one; got "{typed}".', {
      typed: typed.slice(0, 80),
    }),
  );
}

function idOf(request: Request): string {
  return String(request.params["payoutId"]);
}
