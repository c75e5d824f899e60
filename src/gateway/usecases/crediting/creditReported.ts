import { isFinal, type Invoice, type Offer } from "../../domain/invoices/invoice.ts";
import { isReported, reportedOutpoint, txOf } from "../../domain/invoices/outpoint.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { statusMeaning } from "../../../intents/status.ts";
import type { Instant } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { findCoin } from "./findCoin.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import type { Lease } from "../../ports/persistencePort.ts";

/**
 * Credits a deposit that the service reports and that no follower has found. Where its chain can be read
 * (it need not be the chain of the offer), its transaction has to show the payment; this also finds coins
 * that a contract forwarded within a call. Where it cannot be read, the deposit rests on the service's
 * report alone; its settlement must still be proven. Never on Bitcoin, whose blocks show every payment.
 * Returns the resulting invoice.
 */
export async function creditReported(
  gateway: CreditingContext,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Invoice> {
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === lease.address);
  if (lease.chainId === BITCOIN_CHAIN_ID || !offer || isKnown(invoice, news)) return invoice;
  let current = invoice;
  for (const payment of await paymentsOf(gateway, lease, offer, news)) {
    const owner = await gateway.persistence.deposits.owner(payment.chainId, payment.outpoint);
    if (owner !== undefined && owner !== invoice.id) continue; // credited once, to one invoice, for ever
    const at = gateway.clock();
    const { sentBy = inDoubt(current, at), isInBlock, ...seen } = payment;
    current = await advanceInvoice(
      gateway,
      invoice.id,
      {
        kind: "output",
        at,
        address: lease.address,
        ...seen,
        coin: await findCoin(gateway, seen.chainId, seen.currency),
        sentBy: Math.min(at, sentBy),
        confirmations: isInBlock ? invoice.terms.policy.confirmations : 0, // only the service counts its blocks
        blockHash: isInBlock ? "reported" : undefined,
      },
      { observation: { source: "service", body: news.raw } },
    );
  }
  return current;
}

/**
 * The time of a deposit that only the service reports is unknown: it counts as in time, unless a last poll
 * found nothing and the invoice is closed.
 */
function inDoubt({ state, terms }: Invoice, at: Instant): Instant {
  return isFinal(state) ? at : Math.min(at, terms.expiresAt - 1);
}

/** True when the transaction adds nothing new: it was seen on its chain, or reported as confirmed. */
function isKnown({ facts }: Invoice, { depositTxid, requestId }: RequestNews): boolean {
  if (depositTxid === undefined) return true;
  const told = reportedOutpoint(depositTxid, requestId);
  return facts.deposits.some(
    ({ outpoint, confirmations }) =>
      txOf(outpoint) === depositTxid && (outpoint === told ? confirmations > 0 : !isReported(outpoint)),
  );
}

type Payment = Readonly<{
  outpoint: string;
  chainId: number;
  currency: string;
  value: bigint;
  isInBlock: boolean;
  sentBy?: Instant;
}>;

async function paymentsOf(
  gateway: Pick<Gateway, "arrivals">,
  lease: Lease,
  offer: Offer,
  { depositTxid = "", requestId, word, input, origin }: RequestNews,
): Promise<readonly Payment[]> {
  const { chainId, currency } = origin ?? { chainId: lease.chainId, currency: offer.currency };
  if (chainId === BITCOIN_CHAIN_ID) return []; // an EVM address got nothing there
  const read = gateway.arrivals.get(chainId);
  if (read) {
    const arrivals = await read(depositTxid, currency, lease.address);
    return arrivals.flatMap(({ part, amount, at }): Payment[] => {
      if (amount === undefined) return []; // the amount is unknown
      const outpoint = `${depositTxid}:${part}`;
      return [{ outpoint, chainId, currency, value: amount, sentBy: at, isInBlock: true }];
    });
  }
  if (input === undefined || input === 0n) return [];
  // The service waits until it considers a deposit final; its later statuses imply that.
  const isInBlock = statusMeaning(word) !== "waiting";
  const outpoint = reportedOutpoint(depositTxid, requestId);
  return [{ outpoint, value: input, chainId, currency, isInBlock }];
}
