import { createHash } from "node:crypto";
import { addressOfScript } from "../../../src/bitcoin/codec/address.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { timeOrderedId } from "../../../src/values/ids.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import { decide } from "../../../src/gateway/domain/invoices/decide.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { anInvoice, anOffer, inBlock, says } from "../../gateway/domain/invoices/given.ts";

const AT_ONCE = 1_000;

/** Issues invoices that wait for a payment on Bitcoin, each with an address of its own, straight into the store. */
export async function issueMany(
  gateway: Gateway,
  storeId: string,
  from: number,
  count: number,
): Promise<void> {
  for (let first = from; first < from + count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, from + count - first) }, (_, index) => first + index);
    await Promise.all(some.map((index) => issueOne(gateway, storeId, index)));
  }
}

async function issueOne(
  { persistence, clock, random }: Gateway,
  storeId: string,
  index: number,
): Promise<void> {
  const at = clock();
  const address = addressNumber(index);
  const terms = { createdAt: at, expiresAt: at + 60 * MINUTE_MS, monitoringUntil: at + 120 * MINUTE_MS };
  const ids = {
    id: timeOrderedId(at, random),
    leaseId: timeOrderedId(at, random),
    requestId: `request-${index}`,
  };
  const place = { chainId: BITCOIN_CHAIN_ID, address, requestId: ids.requestId };
  const offer = anOffer({
    ...{ quoteId: `quote-${index}`, requestId: ids.requestId, depositAddress: address, from: at },
    ...{ chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY },
  });
  const blank = { ...anInvoice(terms), id: ids.id, storeId, facts: { ...anInvoice().facts, offers: [] } };
  const seen = { kind: "offer", at, offer } as const;
  const invoice = { ...decide(blank, seen).invoice, version: 1 };
  await persistence.invoices.issue(invoice, {
    ...{ at, events: [], deliveries: [], seen },
    addresses: [{ ...place, route: "bench", spare: false }],
    lease: { ...place, id: ids.leaseId, invoiceId: ids.id, methodId: offer.methodId, fromAt: at },
  });
}

/**
 * Saves a payment of each of the invoices with an open address, up to a number of them: in a block for two days, and refused by
 * the service since. No job has anything to do about them, but each walks them.
 */
export async function payUnfinished({ persistence, clock }: Gateway, count: number): Promise<void> {
  const at = clock() - 2 * DAY_MS;
  for (const { invoiceId, address } of await persistence.leases.open("", count)) {
    const before = await persistence.invoices.load(invoiceId);
    if (!before) throw new Error(`Expected the invoice ${invoiceId} of an open lease.`);
    const outpoint = `${createHash("sha256").update(invoiceId).digest("hex")}:0`;
    const paid = decide(before, inBlock({ at, outpoint, address, blockHash: "bench" }));
    await persistence.invoices.save(before, paid, { at, events: [], deliveries: [] });
    const refused = decide(paid.invoice, {
      ...says("failure", { at, outpoint }),
      depositAddress: address,
    } as Observation);
    await persistence.invoices.save(paid.invoice, refused, { at, events: [], deliveries: [] });
  }
}

/** A regtest address that nobody has the key of, and no other number gives. */
function addressNumber(index: number): string {
  const program = createHash("sha256").update(`bench ${index}`).digest("hex").slice(0, 40);
  return addressOfScript("regtest", `0014${program}`) as string; // every 20-byte program has an address
}
