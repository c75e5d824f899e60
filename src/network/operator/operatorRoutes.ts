import { Router, urlencoded, type Response } from "express";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { metricsText } from "../../runtime/metricsText.ts";
import { DAY_MS } from "../../values/time.ts";
import type { Health } from "../api/health.ts";
import { lookAtHold, NoHold, type HoldOutlook } from "../checks/decideHold.ts";
import { allocatorProblems } from "../contracts/allocator.ts";
import { lookAtRefund, NoRefund, type RefundOutlook } from "../orderRefund.ts";
import { sendPage } from "../pages.ts";
import type { NetworkParts } from "../parts.ts";
import { latestPayments } from "../persistence/outbound.ts";
import { readApplications } from "./applications.ts";
import { readFailedPermits } from "./failedPermits.ts";
import { readInventory, readKept } from "./inventory.ts";
import { operatorDoor } from "./operatorDoor.ts";
import { operatorView } from "./operatorView.ts";
import { readProfits } from "./profit.ts";
import { serviceMetrics } from "./serviceMetrics.ts";
import { readStuck } from "./stuck.ts";

const DAYS = 14;
const MOST_LINES = 50_000; // of the ledger, for one page
const TRANSFERS = 5; // to treasuries, on the page
const REQUEST_ID = /^0x[0-9a-f]{64}$/;

/** Links of the page at /operator, and of the same at /operator/refund and /operator/hold: the service may be mounted under any path. */
const PAGE = { home: "./", self: "operator", forms: "operator/" } as const;
const FORM = { home: "../", self: "../operator", forms: "" } as const;

/** What the operator is asked, or told, above the page. */
type Said = Readonly<{
  status?: number;
  problem?: string;
  refund?: Readonly<{ id: string; to: string }> & Omit<RefundOutlook, "order">;
  hold?: HoldForm & Omit<HoldOutlook, "decide">;
  ordered?: string;
  decided?: string;
}>;

/** The fields of the form that decides about a held payment. */
type HoldForm = Readonly<Record<"id" | "decision" | "to" | "by" | "reason", string>>;

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
    const [ordered, decided] = [query["ordered"], query["decided"]].map((id) =>
      typeof id === "string" && REQUEST_ID.test(id) ? id : undefined,
    );
    const said = { ...(ordered && { ordered }), ...(decided && { decided }) };
    await showPage(parts, chainIds, response, said, PAGE);
  });
  router.post(
    "/operator/refund",
    urlencoded({ extended: false, limit: "4kb" }),
    async (request, response) => {
      const { id, to, confirmed } = textsOf(request.body, ["id", "to", "confirmed"]);
      const said = await refund(parts, { id, to, confirmed });
      if (said.ordered !== undefined) return response.redirect(303, `../operator?ordered=${said.ordered}`);
      await showPage(parts, chainIds, response, said, FORM);
    },
  );
  router.post("/operator/hold", urlencoded({ extended: false, limit: "4kb" }), async (request, response) => {
    const said = await decideHold(
      parts,
      textsOf(request.body, ["id", "decision", "to", "by", "reason", "confirmed"]),
    );
    if (said.decided !== undefined) return response.redirect(303, `../operator?decided=${said.decided}`);
    await showPage(parts, chainIds, response, said, FORM);
  });
  return router;
}

/** Looks at a decision about a held payment; makes it once the operator has seen what comes of it. */
async function decideHold(
  parts: NetworkParts,
  { confirmed, ...form }: HoldForm & Readonly<{ confirmed: string }>,
): Promise<Said> {
  const { id, decision, to, by, reason } = form;
  if (!REQUEST_ID.test(id)) return { status: 400, problem: "Expected a request id: 0x and 64 hex digits." };
  if (decision !== "serve" && decision !== "refund")
    return { status: 400, problem: `Expected the decision serve or refund, got "${decision.slice(0, 20)}".` };
  try {
    const receiver = decision === "refund" && to !== "" ? to : undefined;
    const { decide, ...outlook } = await lookAtHold(parts, {
      id,
      decision,
      to: receiver,
      toName: "the receiver",
    });
    if (confirmed !== "yes") return { hold: { ...form, ...outlook } };
    await decide({ by, reason });
    parts.log.info("network.hold_decided", { request: id, decision, by, reason });
    return { decided: id };
  } catch (error) {
    if (error instanceof NoHold || error instanceof NoRefund) return { status: 400, problem: error.message };
    throw error;
  }
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
  const [holdings, profits, stuck, failed, applications, allocators, limits, kept, transfers] =
    await Promise.all([
      readInventory(parts, chainIds),
      readProfits(parts, now - DAYS * DAY_MS, MOST_LINES),
      readStuck(parts, chainIds, now),
      readFailedPermits(parts, now - DAY_MS),
      readApplications(parts),
      allocatorProblems(parts),
      parts.limits.use(),
      readKept(parts),
      latestPayments(parts.store, "treasury", TRANSFERS),
    ]);
  const seen = { holdings, profits, stuck, failed, applications, allocators, limits, kept, transfers, now };
  const view = operatorView(parts, seen);
  const referrer = "same-origin"; // operatorDoor looks at the origin of the form
  sendPage(response, status, "network/operator", { ...view, ...said, ...links, referrer, days: DAYS });
}

/** Fields of a form as texts; missing ones are empty. */
function textsOf<Name extends string>(body: unknown, names: readonly Name[]): Readonly<Record<Name, string>> {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>; // what urlencoded gives
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>; // one for each name
}
