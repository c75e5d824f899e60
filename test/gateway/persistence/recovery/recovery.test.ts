import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Database } from "../../../../src/database/driver.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { NO_FACTS, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import type { AcknowledgedOffer } from "../../../../src/gateway/ports/journalPort.ts";
import { openJournal, readJournal, type JournalEntry } from "../../../../src/gateway/persistence/journal.ts";
import { findLost, writeRecovery } from "../../../../src/gateway/persistence/recovery/recovery.ts";
import { lostInvoices } from "../../../../src/gateway/usecases/failover/lostInvoices.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { isoTime } from "../../../../src/values/time.ts";
import { anOffer, ISSUED } from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { aLease, anAddress, issued, newInvoice, plain } from "../storedThings.ts";

const CHAIN = 8253038;
const refuse = (error: unknown): never => {
  throw error;
};

/** A line as choosePaymentMethod.ts writes it. */
function line(at: number, invoiceId: string, depositAddress: string, input = 40_000n) {
  const requestId = `request-of-${depositAddress}`;
  const rest = { storeId: "store-1", methodId: "BTC-CHAIN", chainId: CHAIN, refundTo: "back", spare: [] };
  return { ...rest, at: isoTime(at), invoiceId, depositAddress, requestId, input: input.toString() };
}

const unpriced = (id: string): Invoice => ({ ...newInvoice(id), facts: NO_FACTS });

describe("recovering from the journal", () => {
  let directory = "";
  let files = 0;
  before(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), "crosstill-recovery-"));
  });
  after(() => fs.rm(directory, { recursive: true }));

  onBothDatabases("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    let file = "";
    beforeEach(async () => {
      database = await open();
      persistence = createPersistence(database, refuse);
      file = path.join(directory, `${++files}.jsonl`);
    });

    const journal = async (...lines: readonly Readonly<Record<string, unknown>>[]) => {
      const written = openJournal(file);
      for (const entry of lines) await written.append(entry);
      await written.close();
    };
    const unread: string[] = [];
    const run = async (write: boolean, since?: number, ...others: readonly string[]) => {
      const context = persistenceContext(database, refuse);
      const viewers = { isWatched: () => false, watched: () => [], announce() {} };
      const gateway = { clock: testClock(ISSUED + 100_000), random: (size: number) => new Uint8Array(size).fill(tries++), log: silentLog, persistence, viewers }; // prettier-ignore
      const entries: JournalEntry[] = [];
      const acknowledged: AcknowledgedOffer[] = [];
      const noteUnread = (_: number, text: string) => unread.push(text);
      for (const one of [file, ...others])
        for await (const entry of readJournal(one, noteUnread, (kept) => acknowledged.push(kept)))
          entries.push(entry);
      const found = await findLost(context, gateway, { entries, acknowledged }, since);
      if (write) await writeRecovery(context, gateway, found);
      return found;
    };
    let tries = 1;
    const ids = (list: readonly JournalEntry[]) => list.map(({ invoiceId }) => invoiceId);
    const openLease = async (address: string) =>
      (await persistence.leases.openAt(CHAIN, [address])).map(({ invoiceId }) => invoiceId);

    it("gives an invoice its address and its prices back, once", async () => {
      await issued(persistence, unpriced("x"));
      await journal(line(ISSUED + 1, "x", "a1"), line(ISSUED + 2, "x", "a1", 41_000n));
      const first = await run(true);
      expect([first.leases.length, first.offers.length]).to.deep.equal([1, 1]);
      const { facts } = (await persistence.invoices.load("x"))!;
      expect(facts.offers.map(({ depositAddress, input }) => [depositAddress, input])).to.deep.equal([
        ["a1", 40_000n],
        ["a1", 41_000n],
      ]);
      expect(await openLease("a1")).to.deep.equal(["x"]);
      const second = await run(true);
      expect([second.leases.length, second.offers.length]).to.deep.equal([0, 0]);
      expect(await persistence.leases.freeAddresses("", Number.MAX_SAFE_INTEGER - 1, false)).to.deep.equal(
        [],
      );
    });

    it("believes the journal's own offer to the last digit, and passes over what cannot be read", async () => {
      await issued(persistence, unpriced("x"));
      const offer = anOffer({
        depositAddress: "a2",
        requestId: "request-of-a2",
        floor: 9_007_199_254_740_993n,
      });
      const whole = JSON.parse(JSON.stringify(offer, (_, value: unknown) => typeof value === "bigint" ? `${value}` : value)); // prettier-ignore
      await journal({ ...line(ISSUED, "x", "a2"), offer: whole as unknown, note: "a\u2028b" });
      await fs.appendFile(file, '{"at":"2026-');
      unread.length = 0;
      await run(true);
      expect((await persistence.invoices.load("x"))!.facts.offers.map(plain)).to.deep.equal([plain(offer)]);
      expect(unread).to.deep.equal(['{"at":"2026-']);
    });

    it("leaves what the database knows as it is", async () => {
      const extras = { addresses: [anAddress("a3", false)], lease: aLease("x", "a3") };
      const known = unpriced("x");
      const facts = { ...known.facts, offers: [anOffer({ depositAddress: "a3" })] };
      await issued(persistence, { ...known, facts }, extras);
      await journal(line(ISSUED, "x", "a3"));
      const found = await run(true);
      expect(found).to.deep.equal({ leases: [], offers: [], unknownInvoices: [], contested: [], direct: [] });
    });

    it("keeps the address of an invoice that is lost for a person, and never hands it out again", async () => {
      await journal(line(ISSUED, "gone", "a4"));
      expect(ids((await run(true)).unknownInvoices)).to.deep.equal(["gone"]);
      expect((await run(true)).unknownInvoices).to.deep.equal([]);
      expect(await openLease("a4")).to.deep.equal([]);
      expect((await persistence.unattributed.formerHolders(CHAIN, ["a4"])).get("a4")).to.deep.equal({
        ...{ lastInvoiceId: "gone", storeId: "store-1" }, // whose inbox it is, although the invoice is lost
      });
      const place = { chainId: CHAIN, address: "a4", units: 40_000n, isDirect: false };
      const [lost, ...more] = await lostInvoices({ persistence }, "store-1");
      expect(lost).to.deep.include({ invoiceId: "gone", issuedAt: ISSUED, foundAt: ISSUED + 100_000 });
      expect([lost?.places.length, more.length]).to.deep.equal([1, 0]);
      expect(lost?.places[0]).to.deep.include(place);
    });

    it("gives an invoice the amount of its direct offer back, and only names that of an invoice that is lost", async () => {
      await issued(persistence, unpriced("x"));
      const offer = anOffer({ direct: true, depositAddress: "0xshop", requestId: "request-of-0xshop", input: 25_000_017n });
      const whole = JSON.parse(JSON.stringify(offer, (_, value: unknown) => typeof value === "bigint" ? `${value}` : value)) as unknown;
      await journal({ ...line(ISSUED, "x", "0xshop"), offer: whole }, { ...line(ISSUED, "gone", "0xshop"), offer: whole });
      const first = await run(true);
      expect(first.direct.map(({ entry, lost }) => [entry.invoiceId, lost !== undefined])).to.deep.equal([["x", true], ["gone", false]]);
      const [lease] = await persistence.amountLeases.open("", 10);
      expect([lease?.invoiceId, lease?.amount, lease?.address]).to.deep.equal(["x", 25_000_017n, "0xshop"]);
      expect((await persistence.invoices.load("x"))!.facts.offers.map(plain)).to.deep.equal([plain(offer)]);
      expect((await run(true)).direct.map(({ entry }) => entry.invoiceId)).to.deep.equal(["gone"]);
      const [lost] = await lostInvoices({ persistence }, "store-1");
      expect(lost?.places.map(({ units, isDirect }) => [units, isDirect])).to.deep.equal([[40_000n, true]]);
      expect([...(await persistence.unattributed.formerHolders(CHAIN, ["0xshop"])).keys()]).to.deep.equal([]);
    }); // prettier-ignore

    describe("two processes that took one address, of which the database decided for one", () => {
      const kept = (at: number, invoiceId: string, address: string) => ({
        at: isoTime(at),
        kept: `request-of-${address}`,
        invoiceId,
      });
      const NOTHING = { leases: [], offers: [], unknownInvoices: [], contested: [], direct: [] };
      const holds = async (id: string, address: string) => {
        const facts = {
          ...NO_FACTS,
          offers: [anOffer({ depositAddress: address, requestId: `request-of-${address}`, input: 40_000n })],
        };
        await issued(
          persistence,
          { ...unpriced(id), facts },
          { addresses: [anAddress(address, false)], lease: aLease(id, address) },
        );
      };
      /** The journals of the winner and of the loser, which found another address 0.3 s later. */
      const race = async () => {
        await holds("winner", "b1");
        await holds("loser", "b2");
        const [winners, losers] = [file, path.join(directory, `${++files}.jsonl`)];
        await journal(line(ISSUED, "winner", "b1"), kept(ISSUED, "winner", "b1"));
        file = losers;
        await journal(
          line(ISSUED + 660, "loser", "b1"),
          line(ISSUED + 960, "loser", "b2"),
          kept(ISSUED + 960, "loser", "b2"),
        );
        return winners;
      };

      it("changes nothing on an intact database", async () => {
        const winners = await race();
        expect(await run(true, undefined, winners)).to.deep.equal(NOTHING);
        expect([await openLease("b1"), await openLease("b2")]).to.deep.equal([["winner"], ["loser"]]);
      });

      it("changes nothing when the loser was killed before it found another address", async () => {
        await holds("winner", "b1");
        await issued(persistence, unpriced("loser"));
        await journal(
          line(ISSUED, "winner", "b1"),
          kept(ISSUED, "winner", "b1"),
          line(ISSUED + 660, "loser", "b1"),
          line(ISSUED + 700, "new", "b3"),
        );
        expect(await run(true)).to.deep.equal(NOTHING);
        expect(await openLease("b1")).to.deep.equal(["winner"]);
      });

      it("believes the database also about what is older than an offer that a restored backup has", async () => {
        const winners = await race();
        expect(await run(true, ISSUED, winners)).to.deep.equal(NOTHING);
      });

      it("gives back what was acknowledged later, and is missing", async () => {
        const winners = await race();
        await issued(persistence, unpriced("later"));
        await journal(line(ISSUED + 2_000, "later", "b4"), kept(ISSUED + 2_000, "later", "b4"));
        const { leases, ...rest } = await run(true, undefined, winners);
        expect(leases.map(({ entry }) => entry.invoiceId)).to.deep.equal(["later"]);
        expect({ leases: [], ...rest }).to.deep.equal(NOTHING);
        expect([await openLease("b1"), await openLease("b4")]).to.deep.equal([["winner"], ["later"]]);
      });
    });

    it("takes an address from everybody when another invoice may have had it since", async () => {
      const extras = { addresses: [anAddress("a5", false)], lease: aLease("x", "a5") };
      await issued(persistence, unpriced("x"), extras);
      await issued(persistence, unpriced("y"));
      await journal(line(ISSUED, "x", "a5"), line(ISSUED + 50_000, "y", "a5"));
      const dry = await run(false);
      expect(ids(dry.contested[0]!.entries)).to.deep.equal(["y"]);
      expect(await openLease("a5"), "a dry run changes nothing").to.deep.equal(["x"]);
      await run(true);
      expect(await openLease("a5")).to.deep.equal([]);
      expect((await persistence.unattributed.formerHolders(CHAIN, ["a5"])).get("a5")?.lastInvoiceId).to.equal(
        "y",
      );
      expect((await run(true)).contested).to.deep.equal([]);
    });
  });
});
