import { createHash } from "node:crypto";
import { payments } from "bitcoinjs-lib";
import { networkParameters } from "../../../src/bitcoin/codec/address.ts";
import { hashOfHeader, innerHash } from "../../../src/bitcoin/codec/proof.ts";
import type { Database } from "../../../src/database/driver.ts";
import {
  advanceInvoice,
  type Beside,
  type Records,
} from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { assignUnattributed } from "../../../src/gateway/usecases/crediting/assignUnattributed.ts";
import { outbox } from "../../../src/gateway/usecases/invoices/announce.ts";
import { STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { changePayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { proofByWord } from "../../../src/gateway/usecases/proofs/provePayout.ts";
import { refundInvoice } from "../../../src/gateway/usecases/payouts/refundInvoice.ts";
import type {
  Lease,
  QuoteRecord,
  SaveExtras,
  Persistence,
} from "../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../src/gateway/domain/invoices/decide.ts";
import { NO_FACTS, type Invoice, type Offer } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { anInvoice, anOffer, DUE, EXPIRES, FLOOR, gone, inBlock, inMempool, ISSUED, LATE, marked, PRICE_SATS, refund, success, says, tick } from "../domain/invoices/given.ts"; // prettier-ignore
import { claim, release, type Claimed } from "../../../src/gateway/domain/payouts/claim.ts";
import {
  approve,
  cancel,
  complete,
  start,
  withQuote,
  type Payout,
} from "../../../src/gateway/domain/payouts/payout.ts";
import type { PullPayment } from "../../../src/gateway/domain/payouts/pullPayment.ts";
import { aClaim, aPullPayment } from "../domain/payouts/given.ts";
import { testClock, type TestClock } from "../../support/clock.ts";

/** A gateway that decides, saves and announces, and asks nobody. */
type Deciding = Readonly<{
  gateway: Records;
  persistence: Persistence;
  clock: TestClock;
  handedOut: Set<string>;
}>;

export function decidingGateway(database: Database): Deciding {
  const clock = testClock(ISSUED);
  const persistence = createPersistence(database, (error) => {
    throw error;
  });
  const handedOut = new Set<string>();
  let drawn = 0;
  const gateway: Records = {
    ...{ clock, persistence, log: silentLog },
    viewers: { isWatched: () => false, watched: () => [], announce: () => {} },
    random: (length) => createHash("shake256", { outputLength: length }).update(`${drawn++}`).digest(),
  };
  return { gateway, persistence, clock, handedOut };
}

/** An address of regtest, a txid and other names that are the same on every run. */
export const addressOf = (name: string): string =>
  payments.p2wpkh({ hash: digest(name).subarray(0, 20), network: networkParameters("regtest") }).address ??
  "";
export const txidOf = (name: string): string => digest(`tx of ${name}`).toString("hex");
export const outpointOf = (name: string): string => `${txidOf(name)}:0`;

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A block with nothing but one transaction, and the proof that it is in there. */
export function blockOf(txid: string): Readonly<{ blockHash: string; proof: unknown }> {
  const header = Buffer.alloc(80, 1);
  header.set(innerHash(txid), 36);
  const proof = { header: header.toString("hex"), index: 0, branch: [] };
  return { blockHash: hashOfHeader(header), proof };
}

/** Issues an invoice with its first price, as issueInvoice.ts does; `shop` is its store. */
export async function issue({ gateway, persistence, handedOut }: Deciding, id: string, shop: string): Promise<Invoice> {
  const at = gateway.clock();
  const { terms } = anInvoice();
  const blank: Invoice = { ...anInvoice(), id, storeId: shop, terms: { ...terms, metadata: { orderId: id } }, facts: NO_FACTS };
  const address = addressOf(id);
  const offer = anOffer({ quoteId: `quote-${id}`, requestId: `request-${id}`, depositAddress: address, refundTo: addressOf(shop), cost: { gross: DUE + 400_000n, fees: { gas: 90_000n, relayer: 200_000n } } });
  const seen: Observation = { kind: "offer", at, offer };
  const issued = { ...decide(blank, seen).invoice, version: 1 };
  const extras = await outbox(gateway, blank, [{ type: "InvoiceCreated" }]);
  handedOut.add(`${id} ${address} ${offer.requestId}`);
  await persistence.invoices.issue(issued, { ...extras, seen, quotes: [quoteOf(id, offer, "deposit")], ...leasing(id, offer) });
  return issued;
} // prettier-ignore

function quoteOf(
  invoiceId: string,
  { quoteId: id, requestId, input, methodId, from: at }: Offer,
  kind: QuoteRecord["kind"],
): QuoteRecord {
  return { id, invoiceId, methodId, requestId, input, at, kind, raw: { steps: [] } };
}

function leasing(id: string, { depositAddress: address, requestId, chainId, from }: Offer): Pick<SaveExtras, "lease" | "addresses"> {
  const lease: Lease = { id: `lease-${id}`, chainId, address, requestId, invoiceId: id, methodId: "BTC-CHAIN", fromAt: from };
  return { lease, addresses: [{ chainId, address, requestId, route: "route", spare: false }] };
} // prettier-ignore

/** News of an invoice's own deposit, each a little later than the last. */
export function tellerOf({ gateway, clock }: Deciding, id: string) {
  const tell = async (make: (at: number) => Observation, beside: Beside = {}): Promise<Invoice> => {
    clock.advance(SECOND_MS);
    return advanceInvoice(gateway, id, make(clock()), beside);
  };
  const place = { outpoint: outpointOf(id), address: addressOf(id) };
  const ofAddress = (seen: Observation): Observation => ({ ...seen, depositAddress: addressOf(id) } as Observation);
  const { blockHash, proof } = blockOf(txidOf(id));
  return {
    tell,
    mempool: (value = PRICE_SATS) => tell((at) => inMempool({ ...place, value, at })),
    block: (value = PRICE_SATS) =>
      tell((at) => inBlock({ ...place, value, at, blockHash }), { observation: { source: "block", body: { proof } } }),
    gone: () => tell((at) => gone(place.outpoint, at)),
    word: (word: string) => tell((at) => ofAddress(says(word, { outpoint: place.outpoint, requestId: `request-${id}`, at }))),
    success: (amount = FLOOR) =>
      tell((at) => ofAddress(success({ outpoint: place.outpoint, requestId: `request-${id}`, amount, at }))),
    refund: () => tell((at) => ofAddress(refund({ outpoint: place.outpoint, requestId: `request-${id}`, at }))),
  };
} // prettier-ignore

/**
 * Fills a new database with two shops (the first has a webhook) and one invoice of every kind, all by real decisions, and
 * with money that is nobody's. Gives what the journal would hold: "<invoice> <address> <request>".
 */
export async function fillHealthy(database: Database): Promise<ReadonlySet<string>> {
  const deciding = decidingGateway(database);
  const { persistence, clock } = deciding;
  await persistence.checkpoints.write("mode", "sandbox", ISSUED, 0);
  for (const id of ["shop-1", "shop-2"]) await persistence.stores.create({ id, name: id, settings: settingsOf(id), createdAt: ISSUED });
  const made = { at: ISSUED, actor: { kind: "command", id: "crosstill", name: "create-store" } as const, action: "store.created" };
  for (const storeId of ["shop-1", "shop-2"]) await persistence.auditLog.append({ ...made, storeId, subject: storeId, before: undefined, after: { name: storeId }, address: undefined });
  await persistence.webhooks.create({
    ...{ id: "hook", storeId: "shop-1", url: "https://shop.example/hook", secret: "secret", enabled: true },
    ...{ automaticRedelivery: true, everything: true, specificEvents: ["CrosstillOfferChanged"], createdAt: ISSUED },
  });
  clock.advance(MINUTE_MS);
  for (const id of ["paid", "unpaid"]) await issue(deciding, id, "shop-1");
  for (const id of OTHERS) await issue(deciding, id, "shop-2");
  await pay(deciding);
  await goWrong(deciding);
  await endLate(deciding);
  await keepStrangers(deciding);
  const [delivery] = await persistence.deliveries.claim("hook", clock(), MINUTE_MS, 1);
  if (delivery) await persistence.deliveries.finish(delivery, { state: "delivered", dueAt: clock(), outcome: { status: 200 } });
  await promise(deciding);
  return deciding.handedOut;
} // prettier-ignore

const OTHERS = ["settled", "processing", "partly", "dropped", "refunded", "marked", "late", "twice"];

function settingsOf(shop: string) {
  return {
    ...STORE_DEFAULTS,
    settlement: anInvoice().terms.settlement,
    refunds: { [BITCOIN_CHAIN_ID]: addressOf(shop) },
  };
}

async function pay(deciding: Deciding): Promise<void> {
  for (const id of ["paid", "settled"]) {
    const { mempool, block, word, success: paid } = tellerOf(deciding, id);
    await mempool();
    await block();
    await word("pending");
    await paid(id === "paid" ? FLOOR + 7n : FLOOR);
  }
  await tellerOf(deciding, "processing").block();
  for (const part of ["twice", "again"]) {
    const place = { outpoint: outpointOf(part), address: addressOf("twice"), value: PRICE_SATS / 2n };
    const spends = [outpointOf(`before ${part}`)];
    await tellerOf(deciding, "twice").tell((at) => ({ ...inBlock({ ...place, at }), spends }) as Observation);
  }
  const partly = tellerOf(deciding, "partly");
  await partly.block(PRICE_SATS / 4n);
  await partly.success(FLOOR / 4n);
  await partly.tell((at) => ({ kind: "offer", at, offer: restOf("partly", at) }), { quotes: [quoteOf("partly", restOf("partly", 0), "indicative")] }); // prettier-ignore
}

/** The price of what is left to pay, at the address that the invoice has already. */
function restOf(id: string, from: number): Offer {
  const covers = DUE - DUE / 4n;
  return anOffer({
    ...{ quoteId: `rest-${id}`, requestId: `request-${id}`, depositAddress: addressOf(id), from, covers },
    ...{ input: 30_000n, floor: covers, refundTo: addressOf("shop-2") },
  });
}

async function goWrong(deciding: Deciding): Promise<void> {
  const dropped = tellerOf(deciding, "dropped");
  await dropped.mempool();
  await dropped.gone();
  const refunded = tellerOf(deciding, "refunded");
  await refunded.block();
  await refunded.word("failure");
  await refunded.refund();
  await tellerOf(deciding, "marked").tell((at) => marked("Settled", at));
}

async function endLate(deciding: Deciding): Promise<void> {
  deciding.clock.advance(LATE - deciding.clock());
  const late = tellerOf(deciding, "late");
  await late.tell((at) => tick(at, EXPIRES));
  await late.block();
  await late.success();
}

/** Money that is nobody's: one that waits, one that a person gave away, one whose block was undone and that came again. */
async function keepStrangers({ gateway, persistence, clock }: Deciding): Promise<void> {
  const at = clock();
  const found = (name: string) => ({
    ...{ chainId: BITCOIN_CHAIN_ID, outpoint: outpointOf(name), address: addressOf("paid"), currency: BTC_CURRENCY },
    ...{ value: 1_234n, storeId: "shop-1", lastInvoiceId: "paid", height: 7, blockHash: "block-7", blockTime: at, seenAt: at },
  }); // prettier-ignore
  for (const name of ["waits", "given", "undone"]) await persistence.unattributed.keep(found(name));
  const load = async (name: string) => {
    const row = await persistence.unattributed.load(BITCOIN_CHAIN_ID, outpointOf(name));
    if (!row) throw new Error(`Expected ${name} to be kept.`);
    return row;
  };
  const person = { by: "owner", reason: "asked" };
  await assignUnattributed(
    gateway,
    { chainId: BITCOIN_CHAIN_ID, outpoint: outpointOf("given") },
    "paid",
    person,
  );
  await persistence.unattributed.undo(await load("undone"), at);
  await persistence.unattributed.keep(found("undone"));
}

/** A pull payment of which a part was claimed, given back and claimed again, and a refund that was claimed whole. */
async function promise({ gateway, persistence, clock }: Deciding): Promise<void> {
  const keep = async ({ pullPayment: after, payout }: Claimed, before: PullPayment) => {
    await persistence.payouts.keep({ pullPayment: { before, after }, payout: { after: payout }, announcements: [] });
    return after;
  };
  const claimOf = (id: string, amount?: bigint) => aClaim({ id, amount, destination: addressOf(id), at: clock() });
  const voucher = aPullPayment({ id: "voucher", storeId: "shop-1", createdAt: clock() });
  await persistence.payouts.keep({ pullPayment: { after: voucher }, announcements: [] });
  const first = claim(voucher, [], claimOf("given-back", 30_00n));
  const claimed = await keep(first, voucher);
  const free = release(claimed, first.payout);
  await persistence.payouts.keep({ pullPayment: { before: claimed, after: free }, payout: { before: first.payout, after: cancel(first.payout) }, announcements: [] });
  const taken = await keep(claim(free, [], claimOf("part", 40_00n)), free);
  await changePayout(gateway as Gateway, "part", (payout) => complete(approve(payout, undefined, 80_000n), proofByWord("merchant")));
  await keep(claim(taken, [], claimOf("converted", 20_00n)), taken);
  await changePayout(gateway as Gateway, "converted", converted);
  const wanted = { name: undefined, description: undefined, methods: [], subtractBps: 0n, custom: undefined, mayApprove: true };
  const refunding = gateway as Gateway; // a refund of what was paid, in the coin of then, asks nobody
  const back = await refundInvoice(refunding, "paid", { ...wanted, variant: "RateThen" }, "refund");
  await keep(claim(back, [], claimOf("back")), back);
} // prettier-ignore

/** Paid through the service: 20.00 of the settlement coin left, what arrived is worth 19.50 of it. */
function converted(payout: Payout): Payout {
  const { recipient, ...coin } = anInvoice().terms.settlement;
  const { chainId, currency, symbol, decimals } = coin;
  const quoted = {
    ...{ requestId: "request-converted", user: recipient, input: 20_000_000n, expected: 39_000n, minimum: 38_000n },
    ...{ coin: { chainId, currency, symbol, decimals }, gross: 40_000n, quote: {}, word: "success", at: payout.createdAt },
  };
  const waiting = withQuote(approve(payout, undefined, 40_000n), quoted);
  const departure = { coin: quoted.coin, amount: quoted.input, txHash: txidOf("departure"), evidence: "verified" } as const;
  return complete(start(waiting, quoted.requestId), { ...proofByWord("service"), amount: 39_000n }, { departure });
} // prettier-ignore
