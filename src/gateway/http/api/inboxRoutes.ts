import { Router, type Request } from "express";
import { z } from "zod";
import { assignUnattributed } from "../../usecases/crediting/assignUnattributed.ts";
import {
  dismissUnattributed,
  refundUnattributed,
  requireUnattributed,
} from "../../usecases/crediting/endUnattributed.ts";
import { GatewayError } from "../../errors.ts";
import { inbox } from "../../usecases/invoices/inbox.ts";
import { loadInvoice, type Person } from "../../usecases/invoices/markInvoice.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { resolveAttention } from "../../usecases/invoices/resolveAttention.ts";
import { decider, requireAlso, requirePermission } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { presentInbox } from "./present/presentInbox.ts";
import { presentPayout } from "./present/presentPayouts.ts";
import { problemsOf } from "./problems.ts";
import type { Show } from "./showInvoices.ts";

const person = { by: z.string().trim().min(1).max(500), reason: z.string().trim().min(1).max(500) };
const id = z.string().min(1).max(100);
/** POST …/inbox/resolve. */
export const resolveBody = z.strictObject({
  invoiceId: id,
  keys: z.array(z.string().max(500)).min(1).max(100),
  ...person,
});
const named = { chainId: z.number().int().nonnegative(), outpoint: z.string().min(1).max(200) };
/** POST …/unattributed/assign. */
export const assignBody = z.strictObject({ ...named, invoiceId: id, ...person });
/** POST …/unattributed/refund. */
export const refundFundsBody = z.strictObject({
  ...named,
  destination: z.string().trim().min(1).max(200),
  ...person,
});
/** POST …/unattributed/dismiss. */
export const dismissBody = z.strictObject({ ...named, ignoreSender: z.boolean().optional(), ...person });

/**
 * The inbox and its decisions: each decision has a person and a reason. `show` presents the invoice of a
 * decision.
 */
export function inboxRoutes(gateway: Gateway, show: Show): Router {
  const router = Router();
  const base = "/api/v1/stores/:storeId/crosstill";
  const storeIdOf = (request: Request) => String(request.params["storeId"]);
  const mayModify = requirePermission(gateway, "canmodifyinvoices");

  const decided = async (request: Request, who: Person) => ({
    ...who,
    by: await decider(gateway, request, who.by),
  });

  router.get(`${base}/inbox`, requirePermission(gateway, "canviewinvoices"), async (request, response) => {
    response.json(presentInbox(await inbox(gateway, storeIdOf(request))));
  });

  router.post(`${base}/inbox/resolve`, mayModify, async (request, response) => {
    const { invoiceId, keys, ...who } = read(resolveBody, request.body);
    await requireOwn(gateway, storeIdOf(request), invoiceId);
    response.json(
      await show.one(await resolveAttention(gateway, invoiceId, keys, await decided(request, who))),
    );
  });

  router.post(
    `${base}/unattributed/assign`,
    requirePermission(gateway, "canmarkinvoices"),
    async (request, response) => {
      const { invoiceId, chainId, outpoint, ...who } = read(assignBody, request.body);
      const storeId = storeIdOf(request);
      await requireOwn(gateway, storeId, invoiceId);
      const found = await requireUnattributed(gateway, storeId, { chainId, outpoint });
      response.json(
        await show.one(await assignUnattributed(gateway, found, invoiceId, await decided(request, who))),
      );
    },
  );

  router.post(
    `${base}/unattributed/refund`,
    requirePermission(gateway, "cancreatepullpayments"),
    async (request, response) => {
      const { destination, chainId, outpoint, ...who } = read(refundFundsBody, request.body);
      const storeId = storeIdOf(request);
      const found = await requireUnattributed(gateway, storeId, { chainId, outpoint });
      const person = await decided(request, who);
      response.json(
        presentPayout(await refundUnattributed(gateway, storeId, found, { destination, ...person })),
      );
    },
  );

  router.post(
    `${base}/unattributed/dismiss`,
    requirePermission(gateway, "canmarkinvoices"),
    async (request, response) => {
      const { chainId, outpoint, ignoreSender = false, ...who } = read(dismissBody, request.body);
      const storeId = storeIdOf(request);
      if (ignoreSender) await requireAlso(gateway, request, "canmodifystoresettings");
      const found = await requireUnattributed(gateway, storeId, { chainId, outpoint });
      await dismissUnattributed(gateway, storeId, found, { ...(await decided(request, who)), ignoreSender });
      response.status(200).end();
    },
  );
  return router;
}

/** Another store's invoice does not exist here. */
async function requireOwn(
  gateway: Pick<Gateway, "persistence">,
  storeId: string,
  invoiceId: string,
): Promise<void> {
  const invoice = await loadInvoice(gateway, invoiceId);
  if (invoice.storeId === storeId) return;
  throw new GatewayError("invoice_not_found", `There is no invoice ${invoiceId} in this store.`);
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  return parsed.data;
}
