import { isFinal, type Invoice, type Offer } from "../../domain/invoices/invoice.ts";
import { txOf } from "../../domain/invoices/factChanges.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { statusMeaning } from "../../../intents/status.ts";
import type { Instant } from "../../../values/time.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import type { Gateway, RequestNews } from "../../ports/ports.ts";
import type { Lease } from "../../ports/storePort.ts";

/**
 * Credits a deposit that the service tells of and that our own eyes have not shown. Where its chain can be asked (which need
 * not be the one that was asked for), its transaction has to show the payment, which also finds coins that a contract sent on
 * in the middle of a call. Where it cannot, the service's word is all that there is of the deposit; that it was settled still
 * has to be proven. Never on Bitcoin, whose blocks show everything. Gives the invoice as it then is.
 */
export async function creditReported(
  gateway: Gateway,
  invoice: Invoice,
  lease: Lease,
  news: RequestNews,
): Promise<Invoice> {
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === lease.address);
  if (lease.chainId === BITCOIN_CHAIN_ID || !offer || isKnown(invoice, news)) return invoice;
  let current = invoice;
  for (const payment of await paymentsOf(gateway, lease, offer, news)) {
    const owner = await gateway.store.depositOwner(payment.chainId, payment.outpoint);
    if (owner !== undefined && owner !== invoice.id) continue; // credited once, to one invoice, for ever
    const at = gateway.clock();
    const { sentBy = inDoubt(current, at), isInBlock, ...seen } = payment;
    current = await advanceInvoice(
      gateway,
      invoice.id,
      {
        ...{ kind: "output", at, address: lease.address, ...seen, sentBy: Math.min(at, sentBy) },
        confirmations: isInBlock ? invoice.terms.policy.confirmations : 0, // nobody counts its blocks but the service
        blockHash: isInBlock ? "reported" : undefined,
      },
      { observation: { source: "service", body: news.raw } },
    );
  }
  return current;
}

/** When a deposit was sent that only the service knows, nobody can tell: in time, unless a last look has found nothing and the invoice is closed. */
function inDoubt({ state, terms }: Invoice, at: Instant): Instant {
  return isFinal(state) ? at : Math.min(at, terms.expiresAt - 1);
}

/** True when there is nothing to add to what is known of the transaction: it was seen on its chain, or told of as confirmed. */
function isKnown({ facts }: Invoice, { depositTxid, requestId }: RequestNews): boolean {
  if (depositTxid === undefined) return true;
  const told = reportedOutpoint(depositTxid, requestId);
  return facts.deposits.some(
    ({ outpoint, confirmations }) =>
      txOf(outpoint) === depositTxid &&
      (outpoint === told ? confirmations > 0 : !outpoint.includes(REPORTED)),
  );
}

/** What the service calls a deposit whose place in its transaction nobody here has seen. */
function reportedOutpoint(txid: string, requestId: string): string {
  return `${txid}${REPORTED}${requestId}`;
}

const REPORTED = ":reported:";

type Payment = Readonly<{
  outpoint: string;
  chainId: number;
  currency: string;
  value: bigint;
  isInBlock: boolean;
  sentBy?: Instant;
}>;

async function paymentsOf(
  gateway: Gateway,
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
      if (amount === undefined) return []; // nobody can say how much
      const outpoint = `${depositTxid}:${part}`;
      return [{ outpoint, chainId, currency, value: amount, sentBy: at, isInBlock: true }];
    });
  }
  if (input === undefined || input === 0n) return [];
  // The service waits until it is sure of a deposit; whatever it does afterwards, it does with what it has.
  const isInBlock = statusMeaning(word) !== "waiting";
  const outpoint = reportedOutpoint(depositTxid, requestId);
  return [{ outpoint, value: input, chainId, currency, isInBlock }];
}
