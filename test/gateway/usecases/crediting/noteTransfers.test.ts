import { expect } from "chai";
import { assignUnattributed } from "../../../../src/gateway/usecases/crediting/assignUnattributed.ts";
import { dismissUnattributed } from "../../../../src/gateway/usecases/crediting/endUnattributed.ts";
import { noteTransfers } from "../../../../src/gateway/usecases/crediting/noteTransfers.ts";
import { findLimit } from "../../../../src/gateway/usecases/payouts/payoutLimit.ts";
import type { PaymentLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import { paymentLine } from "../../../../src/gateway/domain/books/lines/paymentLine.ts";
import { bankMoveOf } from "../../../../src/gateway/domain/exports/third-party/bankMove.ts";
import { inbox } from "../../../../src/gateway/usecases/invoices/inbox.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { Payout } from "../../../../src/gateway/domain/payouts/payout.ts";
import { STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import type { MerchantStore } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import type { Database } from "../../../../src/database/driver.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { aDeposit, anInvoice, anOffer, IN_TIME, ISSUED } from "../../domain/invoices/given.ts";
import { ALONE, aLease, anAddress, issued, newInvoice } from "../../persistence/storedThings.ts";
import { testClock, type TestClock } from "../../../support/clock.ts";
import { onUsualDatabase } from "../../../support/databases.ts";

const { settlement } = anInvoice().terms;
const { chainId, currency, recipient } = settlement;
const PERSON = { by: "anna", reason: "the customer showed the transaction" };
const SENDER = `0x${"5e".repeat(20)}`;
const VALUE = 98_120_000n;

function aStore(id: string, createdAt = ISSUED): MerchantStore {
  return { id, name: id, settings: { ...STORE_DEFAULTS, settlement, refunds: {} }, createdAt };
}

const hashOf = (number: number) => `0x${String(number).padStart(64, "0")}`;
const PART = `0:${"d1".repeat(16)}`;

describe("a transfer to the merchant's own address that nothing explains", () => {
  onUsualDatabase("gateway", (open) => {
    let database: Database;
    let clock: TestClock;
    let persistence: Gateway["persistence"];
    let gateway: Gateway;

    beforeEach(async () => {
      database = await open();
      clock = testClock(IN_TIME);
      persistence = createPersistence(database, (error) => {
        throw error;
      });
      const receipt = async (transactionHash: string) => ({
        transactionHash,
        blockHash: "block-9",
        blockNumber: 9,
        transfers: [{ part: PART, amount: VALUE, log: { topics: ["0x", `0x${"0".repeat(24)}${SENDER.slice(2)}`] } }],
      });
      gateway = {
        clock,
        persistence,
        log: silentLog,
        awaiting: new Map(),
        service: { chains: async () => [], listKind: () => "v2", status: async () => ({ outHashes: [] }) },
        receipts: new Map([[chainId, receipt]]),
        finality: new Map(),
        sensors: { isFollowed: () => false, seenAt: () => Infinity },
        budgets: { service: { takeSpare: () => true } },
        viewers: { announce: () => {} },
      } as unknown as Gateway;
      await persistence.stores.create(aStore("store-1"));
      await noteTransfers(gateway); // transfers from before the first run are not listed
    });

    const arrive = async (number: number, amount = VALUE) => {
      clock.advance(1_000);
      const place = `${chainId}:${currency}:${recipient}`;
      const txHash = hashOf(number);
      const key = `${chainId}:${txHash}:${PART}`;
      const where = { chainId, place, txHash, position: 1, height: 9, at: clock(), seenAt: clock() };
      await persistence.transfers.keep([{ key, amount, ...where }]);
      return { chainId, outpoint: `${txHash}:${PART}` };
    };
    const listed = async (storeId = "store-1") =>
      (await inbox(gateway, storeId)).unattributed.map(({ value, sender }) => [value, sender]);
    const note = async (after = MINUTE_MS + 1) => {
      clock.advance(after);
      await noteTransfers(gateway);
    };
    const balance = async () =>
      (await persistence.books.ledgerPage("", 100)).reduce(
        (sum, { from, to, amount }) => sum + (to === "unattributed" ? amount : from === "unattributed" ? -amount : 0n),
        0n,
      );

    it("is in the inbox and in the books after a minute, once, whatever its amount", async () => {
      await arrive(1);
      await noteTransfers(gateway);
      expect(await listed()).to.deep.equal([]);
      await note();
      await arrive(2, 1n);
      await note();
      await note();
      expect(await listed()).to.deep.equal([[VALUE, SENDER], [1n, SENDER]]);
      expect(await balance()).to.equal(VALUE + 1n);
    });

    it("is not listed when it settled an invoice, or refunded one to the merchant", async () => {
      const { outpoint } = await arrive(1);
      await persistence.invoices.issue(newInvoice("settled"), { ...ALONE, claim: { proof: `${chainId}:${outpoint}`, outpoint: "x" } });
      const refunded = newInvoice("refunded");
      const deposit = aDeposit({ chainId, currency, outpoint: "0xaa:0", value: VALUE });
      const refund = { requestId: "r", outpoint: deposit.outpoint, amount: VALUE, txHash: hashOf(2), at: IN_TIME };
      await arrive(2);
      await persistence.invoices.issue({ ...refunded, facts: { ...refunded.facts, deposits: [deposit], refunds: [refund] } }, ALONE);
      await note();
      expect(await listed()).to.deep.equal([]);
    });

    it("waits while a conversion under way may have caused it, half an hour at most, and is withdrawn when the service names it later", async () => {
      const moving = newInvoice("moving");
      const deposit = aDeposit({ floor: VALUE, credit: VALUE, seenAt: IN_TIME });
      await persistence.invoices.issue({ ...moving, state: "Processing", facts: { ...moving.facts, offers: [anOffer()], deposits: [deposit] } }, ALONE);
      const { outpoint } = await arrive(1);
      await note();
      expect(await listed()).to.deep.equal([]);
      await note(30 * MINUTE_MS);
      expect(await listed()).to.have.length(1);
      await persistence.invoices.issue(newInvoice("settled"), { ...ALONE, claim: { proof: `${chainId}:${outpoint}`, outpoint: "x" } });
      await note();
      expect(await listed()).to.deep.equal([]);
      expect(await balance()).to.equal(0n);
    });

    describe("that is the service's settlement of an unattributed deposit", () => {
      const DEPOSIT = { chainId: BITCOIN_CHAIN_ID, outpoint: "aa:0" };
      let word = "success";

      beforeEach(async () => {
        word = "success";
        const service = {
          ...gateway.service,
          requestsOf: async () => [{ requestId: "r", word, depositTxid: "aa", outHashes: word === "success" ? [hashOf(1).toUpperCase()] : [] }],
        };
        gateway = { ...gateway, service, random: () => Buffer.alloc(32) } as unknown as Gateway;
        await issued(persistence, newInvoice("former"), { addresses: [anAddress("old", false)], lease: aLease("former", "old") });
      });

      const payDeposit = async () => {
        const block = { height: 5, blockHash: "block-5", blockTime: clock(), seenAt: clock() };
        const money = { ...DEPOSIT, address: "old", currency: BTC_CURRENCY, value: 23_000_000n, storeId: "store-1", lastInvoiceId: "former" };
        await persistence.unattributed.keep({ ...money, ...block });
      };
      const stateOf = async (name: typeof DEPOSIT) => (await persistence.unattributed.load(name.chainId, name.outpoint))?.state;
      const keepPayout = async (name: typeof DEPOSIT, state: Payout["state"]) => {
        const payout: Payout = {
          id: "refund-1", storeId: "store-1", state, unattributed: name, pullPaymentId: undefined, destination: SENDER,
          coin: { ...settlement, methodId: "USDC" }, originalCurrency: "USDC", originalDecimals: 6, originalAmount: VALUE,
          payoutAmount: VALUE, worth: undefined, revision: 0, proof: undefined, service: undefined, metadata: {}, createdAt: clock(), version: 1,
        };
        const refund = { by: "anna", reason: "sent back", refundId: "refund-1", at: clock() };
        await persistence.payouts.keep({ payout: { after: payout }, announcements: [], unattributed: { ...name, refund } });
      };

      it("is not listed beside the deposit, and waits while the service has not named it", async () => {
        word = "pending";
        await payDeposit();
        await arrive(1);
        await note();
        expect(await listed()).to.deep.equal([[23_000_000n, undefined]]);
        word = "success";
        await note();
        await note(30 * MINUTE_MS);
        expect(await listed()).to.deep.equal([[23_000_000n, undefined]]);
      });

      it("is taken off the list once the deposit is known, with a refund that nobody has begun to pay", async () => {
        const name = await arrive(1);
        await note();
        expect(await listed()).to.deep.equal([[VALUE, SENDER]]);
        await keepPayout(name, "AwaitingPayment");
        await payDeposit();
        await note();
        expect((await persistence.payouts.load("refund-1"))?.state).to.equal("Cancelled");
        expect([await stateOf(name), await stateOf(DEPOSIT)]).to.deep.equal(["explained", "open"]);
        expect(await balance()).to.equal(23_000_000n);
      });

      it("ends the entry of the deposit when it was refunded before the deposit was known: one money, one decision", async () => {
        const name = await arrive(1);
        await note();
        await keepPayout(name, "InProgress");
        await payDeposit();
        await note();
        expect([await stateOf(name), await stateOf(DEPOSIT)]).to.deep.equal(["refunded", "explained"]);
        await persistence.invoices.issue(newInvoice("other"), ALONE);
        const refused = await assignUnattributed(gateway, DEPOSIT, "other", PERSON).catch((error: unknown) => error);
        expect(String(refused)).to.include("was decided upon where the intent service sent it");
      });
    });

    describe("at an address of several stores", () => {
      const later = () => persistence.stores.create(aStore("store-2", ISSUED + 1));
      const book = (storeId: string, line: Partial<PaymentLine>) => {
        const body = { outcome: "settled", recipient, ...line } as PaymentLine;
        const about = { id: `payments:${storeId}:${clock()}`, storeId, invoiceId: undefined, kind: "booked" } as const;
        const booking = { entries: [], assets: [], lines: [{ file: "payments", body, ...about } as const] };
        clock.advance(1);
        return persistence.payouts.keep({ announcements: [], booked: { booking, at: clock() } });
      };
      const counts = async () => [(await listed("store-1")).length, (await listed("store-2")).length];

      it("lists a transfer only in the store that entered the address first, and assigns it to an invoice of a store that shares the address", async () => {
        await later();
        const older = aStore("store-0", ISSUED - 1);
        const elsewhere = { ...settlement, recipient: `0x${"77".repeat(20)}` };
        const formerSettlements = [{ settlement: elsewhere, until: ISSUED + 2 }];
        await persistence.stores.create({ ...older, settings: { ...older.settings, formerSettlements } });
        const name = await arrive(1);
        await note();
        expect(await counts()).to.deep.equal([1, 0]);
        expect(await listed("store-0")).to.deep.equal([]);
        await persistence.invoices.issue(newInvoice("theirs", {}, "store-2"), ALONE);
        const invoice = await assignUnattributed(gateway, name, "theirs", PERSON);
        expect(invoice.facts.deposits).to.containSubset([{ value: VALUE, direct: true, mismatch: "address" }]);
        expect([await listed("store-1"), await balance()]).to.deep.equal([[], 0n]);
        const other = await assignUnattributed(gateway, name, "theirs", PERSON);
        expect(other.facts.deposits).to.have.length(1);
      });

      it("lists a transfer in the store with the first paid invoice, although another store entered the address earlier", async () => {
        await later();
        await book("store-1", { recipient: `0x${"77".repeat(20)}` });
        await book("store-1", { assignedAt: clock() });
        await book("store-1", { outcome: "refunded" });
        await book("store-2", {});
        await book("store-1", {});
        await arrive(1);
        await note();
        expect(await counts()).to.deep.equal([0, 1]);
      });

      it("lets a store without a limit approve payouts freely only where the address is its own, or no store there has a limit", async () => {
        await later();
        const [first, second] = [(await persistence.stores.load("store-1"))!, (await persistence.stores.load("store-2"))!];
        const limits = () => Promise.all([first, second].map((store) => findLimit(gateway, store)));
        expect(await limits()).to.deep.equal([undefined, undefined]);
        const payoutLimit = { amount: "50", currency: "USD" };
        const limited = { ...aStore("store-3", ISSUED + 2).settings, payoutLimit };
        await persistence.stores.create({ ...aStore("store-3", ISSUED + 2), settings: limited });
        const zero = { amount: "0", currency: "USD" };
        expect(await limits()).to.deep.equal([undefined, zero]);
        await book("store-2", {});
        expect(await limits()).to.deep.equal([zero, undefined]);
      });
    });

    it("has the day on which it was first seen in the books and in bank files when a person assigns it days later", async () => {
      const name = await arrive(1);
      const cameAt = clock();
      await note();
      await persistence.invoices.issue(newInvoice("late"), ALONE);
      clock.advance(5 * DAY_MS);
      const assigned = await assignUnattributed(gateway, name, "late", PERSON);
      const settled = { ...assigned, facts: { ...assigned.facts, settlements: [{ requestId: "r", outpoint: name.outpoint, amount: VALUE, txHash: undefined, proof: "p", evidence: "verified", proven: true, at: clock() }] } } as const;
      const body = paymentLine(settled, settled.facts.deposits[0]!, new Map())!;
      expect(body).to.include({ paidAt: cameAt, assignedAt: clock() });
      const item = { file: "payments", kind: "booked", id: "1", storeId: "store-1", invoiceId: "late", at: clock(), body } as const;
      expect([bankMoveOf(item, "USD")?.at, bankMoveOf({ ...item, kind: "corrected" }, "USD")?.at]).to.deep.equal([cameAt, clock()]);
    });

    it("is never listed again once a person has said that it is not a payment, and neither is its sender where that was asked for", async () => {
      const name = await arrive(1);
      await note();
      const found = (await persistence.unattributed.load(name.chainId, name.outpoint))!;
      await dismissUnattributed(gateway, "store-1", found, { ...PERSON, ignoreSender: true });
      await arrive(2);
      await note();
      expect([await listed(), await balance()]).to.deep.equal([[], 0n]);
    });

    it("refuses to ignore a sender that is the intent service, and any sender while the service does not answer", async () => {
      const name = await arrive(1);
      await note();
      const found = (await persistence.unattributed.load(name.chainId, name.outpoint))!;
      const dismiss = (chains: () => Promise<readonly unknown[]>, ignoreSender: boolean) => {
        const asked = { ...gateway, service: { ...gateway.service, chains } } as unknown as Gateway;
        return dismissUnattributed(asked, "store-1", found, { ...PERSON, ignoreSender }).catch(String);
      };
      const own = async () => [{ id: chainId, solverAddresses: [SENDER.toUpperCase().replace("X", "x")] }];
      expect(await dismiss(own, true)).to.include("The sender is the intent service");
      expect(await dismiss(() => Promise.reject(new Error("no answer")), true)).to.include("no answer");
      expect(await listed()).to.have.length(1);
      await dismiss(own, false);
      expect(await listed()).to.deep.equal([]);
    });

    it("is taken back with its block, and listed again when it is in another one", async () => {
      await arrive(1);
      await note();
      const [found] = await persistence.unattributed.inBlocks(chainId, ["block-9"]);
      await persistence.transfers.drop(chainId, 9);
      await persistence.unattributed.undo(found!, clock());
      expect([await listed(), await balance()]).to.deep.equal([[], 0n]);
      await arrive(1);
      await note();
      expect([(await listed()).length, await balance()]).to.deep.equal([1, VALUE]);
    });
  });
}); // prettier-ignore
