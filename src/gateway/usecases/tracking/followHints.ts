import type { Invoice } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { eachItem } from "../eachItem.ts";
import { pollRequestsOf } from "./pollRequest.ts";
import { isServiceRequest } from "../crediting/ownNames.ts";
import type { TrackingContext } from "./trackingContext.ts";

/**
 * What the service's push channel does for polling: a push makes us look at once, and while pushes come reliably the looks
 * in between are rare. What is believed is always what the look finds.
 */
export type Pushes = Readonly<{
  /** Follows these invoices' requests from now on, and no others. */
  follow(invoices: readonly Invoice[]): void;
  /** True while a push can be expected for news of an invoice: it was followed by then, over a connection that holds. */
  covers(invoiceId: string, since: Instant): boolean;
  /** True once after pushes, however many, that could not be looked into at once. */
  takeHint(invoiceId: string): boolean;
  /** The look that a hint asked for could not be had now. */
  putBack(invoiceId: string): void;
  /** A look has found news that nothing had announced: the channel is not relied upon for a while. */
  missed(): void;
}>;

const DISTRUST_MS = 5 * MINUTE_MS;
const AT_ONCE = 5; // looks at one invoice between two polls: a request has about as many words

type Followed = Readonly<{ since: Instant; stop: () => void }>;

/** Pushes that never come, for a service without a push channel. */
const NO_PUSHES: Pushes = {
  follow: () => {},
  covers: () => false,
  takeHint: () => false,
  putBack: () => {},
  missed: () => {},
};

/**
 * Follows gateway.hints. A push triggers a poll at once, but only from a plentiful call budget, and a few
 * times for one invoice; other pushes wait for pollRequests, one poll for all pushes of an invoice. So a
 * flood of pushes starves nothing. Never throws: without the channel everything is found by polling.
 */
export function createPushes(gateway: TrackingContext): Pushes {
  const { hints, clock, budgets } = gateway;
  if (!hints) return NO_PUSHES;
  const followed = new Map<string, Followed>(); // by request
  let followedSince = new Map<string, Instant>(); // by invoice: since when all of its requests are
  const waiting = new Set<string>(); // invoices
  const busy = new Set<string>();
  const looks = new Map<string, number>(); // by invoice, since the last poll
  let connection = hints.connection;
  let connectedSince = clock();
  let distrustedUntil = 0;

  const pollNow = (invoiceId: string) => {
    const already = looks.get(invoiceId) ?? 0;
    if (busy.has(invoiceId) || already >= AT_ONCE || !budgets.service.hasPlenty()) {
      waiting.add(invoiceId);
      return;
    }
    busy.add(invoiceId);
    looks.set(invoiceId, already + 1);
    const look = eachItem(gateway, "pushed", [invoiceId], async () => {
      const invoice = await gateway.persistence.invoices.load(invoiceId);
      if (invoice) await pollRequestsOf(gateway, invoice);
    });
    const ended = look.catch(() => {}); // a lost lease: the process that has it now looks
    void ended.then(() => {
      busy.delete(invoiceId);
      if (waiting.delete(invoiceId)) pollNow(invoiceId); // pushed again meanwhile: what was found may be older
    });
  };
  return {
    follow(invoices) {
      if (hints.connection !== connection) {
        connection = hints.connection;
        connectedSince = clock(); // what was pushed in between is lost
      }
      const wanted = new Map(
        invoices.flatMap((invoice) => requestsOf(invoice).map((id) => [id, invoice.id])),
      );
      for (const [requestId, { stop }] of followed) {
        if (wanted.has(requestId)) continue;
        stop();
        followed.delete(requestId);
      }
      for (const [requestId, invoiceId] of wanted) {
        if (followed.has(requestId)) continue;
        const stop = hints.subscribe(requestId, () => pollNow(invoiceId));
        followed.set(requestId, { since: clock(), stop });
      }
      followedSince = new Map();
      for (const [requestId, invoiceId] of wanted) {
        const since = Math.max(
          followed.get(requestId)?.since ?? 0,
          followedSince.get(invoiceId) ?? connectedSince,
        );
        followedSince.set(invoiceId, since);
      }
      for (const id of waiting) if (!followedSince.has(id)) waiting.delete(id);
      looks.clear();
    },
    covers(invoiceId, lastPoll) {
      if (hints.connection === undefined || hints.connection !== connection) return false;
      const since = followedSince.get(invoiceId);
      return since !== undefined && lastPoll > since && clock() >= distrustedUntil;
    },
    takeHint: (invoiceId) => waiting.delete(invoiceId),
    putBack: (invoiceId) => void waiting.add(invoiceId),
    missed() {
      distrustedUntil = clock() + DISTRUST_MS;
      gateway.log.warn("hints.missed", { untilThenPolled: distrustedUntil });
    },
  };
}

/** The requests of an invoice that exist at the service. */
function requestsOf({ facts }: Invoice): readonly string[] {
  const done = new Set([...facts.settlements, ...facts.refunds].map(({ requestId }) => requestId));
  const ids = [...facts.offers, ...facts.requests].map(({ requestId }) => requestId);
  return [...new Set(ids)].filter((id) => !done.has(id) && isServiceRequest(id));
}
