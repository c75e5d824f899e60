import { Router } from "express";
import type { KeyCheck } from "../callers/checkKey.ts";
import type { NetworkParts } from "../parts.ts";
import {
  countRequests,
  furtherDeposits,
  listRequests,
  markOf,
  type Mark,
} from "../persistence/requestList.ts";
import type { BridgeRequest } from "../request.ts";
import { straysAt, type Stray } from "../persistence/strays.ts";
import type { NetworkStore } from "../persistence/open.ts";
import { presentRequest, type ListVersion } from "./presentRequest.ts";
import { readList, writeMark } from "./requestQuery.ts";

/**
 * GET /requests/v2 without a key, /requests/v3 with a key: requests by an identifier, in pages. Without an
 * identifier a caller sees only the requests that were quoted with its key.
 */
export function requestRoutes(
  parts: NetworkParts,
  { requireKey, keyOf }: Pick<KeyCheck, "requireKey" | "keyOf">,
): Router {
  const router = Router();
  router.get("/requests/v2", async (request, response) => {
    response.json(await pageOf(parts, request.query, "v2", keyOf(request)?.hash));
  });
  router.get("/requests/v3", requireKey, async (request, response) => {
    response.json(await pageOf(parts, request.query, "v3", keyOf(request)?.hash));
  });
  return router;
}

async function pageOf(
  { store, catalog, settings }: NetworkParts,
  query: unknown,
  version: ListVersion,
  caller: string | undefined,
): Promise<Record<string, unknown>> {
  const { statusDetail } = settings;
  const { filter, order, wantsTotal } = readList(query, { version, detail: statusDetail, caller });
  const found = await listRequests(store, filter, { ...order, limit: order.limit + 1 });
  const page = found.slice(0, order.limit);
  const ids = page.map(({ id }) => id);
  const further = await furtherDeposits(store, ids);
  const last = page.at(-1);
  const strays = await Promise.all(page.map((row) => straysOf(store, row)));
  const mark: Mark | undefined = found.length > page.length && last ? markOf(last, order.sortBy) : undefined;
  return {
    requests: page.map((row, index) => {
      const facts = { further: further.get(row.id)?.toFollow, strays: strays[index] ?? [] };
      return presentRequest(row, { catalog, version, statusDetail, caller, ...facts });
    }),
    ...(mark && { continuation: writeMark(mark, filter, order) }),
    ...(wantsTotal && { total: await countRequests(store, filter) }),
  };
}

/** What came to an EVM address and cannot be used belongs to the request that the address was issued for. */
async function straysOf(
  store: NetworkStore,
  { parent, depositAddress }: BridgeRequest,
): Promise<readonly Stray[]> {
  if (parent !== undefined || !depositAddress?.startsWith("0x")) return [];
  return straysAt(store, depositAddress);
}
