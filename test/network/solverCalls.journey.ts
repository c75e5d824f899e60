import { expect } from "chai";
import { encodeFunctionData, maxUint256, parseAbi, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { readArtifact } from "../../src/network/contracts/artifacts.ts";
import { balance, createPayees, evmQuote, walk, type Walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const nftAbi = parseAbi(["function mint(address to, uint256 id)", "function ownerOf(uint256 id) view returns (address)"]); // prettier-ignore
const DOLLAR = 1_000_000n;

describe("calls that the solver makes", () => {
  const payees = createPayees();
  let world: World;
  let user: Wallet;
  let thief: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    thief = await world.other.wallet(11);
  });
  after(() => world.close());

  const settle = async (quote: Walk) => {
    await walk(user, quote.steps);
    await world.tick(4);
    return world.status(quote.requestId);
  };

  for (const currency of ["coins", "tokens"] as const)
    it(`calls without a value are made for their gas alone, with ${currency} as the destination`, async () => {
      const nft = await deployNft();
      const data = encodeFunctionData({ abi: nftAbi, functionName: "mint", args: [user.address, 7n] });
      const txs = [{ to: nft, value: "0", data }];
      const destinationCurrency = currency === "coins" ? ZERO_ADDRESS : world.other.usdc;
      const quote = await evmQuote(world, user, {
        ...{ txs, amount: "0", tradeType: "EXACT_OUTPUT", destinationCurrency },
      });
      expect(await settle(quote)).to.include({ status: "success" });
      const owner = await world.other.client.readContract({
        ...{ address: nft, abi: nftAbi, functionName: "ownerOf", args: [7n] },
      });
      expect(String(owner).toLowerCase()).to.equal(user.address.toLowerCase());
    });

  it("an allowance of the router that calls leave behind moves nothing of what comes later", async () => {
    const { usdc, contracts } = world.other;
    const approve = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve", args: [thief.address as Hex, maxUint256] },
    });
    const tokens = { destinationCurrency: usdc, tradeType: "EXACT_OUTPUT", recipient: payees() };
    const leaves = { ...tokens, amount: String(DOLLAR), txs: [{ to: usdc, value: "0", data: approve }] };
    expect(await settle(await evmQuote(world, user, leaves))).to.include({ status: "success" });
    const payee = payees();
    const transfer = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "transfer", args: [payee as Hex, 3n * DOLLAR] },
    });
    const later = { ...tokens, amount: String(5n * DOLLAR), txs: [{ to: usdc, value: "0", data: transfer }] };
    expect(await settle(await evmQuote(world, user, later))).to.include({ status: "success" });
    expect(await balance(world.other, usdc, payee)).to.equal(3n * DOLLAR);
    expect(await balance(world.other, usdc, tokens.recipient)).to.equal(3n * DOLLAR);
    for (const holder of [contracts.Router, contracts.ApprovalProxy]) {
      expect(await balance(world.other, usdc, holder)).to.equal(0n);
      const take = encodeFunctionData({
        abi: parseAbi(["function transferFrom(address from, address to, uint256 value)"]),
        ...{ functionName: "transferFrom", args: [holder, thief.address as Hex, 1n] },
      });
      expect(await thief.send({ to: usdc, data: take }).catch(() => "refused")).to.equal("refused");
    }
  });

  async function deployNft(): Promise<Hex> {
    const { bytecode } = readArtifact("SandboxNft");
    const hash = await world.other.client.deployContract({ abi: [], bytecode, args: [] });
    const { contractAddress } = await world.other.client.waitForTransactionReceipt({ hash });
    return (contractAddress ?? "0x").toLowerCase() as Hex;
  }
});
