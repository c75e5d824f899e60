import { timeOrderedId } from "../../../values/ids.ts";
import { archive, COMMAND_KEY, type PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { findMethod, payoutMethods, type Method } from "../pricing/methods.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

/** What a merchant promises; the HTTP layer has parsed and checked it. */
export type PullPaymentRequest = Readonly<{
  name: string;
  description: string;
  currency: string;
  decimals: number;
  amount: bigint; // smallest units of the currency
  autoApprove: boolean;
  startsAt: Instant | undefined;
  expiresAt: Instant | undefined;
  methods: readonly string[]; // as the client writes them; empty means all
  madeBy?: string | undefined; // the user behind the key
}>;

/**
 * Makes a pull payment that belongs to no invoice. With a `wantedId` the one of that id is made, or given when it was made
 * before. Throws GatewayError method_not_available.
 */
export async function createPullPayment(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence" | "service">,
  storeId: string,
  request: PullPaymentRequest,
  wantedId?: string,
): Promise<PullPayment> {
  return retryOnConflict(async () => {
    const made =
      wantedId === undefined ? undefined : await gateway.persistence.payouts.loadPullPayment(wantedId);
    if (made) return made;
    const createdAt = gateway.clock();
    const id = wantedId ?? timeOrderedId(createdAt, gateway.random);
    const methods = await canonicalMethods(gateway, request.methods);
    const after: PullPayment = {
      ...request,
      madeBy: request.madeBy ?? COMMAND_KEY,
      id,
      storeId,
      methods,
      createdAt,
      claimed: 0n,
      refund: undefined,
      archived: false,
      version: 1,
    };
    await gateway.persistence.payouts.keep({ pullPayment: { after }, announcements: [] });
    gateway.log.info("pullpayment.created", { pullPayment: id, store: storeId });
    return after;
  });
}

/** Stops further claims. Idempotent. Throws GatewayError pullpayment_not_found. */
export function archivePullPayment(gateway: Pick<Gateway, "persistence">, id: string): Promise<PullPayment> {
  return retryOnConflict(async () => {
    const before = await requirePullPayment(gateway, id);
    const after = archive(before);
    if (after !== before)
      await gateway.persistence.payouts.keep({ pullPayment: { before, after }, announcements: [] });
    return after;
  });
}

/** The pull payment, or pullpayment_not_found. */
export async function requirePullPayment(
  { persistence }: Pick<Gateway, "persistence">,
  id: string,
): Promise<PullPayment> {
  const found = await persistence.payouts.loadPullPayment(id);
  if (found) return found;
  throw new GatewayError("pullpayment_not_found", `There is no pull payment ${id.slice(0, 64)}.`);
}

/** The ids of the coins that a client named. Throws method_not_available. */
export async function canonicalMethods(
  gateway: Pick<Gateway, "service">,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const methods = await payoutMethods(gateway);
  return [...new Set(names.map((name) => requirePayoutMethod(methods, name).id))];
}

/** The coin of that id. Throws method_not_available, naming what there is. */
export function requirePayoutMethod(methods: readonly Method[], name: string): Method {
  const found = findMethod(methods, name);
  if (found) return found;
  const known = methods.map(({ id }) => id).join(", ");
  const message = `Expected one of the payout methods ${known}; got "${name.slice(0, 64)}".`;
  throw new GatewayError("method_not_available", message);
}
