import { timeOrderedId } from "../../../values/ids.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { OutputSeen } from "../../domain/invoices/observation.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { advanceInvoice, type Records } from "../invoices/advanceInvoice.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import { GatewayError } from "../../errors.ts";
import { isAtOwnAddress } from "./endUnattributed.ts";
import { isSameCoin } from "../stores/settlements.ts";
import { loadInvoice, type Person } from "../invoices/markInvoice.ts";
import type { Lease } from "../../ports/persistencePort.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

/**
 * Assigns unattributed funds to an invoice of the same store, by a person's decision. The service converts
 * what came to a deposit address, so it is credited for what it yields, and its request is polled at the address
 * from then on. What came to the merchant's own address is credited like a direct payment. One commit credits the invoice and removes the unattributed funds. The outpoint is a unique
 * key, so two people cannot assign it to two invoices. Idempotent. Throws GatewayError (deposit_not_found,
 * deposit_taken, invoice_not_found, address_conflict).
 */
export async function assignUnattributed(
  gateway: Records,
  { chainId, outpoint }: Readonly<{ chainId: number; outpoint: string }>,
  invoiceId: string,
  person: Person,
): Promise<Invoice> {
  const { persistence } = gateway;
  const found = await persistence.unattributed.load(chainId, outpoint);
  if (!found) {
    const message = `There is no unattributed deposit ${outpoint.slice(0, 100)} on chain ${chainId}.`;
    throw new GatewayError("deposit_not_found", message);
  }
  const invoice = await loadInvoice(gateway, invoiceId);
  const owner = await persistence.deposits.owner(chainId, outpoint);
  refuseUnlessFree(found, invoice, owner);
  return owner === undefined ? credit(gateway, found, invoice, person) : invoice;
}

function refuseUnlessFree(found: Unattributed, invoice: Invoice, owner: string | undefined): void {
  const { outpoint, state, storeId } = found;
  const taken = (said: Sentence) => new GatewayError("deposit_taken", said);
  if (owner !== undefined && owner !== invoice.id)
    throw taken(
      sentence("Deposit {outpoint} is credited to invoice {invoice} already.", { outpoint, invoice: owner }),
    );
  if (state === "undone")
    throw taken(
      sentence("Deposit {outpoint} is in no block any more: wait until it is in one again.", { outpoint }),
    );
  if (state === "assigned" && owner === undefined)
    throw taken(sentence("Deposit {outpoint} was assigned to another invoice.", { outpoint }));
  if (state === "explained" && owner === undefined)
    throw taken(
      sentence("The money of {outpoint} was decided upon where the intent service sent it.", { outpoint }),
    );
  if (state !== "open" && owner === undefined)
    throw taken(sentence("This money was assigned, refunded or dismissed already."));
  const isShared = isAtOwnAddress(found) && isSameAddress(invoice.terms.settlement.recipient, found.address);
  if (storeId !== "" && storeId !== invoice.storeId && !isShared)
    throw taken(
      sentence("Deposit {outpoint} came to an address of store {store}, and its money goes there.", {
        outpoint,
        store: storeId,
      }),
    );
  if (isAtOwnAddress(found) && !isSameCoin(found, invoice.terms.settlement))
    throw taken(
      sentence(
        "The money is in another coin than the one that the invoice is settled in, and is not converted. Mark the invoice as settled, or refund the money.",
      ),
    );
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

async function credit(
  gateway: Records,
  found: Unattributed,
  invoice: Invoice,
  { by, reason }: Person,
): Promise<Invoice> {
  const { chainId, outpoint, currency, value, blockHash, height } = found;
  const former = await formerLease(gateway, found);
  const direct = isAtOwnAddress(found);
  const offered = invoice.facts.offers.find((offer) => direct && offer.direct === true)?.methodId;
  const methodId =
    offered ?? former?.methodId ?? (chainId === BITCOIN_CHAIN_ID ? "BTC-CHAIN" : `CHAIN-${chainId}`);
  const at = gateway.clock();
  const seen: OutputSeen = {
    kind: "output",
    at,
    firstSeenAt: Math.min(at, found.seenAt, found.blockTime),
    sentBy: Math.min(at, found.blockTime),
    outpoint,
    chainId,
    currency,
    value,
    address: former?.address ?? spelledAs(invoice, found), // in the spelling of the offer, by which it is looked up
    confirmations: invoice.terms.policy.confirmations, // reviewed by a person; the follower reports a reorganisation
    blockHash,
    tipHeight: height,
    assigned: { methodId, by, reason, ...(direct ? { direct: true as const } : {}) },
  };
  const lease = former && (await leaseFor(gateway, former, found, invoice.id));
  const observation = { source: "person", body: { chainId, outpoint, by, reason } };
  const assignment = { found, decision: { invoiceId: invoice.id, by, reason, at } };
  return advanceInvoice(gateway, invoice.id, seen, {
    observation,
    assignment,
    ...(lease ? { lease } : {}),
  });
}

/** A merchant's own address as the invoice spells it. */
function spelledAs({ terms }: Invoice, { address }: Unattributed): string {
  const { recipient } = terms.settlement;
  return isSameAddress(recipient, address) ? recipient : address;
}

/** Finds the lease that the address had last: on an EVM chain it may be of another chain than the one where the money came. */
export async function formerLease(
  { persistence }: Pick<Records, "persistence">,
  found: Unattributed,
): Promise<Lease | undefined> {
  if (found.lastInvoiceId === undefined) return undefined; // it was never shown to a payer
  const leases = await persistence.leases.of(found.lastInvoiceId);
  const isAt = ({ address }: Lease) =>
    found.chainId === BITCOIN_CHAIN_ID
      ? address === found.address
      : address.toLowerCase() === found.address.toLowerCase();
  return leases.findLast(isAt);
}

/**
 * Without a lease the service would no longer be polled for the address. It begins with the deposit, so
 * that its settlement is credited.
 */
async function leaseFor(
  { persistence, clock, random }: Records,
  former: Lease,
  { blockTime }: Unattributed,
  invoiceId: string,
): Promise<Lease | undefined> {
  const [open] = await persistence.leases.openAt(former.chainId, [former.address]);
  if (open?.invoiceId === invoiceId) return undefined;
  if (open) {
    const said = sentence(
      "Invoice {invoice} is using {address} now. Assign the deposit once that lease has ended.",
      { invoice: open.invoiceId, address: former.address },
    );
    throw new GatewayError("address_conflict", said);
  }
  const at = clock();
  return { ...former, id: timeOrderedId(at, random), invoiceId, fromAt: Math.min(at, blockTime) };
}
