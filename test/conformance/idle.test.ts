import { expect } from "chai";
import { requireIdle } from "../../src/conformance/funded/idle.ts";
import type { EvmPayer } from "../../src/conformance/funded/wallets.ts";
import type { ListedCurrency } from "../../src/conformance/routes.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const coin = (chainId: number): ListedCurrency => ({ chainId, address: ZERO, symbol: "ETH", decimals: 18 });
const ROUTES = { native: { from: coin(1), to: coin(2) }, token: undefined };

describe("the account of a funded conformance run", () => {
  /** The sentence with which a payer is refused. */
  const refusalOf = async (changes: Partial<EvmPayer>): Promise<string> => {
    const payer = {
      address: "0xpayer",
      chainIds: [1, 2],
      hasUnconfirmed: async () => false,
      balance: async () => 5n,
      ...changes,
    } as EvmPayer;
    return requireIdle(payer, ROUTES, async () => {}).then(
      () => "none",
      (error: Error) => error.message,
    );
  };

  it("is accepted when nothing else uses it", async () => {
    expect(await refusalOf({})).to.equal("none");
  });

  it("is refused while a transaction of it waits for a block", async () => {
    const said = await refusalOf({ hasUnconfirmed: async (chainId) => chainId === 2 });
    expect(said).to.equal(
      "the account 0xpayer has unconfirmed transactions on chain 2. A funded run needs an account that nothing else pays from or to; use another key, or wait",
    );
  });

  it("is refused when its balance changes while the run waits", async () => {
    let reads = 0n;
    const said = await refusalOf({ balance: async (chainId) => (chainId === 2 ? (reads += 1n) : 5n) });
    expect(said).to.match(/had its balance on chain 2 changed by something else/);
  });

  it("is not asked about chains without a node", async () => {
    const asked: number[] = [];
    await refusalOf({ chainIds: [1], balance: async (chainId) => BigInt(asked.push(chainId)) * 0n });
    expect(new Set(asked)).to.deep.equal(new Set([1]));
  });
});
