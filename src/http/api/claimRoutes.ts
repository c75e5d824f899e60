import { Router, type Request, type RequestHandler } from "express";
import { claimPayout } from "../../gateway/claimPayout.ts";
import { requirePullPayment } from "../../gateway/createPullPayment.ts";
import { GatewayError } from "../../gateway/errors.ts";
import { requirePayout } from "../../gateway/managePayouts.ts";
import type { Gateway } from "../../gateway/ports.ts";
import { listed } from "./payoutRoutes.ts";
import { readPayout, readPayoutAmount } from "./payoutRequests.ts";
import { perAddress } from "../limits.ts";
import { repeatable, resourceIdOf } from "./repeatable.ts";
import { presentPayout, presentPullPayment } from "./presentPayouts.ts";

const CLAIMS_PER_MINUTE = 20; // of one address
const READS_PER_MINUTE = 240;

/** What whoever has the link of a pull payment may do (Greenfield): see it, claim it, and see the claims. No key is asked for. */
export function claimRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const path = "/api/v1/pull-payments/:pullPaymentId";
  const reads = perAddress(READS_PER_MINUTE);
  const find = (request: Request) => requirePullPayment(gateway, String(request.params["pullPaymentId"]));

  router.get(path, reads, async (request, response) => {
    response.json(presentPullPayment(await find(request), publicUrl));
  });

  router.get(`${path}/payouts`, reads, async (request, response) => {
    const { id } = await find(request);
    response.json(await listed(gateway, request, { pullPaymentId: id }));
  });

  router.get(`${path}/payouts/:payoutId`, reads, async (request, response) => {
    const { id } = await find(request);
    const payout = await requirePayout(gateway, String(request.params["payoutId"]));
    if (payout.pullPaymentId !== id) throw new GatewayError("payout_not_found", `There is no payout ${payout.id} of this pull payment.`); // prettier-ignore
    response.json(presentPayout(payout));
  });

  const isThere: RequestHandler = async (request, _response, next) => {
    await find(request); // no key is kept for what there is not
    next();
  };
  router.post(`${path}/payouts`, perAddress(CLAIMS_PER_MINUTE), isThere, repeatable(gateway), async (request, response) => {
    const { id, decimals } = await find(request);
    const { destination, methodId, amount } = readPayout(request.body);
    const wanted = { destination, methodId, amount: readPayoutAmount(amount, decimals) };
    response.json(presentPayout(await claimPayout(gateway, id, wanted, resourceIdOf(response))));
  }); // prettier-ignore
  return router;
}
