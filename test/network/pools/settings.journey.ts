import { expect } from "chai";
import { checkEvmAddress } from "../../../src/evm/codec/address.ts";
import { readArtifact } from "../../../src/network/contracts/artifacts.ts";
import type { PoolContracts } from "../../../src/network/pools/poolContracts.ts";
import { startPoolWorld, type PoolWorld } from "./poolWorld.ts";

const EMPTY = checkEvmAddress(`0x${"12".repeat(20)}`)!;

describe("the contracts of pools that an operator names", () => {
  let pooled: PoolWorld;
  before(async () => {
    pooled = await startPoolWorld();
  });
  after(() => pooled.close());

  const check = async (changes: Partial<PoolContracts>, tokens = pooled.world.other.config("").tokens) => {
    const { factory, quoter, router } = pooled.uniswap;
    const { other } = pooled.world;
    const pools = { factory, quoter, router, ...changes };
    await pooled.world.restart({ evmChains: [{ ...other.config(other.url), tokens, pools }] });
    return pooled.world.network.check();
  };

  it("are right as they are", async () => {
    expect(await check({})).to.deep.include({ wrong: [], silent: [] });
  });

  it("a start says where there is no contract", async () => {
    const { wrong } = await check({ factory: EMPTY, router: EMPTY });
    expect(wrong).to.deep.equal([
      `NETWORK_UNISWAP_V3_31338: there is no contract at the factory ${EMPTY}.`,
      `NETWORK_UNISWAP_V3_31338: there is no contract at the router ${EMPTY}.`,
    ]);
  });

  it("a start says what is not what it should be, and what belongs to another factory", async () => {
    const { factory, quoter, router } = pooled.uniswap;
    const { client, usdc } = pooled.world.other;
    const swapped = await check({ quoter: router, router: quoter });
    expect(swapped.wrong).to.have.length(2);
    expect(swapped.wrong[0]).to.match(/the router .* is not SwapRouter of v3-periphery/);
    expect(swapped.wrong[1]).to.match(/the quoter .* is not QuoterV2/);
    const token = await check({ factory: usdc });
    expect(token.wrong).to.include(`NETWORK_UNISWAP_V3_31338: ${usdc} is no Uniswap v3 factory.`);
    expect(token.wrong).to.include(
      `NETWORK_UNISWAP_V3_31338: the router ${router} belongs to the factory ${factory}, and the setting names ${usdc}.`,
    );
    const hash = await client.deployContract({ ...readArtifact("Checkout"), args: [] });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    const foreign = checkEvmAddress(contractAddress ?? "")!;
    const { wrong } = await check({ router: foreign });
    expect(wrong).to.include(
      `NETWORK_UNISWAP_V3_31338: the router ${foreign} has no factory, and the setting names ${factory}.`,
    );
  });

  it("a start remarks that the router wraps coins into another token than the listed one", async () => {
    const tokens = pooled.world.other
      .config("")
      .tokens.map((token) =>
        token.wrapsNative ? { ...token, address: pooled.world.other.unknown, decimals: 6 } : token,
      );
    const { wrong, odd } = await check({}, tokens);
    expect(wrong).to.deep.equal([]);
    expect(odd.some((said) => said.includes("they are two coins here"))).to.equal(true);
  });
});
