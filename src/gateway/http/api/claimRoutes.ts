import { Router, type Request, type RequestHandler } from "express";
import { claimPayout } from "../../usecases/payouts/claimPayout.ts";
import { claimLink, claimPermission, idInClaimToken } from "../../usecases/payouts/claimLink.ts";
import { requirePullPayment } from "../../usecases/payouts/createPullPayment.ts";
import { GatewayError } from "../../errors.ts";
import { requirePayout } from "../../usecases/payouts/managePayouts.ts";
import { allows, type Permission } from "../../domain/access/permissions.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import { authenticate, keyOf, missing } from "../auth.ts";
import { listed } from "./payoutRoutes.ts";
import { readPayout, readPayoutAmount } from "./payoutRequests.ts";
import { perAddress } from "../limits.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";
import { presentPayout, presentPullPayment } from "./present/presentPayouts.ts";

const CLAIMS_PER_MINUTE = 20; // of one address
const READS_PER_MINUTE = 240;

/**
 * The public calls of a pull payment (Greenfield): read it, claim it, and list the claims. The path ends as
 * the link does, and needs no key. A key with the permission in its store may name it by its id.
 */
export function claimRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const path = "/api/v1/pull-payments/:pullPaymentId";
  const reads = perAddress(READS_PER_MINUTE);
  const find = (request: Request, needs: Needs) => findPullPayment(gateway, request, needs);
  const ofClaims = () => "canviewpayouts" as const;

  router.get(path, reads, async (request, response) => {
    const { mayClaim, ...pullPayment } = await find(request, () => "canviewpullpayments");
    const link = mayClaim ? claimLink(gateway, publicUrl, pullPayment) : undefined;
    response.json(presentPullPayment(pullPayment, link));
  });

  router.get(`${path}/payouts`, reads, async (request, response) => {
    const { id } = await find(request, ofClaims);
    response.json(await listed(gateway, request, { pullPaymentId: id }));
  });

  router.get(`${path}/payouts/:payoutId`, reads, async (request, response) => {
    const { id } = await find(request, ofClaims);
    const payout = await requirePayout(gateway, String(request.params["payoutId"]));
    if (payout.pullPaymentId !== id)
      throw new GatewayError("payout_not_found", `There is no payout ${payout.id} of this pull payment.`);
    response.json(presentPayout(payout));
  });

  const isThere: RequestHandler = async (request, _response, next) => {
    await find(request, claimPermission); // an unknown pull payment must not create an idempotency record
    next();
  };
  const scopeFor = (request: Request) => idInClaimToken(gateway, tokenOf(request)) ?? tokenOf(request); // the secret is not kept
  router.post(
    `${path}/payouts`,
    perAddress(CLAIMS_PER_MINUTE),
    isThere,
    idempotent(gateway, scopeFor),
    async (request, response) => {
      const { id, decimals } = await find(request, claimPermission);
      const { destination, methodId, amount } = readPayout(request.body);
      const wanted = { destination, methodId, amount: readPayoutAmount(amount, decimals) };
      response.json(presentPayout(await claimPayout(gateway, id, wanted, resourceIdOf(response))));
    },
  );
  return router;
}

type Needs = (pullPayment: PullPayment) => Permission;

type Found = PullPayment & Readonly<{ mayClaim: boolean }>;

/**
 * The pull payment that a path names. Throws pullpayment_not_found, and the refusals of a key without the
 * permission.
 */
async function findPullPayment(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "secrets" | "settings">,
  request: Request,
  needs: Needs,
): Promise<Found> {
  const token = tokenOf(request);
  const linked = idInClaimToken(gateway, token);
  if (linked !== undefined) return { ...(await requirePullPayment(gateway, linked)), mayClaim: true };
  if (keyOf(request) === undefined)
    throw unknown("Expected the last part of a viewLink, or an id together with a key of its store.");
  const { storeId, permissions } = await authenticate(gateway, request);
  const found = await requirePullPayment(gateway, token);
  if (found.storeId !== storeId) throw unknown(`There is no pull payment ${found.id} in this key's store.`);
  const permission = needs(found);
  if (!allows(permissions, permission)) throw missing(permission, storeId);
  return { ...found, mayClaim: allows(permissions, claimPermission(found)) };
}

function unknown(message: string): GatewayError {
  return new GatewayError("pullpayment_not_found", message);
}

function tokenOf(request: Request): string {
  return String(request.params["pullPaymentId"]);
}
