import { Router, type Request, type RequestHandler, type Response } from "express";
import { ValidationError } from "../errors.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import { claimLink, claimPermission } from "../../usecases/payouts/claimLink.ts";
import { claimPayout, createPayout } from "../../usecases/payouts/claimPayout.ts";
import {
  archivePullPayment,
  requirePayoutMethod,
  requirePullPayment,
} from "../../usecases/payouts/createPullPayment.ts";
import { GatewayError } from "../../errors.ts";
import {
  approvePayout,
  cancelPayout,
  markPayout,
  requirePayout,
} from "../../usecases/payouts/managePayouts.ts";
import { payoutMethods } from "../../usecases/pricing/methods.ts";
import { createPullPaymentOf } from "../../usecases/payouts/refundOrder.ts";
import { allows } from "../../domain/access/permissions.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { PAYOUT_STATES, type Payout } from "../../domain/payouts/payout.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { authenticate, requireAlso, requirePermission } from "../auth.ts";
import {
  readMarkPayout,
  readPayout,
  readPayoutAmount,
  readPullPayment,
  readRevision,
} from "./payoutRequests.ts";
import { presentPayout, presentPullPayment } from "./present/presentPayouts.ts";
import { readFlag, readPage, texts, wordsAmong } from "./query.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";

const LARGEST_SKIP = 10_000;
const ACTIVE = PAYOUT_STATES.filter((state) => state !== "Cancelled");

/** Pull payments and payouts of a store (Greenfield). Their public side is claimRoutes.ts. */
export function payoutRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const { persistence } = gateway;
  const may = (permission: Parameters<typeof requirePermission>[1]) => requirePermission(gateway, permission);
  const once = idempotent(gateway);
  const base = "/api/v1/stores/:storeId";
  const show = (pullPayment: PullPayment, { permissions }: ApiKey) => {
    const mayClaim = allows(permissions, claimPermission(pullPayment));
    return presentPullPayment(pullPayment, mayClaim ? claimLink(gateway, publicUrl, pullPayment) : undefined);
  };

  router.post(
    `${base}/pull-payments`,
    may("cancreatenonapprovedpullpayments"),
    mayApproveItself(gateway, "autoApproveClaims"),
    once,
    async (request, response) => {
      const merchant = await persistence.stores.load(storeIdOf(request));
      const wanted = readPullPayment(request.body, merchant?.settings.defaultCurrency ?? "USD");
      const key = await authenticate(gateway, request);
      const asked = { ...wanted, shop: key.shop, madeBy: key.userId };
      const made = await createPullPaymentOf(gateway, storeIdOf(request), asked, resourceIdOf(response));
      response.json(show(made, key));
    },
  );

  router.get(`${base}/pull-payments`, may("canviewpullpayments"), async (request, response) => {
    const includeArchived = readFlag(request, "includeArchived", false);
    const { skip, ...page } = pageAfter(request);
    const listed = await persistence.payouts.listPullPayments(storeIdOf(request), {
      includeArchived,
      ...page,
    });
    const key = await authenticate(gateway, request);
    response.json(listed.slice(skip).map((pullPayment) => show(pullPayment, key)));
  });

  router.get(
    `${base}/pull-payments/:pullPaymentId`,
    may("canviewpullpayments"),
    async (request, response) => {
      response.json(show(await ownPullPayment(gateway, request), await authenticate(gateway, request)));
    },
  );

  router.delete(
    `${base}/pull-payments/:pullPaymentId`,
    may("canarchivepullpayments"),
    async (request, response) => {
      const { id } = await ownPullPayment(gateway, request);
      await archivePullPayment(gateway, id);
      response.status(200).end();
    },
  );

  router.get(
    `${base}/pull-payments/:pullPaymentId/payouts`,
    may("canviewpayouts"),
    async (request, response) => {
      const { id } = await ownPullPayment(gateway, request);
      response.json(await listed(gateway, request, { pullPaymentId: id }));
    },
  );

  router.post(
    `${base}/payouts`,
    may("cancreatenonapprovedpullpayments"),
    mayApproveItself(gateway, "approved"),
    mayClaimFrom(gateway),
    once,
    async (request, response) => {
      response.json(presentPayout(await madeByStore(gateway, request, response)));
    },
  );

  router.get(`${base}/payouts`, may("canviewpayouts"), async (request, response) => {
    response.json(await listed(gateway, request, { storeId: storeIdOf(request) }));
  });

  router.use(onePayout(gateway));
  return router;
}

/** What is done with one payout. */
function onePayout(gateway: Gateway): Router {
  const router = Router();
  const path = "/api/v1/stores/:storeId/payouts/:payoutId";
  const mayManage = requirePermission(gateway, "canmanagepayouts");

  router.get(path, requirePermission(gateway, "canviewpayouts"), async (request, response) => {
    response.json(presentPayout(await ownPayout(gateway, request)));
  });

  router.post(path, mayManage, async (request, response) => {
    const { id } = await ownPayout(gateway, request);
    response.json(presentPayout(await approvePayout(gateway, id, readRevision(request.body))));
  });

  router.delete(path, mayManage, async (request, response) => {
    const { id } = await ownPayout(gateway, request);
    await cancelPayout(gateway, id);
    response.status(200).end();
  });

  router.post(`${path}/mark`, mayManage, async (request, response) => {
    const { id } = await ownPayout(gateway, request);
    await markPayout(gateway, id, readMarkPayout(request.body));
    response.status(200).end();
  });

  router.post(`${path}/mark-paid`, mayManage, async (request, response) => {
    const { id } = await ownPayout(gateway, request);
    await markPayout(gateway, id, { state: "Completed", txHash: undefined, proof: undefined });
    response.status(200).end();
  });
  return router;
}

/** Guards a call that makes something approved, where its body says so in `field`. */
function mayApproveItself(gateway: Gateway, field: "autoApproveClaims" | "approved"): RequestHandler {
  return async (request, _response, next) => {
    if (fieldsIn(request)[field] === true) await requireAlso(gateway, request, "cancreatepullpayments");
    next();
  };
}

function fieldsIn({ body }: Request): Readonly<Record<string, unknown>> {
  return (body ?? {}) as Readonly<Record<string, unknown>>; // the handler checks it as a whole
}

/** Guards a payout that is a claim of a pull payment. */
function mayClaimFrom(gateway: Gateway): RequestHandler {
  return async (request, _response, next) => {
    const { pullPaymentId } = fieldsIn(request);
    if (typeof pullPaymentId === "string") {
      const pullPayment = requireOwn(await requirePullPayment(gateway, pullPaymentId), request);
      await requireAlso(gateway, request, claimPermission(pullPayment));
    }
    next();
  };
}

/**
 * A payout by the merchant: a claim of a pull payment of the store, or without one, in the coin's own
 * units.
 */
async function madeByStore(gateway: Gateway, request: Request, response: Response): Promise<Payout> {
  const { amount: text, pullPaymentId, ...wanted } = readPayout(request.body);
  const id = resourceIdOf(response);
  if (pullPaymentId !== undefined) {
    const pullPayment = requireOwn(await requirePullPayment(gateway, pullPaymentId), request);
    const amount = readPayoutAmount(text, pullPayment.decimals);
    return claimPayout(gateway, pullPaymentId, { ...wanted, amount }, id);
  }
  const { decimals } = requirePayoutMethod(await payoutMethods(gateway), wanted.methodId);
  const amount = readPayoutAmount(text, decimals) ?? 0n;
  if (amount === 0n) throw new GatewayError("amount_too_small", "Expected the amount of the payout.");
  return createPayout(gateway, storeIdOf(request), { ...wanted, amount }, id);
}

/** Payouts, newest first; the cancelled ones only when they are asked for. */
export async function listed(
  { persistence }: Pick<Gateway, "persistence">,
  request: Request,
  of: Readonly<{ storeId?: string; pullPaymentId?: string }>,
): Promise<readonly unknown[]> {
  const { skip, ...page } = pageAfter(request);
  const states = readFlag(request, "includeCancelled", false) ? PAYOUT_STATES : ACTIVE;
  const named = wordsAmong(request, "state", PAYOUT_STATES);
  const wanted = named.length > 0 ? named : states;
  const payouts = await persistence.payouts.list({ ...of, states: wanted, ...page });
  return payouts.slice(skip).map(presentPayout);
}

/** The page that is asked for, as one that begins after an id: what `skip` leaves out is read with it, so it has an end. */
function pageAfter(request: Request): Readonly<{ after: string | undefined; skip: number; limit: number }> {
  const [after] = texts(request, "after");
  const { skip, limit } = readPage(request);
  if (skip > LARGEST_SKIP) {
    const message = `Expected skip of at most ${LARGEST_SKIP}, got ${skip}. Give the id of the last one that you have as "after" instead.`;
    throw new ValidationError([{ path: "skip", message, code: "invalid" }]);
  }
  return { after, skip, limit: skip + limit };
}

async function ownPullPayment(gateway: Pick<Gateway, "persistence">, request: Request): Promise<PullPayment> {
  return requireOwn(await requirePullPayment(gateway, String(request.params["pullPaymentId"])), request);
}

/** Another store's pull payment does not exist here. */
function requireOwn(pullPayment: PullPayment, request: Request): PullPayment {
  if (pullPayment.storeId === storeIdOf(request)) return pullPayment;
  throw new GatewayError(
    "pullpayment_not_found",
    `There is no pull payment ${pullPayment.id} in this store.`,
  );
}

async function ownPayout(gateway: Pick<Gateway, "persistence">, request: Request): Promise<Payout> {
  const payout = await requirePayout(gateway, String(request.params["payoutId"]));
  if (payout.storeId === storeIdOf(request)) return payout;
  throw new GatewayError("payout_not_found", `There is no payout ${payout.id} in this store.`);
}

function storeIdOf(request: Request): string {
  return String(request.params["storeId"]);
}
