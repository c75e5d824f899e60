import { expect } from "chai";
import { eq } from "drizzle-orm";
import { ConflictError, type Database } from "../../../src/database/driver.ts";
import { STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import type { GatewayError } from "../../../src/gateway/errors.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { persistenceContext } from "../../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { ISSUED, inMempool, success } from "../domain/invoices/given.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { announced, issued, newInvoice, plain, saved } from "./storedThings.ts";

const LEASE = 60_000;
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("the outbox", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    beforeEach(async () => {
      persistence = createPersistence(await open(), () => {});
    });

    it("hands out nothing of an event that has no number: it would come out of its order", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated"], "i1"));
      expect(await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 100)).to.deep.equal([]);
      await persistence.events.number(100, ISSUED);
      const [delivery] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 100);
      expect(delivery).to.include({ invoiceId: "i1", sequence: 1 });
    });

    it("has no more webhooks of a store than it may have, however many are made at once", async () => {
      const { settlement } = newInvoice("any").terms;
      const settings = { ...STORE_DEFAULTS, settlement, refunds: {} };
      await persistence.stores.create({ id: "shop", name: "Shop", settings, createdAt: ISSUED });
      const hook = { url: "https://shop.example/", secret: "", enabled: true, automaticRedelivery: true, everything: true, specificEvents: [], createdAt: ISSUED }; // prettier-ignore
      const make = (id: string) =>
        persistence.webhooks.create({ ...hook, id, storeId: "shop" }, 3).then(() => "made", (error: unknown) => (error as GatewayError).code); // prettier-ignore
      const made = await Promise.all(Array.from({ length: 12 }, (_, index) => make(`h${index}`)));
      expect(made.filter((word) => word === "made")).to.have.length(3);
      expect(new Set(made)).to.deep.equal(new Set(["made", "too_many_webhooks"]));
      expect(await persistence.webhooks.of("shop")).to.have.length(3);
    });

    it("hands each delivery to one of ten that ask at the same time", async () => {
      for (let index = 0; index < 30; index++)
        await issued(persistence, newInvoice(`i${index}`), announced(["InvoiceCreated"], `i${index}`));
      await persistence.events.number(100, ISSUED);
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => persistence.deliveries.claim("hook-1", ISSUED, LEASE, 100)),
      );
      const ids = claims.flat().map(({ id }) => id);
      expect(ids).to.have.length(30);
      expect(new Set(ids)).to.have.property("size", 30);
      expect(
        await persistence.deliveries.claim("hook-1", ISSUED + LEASE - 1, LEASE, 100),
        "all are being sent",
      ).to.deep.equal([]);
    });

    it("gives the deliveries of one invoice in the order of its events", async () => {
      const first = await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated"], "v1"));
      const paid = await saved(
        persistence,
        first,
        inMempool({ outpoint: "i1:0" }),
        announced(["InvoiceReceivedPayment", "InvoiceProcessing"], "v2"),
      );
      await saved(
        persistence,
        paid.invoice,
        success({ outpoint: "i1:0" }),
        announced(["InvoicePaymentSettled", "InvoiceSettled"], "a3"),
      );
      await persistence.events.number(100, ISSUED);
      const claimed = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 100);
      expect(claimed.map(({ body }) => body["type"])).to.deep.equal([
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
      for (const id of ["i1", "i2"])
        await issued(persistence, newInvoice(id), { at: ISSUED + 10, ...announced(["InvoiceCreated"], id) });
      await persistence.events.number(100, ISSUED);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 9, LEASE, 100)).to.deep.equal([]);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 10, LEASE, 1)).to.have.length(1);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 10, LEASE, 100)).to.have.length(1);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 10 + LEASE, LEASE, 100)).to.have.length(2);
    });

    it("takes the outcome of an attempt once: who comes second is told", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      await persistence.events.number(100, ISSUED);
      const [slow] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 1);
      const [quick] = await persistence.deliveries.claim("hook-1", ISSUED + LEASE, LEASE, 1);
      if (!slow || !quick) throw new Error("Both have the delivery.");
      await persistence.deliveries.finish(quick, {
        state: "due",
        dueAt: ISSUED + 2 * LEASE,
        outcome: { status: 500 },
      });
      const late = failure(
        persistence.deliveries.finish(slow, { state: "delivered", dueAt: ISSUED, outcome: { status: 200 } }),
      );
      expect(await late).to.be.instanceOf(ConflictError);
      expect(
        await persistence.deliveries.claim("hook-1", ISSUED + 2 * LEASE - 1, LEASE, 1),
        "not due yet",
      ).to.deep.equal([]);
      const [again] = await persistence.deliveries.claim("hook-1", ISSUED + 2 * LEASE, LEASE, 1);
      expect(again).to.include({ id: quick.id, attempts: 1 });
    });

    it("numbers the events of each store without a gap, also when ten do so at once, and gives them from any place on", async () => {
      for (const [id, shop] of [["i1", "store-1"], ["i2", "store-2"], ["i3", "store-1"]] as const)
        await issued(persistence, newInvoice(id, {}, shop), { at: ISSUED + Number(id[1]), ...announced(["InvoiceCreated", "InvoiceInvalid"], id) });
      await Promise.all(Array.from({ length: 10 }, () => persistence.events.number(3, ISSUED)));
      await persistence.events.number(100, ISSUED);
      const numbersOf = async (storeId: string, after: number, limit = 10) =>
        (await persistence.events.list(storeId, { after, limit, undelivered: false })).map(({ sequence }) => sequence);
      expect(await numbersOf("store-1", 0)).to.deep.equal([1, 2, 3, 4]);
      expect(await numbersOf("store-2", 0)).to.deep.equal([1, 2]);
      expect(await numbersOf("store-1", 1, 2)).to.deep.equal([2, 3]);
      const [first] = await persistence.events.list("store-1", { after: 0, limit: 1, undelivered: false });
      expect(first).to.deep.include({ body: { type: "InvoiceCreated" }, current: { version: 1, status: "New", additionalStatus: "None" } });
      expect(await persistence.events.standingOf("i1")).to.deep.equal(first?.current);
      expect(await persistence.events.standingOf("nobody")).to.equal(undefined);
    }); // prettier-ignore

    it("keeps every attempt, newest first, and forgets what the old ones said", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      await persistence.events.number(100, ISSUED);
      const [delivery] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 1);
      if (!delivery) throw new Error("It is due.");
      const attempt = { deliveryId: delivery.id, webhookId: "hook-1", dueAt: ISSUED, request: "{}", answer: "no" };
      const failed = { ...attempt, id: delivery.id, at: ISSUED, httpCode: undefined, error: "Nobody answers." };
      await persistence.deliveries.finish(delivery, { state: "due", dueAt: ISSUED, outcome: {}, attempt: failed });
      await persistence.attempts.keep({ ...attempt, id: "later", at: ISSUED + 9, httpCode: 200, error: undefined });
      expect((await persistence.attempts.of("hook-1", 10)).map(({ id }) => id)).to.deep.equal(["later", delivery.id]);
      expect(plain(await persistence.attempts.load(delivery.id))).to.deep.equal(plain(failed));
      expect(await persistence.attempts.prune(ISSUED + 9, 9)).to.equal(1);
      expect(plain(await persistence.attempts.load(delivery.id))).to.deep.equal(plain({ ...failed, request: undefined, answer: undefined }));
      expect(await persistence.attempts.load("later")).to.include({ request: "{}", answer: "no" });
    }); // prettier-ignore

    it("owes a redelivery under its own id, and what was not taken once more; one that was taken ends its original", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated", "InvoiceInvalid"], "d"));
      await persistence.events.number(100, ISSUED);
      const [one, other] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 2);
      if (!one || !other) throw new Error("Both are due.");
      for (const delivery of [one, other])
        await persistence.deliveries.finish(delivery, { state: "exhausted", dueAt: ISSUED, outcome: {} });
      const undelivered = async () =>
        (await persistence.events.list("store-1", { after: 0, limit: 9, undelivered: true })).map(({ sequence }) => sequence);
      expect(await undelivered()).to.deep.equal([1, 2]);
      await persistence.deliveries.redeliver([{ id: "again", delivery: one }], ISSUED + 5);
      const [again] = await persistence.deliveries.claim("hook-1", ISSUED + 5, LEASE, 9);
      if (!again) throw new Error("It is due.");
      expect(again).to.include({ id: "again", originalId: one.id, attempts: 0, sequence: 1 });
      await persistence.deliveries.finish(again, { state: "delivered", dueAt: ISSUED, outcome: {} });
      expect(await undelivered()).to.deep.equal([2]);
      expect((await persistence.deliveries.between("hook-1", ISSUED, ISSUED + 9, 9)).map(({ id, state }) => [id, state])).to.deep.equal([[one.id, "delivered"], [other.id, "exhausted"]]);
      expect(await persistence.deliveries.hurryUndelivered("hook-1", ISSUED + 6)).to.equal(1);
      expect((await persistence.deliveries.claim("hook-1", ISSUED + 6, LEASE, 9)).map(({ id }) => id)).to.deep.equal([other.id]);
    }); // prettier-ignore

    it("lets an invoice's next event wait while somebody sends one before it, and gives what failed before along with it", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated", "InvoiceInvalid"], "d"));
      await issued(persistence, newInvoice("i2"), announced(["InvoiceCreated"], "e"));
      await persistence.events.number(100, ISSUED);
      const [first] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 1);
      if (!first) throw new Error("It is due.");
      expect((await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 9)).map(({ invoiceId }) => invoiceId)).to.deep.equal(["i2"]);
      expect(await persistence.deliveries.dueWebhooks(ISSUED)).to.deep.equal(["hook-1"]);
      await persistence.deliveries.finish(first, { state: "due", dueAt: ISSUED + LEASE, outcome: {} });
      const claimed = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 9);
      expect(claimed.map(({ invoiceId, sequence, attempts }) => [invoiceId, sequence, attempts])).to.deep.equal([["i1", 1, 1], ["i1", 2, 0]]);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + LEASE - 1, LEASE, 9), "also while it is tried again").to.deep.equal([]);
      await persistence.deliveries.release(claimed);
      expect(await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 9)).to.have.length(2);
      await persistence.deliveries.release(claimed, ISSUED + 5);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 4, LEASE, 9)).to.deep.equal([]);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 5, LEASE, 9)).to.have.length(2);
    }); // prettier-ignore

    it("gives a queue to one of ten that ask at the same time, whole", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated", "InvoiceProcessing", "InvoiceSettled"], "d"));
      await persistence.events.number(100, ISSUED);
      const claims = await Promise.all(Array.from({ length: 10 }, () => persistence.deliveries.claim("hook-1", ISSUED, LEASE, 9)));
      expect(claims.map((claim) => claim.length).filter((length) => length > 0)).to.deep.equal([3]);
    }); // prettier-ignore

    it("neither hands out what was passed over nor has it sent as missing once a later event was taken", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated", "InvoiceSettled"], "d"));
      await issued(persistence, newInvoice("i2"), announced(["InvoiceCreated"], "e"));
      await persistence.events.number(100, ISSUED);
      const [first, second, other] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 9);
      if (!first || !second || !other) throw new Error("All are due.");
      await persistence.deliveries.finish(first, { state: "due", dueAt: ISSUED, outcome: {} });
      await persistence.deliveries.passOver([first]);
      expect(await persistence.deliveries.load(first.id)).to.include({ state: "exhausted" });
      await persistence.deliveries.finish(second, { state: "due", dueAt: ISSUED, outcome: {}, takenUp: [first] });
      expect(await persistence.deliveries.load(first.id)).to.include({ state: "due" });
      await persistence.deliveries.passOver([first]);
      await persistence.deliveries.finish({ ...second, attempts: 1 }, { state: "delivered", dueAt: ISSUED, outcome: {} });
      await persistence.deliveries.finish(other, { state: "exhausted", dueAt: ISSUED, outcome: {} });
      expect(await persistence.deliveries.hurryUndelivered("hook-1", ISSUED)).to.equal(1);
      expect((await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 9)).map(({ id }) => id)).to.deep.equal([other.id]);
    }); // prettier-ignore

    it("keeps what a webhook that is switched off missed, for whoever asks for it", async () => {
      const { events, deliveries } = announced(["InvoiceCreated"], "d");
      const missed = deliveries.map((one) => ({ ...one, state: "exhausted" as const }));
      await issued(persistence, newInvoice("i1"), { events, deliveries: missed });
      await persistence.events.number(100, ISSUED);
      expect(await persistence.deliveries.claim("hook-1", ISSUED + LEASE, LEASE, 9)).to.deep.equal([]);
      expect(
        await persistence.events.list("store-1", { after: 0, limit: 9, undelivered: true }),
      ).to.have.length(1);
      expect(await persistence.deliveries.hurryUndelivered("hook-1", ISSUED + LEASE)).to.equal(1);
      const [claimed] = await persistence.deliveries.claim("hook-1", ISSUED + LEASE, LEASE, 9);
      expect(claimed).to.include({ id: "d-9", attempts: 0, invoiceId: "i1" });
    });

    it("hands out neither what was delivered nor what was given up", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated", "InvoiceInvalid"], "d"));
      await persistence.events.number(100, ISSUED);
      const [one, other] = await persistence.deliveries.claim("hook-1", ISSUED, LEASE, 2);
      if (!one || !other) throw new Error("Both are due.");
      await persistence.deliveries.finish(one, { state: "delivered", dueAt: ISSUED, outcome: {} });
      await persistence.deliveries.finish(other, { state: "exhausted", dueAt: ISSUED, outcome: {} });
      expect(await persistence.deliveries.claim("hook-1", ISSUED + 10 * LEASE, LEASE, 100)).to.deep.equal([]);
    });
  });
});

describe("stores, keys, webhooks and notes", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    before(async () => {
      database = await open();
      persistence = createPersistence(database, () => {});
    });
    const { settlement } = newInvoice("x").terms;
    const settings = { ...STORE_DEFAULTS, settlement, refunds: { "8253038": "bcrt1-refund" } };

    it("a store and its key come back as they were", async () => {
      const merchant = { id: "s1", name: "Zoë's 🧾", settings, createdAt: ISSUED };
      await persistence.stores.create(merchant);
      expect(plain(await persistence.stores.load("s1"))).to.deep.equal(plain(merchant));
      await persistence.stores.create({
        ...merchant,
        id: "s0",
        settings: { ...settings, marginBps: 50, defaultMethod: "BTC-CHAIN" },
      });
      expect((await persistence.stores.list()).map(({ id }) => id)).to.deep.equal(["s0", "s1"]);
      const key = { id: "k", storeId: "s1", label: "till", permissions: ["a", "b"], createdAt: ISSUED, revokedAt: undefined }; // prettier-ignore
      await persistence.keys.create({ key, digest: "d1", at: ISSUED });
      expect(plain(await persistence.keys.find("d1"))).to.deep.equal(plain(key));
      expect(await persistence.keys.find("d2")).to.equal(undefined);
      expect(
        await failure(persistence.keys.create({ key: { ...key, id: "k2" }, digest: "d1", at: ISSUED })),
      ).to.be.instanceOf(Error);
    });

    it("a store is changed as it was read: of two changes at once one has to look again", async () => {
      await persistence.stores.create({ id: "twice", name: "Shop", settings, createdAt: ISSUED });
      const read = (await persistence.stores.load("twice"))!;
      const named = (name: string) => failure(persistence.stores.change(read, { ...read, name }));
      const failures = (await Promise.all(["one", "two"].map(named))).filter((error) => error !== undefined);
      expect(failures).to.have.length(1);
      expect(failures[0]).to.be.instanceOf(ConflictError);
      expect(await named("late")).to.be.instanceOf(ConflictError);
    });

    it("a store that cannot be true is refused with its id", async () => {
      const { db, t } = persistenceContext(database, () => {});
      await persistence.stores.create({ id: "broken", name: "", settings, createdAt: 0 });
      await db
        .update(t.stores)
        .set({ settings: { ...settings, feeBearer: "nobody" } })
        .where(eq(t.stores.id, "broken"));
      expect(await failure(persistence.stores.load("broken")))
        .to.have.property("message")
        .that.includes("store broken");
      await db.delete(t.stores).where(eq(t.stores.id, "broken"));
    });

    it("a webhook comes back as it was, to its own store", async () => {
      const webhook = {
        id: "w", storeId: "s1", url: "https://shop.example/hook?x=1", secret: "s", enabled: true, automaticRedelivery: true,
        everything: false, specificEvents: ["InvoiceSettled"], createdAt: ISSUED,
      }; // prettier-ignore
      await persistence.webhooks.create(webhook);
      expect(plain(await persistence.webhooks.load("w"))).to.deep.equal(plain(webhook));
      expect(await persistence.webhooks.of("s1")).to.deep.equal([webhook]);
      expect(await persistence.webhooks.of("s2")).to.deep.equal([]);
      await persistence.webhooks.noteFailing("w", ISSUED + 1);
      await persistence.webhooks.noteFailing("w", ISSUED + 2);
      expect(await persistence.webhooks.disable(webhook, "gone")).to.equal(true);
      expect(await persistence.webhooks.disable(webhook, "too late"), "somebody was quicker").to.equal(false);
      const failing = { ...webhook, enabled: false, failingSince: ISSUED + 1, disabledReason: "gone" };
      expect(plain(await persistence.webhooks.load("w"))).to.deep.equal(plain(failing));
      const rotated = { ...webhook, retry: "standard" as const, formerSecret: { secret: "old", until: 5 } };
      await persistence.webhooks.change(webhook, rotated);
      expect(plain(await persistence.webhooks.load("w"))).to.deep.equal(plain(rotated));
      await persistence.webhooks.delete("w");
    });

    it("a webhook that was changed since it was read is not switched off, and gets no secret that was decided upon before", async () => {
      const read = {
        id: "w", storeId: "s1", url: "https://shop.example/old", secret: "a", enabled: true, automaticRedelivery: true,
        everything: true, specificEvents: [], createdAt: ISSUED,
      }; // prettier-ignore
      await persistence.webhooks.create(read);
      const elsewhere = { ...read, url: "https://shop.example/new" };
      const back = { ...read, changedAt: ISSUED + 1 };
      for (const [before, mended] of [
        [read, elsewhere],
        [elsewhere, back],
      ] as const) {
        await persistence.webhooks.change(before, mended);
        expect(await persistence.webhooks.disable(read, "gone")).to.equal(false);
        expect(plain(await persistence.webhooks.load("w"))).to.deep.equal(mended);
      }
      const formerSecret = { secret: "a", until: 5 };
      await persistence.webhooks.changeSecret(read, { secret: "b", formerSecret });
      const now = { ...read, changedAt: ISSUED + 1, secret: "b", formerSecret };
      expect(plain(await persistence.webhooks.load("w")), "its settings are the newer ones").to.deep.equal(
        now,
      );
      const late = failure(persistence.webhooks.changeSecret(read, { secret: "c", formerSecret }));
      expect(await late).to.be.instanceOf(ConflictError);
      const blind = failure(
        persistence.webhooks.change(back, { ...back, url: "https://shop.example/blind" }),
      );
      expect(await blind, "its secret is another").to.be.instanceOf(ConflictError);
      expect(plain(await persistence.webhooks.load("w"))).to.deep.equal(now);
      await persistence.webhooks.delete("w");
    });

    it("a note is written by whoever has read its current version", async () => {
      expect(await persistence.checkpoints.read("n")).to.equal(undefined);
      await persistence.checkpoints.write("n", { a: 1n }, 5, 0);
      expect(await persistence.checkpoints.read("n")).to.deep.equal({ version: 1, body: { a: "1" }, at: 5 });
      expect(await failure(persistence.checkpoints.write("n", "second first", 6, 0))).to.be.instanceOf(
        ConflictError,
      );
      await persistence.checkpoints.write("n", [2], 7, 1);
      expect(await failure(persistence.checkpoints.write("n", "stale", 8, 1))).to.be.instanceOf(
        ConflictError,
      );
      expect(await persistence.checkpoints.read("n")).to.deep.equal({ version: 2, body: [2], at: 7 });
      const racers = Array.from({ length: 10 }, (_, index) =>
        persistence.checkpoints.write("n", index, 9, 2),
      );
      expect(
        (await Promise.allSettled(racers)).filter(({ status }) => status === "fulfilled"),
      ).to.have.length(1);
    });
  });
});
