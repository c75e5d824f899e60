import { expect } from "chai";
import { eq } from "drizzle-orm";
import { ConflictError, type Database } from "../../src/db/driver.ts";
import { STORE_DEFAULTS } from "../../src/gateway/createStore.ts";
import type { Store } from "../../src/gateway/storePort.ts";
import { storeContext } from "../../src/store/context.ts";
import { createStore } from "../../src/store/store.ts";
import { ISSUED, inMempool, success } from "../invoices/given.ts";
import { onBothDatabases } from "../support/databases.ts";
import { announced, issued, newInvoice, plain, saved } from "./storedThings.ts";

const LEASE = 60_000;
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("the outbox", () => {
  onBothDatabases("gateway", (open) => {
    let store: Store;
    beforeEach(async () => {
      store = createStore(await open(), () => {});
    });

    it("hands each delivery to one of ten that ask at the same time", async () => {
      for (let index = 0; index < 30; index++)
        await issued(store, newInvoice(`i${index}`), announced(["InvoiceCreated"], `i${index}`));
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => store.claimDeliveries(ISSUED, LEASE, 100, [])),
      );
      const ids = claims.flat().map(({ id }) => id);
      expect(ids).to.have.length(30);
      expect(new Set(ids)).to.have.property("size", 30);
      expect(
        await store.claimDeliveries(ISSUED + LEASE - 1, LEASE, 100, []),
        "all are being sent",
      ).to.deep.equal([]);
    });

    it("gives the deliveries of one invoice in the order of its events", async () => {
      const first = await issued(store, newInvoice("i1"), announced(["InvoiceCreated"], "v1"));
      const paid = await saved(
        store,
        first,
        inMempool({ outpoint: "i1:0" }),
        announced(["InvoiceReceivedPayment", "InvoiceProcessing"], "v2"),
      );
      await saved(
        store,
        paid.invoice,
        success({ outpoint: "i1:0" }),
        announced(["InvoicePaymentSettled", "InvoiceSettled"], "a3"),
      );
      const claimed = await store.claimDeliveries(ISSUED, LEASE, 100, []);
      expect(claimed.map(({ body }) => (JSON.parse(body) as { type: string }).type)).to.deep.equal([
        "InvoiceCreated", "InvoiceReceivedPayment", "InvoiceProcessing", "InvoicePaymentSettled", "InvoiceSettled",
      ]); // prettier-ignore
      expect(claimed[1]).to.include({
        invoiceId: "i1",
        storeId: "store-1",
        webhookId: "hook-1",
        eventId: "i1-2-0",
        attempts: 0,
        dueAt: ISSUED,
      });
    });

    it("hands out what is due, no more than asked for, and again when the lease is over", async () => {
      await issued(store, newInvoice("i1"), {
        at: ISSUED + 10,
        ...announced(["InvoiceCreated", "InvoiceInvalid"], "d"),
      });
      expect(await store.claimDeliveries(ISSUED + 9, LEASE, 100, [])).to.deep.equal([]);
      expect(await store.claimDeliveries(ISSUED + 10, LEASE, 1, [])).to.have.length(1);
      expect(await store.claimDeliveries(ISSUED + 10, LEASE, 100, [])).to.have.length(1);
      expect(await store.claimDeliveries(ISSUED + 10 + LEASE, LEASE, 100, [])).to.have.length(2);
    });

    it("takes the outcome of an attempt once: who comes second is told", async () => {
      await issued(store, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      const [slow] = await store.claimDeliveries(ISSUED, LEASE, 1, []);
      const [quick] = await store.claimDeliveries(ISSUED + LEASE, LEASE, 1, []);
      if (!slow || !quick) throw new Error("Both have the delivery.");
      await store.finishDelivery(quick, {
        state: "due",
        dueAt: ISSUED + 2 * LEASE,
        outcome: { status: 500 },
      });
      const late = failure(
        store.finishDelivery(slow, { state: "delivered", dueAt: ISSUED, outcome: { status: 200 } }),
      );
      expect(await late).to.be.instanceOf(ConflictError);
      expect(await store.claimDeliveries(ISSUED + 2 * LEASE - 1, LEASE, 1, []), "not due yet").to.deep.equal(
        [],
      );
      const [again] = await store.claimDeliveries(ISSUED + 2 * LEASE, LEASE, 1, []);
      expect(again).to.include({ id: quick.id, attempts: 1, body: quick.body });
    });

    it("hands out neither what was delivered nor what was given up", async () => {
      await issued(store, newInvoice("i1"), announced(["InvoiceCreated", "InvoiceInvalid"], "d"));
      const [one, other] = await store.claimDeliveries(ISSUED, LEASE, 2, []);
      if (!one || !other) throw new Error("Both are due.");
      await store.finishDelivery(one, { state: "delivered", dueAt: ISSUED, outcome: {} });
      await store.finishDelivery(other, { state: "exhausted", dueAt: ISSUED, outcome: {} });
      expect(await store.claimDeliveries(ISSUED + 10 * LEASE, LEASE, 100, [])).to.deep.equal([]);
    });
  });
});

describe("stores, keys, webhooks and notes", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await open();
      store = createStore(database, () => {});
    });
    const { settlement } = newInvoice("x").terms;
    const settings = { ...STORE_DEFAULTS, settlement, refunds: { "8253038": "bcrt1-refund" } };

    it("a store and its key come back as they were", async () => {
      const merchant = { id: "s1", name: "Zoë's 🧾", settings, createdAt: ISSUED };
      await store.createStore(merchant);
      expect(plain(await store.loadStore("s1"))).to.deep.equal(plain(merchant));
      await store.createStore({
        ...merchant,
        id: "s0",
        settings: { ...settings, marginBps: 50, defaultMethod: "BTC-CHAIN" },
      });
      expect((await store.listStores()).map(({ id }) => id)).to.deep.equal(["s0", "s1"]);
      const key = { id: "k", storeId: "s1", label: "till", permissions: ["a", "b"], createdAt: ISSUED, revokedAt: undefined }; // prettier-ignore
      await store.createKey({ key, digest: "d1", at: ISSUED });
      expect(plain(await store.findKey("d1"))).to.deep.equal(plain(key));
      expect(await store.findKey("d2")).to.equal(undefined);
      expect(
        await failure(store.createKey({ key: { ...key, id: "k2" }, digest: "d1", at: ISSUED })),
      ).to.be.instanceOf(Error);
    });

    it("a store that cannot be true is refused with its id", async () => {
      const { db, t } = storeContext(database, () => {});
      await store.createStore({ id: "broken", name: "", settings, createdAt: 0 });
      await db
        .update(t.stores)
        .set({ settings: { ...settings, feeBearer: "nobody" } })
        .where(eq(t.stores.id, "broken"));
      expect(await failure(store.loadStore("broken")))
        .to.have.property("message")
        .that.includes("store broken");
      await db.delete(t.stores).where(eq(t.stores.id, "broken"));
    });

    it("a webhook comes back as it was, to its own store", async () => {
      const webhook = {
        id: "w", storeId: "s1", url: "https://shop.example/hook?x=1", secret: "s", enabled: false, automaticRedelivery: true,
        everything: false, specificEvents: ["InvoiceSettled"], createdAt: ISSUED,
      }; // prettier-ignore
      await store.createWebhook(webhook);
      expect(plain(await store.loadWebhook("w"))).to.deep.equal(plain(webhook));
      expect(await store.webhooksOf("s1")).to.deep.equal([webhook]);
      expect(await store.webhooksOf("s2")).to.deep.equal([]);
    });

    it("a note is written by whoever has read its current version", async () => {
      expect(await store.readNote("n")).to.equal(undefined);
      await store.writeNote("n", { a: 1n }, 5, 0);
      expect(await store.readNote("n")).to.deep.equal({ version: 1, body: { a: "1" }, at: 5 });
      expect(await failure(store.writeNote("n", "second first", 6, 0))).to.be.instanceOf(ConflictError);
      await store.writeNote("n", [2], 7, 1);
      expect(await failure(store.writeNote("n", "stale", 8, 1))).to.be.instanceOf(ConflictError);
      expect(await store.readNote("n")).to.deep.equal({ version: 2, body: [2], at: 7 });
      const racers = Array.from({ length: 10 }, (_, index) => store.writeNote("n", index, 9, 2));
      expect(
        (await Promise.allSettled(racers)).filter(({ status }) => status === "fulfilled"),
      ).to.have.length(1);
    });
  });
});
