import { expect } from "chai";
import { ConflictError, type Database } from "../../../../src/database/driver.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED, inBlock, inMempool } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { aLease, anAddress, issued, newInvoice, saved } from "../storedThings.ts";

const BITCOIN = 8253038;
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe("deposit addresses and their leases", () => {
  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    beforeEach(async () => {
      database = await open();
      persistence = createPersistence(database, () => {});
    });

    /** An invoice that leases an address, which is new unless `known`. */
    const lease = async (id: string, address: string, known = false) => {
      const addresses = known ? [] : [anAddress(address, false)];
      await issued(persistence, newInvoice(id), { addresses, lease: aLease(id, address) });
      return aLease(id, address);
    };
    const free = async (at = ISSUED, unusedOnly = false, route = "route") =>
      (await persistence.leases.freeAddresses(route, at, unusedOnly))[0]?.address;

    it("an address that was leased with its invoice is found by address and by invoice, and is not free", async () => {
      const taken = await lease("i1", "a1");
      expect(await persistence.leases.openAt(BITCOIN, ["a0", "a1"])).to.deep.equal([taken]);
      expect(await persistence.leases.openAt(1, ["a1"])).to.deep.equal([]);
      expect(await persistence.leases.openAt(BITCOIN, [])).to.deep.equal([]);
      expect(await persistence.leases.of("i1")).to.deep.equal([taken]);
      expect(await free(Number.MAX_SAFE_INTEGER - 1)).to.equal(undefined);
    });

    it("exactly one of twenty that want the same address at the same time gets it [bug:missing-unique-index]", async () => {
      await issued(persistence, newInvoice("maker"), { addresses: [anAddress("wanted", true)] });
      const attempts = Array.from({ length: 20 }, (_, index) => lease(`wants-${index}`, "wanted", true));
      const outcomes = await Promise.allSettled(attempts);
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(lost).to.have.length(19);
      for (const { reason } of lost) expect(reason).to.be.instanceOf(ConflictError);
      const [winner, ...others] = await persistence.leases.openAt(BITCOIN, ["wanted"]);
      expect(others).to.deep.equal([]);
      const made = await persistence.invoices.list("store-1", { limit: 50 });
      expect(made.map(({ id }) => id)).to.have.members(["maker", winner?.invoiceId]); // the losers' invoices were not made either
    });

    it("an address that the service hands out twice is refused while the first invoice has it", async () => {
      await lease("i1", "a1");
      expect(await failure(lease("i2", "a1"))).to.be.instanceOf(ConflictError);
      expect(await failure(lease("i3", "a1", true))).to.be.instanceOf(ConflictError);
      expect(await persistence.invoices.load("i2")).to.equal(undefined);
    });

    it("an address that comes with the request of another address is refused, and its invoice is not written", async () => {
      await lease("i1", "a1");
      expect(await persistence.leases.hasRequest("request-of-a1")).to.equal(true);
      expect(await persistence.leases.hasRequest("request-of-a2")).to.equal(false);
      const second = { ...anAddress("a2", false), requestId: "request-of-a1" };
      const write = issued(persistence, newInvoice("i2"), { addresses: [second], lease: aLease("i2", "a2") });
      expect(await failure(write)).to.be.instanceOf(ConflictError);
      expect(await persistence.invoices.load("i2")).to.equal(undefined);
    });

    it("a lease that ends frees its address for the next invoice of the route", async () => {
      const first = await lease("i1", "a1");
      await persistence.leases.end(first, ISSUED + 5, true);
      expect(await persistence.leases.openAt(BITCOIN, ["a1"])).to.deep.equal([]);
      expect(await persistence.leases.of("i1")).to.deep.equal([first]);
      expect(await free(ISSUED + 4), "not before it was freed").to.equal(undefined);
      expect((await persistence.leases.freeAddresses("route", ISSUED + 5, false))[0]).to.include({
        chainId: BITCOIN,
        address: "a1",
        requestId: "request-of-a1",
        deposits: 0,
      });
      expect(await free(ISSUED + 5, false, "another route")).to.equal(undefined);
      const second = await lease("i2", "a1", true);
      expect(await persistence.leases.isFirst(first)).to.equal(true);
      expect(await persistence.leases.isFirst({ ...second, fromAt: first.fromAt + 1 })).to.equal(false);
      expect(await persistence.leases.openAt(BITCOIN, ["a1"])).to.deep.equal([second]);
      expect(await free(ISSUED + 99)).to.equal(undefined);
    });

    it("a lease ends once", async () => {
      const first = await lease("i1", "a1");
      await persistence.leases.end(first, ISSUED + 5, true);
      const second = await lease("i2", "a1", true);
      expect(await failure(persistence.leases.end(first, ISSUED + 6, true))).to.be.instanceOf(ConflictError);
      expect(await persistence.leases.openAt(BITCOIN, ["a1"])).to.deep.equal([second]);
      expect(await free(ISSUED + 99), "the second lease still holds").to.equal(undefined);
    });

    it("an address that must not be used again is never free", async () => {
      await persistence.leases.end(await lease("i1", "a1"), ISSUED, false);
      expect(await free(Number.MAX_SAFE_INTEGER - 1)).to.equal(undefined);
    });

    it("addresses of discarded rounds become free with the invoice that made them", async () => {
      const addresses = [anAddress("round-1", true), anAddress("round-2", true), anAddress("chosen", false)];
      await issued(persistence, newInvoice("i1"), { addresses, lease: aLease("i1", "chosen") });
      expect(await free()).to.equal("round-1");
      await lease("i2", "round-1", true);
      expect(await free()).to.equal("round-2");
      await lease("i3", "round-2", true);
      expect(await free()).to.equal(undefined);
    });

    it("an address keeps the rate that it was quoted at, whatever its size, and none where that is not known", async () => {
      const quoted = { input: 10n ** 30n + 1n, worth: 10n ** 40n + 3n, least: 10n ** 39n + 7n };
      const addresses = [{ ...anAddress("a1", true), quoted }, anAddress("a2", true)];
      await issued(persistence, newInvoice("i1"), { addresses });
      const rates = (await persistence.leases.freeAddresses("route", ISSUED, false)).map((one) => one.quoted);
      expect(rates).to.deep.equal([quoted, undefined]);
    });

    it("the one that has been free for the shortest time is used first", async () => {
      const leases = [await lease("i1", "a3"), await lease("i2", "a1"), await lease("i3", "a2")];
      for (const [index, one] of leases.entries()) await persistence.leases.end(one, ISSUED + index, true);
      expect(
        (await persistence.leases.freeAddresses("route", ISSUED + 9, false)).map(({ address }) => address),
      ).to.deep.equal(["a2", "a1", "a3"]);
      await lease("i4", "a2", true);
      expect(await free(ISSUED + 9)).to.equal("a1");
    });

    it("an address that received a deposit counts as used, and its deposits are added up", async () => {
      const taken = await lease("i1", "bcrt1-deposit-address");
      const first = await persistence.invoices.load("i1");
      if (!first) throw new Error("It was just stored.");
      const { invoice } = await saved(persistence, first, inBlock({ outpoint: "t1:0", value: 2n ** 60n }));
      await saved(persistence, invoice, inBlock({ outpoint: "t1:1", value: 1n }));
      await persistence.leases.end(taken, ISSUED, true);
      expect(await free(ISSUED, true), "unused only").to.equal(undefined);
      expect((await persistence.leases.freeAddresses("route", ISSUED, false))[0]?.deposits).to.equal(2);
      expect(await persistence.deposits.sumTo(BITCOIN, "bcrt1-deposit-address")).to.equal(2n ** 60n + 1n);
      expect(await persistence.deposits.sumTo(BITCOIN, "another")).to.equal(0n);
      const again = await lease("i2", "bcrt1-deposit-address", true);
      await persistence.leases.end(again, ISSUED, true);
      expect(
        (await persistence.leases.freeAddresses("route", ISSUED, false))[0]?.deposits,
        "of both leases",
      ).to.equal(2);
      expect(await persistence.deposits.sumTo(BITCOIN, "bcrt1-deposit-address"), "counted once").to.equal(
        2n ** 60n + 1n,
      );
    });

    it("what invoices have in a block is found, wherever it was first seen", async () => {
      await lease("i1", "bcrt1-deposit-address");
      const first = await persistence.invoices.load("i1");
      if (!first) throw new Error("It was just stored.");
      const { invoice } = await saved(persistence, first, inMempool({ outpoint: "t1:0" }));
      expect(await persistence.deposits.inBlocks(BITCOIN, ["b1", "b2"])).to.deep.equal([]);
      const { invoice: mined } = await saved(
        persistence,
        invoice,
        inBlock({ outpoint: "t1:0", blockHash: "b1" }),
      );
      expect(await persistence.deposits.inBlocks(BITCOIN, ["b1", "b2"])).to.deep.equal([
        { invoiceId: "i1", outpoint: "t1:0" },
      ]);
      expect(await persistence.deposits.inBlocks(BITCOIN + 1, ["b1"]), "on another chain").to.deep.equal([]);
      await saved(persistence, mined, inBlock({ outpoint: "t1:0", blockHash: "b2" }));
      expect(await persistence.deposits.inBlocks(BITCOIN, ["b1"]), "it has moved").to.deep.equal([]);
      expect(await persistence.deposits.inBlocks(BITCOIN, [])).to.deep.equal([]);
    });

    it("open leases are read a page at a time, and a thousand addresses are looked up at once", async () => {
      const names = Array.from({ length: 12 }, (_, index) => `a${String(index).padStart(2, "0")}`);
      for (const name of names) await lease(`i-${name}`, name);
      const first = await persistence.leases.open("", 10);
      const rest = await persistence.leases.open(first.at(-1)?.id ?? "", 10);
      expect([...first, ...rest].map(({ address }) => address)).to.deep.equal(names);
      const many = Array.from({ length: 1_200 }, (_, index) => `nobody-${index}`);
      expect(await persistence.leases.openAt(BITCOIN, [...many, ...names])).to.have.length(12);
    });
  });
});
