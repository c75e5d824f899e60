import { expect } from "chai";
import fc from "fast-check";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { nextPage } from "../../src/network/solver/pages.ts";
import { balance, createPayees, evmQuote, transferOf, walk } from "./evmRoutes.ts";
import { runs } from "../support/sizes.ts";
import { startWorld } from "./world.ts";

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 40 });

describe("long lists of the solver", () => {
  it("every row is looked at within as many turns as there are pages, and a turn never looks at more than one page", async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 12 }), async (rows, limit) => {
        const sorted = rows.toSorted();
        const pages = new Map<string, string>();
        const turn = () =>
          nextPage(
            { pages },
            {
              ...{ list: "rows", limit, placeOf: (row: string) => row },
              read: (after, most) => Promise.resolve(sorted.filter((row) => row > after).slice(0, most)),
            },
          );
        for (let start = 0; start < 3; start++) {
          const seen = new Set<string>();
          for (let page = 0; page < Math.ceil(sorted.length / limit); page++) {
            const some = await turn();
            expect(some.length).to.be.at.most(limit);
            expect(new Set(some).size, "twice in a turn").to.equal(some.length);
            for (const row of some) seen.add(row);
          }
          expect([...seen].toSorted()).to.deep.equal(sorted);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it("fifty refunds that nobody takes do not hold up the one behind them", async () => {
    const world = await startWorld({ twoChains: true });
    try {
      const user = await world.evm.wallet(10);
      const payees = createPayees();
      const refusing = payees();
      await world.evm.client.request({
        method: "anvil_setCode",
        params: [refusing, "0x60006000fd"],
      } as never);
      const late = { useDepositAddress: true, ttl: 1, amount: String(10n ** 16n) };
      for (let made = 0; made < 50; made++) {
        const quote = await evmQuote(world, user, { ...late, refundTo: refusing });
        world.now += 2_000;
        await walk(user, quote.steps);
      }
      await world.tick(4);
      const refundTo = payees();
      const quote = await evmQuote(world, user, { ...late, refundTo });
      world.now += 2_000;
      await walk(user, quote.steps);
      await world.tick(4);
      expect(await world.status(quote.requestId)).to.include({ status: "refund" });
      expect((await balance(world.evm, ZERO_ADDRESS, refundTo)) > 0n).to.equal(true);
    } finally {
      await world.close();
    }
  }).timeout(60_000);

  it("dust that is to go back is not swept before somebody has looked whether it is worth it", async () => {
    const world = await startWorld({ twoChains: true });
    try {
      const user = await world.evm.wallet(10);
      const { usdc, client } = world.evm;
      const late = { useDepositAddress: true, ttl: 1, amount: "100000000", originCurrency: usdc };
      const refundTo = createPayees()();
      const addresses: string[] = [];
      for (let made = 0; made < 60; made++)
        addresses.push((await evmQuote(world, user, { ...late, refundTo })).address);
      const worthy = await evmQuote(world, user, { ...late, refundTo });
      await world.evm.mint(usdc, user.address, 200_000_000n);
      await world.tick(2);
      for (const address of addresses) await user.send(transferOf(usdc, address, 1n));
      const nonce = () => client.getTransactionCount({ address: world.network.solver.evm });
      const before = await nonce();
      await world.tick(4);
      expect(await nonce()).to.equal(before);
      await walk(user, worthy.steps);
      await world.tick(4);
      expect(await world.status(worthy.requestId)).to.include({ status: "refund" });
      expect(await nonce()).to.equal(before + 2); // a sweep and the refund
    } finally {
      await world.close();
    }
  }).timeout(60_000);
});
