import { paymentTime } from "../../domain/invoices/credit.ts";
import type { InvoiceEvent } from "../../domain/invoices/events.ts";
import { markOf, type Deposit, type Invoice } from "../../domain/invoices/invoice.ts";
import { unixSeconds, type Instant } from "../../../values/time.ts";
import type { Gateway } from "../gateway.ts";
import type { Signer } from "../../ports/secretsPort.ts";
import {
  paymentStatus,
  paymentValue,
  presentAmounts,
  presentAttention,
  presentDeposit,
  presentExceptions,
} from "./presentAmounts.ts";
import type { OutboxEntry } from "../../ports/outboxPort.ts";
import { signOffers } from "../signatures/signedOffer.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { buildDeliveries } from "../webhooks/buildDeliveries.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What announcing needs of the gateway; without a signer nothing is signed. */
export type Announcing = Pick<Gateway, "clock" | "random" | "persistence"> &
  Readonly<{ signer?: Signer | undefined }>;

/**
 * The events of a decision and one delivery for each webhook that subscribes, to be written in the same
 * commit as the state (outbox). The event's body is fixed here; attempts add their own ids and the
 * invoice's status at that time (webhookMessage.ts). `merchant` is the invoice's store, where the caller
 * has it.
 */
export async function outbox(
  gateway: Announcing,
  invoice: Invoice,
  events: readonly InvoiceEvent[],
  merchant?: MerchantStore,
): Promise<OutboxEntry<InvoiceEvent>> {
  const at = gateway.clock();
  const signed = events.length > 0 ? await signaturesOf(gateway, invoice, merchant) : {};
  const announced = events.map((event) => ({ event, body: eventBody(invoice, event, at, signed) }));
  return buildDeliveries(gateway, invoice.storeId, at, announced);
}

/** The signatures of what the invoice has promised, if it has promised something. */
async function signaturesOf(
  { signer, persistence }: Announcing,
  invoice: Invoice,
  known: MerchantStore | undefined,
): Promise<Fields> {
  if (!signer || invoice.facts.offers.length === 0) return {};
  const merchant = known ?? (await persistence.stores.load(invoice.storeId));
  return merchant ? { signatures: signOffers(signer, merchant, invoice) } : {};
}

const MOST_ODDITIES = 50; // dust to an address must not make bodies that receivers refuse; the API lists all

/** The fields of a webhook that do not depend on the delivery (merchant-api section b). Flags are always sent. */
function eventBody(invoice: Invoice, event: InvoiceEvent, at: Instant, signed: Fields): Fields {
  const { id: invoiceId, storeId, terms, version } = invoice;
  const deposit = invoice.facts.deposits.find(({ outpoint }) => outpoint === event.outpoint);
  return {
    type: event.type,
    timestamp: unixSeconds(at),
    storeId,
    invoiceId,
    metadata: terms.metadata ?? {},
    ...(event.overPaid === undefined ? {} : { overPaid: event.overPaid }),
    ...(event.partiallyPaid === undefined ? {} : { partiallyPaid: event.partiallyPaid }),
    ...(event.type === "InvoiceSettled" || event.type === "InvoiceInvalid"
      ? { manuallyMarked: markOf(invoice.facts) !== undefined }
      : {}),
    ...(deposit ? paymentPart(invoice, deposit) : {}),
    crosstill: {
      version,
      status: invoice.state,
      additionalStatus: invoice.additional,
      ...presentAmounts(invoice),
      oddities: presentExceptions(invoice).slice(0, MOST_ODDITIES),
      ...(deposit ? { deposit: presentDeposit(invoice, deposit) } : {}),
      ...(event.type === "CrosstillAttention" ? { attention: presentAttention(invoice, []) } : {}),
      ...signed,
    },
  };
}

function paymentPart(invoice: Invoice, deposit: Deposit): Readonly<Record<string, unknown>> {
  return {
    afterExpiration: deposit.late,
    paymentMethodId: deposit.methodId,
    paymentMethod: deposit.methodId, // older clients read this name
    payment: {
      id: deposit.outpoint.replace(":", "-"), // plugins take what stands before the first dash as the transaction id
      receivedDate: unixSeconds(paymentTime(deposit)),
      value: paymentValue(invoice, deposit),
      fee: "0",
      status: paymentStatus(invoice, deposit),
      destination: deposit.address,
    },
  };
}
