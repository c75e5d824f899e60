import { Router } from "express";
import { methodsOf, type Method } from "../../gateway/methods.ts";
import { allows } from "../../gateway/permissions.ts";
import type { Gateway } from "../../gateway/ports.ts";
import type { MerchantStore } from "../../gateway/merchantStore.ts";
import { untilKept } from "../../gateway/untilKept.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { authenticate, requirePermission } from "../auth.ts";
import { texts } from "./query.ts";
import { singleMethodId } from "./presentSingleMethod.ts";
import { presentStore } from "./presentStore.ts";
import { readStore } from "./storeBody.ts";
import { storeOf } from "./storeOf.ts";

const MOST_PAIRS = 20;

/** Stores as shop plugins read them: their settings, their payment methods and the rates that price their invoices. */
export function storeRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const { store } = gateway;
  const mayView = requirePermission(gateway, "canviewstoresettings");
  const base = "/api/v1/stores/:storeId";

  router.get("/api/v1/stores", async (request, response) => {
    const { storeId, permissions } = await authenticate(gateway, request);
    const own = allows(permissions, "canviewstoresettings") ? await store.loadStore(storeId) : undefined;
    response.json(own ? [presentStore(own, publicUrl)] : []);
  });

  router.get(base, mayView, async (request, response) => {
    response.json(presentStore(await storeOf(gateway, request.params["storeId"]), publicUrl));
  });

  router.put(base, requirePermission(gateway, "canmodifystoresettings"), async (request, response) => {
    const after = await untilKept(async () => {
      const before = await storeOf(gateway, request.params["storeId"]);
      const change = readStore(request.body, before, gateway.clock());
      await store.changeStore(before, change);
      return { ...before, ...change };
    });
    response.json(presentStore(after, publicUrl));
  });

  router.get(`${base}/payment-methods`, mayView, async (request, response) => {
    const merchant = await storeOf(gateway, request.params["storeId"]);
    const rows = methodRows(merchant, await methodsOf(gateway, merchant));
    const asMap = rows.map(({ paymentMethodId: id, ...row }) => [id, { ...row, data: {} }]); // section 0, rule 14
    response.json(merchant.settings.compatibility.methodsAsMap ? Object.fromEntries(asMap) : rows);
  });

  // Older plugins ask for the two kinds that their shop systems knew; without an answer they hide the payment option.
  router.get(`${base}/payment-methods/OnChain`, mayView, async (request, response) => {
    const methods = await methodsOf(gateway, await storeOf(gateway, request.params["storeId"]));
    const onChain = methods.filter(({ chainId }) => chainId === BITCOIN_CHAIN_ID);
    response.json(
      onChain.map(({ id, symbol }) => ({ cryptoCode: symbol, enabled: true, paymentMethod: id })),
    );
  });
  router.get(`${base}/payment-methods/LightningNetwork`, mayView, (_request, response) => {
    response.json([]);
  });

  router.get(`${base}/rates`, mayView, async (request, response) => {
    const pairs = [...new Set(texts(request, "currencyPair"))].slice(0, MOST_PAIRS);
    response.json(await Promise.all(pairs.map((pair) => rateOf(gateway, pair))));
  });
  return router;
}

function methodRows({ settings }: MerchantStore, methods: readonly Method[]) {
  if (settings.compatibility.singleMethod && methods.length > 0) {
    const all = methods.map(({ id }) => id);
    const id = singleMethodId(settings.settlement);
    return [{ enabled: true, paymentMethodId: id, crosstill: { paymentMethodIds: all } }];
  }
  return methods.map(({ id, name, chainId, currency, symbol, decimals }) => ({
    ...{ enabled: true, paymentMethodId: id },
    crosstill: { name, chainId, tokenAddress: currency, symbol, decimals },
  }));
}

/** One rate, or the reason why there is none: one odd pair must not hide the others. */
async function rateOf({ rates }: Gateway, currencyPair: string): Promise<Readonly<Record<string, unknown>>> {
  const [base = "", quote = ""] = currencyPair.toUpperCase().split("_");
  try {
    const { price } = await rates.rate(base, quote);
    return { currencyPair: `${base}_${quote}`, errors: [], rate: price };
  } catch (error) {
    return { currencyPair, errors: [error instanceof Error ? error.message : String(error)], rate: null };
  }
}
