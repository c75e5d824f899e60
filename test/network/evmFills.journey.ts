import { expect } from "chai";
import { createTestClient, encodeFunctionData, http, parseAbi, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { readArtifact } from "../../src/network/contracts/artifacts.ts";
import { balance, evmQuote, walk, type Walk } from "./evmRoutes.ts";
import type { EvmWorld, Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const TENTH = 10n ** 17n;
const THRIFTY = "0x6006600c60003960066000f3600160005500"; // its receive function writes storage: 21,000 gas are not enough
const REFUSING = "0x6005600c60003960056000f360006000fd"; // reverts whatever comes
const GREEDY =
  `0x6033600c60003960336000f3${[...Array(10).keys()].map((slot) => `6001600${slot}55`).join("")}00` as const; // uses 220,000 gas
const checkoutAbi = parseAbi([
  "function buy(uint256 item) payable",
  "function buyWithToken(address token, uint256 amount)",
]);

describe("the solver's fills on EVM chains", () => {
  let world: World;
  let user: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());

  const settle = async (quote: Walk) => {
    await walk(user, quote.steps);
    await world.tick(3);
    return world.status(quote.requestId);
  };

  it("a contract that needs more gas than a plain transfer gets its coins", async () => {
    const recipient = await deploy(world.other, THRIFTY);
    const quote = await evmQuote(world, user, { recipient });
    expect(await settle(quote)).to.include({ status: "success" });
    expect((await balance(world.other, ZERO_ADDRESS, recipient)) >= quote.minimum).to.equal(true);
  });

  it("a recipient that refuses coins since its quote costs the payer only the gas of the refund", async () => {
    const recipient = `0x${"ca".repeat(20)}` as const;
    const quote = await evmQuote(world, user, { recipient });
    await become(world.other, recipient, REFUSING);
    const before = await balance(world.evm, ZERO_ADDRESS, user.address);
    const status = await settle(quote);
    expect(status).to.include({ status: "refund", failReason: "EXECUTION_REVERTED" });
    const lost = before - (await balance(world.evm, ZERO_ADDRESS, user.address));
    expect(lost > 0n && lost < TENTH / 10n, `${lost} wei were lost`).to.equal(true);
    expect(await balance(world.other, ZERO_ADDRESS, recipient)).to.equal(0n);
  });

  it("a recipient that would make the solver burn far more gas than was paid for is not filled", async () => {
    const recipient = `0x${"cb".repeat(20)}` as const;
    const quote = await evmQuote(world, user, { recipient });
    await become(world.other, recipient, GREEDY);
    expect(await settle(quote)).to.include({ status: "refund", failReason: "EXECUTION_REVERTED" });
    expect(await balance(world.other, ZERO_ADDRESS, recipient)).to.equal(0n);
  });

  it("calls with coins are made in order, and what they leave over reaches the recipient", async () => {
    const shop = await deploy(world.other, readArtifact("Checkout").bytecode);
    const data = encodeFunctionData({ abi: checkoutAbi, functionName: "buy", args: [7n] });
    const txs = [
      { to: shop, value: String(TENTH), data },
      { to: shop, value: String(2n * TENTH), data },
    ];
    const quote = await evmQuote(world, user, { txs, amount: String(3n * TENTH), tradeType: "EXACT_OUTPUT" });
    expect(await settle(quote)).to.include({ status: "success" });
    expect(await balance(world.other, ZERO_ADDRESS, shop)).to.equal(3n * TENTH);
  });

  it("calls with tokens spend the approved amount; the rest goes to the recipient, and the router keeps nothing", async () => {
    const shop = await deploy(world.other, readArtifact("Checkout").bytecode);
    const { usdc, contracts } = world.other;
    const recipient = `0x${"ab".repeat(20)}`;
    const txs = [
      { to: usdc, value: "0", data: approveData(shop, 30_000_000n) },
      { to: shop, value: "0", data: buyData(usdc, 30_000_000n) },
    ];
    const amount = "50000000";
    const changes = { txs, amount, recipient, destinationCurrency: usdc, tradeType: "EXACT_OUTPUT" };
    const quote = await evmQuote(world, user, { ...changes, originCurrency: world.evm.usdc });
    expect(await settle(quote)).to.include({ status: "success" });
    expect(await balance(world.other, usdc, shop)).to.equal(30_000_000n);
    expect(await balance(world.other, usdc, recipient)).to.equal(20_000_000n);
    expect(await balance(world.other, usdc, contracts.Router)).to.equal(0n);
  });

  it("a call that reverts only when it is to be filled sends the payer's coins back", async () => {
    const shop = await deploy(world.other, readArtifact("Checkout").bytecode);
    const data = encodeFunctionData({ abi: checkoutAbi, functionName: "buy", args: [7n] });
    const txs = [{ to: shop, value: String(TENTH), data }];
    const quote = await evmQuote(world, user, { txs, amount: String(TENTH), tradeType: "EXACT_OUTPUT" });
    await setCode(world.other, shop, "0x60006000fd");
    expect(await settle(quote)).to.include({ status: "refund", failReason: "EXECUTION_REVERTED" });
    expect(await balance(world.other, ZERO_ADDRESS, shop)).to.equal(0n);
  });

  it("what is paid beyond an exact output goes back in a child request", async () => {
    const refundTo = `0x${"cd".repeat(20)}`;
    const recipient = `0x${"ce".repeat(20)}`;
    const tokens = { originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc };
    const strict = { ...tokens, useDepositAddress: true, strict: true, tradeType: "EXACT_OUTPUT" };
    const quote = await evmQuote(world, user, { ...strict, amount: "50000000", recipient, refundTo });
    await user.send({ to: world.evm.usdc, data: transferData(quote.address, 80_000_000n) });
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(await balance(world.other, world.other.usdc, recipient)).to.equal(50_000_000n);
    const back = await balance(world.evm, world.evm.usdc, refundTo);
    expect(back > 25_000_000n && back < 30_000_000n, `${back} came back`).to.equal(true);
  });

  it("deposits of one block share what the solver has: one is filled, one goes back", async () => {
    const { usdc, usdt } = world.evm;
    const body = { destinationCurrency: world.other.usdc, amount: "600000000000" }; // the solver has about 10^12
    const quotes = [];
    for (const originCurrency of [usdc, usdt])
      quotes.push(await evmQuote(world, user, { ...body, originCurrency }));
    for (const { steps } of quotes) await walk(user, steps);
    await world.tick(3);
    const words = [];
    for (const { requestId } of quotes) words.push((await world.status(requestId)).status);
    expect(words.toSorted()).to.deep.equal(["refund", "success"]);
  });
});

async function deploy({ client }: EvmWorld, bytecode: Hex): Promise<`0x${string}`> {
  const hash = await client.deployContract({ abi: [], bytecode, args: [] });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error("Nothing was deployed.");
  return contractAddress.toLowerCase() as Hex;
}

/** Puts a contract at an address that had none. */
async function become(chain: EvmWorld, address: Hex, bytecode: Hex): Promise<void> {
  const code = await chain.client.getCode({ address: await deploy(chain, bytecode) });
  await setCode(chain, address, code ?? "0x");
}

async function setCode({ url }: EvmWorld, address: Hex, bytecode: Hex): Promise<void> {
  await createTestClient({ mode: "anvil", transport: http(url) }).setCode({ address, bytecode });
}

function approveData(spender: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });
}

function transferData(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, amount] });
}

function buyData(token: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: checkoutAbi, functionName: "buyWithToken", args: [token, amount] });
}
