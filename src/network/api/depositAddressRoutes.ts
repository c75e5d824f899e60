import { Router } from "express";
import { z } from "zod";
import { isoTime } from "../../values/time.ts";
import type { KeyCheck } from "../callers/checkKey.ts";
import type { NetworkParts } from "../parts.ts";
import { listRequests, markOf, type ListFilter } from "../persistence/requestList.ts";
import { requestById } from "../persistence/requests.ts";
import type { BridgeRequest } from "../request.ts";
import { NotFound } from "./errors.ts";
import { identifier, pageLimit, readMark, sizeOfPage, writeMark } from "./requestQuery.ts";
import { readQuery } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

export const depositAddressQuery = z.object({
  address: identifier.optional(),
  requestId: identifier.optional(),
  user: identifier.optional(),
  limit: pageLimit.optional(),
  continuation: z.string().max(256).optional(),
});
type Query = z.infer<typeof depositAddressQuery>;

/**
 * GET /deposit-addresses/v1, for callers with a key: the deposit address with an address or a request id, in the form of public
 * services. Without one (our extension) those that were quoted for a user, or with the key, the newest first.
 */
export function depositAddressRoutes(
  parts: NetworkParts,
  { requireKey, keyOf }: Pick<KeyCheck, "requireKey" | "keyOf">,
): Router {
  const router = Router();
  router.get("/deposit-addresses/v1", requireKey, async (request, response) => {
    const query = readQuery(depositAddressQuery, request.query);
    const { address, requestId } = query;
    if (address === undefined && requestId === undefined)
      return void response.json(await pageOf(parts, query, keyOf(request)?.hash));
    if (address !== undefined && requestId !== undefined)
      throw new Refusal("INVALID_REQUEST", "Expected either address or requestId, not both.");
    const found = await (address === undefined
      ? byRequest(parts, requestId ?? "")
      : byAddress(parts, address));
    const shown = found && presentAddress(found);
    if (!shown)
      throw new NotFound(
        "There is no such deposit address. It is in the steps of a quote with useDepositAddress.",
      );
    response.json(shown);
  });
  return router;
}

async function byAddress(
  { store }: NetworkParts,
  depositAddress: string,
): Promise<BridgeRequest | undefined> {
  const order = { sortBy: "createdAt", descending: false, limit: 1, after: undefined } as const;
  const [root] = await listRequests(store, { depositAddress, includeChildren: false }, order);
  return root;
}

/** A further deposit has the address of the request that it was issued for. */
async function byRequest({ store }: NetworkParts, id: string): Promise<BridgeRequest | undefined> {
  const found = await requestById(store, id);
  return found?.parent === undefined ? found : requestById(store, found.parent);
}

async function pageOf(
  { store }: NetworkParts,
  { user, limit, continuation }: Query,
  caller: string | undefined,
): Promise<Record<string, unknown>> {
  const size = sizeOfPage(limit);
  const filter: ListFilter = {
    ...(user === undefined ? { owner: caller } : { quotedFor: user }),
    includeChildren: false,
    withAddress: true,
  };
  const direction = { sortBy: "createdAt", descending: true } as const;
  const after = continuation === undefined ? undefined : readMark(continuation, filter, direction);
  const found = await listRequests(store, filter, { ...direction, limit: size + 1, after });
  const page = found.slice(0, size);
  const last = page.at(-1);
  return {
    depositAddresses: page.map(presentAddress),
    ...(found.length > size &&
      last && { continuation: writeMark(markOf(last, "createdAt"), filter, direction) }),
  };
}

/** Undefined for a request without a deposit address that is the payer's to pay. */
function presentAddress(request: BridgeRequest): Record<string, unknown> | undefined {
  const { depositAddress, method, strict, id, origin, createdAt } = request;
  const { refundTo = null, recoveryAddress = null } = request;
  if (method !== "deposit-address" || depositAddress === undefined) return undefined;
  return {
    depositAddress,
    type: strict ? "strict" : "open",
    requestId: id,
    chainId: origin.chainId,
    createdAt: isoTime(createdAt),
    currency: origin.currency,
    refundTo,
    recoveryAddress,
  };
}
