import crypto from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { ownerOfAmount } from "../../src/gateway/creditDirect.ts";
import type { AmountLease } from "../../src/gateway/directPort.ts";
import type { Method } from "../../src/gateway/methods.ts";
import { freeArrivals } from "../../src/gateway/transferProofs.ts";
import type { Gateway } from "../../src/gateway/ports.ts";
import { priceDirect } from "../../src/gateway/priceDirect.ts";
import type { Invoice, Terms } from "../../src/invoices/invoice.ts";
import { silentLog } from "../../src/log.ts";
import { aDeposit, anInvoice, anOffer, IN_TIME } from "../invoices/given.ts";
import { ALONE, newInvoice } from "../store/storedThings.ts";
import { testClock } from "../support/clock.ts";
import { createMemoryStore } from "../support/memoryStore.ts";

const METHOD = { id: "USDC-BASE" } as Method;
const MINUTE = 60_000;

function world() {
  const clock = testClock(IN_TIME);
  const store = createMemoryStore();
  const random = (length: number) => new Uint8Array(crypto.randomBytes(length));
  const rest = { log: silentLog, awaiting: new Map(), service: { listKind: () => "v2" } };
  return { clock, store, gateway: { clock, store, random, ...rest } as unknown as Gateway }; // all that is touched here
}

function unpriced(id: string, due: bigint, decimals: number): Invoice {
  const settlement = { ...anInvoice().terms.settlement, decimals };
  const invoice = newInvoice(id, { due, settlement } satisfies Partial<Terms>);
  return { ...invoice, facts: { ...invoice.facts, offers: [] } };
}

describe("the price of a direct payment", () => {
  it("is at least what is due, at most a thousandth more, of eight decimals at most, and nobody else's", async () => {
    const dues = fc.record({ due: fc.bigInt({ min: 10_000n, max: 10n ** 12n }), decimals: fc.constantFrom(6, 8, 18) });
    await fc.assert(
      fc.asyncProperty(dues, async ({ due: millionths, decimals }) => {
        const due = millionths * 10n ** BigInt(decimals - 6);
        const { gateway, store } = world();
        const amounts = new Set<bigint>();
        for (const id of ["a", "b", "c", "d", "e"]) {
          const invoice = unpriced(id, due, decimals);
          const { offer, amount } = await priceDirect(gateway, invoice, METHOD);
          await store.issue(invoice, { ...ALONE, amount });
          expect(offer.input > due && offer.input <= due + due / 1_000n, `${offer.input} of ${due}`).to.equal(true);
          expect(offer.input % 10n ** BigInt(Math.max(0, decimals - 8))).to.equal(0n);
          expect([offer.covers, offer.floor, amount.amount]).to.deep.equal([due, due, offer.input]);
          amounts.add(offer.input);
        }
        expect(amounts.size).to.equal(5);
      }),
      { numRuns: 200 },
    );
  });

  it("is refused for so little that payments of it could not be told apart, and when all amounts are taken", async () => {
    const { gateway, store } = world();
    const codeOf = (due: bigint) => priceDirect(gateway, unpriced("x", due, 6), METHOD).then(() => "", ({ code }: { code: string }) => code);
    expect(await codeOf(999n)).to.equal("amount_too_small");
    expect(await codeOf(1_000n)).to.equal("");
    const { amount } = await priceDirect(gateway, unpriced("a", 1_000n, 6), METHOD);
    await store.issue(unpriced("a", 1_000n, 6), { ...ALONE, amount });
    expect(await codeOf(1_000n)).to.equal("address_conflict");
  });
}); // prettier-ignore

describe("an arrival of an amount that an invoice asks for", () => {
  const AMOUNT = 25_000_017n;
  const { chainId, currency, recipient: address } = anInvoice().terms.settlement;
  const PART = `0:${"d1".repeat(16)}`;
  const HASH = `0x${"12".repeat(32)}`;
  const arrival = { id: `${HASH}:${PART}`, address, currency, amount: AMOUNT, height: 9, blockHash: "0xb", at: IN_TIME };
  const lease: AmountLease = { id: "l", chainId, currency, address, amount: AMOUNT, invoiceId: "direct", requestId: "direct:q", fromAt: IN_TIME - MINUTE };
  type Arrived = Parameters<typeof ownerOfAmount>[2];

  /** Another invoice at the same address, whose Bitcoin is being converted and brings about the same. */
  async function withConversion(floor: bigint) {
    const made = world();
    const deposit = aDeposit({ outpoint: `${"ab".repeat(32)}:0`, floor, credit: floor, seenAt: IN_TIME - MINUTE });
    const other = newInvoice("other");
    await made.store.issue({ ...other, facts: { ...other.facts, offers: [anOffer({ from: IN_TIME - 2 * MINUTE })], deposits: [deposit] } }, ALONE);
    return made;
  }

  it("is its own at once while nothing else may have brought it", async () => {
    const { gateway } = await withConversion(50_000_000n);
    expect(await ownerOfAmount(gateway, lease, arrival as Arrived)).to.equal("its own");
  });

  it("waits while a conversion under way may have brought it, half an hour at most", async () => {
    const { gateway, clock } = await withConversion(AMOUNT - 5_000n);
    expect(await ownerOfAmount(gateway, lease, arrival as Arrived)).to.equal("contested");
    clock.advance(30 * MINUTE);
    expect(await ownerOfAmount(gateway, lease, arrival as Arrived)).to.equal("its own");
  });

  it("is not counted again once it has settled a conversion, nor does a conversion settle by it once it was paid directly", async () => {
    const { gateway, store } = world();
    const named = { txHash: HASH, part: PART, logIndex: 1, amount: AMOUNT, height: 9, at: IN_TIME };
    const free = async () => (await freeArrivals(gateway, chainId, [named])).length;
    expect(await free()).to.equal(1);
    const invoice = newInvoice("direct");
    const deposit = aDeposit({ outpoint: arrival.id, chainId, currency, address });
    await store.issue({ ...invoice, facts: { ...invoice.facts, deposits: [deposit] } }, ALONE);
    expect(await free()).to.equal(0);
    await store.issue(newInvoice("settled"), { ...ALONE, claim: { proof: `${chainId}:${arrival.id}`, outpoint: "x" } });
    expect(await ownerOfAmount(gateway, lease, arrival as Arrived)).to.equal("another's");
  });
}); // prettier-ignore
