import { ConflictError } from "../../../database/driver.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import { GatewayError } from "../../errors.ts";
import type { Payout } from "../../domain/payouts/payout.ts";
import type { Person } from "../invoices/markInvoice.ts";
import { createPayout, readTarget } from "../payouts/claimPayout.ts";
import { requirePayout } from "../payouts/managePayouts.ts";
import { payoutMethods } from "../pricing/methods.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import { isSameCoin } from "../stores/settlements.ts";
import type { Gateway } from "../gateway.ts";
import { sameCurrency } from "../../../intents/identifiers.ts";
import { listContracts } from "../../../intents/chains.ts";
import { sentence } from "../../../values/sentence.ts";

/** Which unattributed funds are meant. */
export type UnattributedName = Readonly<{ chainId: number; outpoint: string }>;

/** True for money at the store's own address: it was not converted. */
export function isAtOwnAddress({ sender }: Pick<Unattributed, "sender">): boolean {
  return sender !== undefined;
}

/** Loads unattributed funds of a store by their name; those of another store do not exist for it. Throws GatewayError deposit_not_found. */
export async function requireUnattributed(
  { persistence }: Pick<Gateway, "persistence">,
  storeId: string,
  { chainId, outpoint }: UnattributedName,
): Promise<Unattributed> {
  const found = Number.isSafeInteger(chainId)
    ? await persistence.unattributed.load(chainId, outpoint)
    : undefined;
  if (found?.storeId === storeId) return found;
  throw new GatewayError(
    "deposit_not_found",
    sentence("This store has no such unattributed funds any more."),
  );
}

/**
 * Takes unattributed funds off the inbox and out of the books because they are not a payment. With `ignoreSender`, transfers of
 * the same sender to the store's own address are not listed from now on. Idempotent. Throws GatewayError (deposit_taken,
 * sender_unknown, sender_is_service).
 */
export async function dismissUnattributed(
  gateway: Pick<Gateway, "persistence" | "clock" | "service">,
  storeId: string,
  found: Unattributed,
  { ignoreSender, ...person }: Person & Readonly<{ ignoreSender: boolean }>,
): Promise<void> {
  if (ignoreSender) await requireSender(gateway, found);
  if (found.state !== "dismissed") {
    requireOpen(found);
    await gateway.persistence.unattributed.end(found, { state: "dismissed", ...person }, gateway.clock());
  }
  if (ignoreSender && found.sender !== undefined) await changeIgnored(gateway, storeId, found.sender, true);
}

/**
 * Throws GatewayError sender_unknown for money at a deposit address. Throws sender_is_service for a sender that belongs to the
 * intent service: otherwise payments that the service does not report would appear in no list.
 */
async function requireSender(
  { service }: Pick<Gateway, "service">,
  { chainId, sender }: Unattributed,
): Promise<void> {
  if (sender === undefined)
    throw new GatewayError(
      "sender_unknown",
      sentence(
        "This money came to a deposit address. Only senders to the store's own address can be ignored: dismiss it without ignoring its sender.",
      ),
    );
  if (!listContracts(await service.chains(), chainId).has(sender.toLowerCase())) return;
  const said = sentence(
    "The sender is the intent service, which payments come from. Take off this transfer alone, without its sender.",
  );
  throw new GatewayError("sender_is_service", said);
}

/** Lists or unlists a sender whose transfers to the store's own address are not payments. Idempotent. */
export function changeIgnored(
  { persistence }: Pick<Gateway, "persistence">,
  storeId: string,
  sender: string,
  isIgnored: boolean,
): Promise<void> {
  return retryOnConflict(async () => {
    const store = await persistence.stores.load(storeId);
    if (!store) return;
    const others = (store.settings.ignoredSenders ?? []).filter(
      (one) => one.toLowerCase() !== sender.toLowerCase(),
    );
    const ignoredSenders = isIgnored ? [...others, sender.toLowerCase()] : others;
    await persistence.stores.change(store, { ...store, settings: { ...store.settings, ignoredSenders } });
  });
}

type RefundTools = Parameters<typeof createPayout>[0];

/**
 * Refunds unattributed funds: a payout of the whole amount in the coin that came, to an address of the sender's, which waits for
 * its approval. The money stays unattributed in the books until the payout is completed; cancelled, it is in the inbox again. Of
 * two people one makes the refund; repeated with the same address, the same payout is returned. Money at a deposit address is
 * refused: the service converts it. Throws GatewayError (deposit_taken, refund_elsewhere, method_not_available,
 * payout_address_refused).
 */
export async function refundUnattributed(
  gateway: RefundTools,
  storeId: string,
  found: Unattributed,
  { destination, ...person }: Person & Readonly<{ destination: string }>,
): Promise<Payout> {
  if (found.refundId !== undefined) return requireSameRefund(gateway, found.refundId, destination);
  requireOpen(found);
  if (!isAtOwnAddress(found)) throw converted();
  const coin = (await payoutMethods(gateway)).find((one) => isSameCoin(one, found));
  if (!coin) {
    const said = sentence(
      'The intent service has no such coin. Send it back from your wallet, then choose "Not a payment".',
    );
    throw new GatewayError("method_not_available", said);
  }
  const { chainId, outpoint, value: amount } = found;
  const request = { destination, methodId: coin.id, amount };
  try {
    return await createPayout(gateway, storeId, request, undefined, { chainId, outpoint, ...person });
  } catch (error) {
    throw error instanceof ConflictError ? taken() : error; // at this very moment
  }
}

/** Returns the existing refund if it goes to the requested address. Throws GatewayError refund_elsewhere if not. */
async function requireSameRefund(gateway: RefundTools, id: string, destination: string): Promise<Payout> {
  const payout = await requirePayout(gateway, id);
  const { storeId, coin } = payout;
  if (sameCurrency(payout.destination, destination)) return payout;
  const wanted = await readTarget(gateway, storeId, {
    destination,
    methodId: coin.methodId,
    amount: undefined,
  });
  if (sameCurrency(payout.destination, wanted.destination)) return payout;
  const said = sentence(
    "This money has a refund to another address, {address}. Cancel payout {payout} first, or leave that address.",
    { address: payout.destination, payout: id },
  );
  throw new GatewayError("refund_elsewhere", said);
}

function requireOpen({ state }: Unattributed): void {
  if (state !== "open") throw taken();
}

function converted(): GatewayError {
  const said = sentence(
    "The intent service converts what comes to a deposit address and sends it to the settlement address. Assign the money to an invoice and refund that invoice.",
  );
  return new GatewayError("deposit_taken", said);
}

function taken(): GatewayError {
  const said = sentence("This money was assigned, refunded or dismissed already.");
  return new GatewayError("deposit_taken", said);
}
