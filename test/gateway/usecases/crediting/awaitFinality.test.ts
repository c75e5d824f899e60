import { expect } from "chai";
import { isFinalArrival } from "../../../../src/gateway/usecases/crediting/awaitFinality.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import { anInvoice, IN_TIME } from "../../domain/invoices/given.ts";

const HASH = `0x${"12".repeat(32)}`;
const USDC = 1_000_000n;
const invoice = anInvoice(); // 25 USD, settled in a coin that is worth one dollar

/** A gateway on a chain where only usual amounts are final yet. */
function world({ hasRate = true } = {}) {
  const asked: boolean[] = [];
  const again: string[] = [];
  const { chainId } = invoice.terms.settlement;
  const read = async (_: number, isLarge: boolean) => {
    asked.push(isLarge);
    return isLarge ? { isFinal: false, leftMs: 60_000 } : { isFinal: true, leftMs: 0 };
  };
  const gateway = {
    ...{ clock: () => IN_TIME, seenSettlements: new Map(), finality: new Map([[chainId, read]]) },
    rates: {
      async rate() {
        if (!hasRate) throw new Error("No rate.");
        return { price: "1", source: "test", at: IN_TIME };
      },
    },
    settings: { finalityLargeUsd: 10_000 },
    viewers: { announce: (id: string) => again.push(id) },
  } as unknown as Gateway; // nothing else is touched
  return { gateway, asked, again };
}

const arrival = (amount: bigint) => ({ txHash: HASH, height: 7, amount });

describe("a settlement that may still leave the chain", () => {
  it("waits longer from the worth on that is large", async () => {
    const { gateway, asked } = world();
    expect(await isFinalArrival(gateway, invoice, arrival(9_999n * USDC))).to.equal(true);
    expect(await isFinalArrival(gateway, invoice, arrival(10_000n * USDC))).to.equal(false);
    expect(asked).to.deep.equal([false, true]);
  });

  it("is large as a part of a large price, and not by the example price of a top-up", async () => {
    const { gateway, asked } = world();
    await isFinalArrival(gateway, anInvoice({ due: 20_000n * USDC }), arrival(USDC));
    await isFinalArrival(gateway, anInvoice({ due: 20_000n * USDC, topUp: true }), arrival(USDC));
    expect(asked).to.deep.equal([true, false]);
  });

  it("counts as large in a coin that nobody can value", async () => {
    const { gateway, asked } = world({ hasRate: false });
    const coin = { ...invoice.terms.settlement, symbol: "SHELL" };
    await isFinalArrival(gateway, anInvoice({ settlement: coin }), arrival(1n));
    expect(asked).to.deep.equal([true]);
  });

  it("is remembered for the page with the time it still takes, which looks again when that comes and when it goes", async () => {
    const { gateway, again } = world();
    await isFinalArrival(gateway, invoice, arrival(10_000n * USDC));
    await isFinalArrival(gateway, invoice, arrival(10_000n * USDC));
    expect(gateway.seenSettlements.get(invoice.id)).to.deep.equal({
      ...{ txHash: HASH, seenAt: IN_TIME, finalAt: IN_TIME + 60_000 },
    });
    await isFinalArrival(gateway, invoice, arrival(USDC));
    expect(gateway.seenSettlements.size).to.equal(0);
    expect(again).to.deep.equal([invoice.id, invoice.id]);
  });
});
