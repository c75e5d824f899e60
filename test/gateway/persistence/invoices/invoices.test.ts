import { expect } from "chai";
import { eq } from "drizzle-orm";
import { ConflictError, type Database } from "../../../../src/database/driver.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { DUE, EXPIRES, IN_TIME, ISSUED, LATE, PRICE_SATS, anOffer, gone, inBlock, inMempool, refund, success, tick } from "../../domain/invoices/given.ts"; // prettier-ignore
import { onBothDatabases } from "../../../support/databases.ts";
import {
  ALONE,
  METADATA,
  announced,
  fullInvoice,
  issued,
  newInvoice,
  plain,
  saved,
} from "../storedThings.ts";

const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("stored invoices", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    before(async () => {
      database = await open();
      persistence = createPersistence(database, () => {});
    });

    it("come back as they were, every field of them", async () => {
      const full = await issued(persistence, fullInvoice("full"));
      expect(plain(await persistence.invoices.load("full"))).to.deep.equal(plain(full));
      const bare = await issued(persistence, newInvoice("plain"));
      expect(plain(await persistence.invoices.load("plain"))).to.deep.equal(plain(bare));
      expect(await persistence.invoices.load("nobody")).to.equal(undefined);
    });

    it("echo metadata verbatim, with the order of its keys", async () => {
      const loaded = await persistence.invoices.load("full");
      expect(JSON.stringify(loaded?.terms.metadata)).to.equal(JSON.stringify(METADATA));
      for (const [index, metadata] of [
        undefined,
        null,
        [],
        "text",
        0,
        { __proto__: null, a: undefined },
      ].entries()) {
        const id = `metadata-${index}`;
        await issued(persistence, newInvoice(id, { metadata }));
        expect(JSON.stringify((await persistence.invoices.load(id))?.terms.metadata)).to.equal(
          JSON.stringify(metadata),
        );
      }
    });

    it("are opened one after the other for what may have one: of several at once one is kept", async () => {
      const openAll = (before: string | undefined, ...ids: readonly string[]) =>
        Promise.all(
          ids.map((id) =>
            failure(
              persistence.invoices.issue(newInvoice(id), { ...ALONE, opening: { subject: "order", before } }),
            ),
          ),
        );
      for (const ids of [
        ["o1", "o2", "o3"],
        ["o4", "o5"],
      ]) {
        const failures = await openAll(await persistence.invoices.lastOpened("order"), ...ids);
        const [kept, ...others] = ids.filter((_, index) => failures[index] === undefined);
        expect([others, await persistence.invoices.lastOpened("order")]).to.deep.equal([[], kept]);
        for (const error of failures) if (error) expect(error).to.be.instanceOf(ConflictError);
        for (const id of ids)
          expect((await persistence.invoices.load(id))?.id).to.equal(id === kept ? id : undefined);
      }
    });

    it("go on from version to version", async () => {
      const first = await issued(persistence, newInvoice("moves"));
      const { invoice } = await saved(persistence, first, inMempool({ outpoint: "moves:0" }));
      expect(plain(await persistence.invoices.load("moves"))).to.deep.equal(plain(invoice));
      const settled = await saved(persistence, invoice, success({ outpoint: "moves:0" }));
      expect(plain(await persistence.invoices.load("moves")))
        .to.deep.equal(plain(settled.invoice))
        .and.to.include({ state: "Settled", version: 3 });
    });

    it("are not written over when they have moved on, and nothing of the attempt is kept", async () => {
      const first = await issued(persistence, newInvoice("contested"));
      const { invoice } = await saved(persistence, first, inMempool({ outpoint: "contested:0" }));
      const beside = {
        ...announced(["InvoiceProcessing"], "contested"),
        observation: { source: "test", body: 1 },
      };
      const error = await failure(saved(persistence, first, inMempool({ outpoint: "contested:1" }), beside));
      expect(error).to.be.instanceOf(ConflictError);
      expect((error as Error).message).to.include("contested");
      expect(plain(await persistence.invoices.load("contested"))).to.deep.equal(plain(invoice));
      expect(await persistence.deposits.owner(8253038, "contested:1")).to.equal(undefined);
      const { db, t } = persistenceContext(database, () => {});
      expect(await db.select().from(t.events).where(eq(t.events.invoiceId, "contested"))).to.deep.equal([]);
      expect(
        await db.select().from(t.deliveries).where(eq(t.deliveries.invoiceId, "contested")),
      ).to.deep.equal([]);
      expect(
        await db.select().from(t.observations).where(eq(t.observations.invoiceId, "contested")),
      ).to.deep.equal([]);
    });

    it("are saved by exactly one of many that start from the same version [money:stale-version]", async () => {
      const first = await issued(persistence, newInvoice("raced"));
      const attempts = Array.from({ length: 10 }, (_, vout) =>
        saved(persistence, first, inMempool({ outpoint: `raced:${vout}` })),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
      expect((await persistence.invoices.load("raced"))?.facts.deposits).to.have.length(1);
    });

    it("credit an output once, to one invoice, for ever [money:output-once]", async () => {
      const [one, other] = [
        await issued(persistence, newInvoice("credit-1")),
        await issued(persistence, newInvoice("credit-2")),
      ];
      const { invoice } = await saved(persistence, one, inMempool({ outpoint: "credit:0" }));
      expect(await failure(saved(persistence, other, inMempool({ outpoint: "credit:0" })))).to.be.instanceOf(
        ConflictError,
      );
      await saved(persistence, invoice, gone("credit:0"));
      expect(await failure(saved(persistence, other, inMempool({ outpoint: "credit:0" })))).to.be.instanceOf(
        ConflictError,
      );
      expect(await persistence.deposits.owner(8253038, "credit:0")).to.equal("credit-1");
      expect(await persistence.deposits.owner(1, "credit:0")).to.equal(undefined);
      expect(plain(await persistence.invoices.load("credit-2"))).to.deep.equal(plain(other));
    });

    it("take a proof of settlement once, and keep it when the evidence improves [money:proof-once]", async () => {
      const paid = async (id: string) =>
        (
          await saved(
            persistence,
            await issued(persistence, newInvoice(id)),
            inBlock({ outpoint: `${id}:0` }),
          )
        ).invoice;
      const [one, other] = [await paid("proof-1"), await paid("proof-2")];
      const reported = await saved(
        persistence,
        one,
        success({ outpoint: "proof-1:0", evidence: "reported", proof: "request:x" }),
      );
      await saved(persistence, reported.invoice, success({ outpoint: "proof-1:0", proof: "31337:tx:0" }));
      expect(
        await failure(saved(persistence, other, success({ outpoint: "proof-2:0", proof: "31337:tx:0" }))),
      ).to.be.instanceOf(ConflictError);
      expect(await persistence.deposits.settlementOwner("31337:tx:0")).to.deep.equal({
        invoiceId: "proof-1",
        outpoint: "proof-1:0",
      });
      expect(await persistence.deposits.settlementOwner("31337:tx:1")).to.equal(undefined);
      expect((await persistence.invoices.load("proof-2"))?.state).to.equal("Processing");
    });

    it("are found by the order id in their metadata, however odd that is", async () => {
      for (const [index, orderId] of ["a\u0000b", "x".repeat(20_000), "🧾", "' or 1=1 --", ""].entries()) {
        await issued(persistence, newInvoice(`order-${index}`, { metadata: { orderId } }, "orders"));
        const found = await persistence.invoices.list("orders", { orderIds: [orderId], limit: 9 });
        expect(found.map(({ id }) => id)).to.deep.equal([`order-${index}`]);
      }
    });

    it("are issued once", async () => {
      const invoice = await issued(persistence, newInvoice("twice"));
      expect(await failure(persistence.invoices.issue(invoice, ALONE))).to.be.instanceOf(Error);
    });

    it("that cannot be true are refused with their id", async () => {
      const { db, t } = persistenceContext(database, () => {});
      const spoil = async (id: string, change: Readonly<Record<string, unknown>>) => {
        await issued(persistence, newInvoice(id));
        await db.update(t.invoices).set(change).where(eq(t.invoices.id, id));
        const error = await failure(persistence.invoices.load(id));
        expect(error, id).to.be.instanceOf(Error).and.has.property("message").that.includes(`invoice ${id}`);
      };
      const { terms, facts } = newInvoice("spoilt");
      await spoil("spoilt-state", { state: "Paid" });
      await spoil("spoilt-additional", { additional: "paidPartial" });
      await spoil("spoilt-terms", { terms: { ...terms, due: -1 } });
      await spoil("spoilt-amount", { terms: { ...terms, due: "25.0" } });
      await spoil("spoilt-number", { terms: { ...terms, due: 25_000_000 } });
      await spoil("spoilt-facts", { facts: { ...facts, deposits: [{}] } });
      await spoil("spoilt-lists", { facts: {} });
      const { invoice } = await saved(
        persistence,
        await issued(persistence, newInvoice("spoilt-presence")),
        inMempool({ outpoint: "spoilt:0" }),
      );
      const deposits = invoice.facts.deposits.map((deposit) => ({ ...deposit, presence: "somewhere" }));
      await db
        .update(t.invoices)
        .set({ facts: { ...invoice.facts, deposits } })
        .where(eq(t.invoices.id, "spoilt-presence"));
      expect(await failure(persistence.invoices.load("spoilt-presence"))).to.be.instanceOf(Error);
    });

    it("whose missing part has no price are listed until it has one, a page at a time", async () => {
      const fresh = createPersistence(await open(), () => {});
      const half = { value: PRICE_SATS / 2n };
      const part = async (id: string) =>
        (await saved(fresh, await issued(fresh, newInvoice(id)), inBlock({ outpoint: `${id}:0`, ...half })))
          .invoice;
      const [a] = [await part("a"), await part("b")];
      await issued(fresh, newInvoice("c"));
      const ids = async (after: string, limit: number) =>
        (await fresh.invoices.unpriced(after, limit)).map(({ id }) => id);
      expect([await ids("", 10), await ids("a", 1)]).to.deep.equal([["a", "b"], ["b"]]);
      const rest = anOffer({ quoteId: "rest", covers: DUE / 2n, depositAddress: "another", from: IN_TIME });
      await saved(fresh, a, { kind: "offer", at: IN_TIME, offer: rest });
      expect(await ids("", 10)).to.deep.equal(["b"]);
    });

    it("with money on its way are listed until it has arrived or gone back, a page at a time", async () => {
      const fresh = createPersistence(await open(), () => {});
      const paid = async (id: string) =>
        (await saved(fresh, await issued(fresh, newInvoice(id)), inBlock({ outpoint: `${id}:0` }))).invoice;
      const [a, b, c] = [await paid("a"), await paid("b"), await paid("c")];
      await issued(fresh, newInvoice("d"));
      const ids = async (after: string, limit: number) =>
        (await fresh.invoices.moving(after, limit)).map(({ id }) => id);
      expect(await ids("", 10)).to.deep.equal(["a", "b", "c"]);
      expect(await ids("", 2)).to.deep.equal(["a", "b"]);
      expect(await ids("b", 2)).to.deep.equal(["c"]);
      await saved(fresh, a, success({ outpoint: "a:0" }));
      await saved(fresh, b, refund({ outpoint: "b:0" }));
      const dropped = await saved(fresh, c, gone("c:0"));
      expect(await ids("", 10)).to.deep.equal([]);
      await saved(fresh, dropped.invoice, inMempool({ outpoint: "c:0" }));
      expect(await ids("", 10)).to.deep.equal(["c"]);
    });

    it("with money on its way are read again in a walk only when they have changed", async () => {
      const fresh = createPersistence(await open(), () => {});
      const { invoice } = await saved(
        fresh,
        await issued(fresh, newInvoice("e")),
        inMempool({ outpoint: "e:0" }),
      );
      const walk = async () => (await fresh.invoices.moving("", 10))[0];
      const first = await walk();
      expect(plain(first)).to.deep.equal(plain(await fresh.invoices.load("e")));
      expect(await walk(), "unchanged").to.equal(first);
      await saved(fresh, invoice, inBlock({ outpoint: "e:0" }));
      const confirmed = await walk();
      expect(confirmed?.facts.deposits[0]?.presence).to.equal("block");
      await fresh.invoices.label("e", { metadata: { orderId: "7" } });
      expect((await walk())?.terms.metadata).to.deep.equal({ orderId: "7" });
      await fresh.invoices.label("e", { archivedAt: IN_TIME });
      expect((await walk())?.archivedAt).to.equal(IN_TIME);
    });

    it("that could not be read again are not written", async () => {
      const fresh = createPersistence(await open(), () => {});
      const { policy, ...terms } = newInvoice("absurd").terms;
      const absurd = { ...terms, policy: { ...policy, tolerance: { bps: 0, floor: 10n ** 80n } } };
      expect(await failure(issued(fresh, newInvoice("absurd", absurd)))).to.match(/invoice absurd/);
      expect(await fresh.invoices.load("absurd")).to.equal(undefined);
      const fine = await issued(fresh, newInvoice("fine"));
      const over = inBlock({ outpoint: "over:1", value: 10n ** 80n });
      expect(await failure(saved(fresh, fine, over))).to.match(/invoice fine/);
      expect(await fresh.invoices.load("fine")).to.include({ version: fine.version, state: "New" });
    });

    it("whose time is over are listed a page at a time while they are New", async () => {
      const fresh = createPersistence(await open(), () => {});
      await issued(fresh, newInvoice("later", { expiresAt: EXPIRES + 1 }));
      const first = await issued(fresh, newInvoice("first", { expiresAt: EXPIRES - 1 }));
      await saved(fresh, await issued(fresh, newInvoice("paid")), inBlock({ outpoint: "over:0" }));
      await issued(fresh, newInvoice("second"));
      const overdue = async (at: number, limit = 10, after = "") =>
        (await fresh.invoices.overdue(at, after, limit)).map(({ id }) => id);
      expect(await overdue(EXPIRES - 2)).to.deep.equal([]);
      expect(await overdue(EXPIRES)).to.deep.equal(["first", "second"]);
      expect(await overdue(LATE, 2)).to.deep.equal(["first", "later"]);
      expect(await overdue(LATE, 2, "later"), "those that cannot expire hold up nobody").to.deep.equal([
        "second",
      ]);
      await fresh.invoices.save(first, decide(first, tick(LATE)), { ...ALONE, at: LATE });
      expect(await overdue(LATE)).to.deep.equal(["later", "second"]);
      expect((await fresh.invoices.load("first"))?.state).to.equal("Expired");
    });

    it("are paged in both directions, complete and without repeats, also when many were made in one millisecond", async () => {
      const fresh = createPersistence(await open(), () => {});
      const all = Array.from({ length: 120 }, (_, index) =>
        newInvoice(`p${String(index).padStart(3, "0")}`, {
          createdAt: ISSUED + Math.floor(index / 7),
          metadata: { orderId: index % 3 },
        }),
      );
      await Promise.all(all.toReversed().map((invoice) => fresh.invoices.issue(invoice, ALONE)));
      await issued(fresh, newInvoice("foreign", {}, "store-2"));
      for (const sort of ["oldest", "newest"] as const) {
        const read: string[] = [];
        for (let after: { createdAt: number; id: string } | undefined; ;) {
          const page = await fresh.invoices.list("store-1", { limit: 7, sort, ...(after ? { after } : {}) });
          read.push(...page.map(({ id }) => id));
          const last = page.at(-1);
          if (!last) break;
          after = { createdAt: last.terms.createdAt, id: last.id };
        }
        const ids = all.map(({ id }) => id);
        expect(read).to.deep.equal(sort === "oldest" ? ids : ids.toReversed());
      }
      const few = async (filter: object) =>
        (await fresh.invoices.list("store-1", { limit: 200, ...filter })).map(({ id }) => id);
      expect(await few({ limit: 2, skip: 3 })).to.deep.equal(["p116", "p115"]);
      expect(await few({ orderIds: ["1"] })).to.have.length(40);
      expect(await few({ orderIds: ["0", "2"] })).to.have.length(80);
      expect(await few({ orderIds: [] })).to.deep.equal([]);
      expect(await few({ states: ["New"] })).to.have.length(120);
      expect(await few({ states: ["Settled", "Expired"] })).to.deep.equal([]);
      expect(
        await few({ createdFrom: ISSUED + 1, createdUntil: ISSUED + 1, sort: "oldest" }),
      ).to.deep.equal(["p007", "p008", "p009", "p010", "p011", "p012", "p013"]);
      expect((await fresh.invoices.list("store-2", { limit: 9 })).map(({ id }) => id)).to.deep.equal(["foreign"]);
      const ofAll = async (filter: object) => (await fresh.invoices.list(undefined, { limit: 3, ...filter })).map(({ id }) => id);
      expect(await ofAll({})).to.deep.equal(["p119", "p118", "p117"]);
      expect(await ofAll({ after: { createdAt: 0, id: "p001" } })).to.deep.equal(["p000", "foreign"]);
    }); // prettier-ignore

    it("are found by the payer's transaction, by the one that settled them and by the one that refunded them", async () => {
      const fresh = createPersistence(await open(), () => {});
      const seen = async (id: string, outpoint: string) => (await saved(fresh, await issued(fresh, newInvoice(id)), inBlock({ outpoint }))).invoice;
      await saved(fresh, await seen("settled", "beef01:0"), success({ outpoint: "beef01:0" }));
      await saved(fresh, await seen("refunded", "beef02:1"), refund({ outpoint: "beef02:1", txHash: "0xFEED02" }));
      const find = async (word: string) => (await fresh.invoices.list(undefined, { limit: 9, word })).map(({ id }) => id);
      const found = await Promise.all(["beef01", "tx-of-beef01", "beef02", "0xfeed02", "0xfeed03"].map(find));
      expect(found).to.deep.equal([["settled"], ["settled"], ["refunded"], ["refunded"], []]);
    }); // prettier-ignore
  });
});
