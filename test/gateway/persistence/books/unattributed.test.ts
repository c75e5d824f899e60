import { expect } from "chai";
import { ConflictError, type Database } from "../../../../src/database/driver.ts";
import type { Unattributed } from "../../../../src/gateway/ports/booksPort.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { sum } from "../../../../src/values/amount.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, aLease, anAddress, issued, newInvoice } from "../storedThings.ts";

type Found = Parameters<Persistence["unattributed"]["keep"]>[0];

function found(outpoint: string, change: Partial<Found> = {}): Found {
  return {
    ...{ chainId: 1, outpoint, address: "a", currency: "0xAA", value: 10n ** 77n, storeId: "store-1" },
    ...{ lastInvoiceId: "one", height: 5, blockHash: "block-5", blockTime: ISSUED - 1, seenAt: ISSUED },
    ...change,
  };
}

describe("money that is nobody's", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    beforeEach(async () => {
      database = await open();
      persistence = createPersistence(database, (error) => {
        throw error;
      });
    });
    const load = async (outpoint: string): Promise<Unattributed> => {
      const row = await persistence.unattributed.load(1, outpoint);
      if (!row) throw new Error(`There is no ${outpoint}.`);
      return row;
    };
    /** What the books have as nobody's. */
    const balance = async () =>
      sum(
        (await persistence.books.ledgerPage("", 100)).map(({ from, to, amount }) =>
          to === "unattributed" ? amount : from === "unattributed" ? -amount : 0n,
        ),
      );

    it("is written down and booked once, and comes back as it was", async () => {
      await persistence.unattributed.keep(found("x:0"));
      await persistence.unattributed.keep(found("x:0", { value: 7n, seenAt: ISSUED + 5 }));
      expect(await load("x:0")).to.deep.equal({ ...found("x:0"), state: "open", undone: 0 });
      expect(await persistence.books.ledgerPage("", 10)).to.have.length(1);
      expect(await balance()).to.equal(10n ** 77n);
      expect(await persistence.unattributed.load(2, "x:0")).to.equal(undefined);
    });

    it("may have come to an address that was never handed out", async () => {
      await persistence.unattributed.keep(found("x:0", { lastInvoiceId: undefined, storeId: "" }));
      expect(await load("x:0")).to.include({ lastInvoiceId: undefined, storeId: "" });
    });

    it("is listed while it is open, a page at a time, and found by its block", async () => {
      for (const name of ["b:0", "a:0", "c:0"]) await persistence.unattributed.keep(found(name));
      await persistence.unattributed.keep(found("d:0", { blockHash: "block-6" }));
      const names = async (after: string, limit: number) =>
        (await persistence.unattributed.list(after, limit)).map(({ outpoint }) => outpoint);
      expect(await names("", 2)).to.deep.equal(["a:0", "b:0"]);
      expect(await names("1:b:0", 9)).to.deep.equal(["c:0", "d:0"]);
      await persistence.unattributed.undo(await load("a:0"), ISSUED);
      expect(await names("", 9)).to.deep.equal(["b:0", "c:0", "d:0"]);
      const inBlock = async (...hashes: string[]) =>
        (await persistence.unattributed.inBlocks(1, hashes)).map(({ outpoint }) => outpoint);
      expect(await inBlock("block-5")).to.have.members(["b:0", "c:0"]);
      expect(await inBlock("block-6", "block-7")).to.deep.equal(["d:0"]);
      expect(await inBlock()).to.deep.equal([]);
      expect(await persistence.unattributed.inBlocks(2, ["block-5"])).to.deep.equal([]);
    });

    it("is given to an invoice once", async () => {
      await persistence.unattributed.keep(found("x:0"));
      const row = await load("x:0");
      const decision = { invoiceId: "one", by: "owner", reason: "the customer called", at: ISSUED };
      const give = async () => {
        const before = (await persistence.invoices.load("one"))!;
        const changed = decide(before, {
          kind: "anomaly",
          at: ISSUED,
          what: "test",
          detail: String(before.version),
        });
        await persistence.invoices.save(before, changed, { ...ALONE, assignment: { found: row, decision } });
      };
      await issued(persistence, newInvoice("one"));
      await give();
      expect(await load("x:0")).to.include({ state: "assigned" });
      expect(await balance()).to.equal(0n);
      for (const again of [give, () => persistence.unattributed.undo(row, ISSUED)]) {
        expect(await again().catch((reason: unknown) => reason)).to.be.instanceOf(ConflictError);
      }
      await persistence.unattributed.keep(found("x:0"));
      expect(await load("x:0")).to.include({ state: "assigned" });
      expect(await persistence.books.ledgerPage("", 10)).to.have.length(2);
    });

    it("leaves the books with its block, and comes back with the next one", async () => {
      await persistence.unattributed.keep(found("x:0"));
      await persistence.unattributed.undo(await load("x:0"), ISSUED);
      expect(await load("x:0")).to.include({ state: "undone", undone: 1 });
      expect(await balance()).to.equal(0n);
      await persistence.unattributed.keep(found("x:0", { blockHash: "block-9", height: 9 }));
      expect(await load("x:0")).to.include({ state: "open", undone: 1, blockHash: "block-9", height: 9 });
      expect(await balance()).to.equal(10n ** 77n);
      await persistence.unattributed.undo(await load("x:0"), ISSUED);
      expect(await balance()).to.equal(0n);
    });

    it("goes with its block and comes back with another one while its refund stays", async () => {
      await persistence.unattributed.keep(found("x:0"));
      const refund = { by: "anna", reason: "sent back", refundId: "refund-1", at: ISSUED };
      const name = { chainId: 1, outpoint: "x:0" };
      const keep = (writes: Partial<Parameters<Persistence["payouts"]["keep"]>[0]>) =>
        persistence.payouts.keep({ announcements: [], ...writes });
      await keep({ unattributed: { ...name, refund } });
      const [refunded] = await persistence.unattributed.inBlocks(1, ["block-5"]);
      expect(refunded).to.include({ state: "refunded", refundId: "refund-1" });
      await keep({ block: { found: refunded!, block: undefined } });
      expect(await load("x:0")).to.include({ state: "undone", undone: 1, refundId: "refund-1" });
      const again = await keep({ block: { found: refunded!, block: undefined } }).catch(
        (error: unknown) => error,
      );
      expect(again).to.be.instanceOf(ConflictError);
      const block = { height: 9, blockHash: "block-9", blockTime: ISSUED };
      await keep({ block: { found: await load("x:0"), block } });
      expect(await load("x:0")).to.include({ state: "refunded", undone: 1, refundId: "refund-1", ...block });
      await keep({ block: { found: await load("x:0"), block: undefined } });
      await keep({ unattributed: { ...name, refund: undefined } });
      expect(await load("x:0"))
        .to.include({ state: "undone", undone: 2 })
        .and.not.have.property("refundId");
    });

    it("is known with its entries to an audit, whatever became of it", async () => {
      for (const name of ["a:0", "b:0"]) await persistence.unattributed.keep(found(name));
      await persistence.unattributed.undo(await load("a:0"), ISSUED);
      const page = await persistence.audit.unattributedPage("", 10);
      expect(page.map(({ key, row, entries }) => `${key} ${row.state} ${entries.length}`)).to.deep.equal([
        "1:a:0 undone 2",
        "1:b:0 open 1",
      ]);
      expect(await persistence.audit.unattributedPage("1:a:0", 10)).to.have.length(1);
      expect(await persistence.audit.entriesWithoutInvoice("", 10)).to.have.length(3);
    });

    it("is traced to whoever had the address last", async () => {
      for (const id of ["one", "two"]) {
        const lease = aLease(id, "addr");
        const addresses = id === "one" ? [anAddress("addr", false)] : [];
        await issued(persistence, newInvoice(id, {}, `shop-of-${id}`), { lease, addresses });
        await persistence.leases.end(lease, ISSUED, true);
      }
      const { chainId } = aLease("one", "addr");
      const holders = await persistence.unattributed.formerHolders(chainId, ["addr", "never"]);
      expect([...holders.keys()]).to.deep.equal(["addr"]);
      expect(holders.get("addr")).to.deep.equal({ storeId: "shop-of-two", lastInvoiceId: "two" });
      expect((await persistence.unattributed.formerHolders(1, ["addr"])).size).to.equal(0);
    });
  });
});
