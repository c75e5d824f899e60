import { Router, urlencoded, type Response } from "express";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { metricsText } from "../../runtime/metricsText.ts";
import { DAY_MS } from "../../values/time.ts";
import type { Health } from "../api/health.ts";
import { lookAtRefund, NoRefund, type RefundOutlook } from "../orderRefund.ts";
import { sendPage } from "../pages.ts";
import type { NetworkParts } from "../parts.ts";
import { readApplications } from "./applications.ts";
import { readFailedPermits } from "./failedPermits.ts";
import { readInventory } from "./inventory.ts";
import { operatorDoor } from "./operatorDoor.ts";
import { operatorView } from "./operatorView.ts";
import { readProfits } from "./profit.ts";
import { serviceMetrics } from "./serviceMetrics.ts";
import { readStuck } from "./stuck.ts";

const DAYS = 14;
const MOST_LINES = 50_000; // of the ledger, for one page
const REQUEST_ID = /^0x[0-9a-f]{64}$/;

/** Links of the page at /operator, and of the same at /operator/refund: the service may be mounted under any path. */
const PAGE = { home: "./", self: "operator", formAction: "operator/refund" } as const;
const FORM = { home: "../", self: "../operator", formAction: "refund" } as const;

/** What the operator is asked, or told, above the page. */
type Said = Readonly<{
  status?: number;
  problem?: string;
  refund?: Readonly<{ id: string; to: string }> & Omit<RefundOutlook, "order">;
  ordered?: string;
}>;

/**
 * /operator: what a person who runs the service looks at: inventory, profit and loss, what is stuck, limits. /metrics: the same
 * for Prometheus. Both need NETWORK_OPERATOR_TOKEN.
 */
export function operatorRoutes(parts: NetworkParts, token: string, health: () => Promise<Health>): Router {
  const chainIds = [BITCOIN_CHAIN_ID, ...parts.catalog.chains.map(({ id }) => id)];
  const router = Router();
  router.use(["/operator", "/metrics"], operatorDoor(token, parts.clock));
  router.get("/metrics", async (_request, response) => {
    const metrics = await serviceMetrics(parts, chainIds, await health());
    response.set("Cache-Control", "no-store").type("text/plain; version=0.0.4; charset=utf-8");
    response.send(metricsText(metrics));
  });
  router.get("/operator", async ({ query }, response) => {
    const { ordered } = query;
    const isId = typeof ordered === "string" && REQUEST_ID.test(ordered);
    await showPage(parts, chainIds, response, isId ? { ordered } : {}, PAGE);
  });
  router.post(
    "/operator/refund",
    urlencoded({ extended: false, limit: "4kb" }),
    async (request, response) => {
      const { id, to, confirmed } = textsOf(request.body);
      const said = await refund(parts, { id, to, confirmed });
      if (said.ordered !== undefined) return response.redirect(303, `../operator?ordered=${said.ordered}`);
      await showPage(parts, chainIds, response, said, FORM);
    },
  );
  return router;
}

/** Looks at a refund; orders it once the operator has seen what it costs. */
async function refund(
  parts: NetworkParts,
  { id, to, confirmed }: Readonly<Record<"id" | "to" | "confirmed", string>>,
): Promise<Said> {
  if (!REQUEST_ID.test(id)) return { status: 400, problem: "Expected a request id: 0x and 64 hex digits." };
  try {
    const { what, outlook, order } = await lookAtRefund(parts, { id, to, toName: "the receiver" });
    if (confirmed !== "yes") return { refund: { id, to, what, outlook } };
    await order();
    parts.log.info("network.refund_ordered", { requestId: id, to });
    return { ordered: id };
  } catch (error) {
    if (error instanceof NoRefund) return { status: 400, problem: error.message };
    throw error;
  }
}

async function showPage(
  parts: NetworkParts,
  chainIds: readonly number[],
  response: Response,
  { status = 200, ...said }: Said,
  links: typeof PAGE | typeof FORM,
): Promise<void> {
  const now = parts.clock();
  const [holdings, profits, stuck, failed, applications] = await Promise.all([
    readInventory(parts, chainIds),
    readProfits(parts, now - DAYS * DAY_MS, MOST_LINES),
    readStuck(parts, chainIds, now),
    readFailedPermits(parts, now - DAY_MS),
    readApplications(parts),
  ]);
  const view = operatorView(parts, { holdings, profits, stuck, failed, applications, now });
  const referrer = "same-origin"; // operatorDoor looks at the origin of the form
  sendPage(response, status, "network/operator", { ...view, ...said, ...links, referrer, days: DAYS });
}

/** The fields of a form as texts; missing ones are empty. */
function textsOf(body: unknown): Readonly<Record<"id" | "to" | "confirmed", string>> {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>; // what urlencoded gives
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  return { id: text("id"), to: text("to"), confirmed: text("confirmed") };
}
