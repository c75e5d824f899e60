import { expect } from "chai";
import fc from "fast-check";
import {
  currencyId,
  entriesBetween,
  entriesOf,
  reversalOf,
  unattributedEntry,
  type Entry,
} from "../../../../src/gateway/domain/books/ledger.ts";
import { depositStatusOf } from "../../../../src/gateway/domain/invoices/credit.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { sum } from "../../../../src/values/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { A, ADDRESS, B, DUE, FLOOR, LATE, PRICE_SATS, anInvoice, anOffer, gone, inBlock, inMempool, refund, says, success, withPolicy } from "../invoices/given.ts"; // prettier-ignore
import { anyHistory } from "./anyHistory.ts";

const BTC = `${BITCOIN_CHAIN_ID}:${BTC_CURRENCY}`;
const USDC = "31337:0x2222222222222222222222222222222222222222";

/** What is in the books after these observations, and the invoice. */
function booked(invoice: Invoice, ...happened: readonly Observation[]): Readonly<{ invoice: Invoice; entries: readonly Entry[] }> {
  const entries: Entry[] = [];
  let now = invoice;
  for (const seen of happened) {
    const { invoice: after } = decide(now, seen);
    entries.push(...entriesBetween(now, after));
    now = after;
  }
  return { invoice: now, entries };
} // prettier-ignore

/** What each account has, by account and currency; accounts that are even are left out. */
function balances(entries: readonly Entry[]): Readonly<Record<string, bigint>> {
  const totals: Record<string, bigint> = {};
  for (const { from, to, currency, amount } of entries) {
    const coin = currency === BTC ? "BTC" : currency === USDC ? "USDC" : currency;
    totals[`${from} ${coin}`] = (totals[`${from} ${coin}`] ?? 0n) - amount;
    totals[`${to} ${coin}`] = (totals[`${to} ${coin}`] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0n));
}

/** A price that says what it is made of: worth 26 USDC before fees of 0.60. */
const priced = anOffer({ cost: { gross: 26_000_000n, fees: { gas: 100_000n, relayer: 500_000n } } });
const pricedInvoice = (): Invoice => ({ ...anInvoice(), facts: { ...anInvoice().facts, offers: [priced] } });

describe("the merchant's books", () => {
  it("know nothing of what is in no block, and everything of what is", () => {
    expect(booked(anInvoice(), inMempool()).entries).to.deep.equal([]);
    const { entries } = booked(anInvoice(), inMempool(), inBlock());
    expect(entries).to.deep.equal([
      {
        ...{ id: `${BITCOIN_CHAIN_ID}:${A}:received.0`, storeId: "store-1", invoiceId: "invoice-1" },
        ...{ from: "payer", to: "in_flight", currency: BTC, amount: PRICE_SATS },
      },
    ]);
  });

  it("say what a conversion brought, what it cost, and what prices did meanwhile", () => {
    const { entries } = booked(pricedInvoice(), inBlock(), success({ amount: FLOOR }));
    expect(balances(entries)).to.deep.equal({
      ...{ "payer BTC": -PRICE_SATS, "conversion BTC": PRICE_SATS, "conversion USDC": -26_000_000n },
      ...{ "settled USDC": FLOOR, "fees:gas USDC": 100_000n, "fees:relayer USDC": 500_000n },
      "surplus USDC": 26_000_000n - 600_000n - FLOOR,
    });
    const lucky = booked(pricedInvoice(), inBlock(), success({ amount: 25_900_000n }));
    expect(balances(lucky.entries)).to.include({ "settled USDC": 25_900_000n, "surplus USDC": -500_000n });
  });

  it("give a part of the payment its part of the fees", () => {
    const { entries } = booked(pricedInvoice(), inBlock({ value: PRICE_SATS / 2n }), success({ amount: FLOOR / 2n }));
    expect(balances(entries)).to.include({ "fees:gas USDC": 50_000n, "conversion USDC": -13_000_000n });
  }); // prettier-ignore

  it("never have what was only quoted: an amount that nobody reported is not the merchant's", () => {
    const outcome = {
      kind: "settled",
      amount: undefined,
      txHash: "tx",
      evidence: "hash",
      proof: "p",
    } as const;
    const { entries } = booked(pricedInvoice(), inBlock(), says("success", {}, outcome));
    expect(balances(entries)).to.include({ "conversion BTC": PRICE_SATS });
    expect(balances(entries)).to.not.have.property("settled USDC");
  });

  it("do not take a word for money where the policy asks for proof", () => {
    const invoice = withPolicy({ evidence: "verified" });
    const told = booked(invoice, inBlock(), success({ evidence: "hash" }));
    expect(balances(told.entries)).to.deep.equal({ "payer BTC": -PRICE_SATS, "in_flight BTC": PRICE_SATS });
    const proven = booked(invoice, inBlock(), success({ evidence: "hash" }), success());
    expect(balances(proven.entries)).to.include({ "conversion BTC": PRICE_SATS, "settled USDC": FLOOR });
  });

  it("write nothing when they are told the same again", () => {
    const story = [inMempool(), inBlock(), says("pending"), success()];
    const once = booked(anInvoice(), ...story);
    const twice = booked(anInvoice(), ...story.flatMap((seen) => [seen, seen]), ...story);
    expect(twice.entries).to.deep.equal(once.entries);
  });

  it("reverse what a reorganisation has undone, and write it again when it comes back [money:undone-books]", () => {
    const { entries } = booked(anInvoice(), inBlock(), inMempool(), inBlock({ blockHash: "block-2" }));
    expect(entries.map(({ id }) => id.split(":").at(-1))).to.deep.equal(["received.0", "reversed.0", "received.1"]);
    expect(balances(entries)).to.deep.equal({ "payer BTC": -PRICE_SATS, "in_flight BTC": PRICE_SATS });
    expect(balances(booked(anInvoice(), inBlock(), gone()).entries)).to.deep.equal({});
  }); // prettier-ignore

  it("are put right by better evidence, without a word being rubbed out [money:reversal]", () => {
    const { entries } = booked(
      anInvoice(),
      inBlock(),
      success({ evidence: "reported", proof: "request:r", amount: FLOOR + 5n }),
      success({ amount: FLOOR }),
    );
    expect(balances(entries)).to.include({ "settled USDC": FLOOR });
    expect(entries.filter(({ id }) => id.includes(":reversed.4"))).to.have.length(2);
    expect(entries.some(({ id }) => id.endsWith("settled.reported"))).to.equal(true);
  });

  it("stay as they are when the price at the same address is renewed, however often", () => {
    const renewed = (quoteId: string): Observation => {
      const offer = anOffer({ quoteId, input: PRICE_SATS / 2n, covers: DUE / 2n, floor: FLOOR / 2n, from: LATE });
      return { kind: "offer", at: LATE, offer: { ...offer, cost: { gross: 1n, fees: { gas: 1n } } } };
    };
    const part = [inBlock({ value: 19_000n }), success({ amount: 11_000_000n })];
    const before = booked(pricedInvoice(), ...part);
    const after = booked(pricedInvoice(), ...part, renewed("q2"), renewed("q3"), renewed("q4"));
    expect(after.invoice.facts.offers).to.have.length(4);
    expect(after.entries).to.deep.equal(before.entries);
  }); // prettier-ignore

  it("follow a refund: what came back, and what it cost; with the transaction instead of the word", () => {
    const back = (amount: bigint | undefined, txHash: string | undefined): Observation => {
      return says("refund", {}, { kind: "refunded", amount, txHash });
    };
    expect(balances(booked(anInvoice(), inBlock(), refund({ txHash: undefined })).entries)).to.deep.equal({
      "payer BTC": -PRICE_SATS,
      "refunded BTC": PRICE_SATS,
    });
    const { entries } = booked(anInvoice(), inBlock(), back(undefined, undefined), back(39_000n, "back"));
    expect(balances(entries)).to.deep.equal({
      ...{ "payer BTC": -PRICE_SATS, "refunded BTC": 39_000n, "fees:refund BTC": 1_000n },
    });
  });

  it("have money that came before its block was seen", () => {
    const { entries } = booked(anInvoice(), inMempool(), success());
    expect(balances(entries)).to.include({ "payer BTC": -PRICE_SATS, "conversion BTC": PRICE_SATS });
  });

  it("book what nobody asked for in its own currency, at what it brought", () => {
    const token = "0xAbCdeF0000000000000000000000000000000001";
    const wrong = { ...inBlock(), currency: token } as Observation;
    const { entries } = booked(pricedInvoice(), wrong, success({ amount: 3n }));
    const coin = currencyId(BITCOIN_CHAIN_ID, token);
    expect(coin).to.equal(`${BITCOIN_CHAIN_ID}:${token.toLowerCase()}`);
    expect(balances(entries)).to.deep.equal({
      ...{ [`payer ${coin}`]: -PRICE_SATS, [`conversion ${coin}`]: PRICE_SATS },
      ...{ "conversion USDC": -3n, "settled USDC": 3n },
    });
  });

  it("have money that is nobody's, until it is somebody's or undone", () => {
    const output = { storeId: "s", chainId: 1, outpoint: "aa:0", currency: "0xAA", value: 5n, undone: 0 };
    const entry = unattributedEntry(output);
    expect(entry).to.include({ id: "1:aa:0:unattributed.0", from: "payer", to: "unattributed", currency: "1:0xaa" });
    expect(balances([entry, reversalOf(entry)])).to.deep.equal({});
    expect(unattributedEntry({ ...output, undone: 1 }).id).to.not.equal(entry.id);
  }); // prettier-ignore

  it("keep their rules whatever happens to an invoice", () => {
    const seen = new Set<string>();
    const property = fc.property(anyHistory, fc.constantFrom("reported" as const, "verified" as const), (story, evidence) => {
      const { invoice, entries } = booked(withPolicy({ evidence }), ...story);
      const ids = entries.map(({ id }) => id);
      expect(new Set(ids).size, `ids are distinct: ${ids.join(" ")}`).to.equal(ids.length);
      expect(entries.every(({ amount, from, to }) => amount > 0n && from !== to), "every entry moves something").to.equal(true);
      const implied = invoice.facts.deposits.flatMap((deposit) => entriesOf(invoice, deposit));
      expect(balances(entries), "the books are what the facts say").to.deep.equal(balances(implied));
      for (const deposit of invoice.facts.deposits) {
        const of = (account: string) => sum(implied.filter(({ id, to, currency }) => id.includes(`:${deposit.outpoint}:`) && to === account && currency.startsWith(`${deposit.chainId}:`)).map(({ amount }) => amount));
        const fate = depositStatusOf(invoice.facts, deposit);
        if (fate === "settled") expect(of("conversion"), "converted whole").to.equal(deposit.value);
        if (fate === "refunded") expect(of("refunded") + of("fees:refund"), "sent back whole").to.equal(deposit.value);
      }
      for (const { id } of entries) seen.add(id.split(":").slice(3).join(":").replace(/\d+/g, "n"));
    });
    fc.assert(property, { numRuns: 1_000 }); // fewer do not always have each kind
    // the histories are worth their name: these kinds of entries were there
    expect([...seen]).to.include.members(["received.n", "settled.reported", "settled.verified", "refunded.reported"]);
  }).timeout(30_000); // prettier-ignore

  it("have both payments of an invoice that was paid twice", () => {
    const { entries } = booked(anInvoice(), inBlock(), inBlock({ outpoint: B, address: ADDRESS }), success(), success({ outpoint: B }));
    expect(balances(entries)).to.include({ "payer BTC": -2n * PRICE_SATS, "settled USDC": 2n * FLOOR });
  }); // prettier-ignore
});
