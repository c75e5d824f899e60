import { expect } from "chai";
import type { PaymentLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import type { Worth } from "../../../../src/values/worth.ts";
import { createWorth } from "../../../../src/gateway/domain/books/statement/monthWorth.ts";
import { STORE_DEFAULTS } from "../../../../src/gateway/usecases/stores/createStore.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { valueLatePayments, valuePayments } from "../../../../src/gateway/usecases/books/valuePayments.ts";
import { listUnvalued, valueByHand } from "../../../../src/gateway/usecases/books/valueByHand.ts";
import { AmountError } from "../../../../src/values/amount.ts";
import { retryOnConflict } from "../../../../src/gateway/usecases/retryOnConflict.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import type { Rate } from "../../../../src/values/rate.ts";
import { rateBetween } from "../../../../src/gateway/usecases/pricing/rateBetween.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { LATER, live, storeOn } from "../../domain/exports/bookedWorld.ts";
import {
  aDeposit,
  FLOOR,
  IN_TIME,
  inMempool,
  ISSUED,
  PRICE_SATS,
  success,
} from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";
import { onUsualDatabase } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../../persistence/storedThings.ts";

const OUTPOINT = "aa:0";

const rejection = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("what payments are worth in tracked currencies", () => {
  onUsualDatabase("gateway", (open) => {
    let persistence: Persistence;
    let clock: ReturnType<typeof testClock>;
    let known: Record<string, string>;
    const rates = {
      rate: async (base: string, quote: string) => {
        const price = known[`${base}_${quote}`];
        if (price === undefined) throw new Error("no source knows it");
        return { price, source: "the bank", at: clock() };
      },
    };
    const run = () => valuePayments({ persistence, rates, clock, log: silentLog });
    const late = (on = persistence) => valueLatePayments({ persistence: on, rates, clock, log: silentLog });
    const worths = async (): Promise<readonly Worth[] | undefined> => (await persistence.books.worthsOf("one")).get(OUTPOINT);

    beforeEach(async () => {
      persistence = storeOn(await open());
      clock = testClock(IN_TIME);
      known = { USD_EUR: "0.913", USD_JPY: "151.5" };
    });
    const paid = async (tracked: readonly string[], value = PRICE_SATS, defaultCurrency = "USD") => {
      const invoice = newInvoice("one");
      const { settlement } = invoice.terms;
      const settings = { ...STORE_DEFAULTS, defaultCurrency, settlement, refunds: {}, books: { tracked, zone: "UTC", accountant: undefined } };
      await persistence.stores.create({ id: "store-1", name: "Shop", settings, createdAt: ISSUED });
      await persistence.invoices.issue(invoice, ALONE);
      return live(persistence, invoice, [inMempool({ value, at: IN_TIME })]);
    };

    it("are written down once, at the rates of when it was first seen, rounded down", async () => {
      await paid(["EUR", "JPY"], PRICE_SATS / 3n);
      await run();
      const said = { source: "the bank", at: IN_TIME };
      const expected = [
        { currency: "EUR", value: "7.60", rate: "0.913", ...said }, // 8.33 USD
        { currency: "JPY", value: "1261", rate: "151.5", ...said },
      ];
      expect(await worths()).to.deep.equal(expected);
      known = { USD_EUR: "9", USD_JPY: "9" };
      clock.advance(MINUTE_MS);
      await run();
      expect(await worths()).to.deep.equal(expected);
    });

    it("wait for rates, and are never written with those of later than ten minutes", async () => {
      await paid(["EUR"]);
      known = {};
      await run();
      expect(await worths()).to.equal(undefined);
      clock.advance(9 * MINUTE_MS);
      known = { USD_EUR: "0.9" };
      await run();
      expect((await worths())?.map(({ value }) => value)).to.deep.equal(["22.50"]);
    });

    it("are left out when no rate was to be had for ten minutes", async () => {
      await paid(["EUR"]);
      known = {};
      await run();
      clock.advance(10 * MINUTE_MS + 1);
      known = { USD_EUR: "0.9" };
      await run();
      expect(await worths()).to.equal(undefined);
    });

    it("are found when a rate appears after an outage of all sources, and booked again with them", async () => {
      const invoice = await paid(["EUR"]);
      known = {};
      await run();
      await live(persistence, invoice, [success({ at: IN_TIME, amount: FLOOR, evidence: "hash" })]);
      clock.advance(3 * HOUR_MS);
      await late();
      expect(await worths(), "still no rate").to.equal(undefined);
      known = { USD_EUR: "0.9" };
      await late();
      await late();
      expect((await worths())?.map(({ value, at }) => [value, at])).to.deep.equal([["22.50", clock()]]);
      const lines = await persistence.books.linesOf("one");
      const payments = lines.filter(({ file }) => file === "payments");
      expect(payments.map(({ kind }) => kind).toSorted()).to.deep.equal(["booked", "corrected", "reversed"]);
      const worth = createWorth("EUR");
      for (const { kind, body } of payments) worth.add(body as PaymentLine, kind === "reversed" ? -1n : 1n);
      expect(worth.total()).to.include({ payments: 1, unvalued: 0, settled: "22.50" });
    });

    it("are found in the currency of the store's prices where it tracks none", async () => {
      await paid([], PRICE_SATS, "EUR");
      await run();
      expect((await worths())?.map(({ currency, value }) => [currency, value])).to.deep.equal([["EUR", "22.82"]]);
    });

    it("are kept for the currencies whose rates are known when another's is not", async () => {
      await paid(["CHF", "EUR"]);
      await run();
      expect((await worths())?.map(({ currency }) => currency)).to.deep.equal(["EUR"]);
    });

    it("take the pair the other way round, or go through dollars, where sources list no other", async () => {
      await paid(["CHF", "BTC", "SATS"]);
      known = { CHF_USD: "1.25", BTC_USD: "80000" };
      await run();
      expect((await worths())?.map(({ value, rate }) => [value, rate])).to.deep.equal([
        ["20.00", "0.8"],
        ["0.00031250", "0.0000125"],
        ["31250", "1250"],
      ]);
      expect((await rateBetween(rates, "CHF", "BTC")).rate).to.satisfy(({ base, quote }: Rate) => quote * 64_000n === base);
    });

    it("count in the month when the rate came after the booking: what takes a line back says what that line said", async () => {
      const invoice = await paid(["EUR"]);
      const settled = await live(persistence, invoice, [success({ at: IN_TIME, amount: FLOOR, evidence: "hash" })]);
      await run();
      const relabelled = { ...settled, terms: { ...settled.terms, metadata: { orderId: "another" } } };
      await live(persistence, relabelled, [success({ at: IN_TIME, amount: FLOOR - 1n, evidence: "verified" })]);
      const range = { storeId: "store-1", from: 0, to: LATER, after: undefined, limit: 10 };
      const lines = await persistence.books.linesIn("payments", range);
      const bodies = (...kinds: readonly string[]) => lines.filter(({ kind }) => kinds.includes(kind)).map(({ body }) => body as PaymentLine);
      const said = bodies("booked", "corrected");
      for (const body of bodies("reversed")) expect(said).to.deep.include(body);
      expect(bodies("reversed")).to.have.length(2); // once for the rate, once for the better evidence
      const worth = createWorth("EUR");
      for (const { kind, body } of lines) worth.add(body as PaymentLine, kind === "reversed" ? -1n : 1n);
      expect(worth.total()).to.include({ payments: 1, unvalued: 0, settled: "22.81" });
      expect(said.filter(({ orderId }) => orderId === "another")).to.have.length(1);
    });

    describe("at the same moment as a step that corrects the payment", () => {
      let settled: Invoice;
      beforeEach(async () => {
        const invoice = await paid(["EUR"]);
        known = {};
        settled = await live(persistence, invoice, [success({ at: IN_TIME, amount: FLOOR, evidence: "hash" })]);
        clock.advance(3 * HOUR_MS);
        known = { USD_EUR: "0.9" };
      });
      const step = (on = persistence) =>
        retryOnConflict(() => live(on, settled, [success({ at: IN_TIME, amount: FLOOR + 1n, evidence: "verified" })]));
      const once = (act: () => Promise<unknown>) => {
        let done: Promise<unknown> | undefined;
        return () => (done ??= act());
      };
      const expectBookedOnce = async () => {
        const lines = await persistence.books.linesOf("one");
        for (const file of ["payments", "invoices"]) {
          const bodies = (isReversed: boolean) =>
            lines.filter((line) => line.file === file && (line.kind === "reversed") === isReversed).map(({ body }) => JSON.stringify(body));
          const standing = bodies(false);
          for (const body of bodies(true)) standing.splice(standing.indexOf(body), standing.includes(body) ? 1 : 0);
          expect(standing, `lines of ${file} that stand`).to.have.length(1);
          expect(standing[0], file).to.include('"currency":"EUR","value":"22.50"');
          expect(bodies(true), `reversals of ${file}`).to.have.length(bodies(false).length - 1);
        }
      };

      it("are booked once when the step is saved after the valuation read the lines", async () => {
        const stepOnce = once(step);
        const linesOf = async (id: string) => {
          const lines = await persistence.books.linesOf(id);
          await stepOnce();
          return lines;
        };
        await late({ ...persistence, books: { ...persistence.books, linesOf } });
        await expectBookedOnce();
      });

      it("are booked once when the valuation is kept after the step read the lines", async () => {
        const lateOnce = once(late);
        const save: Persistence["invoices"]["save"] = async (...decision) => {
          await lateOnce();
          await persistence.invoices.save(...decision);
        };
        await step({ ...persistence, invoices: { ...persistence.invoices, save } });
        await expectBookedOnce();
      });

      it("are booked once when two servers value them beside the step", async () => {
        await Promise.all([late(), step(), late()]);
        await expectBookedOnce();
      });
    });

    it("values a payment by the rates that a person names, once, and books it again", async () => {
      const invoice = await paid(["EUR"]);
      await live(persistence, invoice, [success({ at: IN_TIME, amount: FLOOR, evidence: "hash" })]);
      known = {};
      await run();
      const gateway = { persistence, clock };
      const store = (await persistence.stores.load("store-1"))!;
      clock.advance(HOUR_MS);
      const unvalued = await listUnvalued(gateway, store, 9);
      expect(unvalued.map(({ deposit, currencies }) => [deposit.outpoint, currencies])).to.deep.equal([[OUTPOINT, ["EUR"]]]);
      expect(await listUnvalued(gateway, { ...store, id: "another store" }, 9)).to.deep.equal([]);
      const value = (rate: string, of = store) =>
        valueByHand(gateway, of, { invoiceId: "one", outpoint: OUTPOINT }, new Map([["EUR", rate]]));
      expect(await value("0.9", { ...store, id: "another store" })).to.equal(false);
      for (const wrong of ["0", "-1", "1e3", ""]) expect(await rejection(value(wrong)), wrong).to.be.instanceOf(AmountError);
      expect(await value("0.9")).to.equal(true);
      expect(await value("0.8"), "valued already").to.equal(false);
      expect((await worths())?.map(({ value: worth, source }) => [worth, source])).to.deep.equal([["22.50", "by hand"]]);
      const worth = createWorth("EUR");
      const lines = await persistence.books.linesOf("one");
      for (const { file, kind, body } of lines)
        if (file === "payments") worth.add(body as PaymentLine, kind === "reversed" ? -1n : 1n);
      expect(worth.total()).to.include({ payments: 1, unvalued: 0, settled: "22.50" });
      expect(await listUnvalued(gateway, store, 9)).to.deep.equal([]);
    });

    it("are found behind more payments than a page holds for which no rate ever comes", async () => {
      const deposits = Array.from({ length: 101 }, (_, index) => aDeposit({ outpoint: `${index}:0` }));
      const blank = newInvoice("many");
      await persistence.invoices.issue({ ...blank, terms: { ...blank.terms, currency: "XAU" }, facts: { ...blank.facts, deposits } }, ALONE);
      await paid(["EUR"]);
      clock.advance(HOUR_MS);
      await late();
      expect((await worths())?.map(({ value }) => value)).to.deep.equal(["22.82"]);
    });

    it("are nothing for a store that tracks nothing, which is not asked about again", async () => {
      await paid([]);
      expect(await persistence.books.unvalued({ from: ISSUED, to: LATER, after: undefined, limit: 10 })).to.have.length(1);
      await run();
      expect(await worths()).to.deep.equal([]);
      expect(await persistence.books.unvalued({ from: ISSUED, to: LATER, after: undefined, limit: 10 })).to.deep.equal([]);
    });
  });
}); // prettier-ignore
