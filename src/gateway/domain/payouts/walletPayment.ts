import { moved, start, takeBack, type HandedOver, type Payout } from "./payout.ts";
import { PayoutRefusal } from "./pullPayment.ts";

/**
 * A payment that a browser wallet makes, one transaction after the other. Each is written down before the wallet is asked for
 * it, and again with its hash, so that a page that was closed in the middle goes on where it was and sends nothing twice.
 *
 *   waits ──handOver──► asked (no hash) ──handedOver──► sent ──handOver──► the next one …
 *                          └──declined──► not asked any more: before the first one it waits for its payment again
 *
 * `place` counts the transactions of a quote from 0. Everything here throws PayoutRefusal invalid-state.
 */

/** The wallet is about to be asked for the transaction at a place; the first one starts the payment. */
export function handOver(payout: Payout, requestId: string, place: number): Payout {
  if (payout.state === "AwaitingPayment" && place === 0)
    return withHanded(start(payout, requestId), [{ hash: undefined }]);
  const handed = handedOf(payout, requestId);
  if (place > 0 && handed.length === place && handed.every(({ hash }) => hash !== undefined))
    return moved(withHanded(payout, [...handed, { hash: undefined }]), {});
  const message =
    "This payout is being paid already, perhaps in another window. Load the page again to see how far it is.";
  throw new PayoutRefusal("invalid-state", message);
}

/**
 * The wallet, or a person who has checked it, gives the hash under which the transaction was sent.
 * Idempotent.
 */
export function handedOver(payout: Payout, requestId: string, place: number, hash: string): Payout {
  const handed = handedOf(payout, requestId);
  const known = handed[place];
  if (known?.hash === hash) return payout;
  const other = handed.findIndex((one) => one.hash === hash);
  if (other >= 0)
    throw new PayoutRefusal(
      "invalid-state",
      `${hash} is the transaction of step ${other + 1} already: each step has one of its own. Look into the wallet's history.`,
    );
  if (known && known.hash === undefined) return moved(withHanded(payout, handed.with(place, { hash })), {});
  const message = known
    ? `The transaction of this step is known as ${known.hash} already.`
    : "The wallet was not asked for this transaction by the gateway's page.";
  throw new PayoutRefusal("invalid-state", message);
}

/** The wallet has certainly not sent the transaction that it was asked for last. Before the first one nothing has left it. */
export function declined(payout: Payout, requestId: string, place: number): Payout {
  const handed = handedOf(payout, requestId);
  if (place !== handed.length - 1 || handed[place]?.hash !== undefined)
    throw new PayoutRefusal(
      "invalid-state",
      "This transaction is not the one that the wallet was asked for last.",
    );
  return place === 0 ? takeBack(payout, true) : moved(withHanded(payout, handed.slice(0, -1)), {});
}

function handedOf({ state, service }: Payout, requestId: string): readonly HandedOver[] {
  if (state === "InProgress" && service?.requestId === requestId && service.handed) return service.handed;
  const message = `Expected a payout that a browser wallet is paying by request ${requestId.slice(0, 80)}; this one is ${state}. Load the page again.`;
  throw new PayoutRefusal("invalid-state", message);
}

function withHanded(payout: Payout, handed: readonly HandedOver[]): Payout {
  const { service } = payout;
  return service ? { ...payout, service: { ...service, handed } } : payout; // it has one: its request was compared
}
