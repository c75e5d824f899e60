import { expect } from "chai";
import * as viemChains from "viem/chains";
import { worthOfChain } from "../../../src/evm/codec/knownChains.ts";

describe("what the coins of an EVM chain are worth", () => {
  const listed = Object.values(viemChains).filter((one) => typeof one === "object" && "id" in one);
  const idsWhere = (isTest: boolean) =>
    new Set(
      listed.filter((one) => ("testnet" in one && one.testnet === true) === isTest).map(({ id }) => id),
    );

  it("is never said to be something for a chain that viem knows as a test network only", () => {
    const live = idsWhere(false);
    const onlyTest = [...idsWhere(true)].filter((id) => !live.has(id));
    expect(onlyTest.length).to.be.greaterThan(100);
    expect(onlyTest.filter((id) => worthOfChain(id) === "live")).to.deep.equal([]);
  });

  it("is known of the chains that most merchants use, and of development chains", () => {
    const { arbitrum, base, bsc, mainnet, optimism, polygon, baseSepolia, foundry, sepolia } = viemChains;
    for (const { id, name } of [arbitrum, base, bsc, mainnet, optimism, polygon])
      expect(worthOfChain(id), name).to.equal("live");
    for (const { id, name } of [baseSepolia, foundry, sepolia])
      expect(worthOfChain(id), name).to.equal("test");
    expect(worthOfChain(84_530)).to.equal("unknown");
  });
});
