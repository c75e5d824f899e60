import { decide, type Decision } from "../../../src/gateway/domain/invoices/decide.ts";
import type { InvoiceEvent } from "../../../src/gateway/domain/invoices/events.ts";
import { NO_FACTS, type Invoice, type Terms } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import type {
  Lease,
  NewAddress,
  SaveExtras,
  Persistence,
} from "../../../src/gateway/ports/persistencePort.ts";
import { aDeposit, anInvoice, anOffer, EXPIRES, ISSUED } from "../domain/invoices/given.ts";

/** Nothing beside the invoice itself. */
export const ALONE: SaveExtras = { at: ISSUED, events: [], deliveries: [] };

/** An invoice that no other test has. */
export function newInvoice(id: string, terms: Partial<Terms> = {}, storeId = "store-1"): Invoice {
  return { ...anInvoice({ createdAt: ISSUED, expiresAt: EXPIRES, ...terms }), id, storeId };
}

/** An invoice with something different in every field, and amounts that no float can hold. */
export function fullInvoice(id: string): Invoice {
  const huge = 10n ** 77n + 1n;
  const offer = anOffer({
    input: huge,
    floor: huge - 1n,
    covers: 5n,
    cost: { gross: huge, fees: { gas: 1n } },
  });
  const deposit = aDeposit({
    ...{
      outpoint: `${id}-tx:0`,
      value: 2n ** 64n + 1n,
      seenAt: ISSUED + 1,
      seenHeight: 7,
      undone: 2,
      spends: ["ff:1"],
    },
    ...{ credit: huge, floor: 0n, late: true, mismatch: "asset", delayed: true, stalled: true },
  });
  const end = { requestId: "r", outpoint: deposit.outpoint, at: ISSUED + 2 };
  return {
    ...newInvoice(id, {
      price: huge,
      due: 9_007_199_254_740_993n,
      metadata: METADATA,
      checkout: {
        redirectUrl: "https://shop.example/?a=b",
        redirectAutomatically: true,
        methods: ["BTC-CHAIN"],
        defaultMethod: "BTC-CHAIN",
      },
    }),
    facts: {
      ...NO_FACTS,
      offers: [offer, anOffer({ quoteId: "q2", depositAddress: "second" })],
      deposits: [
        deposit,
        { ...deposit, outpoint: `${id}-tx:1`, presence: "mempool", confirmations: 0, blockHash: undefined },
      ],
      requests: [
        {
          requestId: "r",
          depositAddress: "a",
          parent: "p",
          word: "weird \u0000 ☃",
          understood: "waiting",
          reason: "TOO_LOW",
          outpoint: deposit.outpoint,
          seenAt: 1,
        },
      ],
      settlements: [
        { ...end, amount: huge, txHash: "0x1", proof: `${id}-proof`, evidence: "verified", proven: true },
      ],
      refunds: [{ ...end, outpoint: `${id}-tx:1`, amount: undefined, txHash: undefined }],
      anomalies: [{ kind: "second_settlement", detail: "r2", at: 3 }],
      refundTo: { "8253038": "bcrt1-payer" },
      marks: [{ as: "Settled", from: "Processing", by: "owner", reason: "called \u0000", at: 4 }],
      resolved: [{ key: "anomaly:second_settlement:r2", by: "owner", reason: "kept", at: 5 }],
    },
    state: "Settled",
    additional: "Marked",
    version: 7,
  };
}

/** A merchant's own data: order of keys, nesting and letters are not ours to change. */
export const METADATA = {
  zebra: 1,
  apple: { "2": null, b: [1.5, "ü", { deep: [[], {}] }], a: true },
  orderId: "Ω-1 \u0000 \u2028 '\"; drop table invoices; --",
  emoji: "🧾",
  large: "9007199254740993",
};

/** A stored invoice and what an observation makes of it. */
export async function issued(
  persistence: Persistence,
  invoice: Invoice,
  extras: Partial<SaveExtras> = {},
): Promise<Invoice> {
  await persistence.invoices.issue(invoice, { ...ALONE, ...extras });
  return invoice;
}

/** Fields that are undefined are as good as missing: JSON, in which rows are kept, does not tell them apart. */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(known.map(([name, field]) => [name, plain(field)])) as T;
}

/** Decides and saves. */
export async function saved(
  persistence: Persistence,
  before: Invoice,
  seen: Observation,
  extras: Partial<SaveExtras> = {},
): Promise<Decision> {
  const decision = decide(before, seen);
  await persistence.invoices.save(before, decision, { ...ALONE, ...extras });
  return decision;
}

export function aLease(invoiceId: string, address: string, id = `lease-${invoiceId}-${address}`): Lease {
  return {
    id,
    chainId: 8253038,
    address,
    invoiceId,
    methodId: "BTC-CHAIN",
    requestId: `request-of-${address}`,
    fromAt: ISSUED,
  };
}

export function anAddress(address: string, spare: boolean, route = "route"): NewAddress {
  return { chainId: 8253038, address, requestId: `request-of-${address}`, route, spare };
}

/** Events with one delivery each, as a decision writes them. */
export function announced(
  types: readonly InvoiceEvent["type"][],
  name: string,
): Pick<SaveExtras, "events" | "deliveries"> {
  return {
    events: types.map((type) => ({ event: { type }, body: { type } })),
    // ids that sort the other way round: the order of events must not depend on them
    deliveries: types.map((_, ordinal) => ({
      id: `${name}-${9 - ordinal}`,
      webhookId: "hook-1",
      ordinal,
    })),
  };
}
