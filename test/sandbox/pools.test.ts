import { expect } from "chai";
import { createPublicClient, http } from "viem";
import { poolAbi, poolFactoryAbi } from "../../src/evm/codec/uniswapV3.ts";
import type { PriceSource } from "../../src/network/prices/priceSource.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { startSandbox, type Sandbox, type SandboxChain } from "../../src/sandbox/sandbox.ts";
import { handClock } from "./ledgerAtHand.ts";

const DOLLAR = 10n ** 8n; // of prices

describe("the sandbox's pools", function () {
  this.timeout(60_000);

  const time = handClock();
  let ether = 3_000n * DOLLAR;
  const poolPrices: PriceSource = { price: async (symbol) => (symbol === "WETH" ? ether : DOLLAR) };
  let sandbox: Sandbox;

  before(async () => {
    const publicUrl = "http://localhost:3000";
    sandbox = await startSandbox({ publicUrl, clock: time.clock, log: silentLog, poolPrices });
  });
  after(() => sandbox.close());

  /** Dollars for one WETH in a pool. */
  const priceIn = async ({ directRpcUrl, tokens, pools }: SandboxChain, fee: number) => {
    const client = createPublicClient({ transport: http(directRpcUrl) });
    const [usdc, weth] = ["USDC", "WETH"].map(
      (name) => tokens.find(({ symbol }) => symbol === name)!.address,
    ) as [SandboxChain["usdc"], SandboxChain["usdc"]];
    const find = { address: pools!.factory, abi: poolFactoryAbi, functionName: "getPool" } as const;
    const address = await client.readContract({ ...find, args: [usdc, weth, fee] });
    const [root] = await client.readContract({ address, abi: poolAbi, functionName: "slot0" });
    const ratio = Number(root) ** 2 / 2 ** 192; // units of the second token for one of the first
    return usdc < weth ? 1e12 / ratio : ratio * 1e12;
  };

  it("are there on every chain, two of different depth, at the price of the sandbox", async () => {
    expect(sandbox.evmChains).to.have.length(2);
    for (const chain of sandbox.evmChains)
      for (const fee of [500, 3_000]) expect(await priceIn(chain, fee)).to.be.closeTo(3_000, 0.01);
  });

  it("follow the price, as traders see to it", async () => {
    ether = 3_060n * DOLLAR;
    for (const job of sandbox.jobs.filter(({ name }) => name.startsWith("sandbox.pools"))) await job.run();
    for (const chain of sandbox.evmChains)
      for (const fee of [500, 3_000]) expect(await priceIn(chain, fee)).to.be.closeTo(3_060, 0.01);
  });
});
