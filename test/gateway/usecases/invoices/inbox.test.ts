import { expect } from "chai";
import type { Entry } from "../../../../src/gateway/domain/books/ledger.ts";
import type { Records } from "../../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { advanceInvoice } from "../../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { assignUnattributed } from "../../../../src/gateway/usecases/crediting/assignUnattributed.ts";
import type { Unattributed } from "../../../../src/gateway/ports/booksPort.ts";
import { createMerchant, STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { inbox } from "../../../../src/gateway/usecases/invoices/inbox.ts";
import { markInvoice } from "../../../../src/gateway/usecases/invoices/markInvoice.ts";
import { resolveAttention } from "../../../../src/gateway/usecases/invoices/resolveAttention.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { anOffer, DUE, EXPIRES, inBlock, ISSUED, LATE, success, tick } from "../../domain/invoices/given.ts";
import { aLease, anAddress, issued, newInvoice } from "../../persistence/storedThings.ts";
import { testClock, type TestClock } from "../../../support/clock.ts";
import { onUsualDatabase } from "../../../support/databases.ts";

const OLD = "bcrt1-old-address";
const PERSON = { by: "Ada", reason: "the customer showed me the transaction" };
const PAID_AT = LATE - 30_000;
const PLACE = { chainId: BITCOIN_CHAIN_ID, outpoint: "dd:0" };

describe("what a person decides", () => {
  onUsualDatabase("gateway", (open) => {
    let gateway: Records;
    let persistence: Persistence;
    let clock: TestClock;
    let shop: string;

    beforeEach(async () => {
      clock = testClock(LATE);
      persistence = createPersistence(await open(), (error) => {
        throw error;
      });
      const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
      const viewers = { isWatched: () => false, watched: () => [], announce: () => {} };
      gateway = { clock, random, log: silentLog, persistence, viewers };
      const { settlement } = newInvoice("any").terms;
      const merchant = await createMerchant(persistence, gateway, "Shop", {
        ...STORE_DEFAULTS,
        settlement,
        refunds: {},
      });
      shop = merchant.id;
      await issued(persistence, newInvoice("current", {}, shop), {});
      await formerHolder("former");
    });

    it("is asked of the very invoice that it changes: what was paid meanwhile is not marked unpaid", async () => {
      let isAsked = false;
      const paidMeanwhile = async (id: string) => {
        const seen = await persistence.invoices.load(id);
        if (!isAsked) {
          isAsked = true;
          await advanceInvoice(gateway, id, inBlock());
          await advanceInvoice(gateway, id, success());
        }
        return seen;
      };
      const slow = {
        ...gateway,
        persistence: { ...persistence, invoices: { ...persistence.invoices, load: paidMeanwhile } },
      };
      const refused = await markInvoice(slow, "current", "Invalid", PERSON).catch((error: Error) => error);
      expect(refused).to.include({ code: "mark_not_allowed" });
      expect((await persistence.invoices.load("current"))?.state).to.equal("Settled");
    });

    /** An invoice whose address is free again. */
    async function formerHolder(id: string): Promise<void> {
      const invoice = newInvoice(id, {}, shop);
      const offer = anOffer({ depositAddress: OLD });
      const held = { ...invoice, facts: { ...invoice.facts, offers: [offer] } };
      const lease = aLease(id, OLD);
      await issued(persistence, held, { addresses: [anAddress(OLD, false)], lease });
      await persistence.leases.end(lease, ISSUED + 20 * MINUTE_MS, true);
    }

    const found: Omit<Unattributed, "state" | "undone" | "storeId"> = {
      ...{ ...PLACE, address: OLD, currency: BTC_CURRENCY, value: 40_000n, lastInvoiceId: "former" },
      ...{ height: 7, blockHash: "block-7", blockTime: PAID_AT, seenAt: PAID_AT + MINUTE_MS },
    };
    const keep = (change: Partial<Unattributed> = {}) =>
      persistence.unattributed.keep({ ...found, storeId: shop, ...change });
    const assign = (invoiceId: string, using: Records = gateway) =>
      assignUnattributed(using, PLACE, invoiceId, PERSON);
    const refused = async (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => "nothing",
        (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
      );

    describe("about money that nobody could attribute", () => {
      it("gives it to the invoice: credited once, followed at its address, and in the books as received", async () => {
        await keep();
        const invoice = await assign("current");
        expect(invoice.facts.deposits[0]).to.deep.include({
          outpoint: "dd:0",
          mismatch: "address",
          credit: 0n,
        });
        expect(await persistence.deposits.owner(BITCOIN_CHAIN_ID, "dd:0")).to.equal("current");
        const [lease] = await persistence.leases.openAt(BITCOIN_CHAIN_ID, [OLD]);
        expect(lease).to.include({ invoiceId: "current", requestId: `request-of-${OLD}`, fromAt: PAID_AT });
        expect((await inbox(gateway, shop)).unattributed).to.deep.equal([]);
        expect(await balances()).to.deep.equal({ payer: -40_000n, unattributed: 0n, in_flight: 40_000n });
        const [seen] = (await persistence.invoices.decidedUpon("current")).slice(-1);
        expect(seen?.seen).to.deep.include({ assigned: { methodId: "BTC-CHAIN", ...PERSON } });
      });

      it("counts for what the conversion yields, as late money does", async () => {
        await keep();
        await assign("current");
        const settle = (amount: bigint): ReturnType<typeof success> => {
          const place = { outpoint: "dd:0", requestId: `request-of-${OLD}`, amount };
          return { ...success(place), depositAddress: OLD } as ReturnType<typeof success>;
        };
        await advanceInvoice(gateway, "current", tick(EXPIRES));
        const after = await advanceInvoice(gateway, "current", settle(DUE));
        expect(after).to.include({ state: "Expired", additional: "PaidLate" });
        expect(await balances()).to.include({ settled: DUE });
      });

      it("to the invoice that had the address last is a late payment of its own price", async () => {
        await keep();
        const { facts } = await assign("former");
        expect(facts.deposits[0]).to.include({ late: true, mismatch: undefined, credit: DUE });
      });

      it("twice changes nothing, and to another invoice is refused", async () => {
        await keep();
        const first = await assign("current");
        expect((await assign("current")).version).to.equal(first.version);
        expect(await refused(assign("former"))).to.match(
          /^deposit_taken: .*credited to invoice current already/,
        );
        expect(await balances()).to.include({ unattributed: 0n, in_flight: 40_000n });
      });

      it("by two people at once is one invoice's", async () => {
        await keep();
        const results = await Promise.allSettled([assign("current"), assign("former")]);
        expect(results.map(({ status }) => status).toSorted()).to.deep.equal(["fulfilled", "rejected"]);
        expect(await balances()).to.deep.equal({ payer: -40_000n, unattributed: 0n, in_flight: 40_000n });
      });

      it("is refused where it cannot be right", async () => {
        expect(await refused(assign("current"))).to.match(/^deposit_not_found/);
        await keep();
        expect(await refused(assign("nobody"))).to.match(/^invoice_not_found/);
        await issued(persistence, newInvoice("elsewhere", {}, "store-2"));
        expect(await refused(assign("elsewhere"))).to.match(/^deposit_taken: .*its money goes there/);
        const again = newInvoice("again", {}, shop);
        await issued(persistence, again, { lease: aLease("again", OLD) });
        expect(await refused(assign("current"))).to.match(/^address_conflict: Invoice again is using/);
        await persistence.unattributed.undo(
          (await persistence.unattributed.load(PLACE.chainId, PLACE.outpoint))!,
          clock(),
        );
        expect(await refused(assign("current"))).to.match(/^deposit_taken: .*no block any more/);
      });

      it("at an address that nobody was ever shown is credited all the same", async () => {
        await keep({ lastInvoiceId: undefined, storeId: "", address: "bcrt1-spare" });
        expect((await inbox(gateway, shop)).unattributed, "it is no store's").to.deep.equal([]);
        expect((await inbox(gateway, undefined)).unattributed).to.have.length(1);
        expect((await assign("current")).facts.deposits[0]).to.include({ address: "bcrt1-spare" });
      });
    });

    describe("about an invoice", () => {
      const short = async (): Promise<Invoice> => {
        const invoice = newInvoice("short", {}, shop);
        await issued(persistence, { ...invoice, facts: { ...invoice.facts, offers: [anOffer()] } });
        for (const seen of [inBlock({ value: 20_000n }), success({ amount: DUE / 2n }), tick(EXPIRES)])
          await advanceInvoice(gateway, "short", seen);
        return (await persistence.invoices.load("short"))!;
      };

      it("takes it off the inbox, with who and why; an unknown key is refused with those that there are", async () => {
        await short();
        const [item, ...more] = (await inbox(gateway, undefined)).items;
        expect(more).to.deep.equal([]);
        expect(item?.attention).to.deep.include({ kind: "underpaid" });
        const { key } = item!.attention;
        expect(await refused(resolveAttention(gateway, "short", ["stalled:x"], PERSON)))
          .to.match(/^nothing_to_resolve/)
          .and.to.include(key);
        const { facts } = await resolveAttention(gateway, "short", [key], PERSON);
        expect(facts.resolved).to.deep.equal([{ key, ...PERSON, at: LATE }]);
        expect((await inbox(gateway, shop)).items).to.deep.equal([]);
        await resolveAttention(gateway, "short", [key], PERSON);
      });

      it("marks it, with who and why, and may think again; what is paid stays paid", async () => {
        await short();
        const marked = await markInvoice(gateway, "short", "Settled", PERSON);
        expect(marked).to.include({ state: "Settled", additional: "Marked" });
        expect(marked.facts.marks).to.deep.equal([{ as: "Settled", from: "Expired", ...PERSON, at: LATE }]);
        expect((await markInvoice(gateway, "short", "Settled", PERSON)).version).to.equal(marked.version);
        clock.advance(HOUR_MS);
        expect(await markInvoice(gateway, "short", "Invalid", PERSON)).to.include({ state: "Invalid" });
        const paid = newInvoice("paid", {}, shop);
        await issued(persistence, { ...paid, facts: { ...paid.facts, offers: [anOffer()] } });
        for (const seen of [inBlock({ outpoint: "ee:0" }), success({ outpoint: "ee:0" })])
          await advanceInvoice(gateway, "paid", seen);
        expect(await refused(markInvoice(gateway, "paid", "Invalid", PERSON))).to.match(/^mark_not_allowed/);
      });
    });

    /** What each account holds by the books, over all invoices. */
    async function balances(): Promise<Readonly<Record<string, bigint>>> {
      const totals: Record<string, bigint> = {};
      const add = ({ currency, amount }: Entry, account: string, sign: bigint) => {
        const isOurs = currency.startsWith(`${BITCOIN_CHAIN_ID}:`) || account === "settled";
        if (isOurs && account !== "conversion") totals[account] = (totals[account] ?? 0n) + sign * amount;
      };
      for (const entry of await persistence.books.ledgerPage("", 1_000)) {
        add(entry, entry.from, -1n);
        add(entry, entry.to, 1n);
      }
      return totals;
    }
  });
});
