import { Transaction } from "bitcoinjs-lib";
import { expect } from "chai";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import type { Esplora } from "../../../../src/bitcoin/reader/esplora.ts";
import { withOrigins } from "../../../../src/gateway/usecases/wallet-payments/coinOrigins.ts";
import { testClock } from "../../../support/clock.ts";

const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
const made = new Transaction();
made.addInput(Buffer.alloc(32, 7), 0);
made.addOutput(Buffer.from(SCRIPT, "hex"), 1_000n);
const coin = { outpoint: `${made.getId()}:0`, value: 1_000n, script: SCRIPT };

describe("the transactions that made a payer's coins", () => {
  const gateway = {
    budgets: { explorer: callBudget(600, testClock()) } as never,
    explorer: { rawTx: async () => made.toHex() } as unknown as Esplora,
    origins: new Map<string, string>(),
  };

  it("are given with the coins", async () => {
    expect(await withOrigins(gateway, [coin])).to.deep.equal([{ ...coin, rawTx: made.toHex() }]);
  });

  for (const [lie, words] of [
    [{ value: 2_000n }, "another amount"],
    [{ outpoint: `${made.getId()}:1` }, "an output that is not there"],
    [{ script: `0014${"11".repeat(20)}` }, "another script"],
  ] as const)
    it(`tell that an explorer lists a coin of ${words}, which is no failure of ours`, async () => {
      const error: unknown = await withOrigins(gateway, [{ ...coin, ...lie }]).catch(
        (caught: unknown) => caught,
      );
      expect(error).to.include({ code: "chain_unseen" });
    });
});
