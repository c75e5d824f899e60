import crypto from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { claimsOnce, settleDirect } from "../../../src/gateway/usecases/crediting/creditDirect.ts";
import type { Method } from "../../../src/gateway/usecases/pricing/methods.ts";
import { freeArrivals } from "../../../src/gateway/usecases/crediting/transferProofs.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { priceDirect } from "../../../src/gateway/usecases/pricing/priceDirect.ts";
import type { Invoice, Terms } from "../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { aDeposit, anInvoice, anOffer, IN_TIME } from "../domain/invoices/given.ts";
import { ALONE, newInvoice } from "../persistence/storedThings.ts";
import { testClock } from "../../support/clock.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";
import { runs } from "../../support/sizes.ts";

const METHOD = { id: "USDC-BASE" } as Method;
const MINUTE = 60_000;

function world() {
  const clock = testClock(IN_TIME);
  const persistence = createMemoryPersistence();
  const random = (length: number) => new Uint8Array(crypto.randomBytes(length));
  const rest = { log: silentLog, awaiting: new Map(), service: { listKind: () => "v2" } };
  return { clock, persistence, gateway: { clock, persistence, random, ...rest } as unknown as Gateway }; // all that is touched here
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
        const { gateway, persistence } = world();
        const amounts = new Set<bigint>();
        for (const id of ["a", "b", "c", "d", "e"]) {
          const invoice = unpriced(id, due, decimals);
          const { offer, amount } = await priceDirect(gateway, invoice, METHOD);
          await persistence.invoices.issue(invoice, { ...ALONE, amount });
          expect(offer.input > due && offer.input <= due + due / 1_000n, `${offer.input} of ${due}`).to.equal(true);
          expect(offer.input % 10n ** BigInt(Math.max(0, decimals - 8))).to.equal(0n);
          expect([offer.covers, offer.floor, amount.amount]).to.deep.equal([due, due, offer.input]);
          amounts.add(offer.input);
        }
        expect(amounts.size).to.equal(5);
      }),
      { numRuns: runs(200) },
    );
  });

  it("is refused for so little that payments of it could not be told apart, and when all amounts are taken", async () => {
    const { gateway, persistence } = world();
    const codeOf = (due: bigint) => priceDirect(gateway, unpriced("x", due, 6), METHOD).then(() => "", ({ code }: { code: string }) => code);
    expect(await codeOf(999n)).to.equal("amount_too_small");
    expect(await codeOf(1_000n)).to.equal("");
    const { amount } = await priceDirect(gateway, unpriced("a", 1_000n, 6), METHOD);
    await persistence.invoices.issue(unpriced("a", 1_000n, 6), { ...ALONE, amount });
    expect(await codeOf(1_000n)).to.equal("address_conflict");
    const all = new Set<bigint>();
    for (let made = 0; made < 10; made++) {
      const priced = await priceDirect(gateway, unpriced(`ten${made}`, 10_000n, 6), METHOD);
      await persistence.invoices.issue(unpriced(`ten${made}`, 10_000n, 6), { ...ALONE, amount: priced.amount });
      all.add(priced.offer.input);
    }
    expect(all.size, "each of the ten that there are").to.equal(10);
  });
}); // prettier-ignore

describe("a direct payment that a conversion may have brought", () => {
  const AMOUNT = 25_000_017n;
  const { chainId, currency, recipient: address } = anInvoice().terms.settlement;
  const PART = `0:${"d1".repeat(16)}`;
  const HASH = `0x${"12".repeat(32)}`;
  const named = { txHash: HASH, part: PART, logIndex: 1, amount: AMOUNT, height: 9, at: IN_TIME };

  /** An invoice that was paid directly, and another at the same address whose Bitcoin is being converted and brings `floor`. */
  async function paidBeside(floor: bigint) {
    const made = world();
    const gateway = {
      ...made.gateway,
      arrivals: new Map([[chainId, async () => [named]]]),
      finality: new Map(),
      seenSettlements: new Map(),
      viewers: { announce: () => {} },
    } as unknown as Gateway;
    const offer = anOffer({ chainId, currency, depositAddress: address, input: AMOUNT, direct: true, requestId: "direct:q" });
    const direct = { ...newInvoice("direct"), state: "Processing" as const };
    const deposit = aDeposit({ outpoint: `${HASH}:${PART}`, chainId, currency, address, value: AMOUNT, seenAt: IN_TIME });
    await made.persistence.invoices.issue({ ...direct, facts: { ...direct.facts, offers: [offer], deposits: [deposit] } }, ALONE);
    const moving = aDeposit({ outpoint: `${"ab".repeat(32)}:0`, floor, credit: floor, seenAt: IN_TIME - MINUTE });
    const other = newInvoice("other");
    await made.persistence.invoices.issue({ ...other, facts: { ...other.facts, offers: [anOffer({ from: IN_TIME - 2 * MINUTE })], deposits: [moving] } }, ALONE);
    const settle = async () => {
      const invoice = (await made.persistence.invoices.load("direct"))!;
      await settleDirect(gateway, invoice, invoice.facts.deposits[0]!, claimsOnce(gateway));
      const { facts } = (await made.persistence.invoices.load("direct"))!;
      return [facts.settlements.length, facts.deposits[0]?.presence];
    };
    return { ...made, gateway, settle };
  }

  it("settles at once where nothing else may have brought it", async () => {
    const { settle } = await paidBeside(50_000_000n);
    expect(await settle()).to.deep.equal([1, "block"]);
  });

  it("is the invoice's meanwhile, so that it does not expire, and settles after half an hour without the service's word", async () => {
    const { settle, clock } = await paidBeside(AMOUNT - 5_000n);
    expect(await settle()).to.deep.equal([0, "block"]);
    clock.advance(30 * MINUTE);
    expect(await settle()).to.deep.equal([1, "block"]);
  });

  it("is taken back when the service names its transaction as the settlement of the conversion", async () => {
    const { settle, persistence, gateway } = await paidBeside(AMOUNT - 5_000n);
    await settle();
    expect(await freeArrivals(gateway, chainId, [named]), "the service's word may have it").to.have.length(1);
    await persistence.invoices.issue(newInvoice("settled"), { ...ALONE, claim: { proof: `${chainId}:${HASH}:${PART}`, outpoint: "x" } });
    expect(await settle()).to.deep.equal([0, "gone"]);
  });

  it("leaves nothing for the service to settle by once it has settled", async () => {
    const { settle, gateway } = await paidBeside(50_000_000n);
    await settle();
    expect(await freeArrivals(gateway, chainId, [named])).to.deep.equal([]);
  });
}); // prettier-ignore
