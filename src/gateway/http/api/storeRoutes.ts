import { Router } from "express";
import { findMethod, methodsOf, type Method } from "../../usecases/pricing/methods.ts";
import { GatewayError } from "../../errors.ts";
import { kindOf, makeKey, revokeKeysOf } from "../../usecases/access/manageKeys.ts";
import { archiveStore, keepStore, storeLike } from "../../usecases/stores/manageStores.ts";
import { allows } from "../../domain/access/permissions.ts";
import type { MethodShape } from "../../domain/access/shops.ts";
import { OWNER_ROLE } from "../../domain/access/roles.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import { requireNoHold } from "../../usecases/access/approvalHold.ts";
import { announceSafely } from "../../usecases/mail/noticeMail.ts";
import { mailAcceptance, mailCopy } from "../../usecases/stores/changeMail.ts";
import { settingsPath } from "../owner/paths.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { MerchantStore, StoreSettings } from "../../usecases/stores/merchantStore.ts";
import { retryOnConflict } from "../../usecases/retryOnConflict.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { authenticate, readMethodShape, requireKeyWith, requirePermission } from "../auth.ts";
import { idempotent, resourceIdOf } from "./idempotency.ts";
import { readEnabled } from "./methodBody.ts";
import { param } from "./query.ts";
import { singleMethodId } from "./present/presentSingleMethod.ts";
import { presentStore } from "./present/presentStore.ts";
import { ValidationError } from "../errors.ts";
import { problem } from "./priceBody.ts";
import { requirePriceRate } from "../../usecases/stores/requirePriceRate.ts";
import { readNewStore, readStore } from "./storeBody.ts";
import { storeOf } from "./storeOf.ts";

/** Stores as shop plugins read them: their settings and their payment methods. */
export function storeRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const { persistence } = gateway;
  const mayView = requirePermission(gateway, "canviewstoresettings");
  const base = "/api/v1/stores/:storeId";

  router.get("/api/v1/stores", async (request, response) => {
    const { storeId, permissions } = await authenticate(gateway, request);
    const own = allows(permissions, "canviewstoresettings")
      ? await persistence.stores.load(storeId)
      : undefined;
    response.json(own ? [presentStore(own, publicUrl)] : []);
  });

  router.get(base, mayView, async (request, response) => {
    response.json(presentStore(await storeOf(gateway, request.params["storeId"]), publicUrl));
  });

  const once = idempotent(gateway);
  router.post("/api/v1/stores", requireKeyWith(gateway, "unrestricted"), once, async (request, response) => {
    const maker = await authenticate(gateway, request);
    const { label, permissions, userId, expiresAt } = maker;
    await requireNoHold(gateway, userId);
    const source = await storeOf(gateway, maker.storeId);
    const blank = storeLike(gateway, source, resourceIdOf(response));
    const wanted = { ...blank, ...readNewStore(request.body, blank, gateway.clock()) };
    await requireRateFor(gateway, wanted.settings);
    const made = await keepStore(gateway, wanted, [source]);
    if (userId !== undefined)
      await persistence.members.put({ storeId: made.id, userId, role: OWNER_ROLE, addedAt: made.createdAt });
    const grant = { storeId: made.id, label, permissions, userId, expiresAt };
    const apiKey = await makeKey(gateway, grant, kindOf(gateway));
    const about = { by: keyName(maker), path: settingsPath(made.id, "payments") };
    await announceSafely(gateway, () => mailCopy(gateway, source, made, about));
    const shown = presentStore(made, publicUrl);
    response.json({ ...shown, crosstill: { ...shown.crosstill, apiKey } });
  });

  router.delete(base, requirePermission(gateway, "unrestricted"), async (request, response) => {
    const key = await authenticate(gateway, request);
    await archiveStore(gateway, await storeOf(gateway, request.params["storeId"]));
    await revokeKeysOf(gateway, key);
    response.status(200).end();
  });

  router.put(base, requirePermission(gateway, "canmodifystoresettings"), async (request, response) => {
    const [before, after] = await retryOnConflict(async () => {
      const before = await storeOf(gateway, request.params["storeId"]);
      const change = readStore(request.body, before, gateway.clock());
      if (change.settings.defaultCurrency !== before.settings.defaultCurrency)
        await requireRateFor(gateway, change.settings);
      await persistence.stores.change(before, change);
      return [before, { ...before, ...change }] as const;
    });
    const about = {
      by: keyName(await authenticate(gateway, request)),
      path: settingsPath(after.id, "payments"),
    };
    const change = { before: before.settings, after: after.settings };
    await announceSafely(gateway, () => mailAcceptance(gateway, after, change, about));
    response.json(presentStore(after, publicUrl));
  });

  router.get(`${base}/payment-methods`, mayView, async (request, response) => {
    const merchant = await storeOf(gateway, request.params["storeId"]);
    const shape = await readMethodShape(gateway, request);
    const rows = methodRows(merchant, await methodsOf(gateway, merchant), shape);
    response.json(shape === "map" ? methodMap(rows) : rows);
  });

  // Older plugins ask for the two kinds that their shop systems knew; without an answer they hide the payment option.
  router.get(`${base}/payment-methods/OnChain`, mayView, async (request, response) => {
    const methods = await methodsOf(gateway, await storeOf(gateway, request.params["storeId"]));
    const onChain = methods.filter(({ chainId }) => chainId === BITCOIN_CHAIN_ID);
    response.json(
      onChain.map(({ id, symbol, isOff }) => ({ cryptoCode: symbol, enabled: !isOff, paymentMethod: id })),
    );
  });
  router.get(`${base}/payment-methods/LightningNetwork`, mayView, (_request, response) => {
    response.json([]);
  });
  router.get(`${base}/payment-methods/OnChain/:cryptoCode`, mayView, async (request, response) => {
    const methods = await methodsOf(gateway, await storeOf(gateway, request.params["storeId"]));
    const bitcoin = methods.filter(({ chainId }) => chainId === BITCOIN_CHAIN_ID);
    const { id, symbol, isOff } = requireListed(bitcoin, param(request, "cryptoCode"));
    response.json({ enabled: !isOff, cryptoCode: symbol, paymentMethod: id });
  });

  router.get(`${base}/payment-methods/:paymentMethodId`, mayView, async (request, response) => {
    const merchant = await storeOf(gateway, request.params["storeId"]);
    const shape = await readMethodShape(gateway, request);
    const rows = methodRows(merchant, await methodsOf(gateway, merchant), shape);
    const named = rows.map((row) => ({ ...row, id: row.paymentMethodId }));
    const { id: _id, ...row } = requireListed(named, param(request, "paymentMethodId"));
    response.json(row);
  });

  const mayModify = requirePermission(gateway, "canmodifystoresettings");
  router.put(`${base}/payment-methods/:paymentMethodId`, mayModify, async (request, response) => {
    const enabled = readEnabled(request.body);
    const row = await retryOnConflict(async () => {
      const before = await storeOf(gateway, request.params["storeId"]);
      const methods = await methodsOf(gateway, before);
      const { id } = requireListed(methods, param(request, "paymentMethodId"));
      const others = before.settings.methodsOff.filter((one) => one !== id);
      const methodsOff = enabled ? others : [...others, id];
      const settings = { ...before.settings, methodsOff };
      await persistence.stores.change(before, { name: before.name, settings });
      const after = methods.map(({ isOff, ...method }) =>
        (method.id === id ? !enabled : isOff) ? { ...method, isOff: true as const } : method,
      );
      return methodRows({ ...before, settings }, after, "list").find((one) => one.paymentMethodId === id);
    });
    response.json(row);
  });

  return router;
}

/** Throws ValidationError where no invoice of the store can be priced in its currency now. */
async function requireRateFor(gateway: Pick<Gateway, "rates">, settings: StoreSettings): Promise<void> {
  try {
    await requirePriceRate(gateway, settings);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "rate_unavailable") throw error;
    throw new ValidationError([problem("DefaultCurrency", error.sentence ?? error.message)]);
  }
}

/** The method of that id, in any of the forms that clients write it in. Throws paymentmethod_not_found. */
function requireListed<Item extends Readonly<{ id: string }>>(methods: readonly Item[], id: string): Item {
  const found = findMethod(methods, id);
  if (found) return found;
  const known = methods.map((one) => one.id).join(", ") || "none";
  const message = `Expected a payment method of the store, ${known}; got "${id.slice(0, 64)}".`;
  throw new GatewayError("paymentmethod_not_found", message);
}

function methodRows({ settings }: MerchantStore, methods: readonly Method[], shape: MethodShape) {
  if (shape === "single" && methods.length > 0) {
    const all = methods.filter(({ isOff }) => !isOff).map(({ id }) => id);
    const id = singleMethodId(settings.settlement);
    return [{ enabled: true, paymentMethodId: id, crosstill: { paymentMethodIds: all } }];
  }
  return methods.map(({ id, name, chainId, currency, symbol, decimals, isOff }) => ({
    enabled: !isOff,
    paymentMethodId: id,
    crosstill: { name, chainId, tokenAddress: currency, symbol, decimals },
  }));
}

/** Methods as BTCPay Server 1 listed them: by their ids of that time, in which Bitcoin is `BTC` (section 0, rule 14). */
function methodMap(rows: ReturnType<typeof methodRows>): Readonly<Record<string, unknown>> {
  const entries = rows.map(({ paymentMethodId, ...row }) => {
    return [paymentMethodId === "BTC-CHAIN" ? "BTC" : paymentMethodId, { ...row, data: {} }] as const;
  });
  return Object.fromEntries(entries);
}

function keyName({ id, label }: ApiKey): string {
  return `API key ${label || id}`;
}
