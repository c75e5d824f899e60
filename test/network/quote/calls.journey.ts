import { expect } from "chai";
import { encodeFunctionData } from "viem";
import { routerAbi } from "../../../src/evm/codec/contracts.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../../src/evm/codec/address.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask, refused, walletQuote } from "./quoted.ts";
import { readySolver } from "./solverAccount.ts";

const ETHER = 10n ** 18n;

describe("quotes for calls on the destination", () => {
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(11);
    await readySolver(world.other, world.network.solver.evm);
  });
  after(() => world.close());

  const approve = (spender: string, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender as EvmAddress, amount] });
  const transfer = (to: string, amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as EvmAddress, amount] });
  const body = (changes: Record<string, unknown>) =>
    walletQuote(world, wallet.address, {
      ...{ originCurrency: "ETH", destinationCurrency: "ETH", tradeType: "EXACT_OUTPUT" },
      ...changes,
    });
  const wrapCall = () => ({ to: world.other.weth, value: String(ETHER / 10n), data: "0xd0e30db0" }); // deposit()

  it("the amount is the sum of the values, also where one of them is a JSON number", async () => {
    const txs = [wrapCall(), { to: RECIPIENT, value: 0, data: "0x" }];
    const { steps, details } = await ask(world, body({ txs, amount: String(ETHER / 10n) }));
    expect(steps.map(({ id }) => id)).to.deep.equal(["deposit"]);
    expect(details.currencyOut).to.include({
      amount: String(ETHER / 10n),
      minimumAmount: String(ETHER / 10n),
    });
    expect(await refused(world, body({ txs, amount: String(ETHER / 10n + 1n) }))).to.equal(
      "400 INVALID_EXTRA_TXS",
    );
  });

  it("what the calls were measured to use is in the price", async () => {
    const one = await ask(world, body({ txs: [wrapCall()], amount: String(ETHER / 10n) }));
    const half = { ...wrapCall(), value: String(ETHER / 20n) };
    const two = await ask(world, body({ txs: [half, half], amount: String(ETHER / 10n) }));
    const more = BigInt(two.fees.relayerGas.amount) - BigInt(one.fees.relayerGas.amount);
    const { maxFeePerGas } = await world.other.client.estimateFeesPerGas();
    expect(Number(more / maxFeePerGas)).to.be.within(3_000, 60_000); // one more call of a contract, in gas
    expect(BigInt(one.fees.relayerGas.amount) / maxFeePerGas > 40_000n).to.equal(true);
  });

  it("a call that would revert is refused with its reason", async () => {
    const txs = [
      { to: world.other.usdc, value: "0", data: transfer(RECIPIENT, 5n) },
      { to: RECIPIENT, value: "7", data: "0x" },
    ];
    const { status, body: answer } = await world.post("/quote/v2", body({ txs, amount: "7" }));
    expect(`${status} ${String(answer.errorCode)}`).to.equal("400 DESTINATION_TX_FAILED");
    expect(answer.message).to.match(/revert/);
    expect(answer.message, "no raw selector").to.not.match(/0x[0-9a-f]{8}\b/);
  });

  it("a value that a call would send to the zero address is refused, and a call without a value is not", async () => {
    const burnt = { to: ZERO_ADDRESS, value: "5", data: "0x" };
    const { status, body: answer } = await world.post("/quote/v2", body({ txs: [burnt], amount: "5" }));
    expect(`${status} ${String(answer.errorCode)}`).to.equal("400 INVALID_EXTRA_TXS");
    expect(answer.message).to.contain("txs.0.to is the zero address");
    const txs = [
      { ...burnt, value: "0" },
      { to: RECIPIENT, value: "5", data: "0x" },
    ];
    expect(await refused(world, body({ txs, amount: "5" }))).to.equal("200 undefined");
  });

  it("tokens are in the router's hands when the calls begin, approval first, and leftovers can be swept", async () => {
    const { usdc, contracts } = world.other;
    const desk = contracts.SwapDesk; // any contract that takes by allowance
    const pull = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [RECIPIENT as EvmAddress, 4_000_000n],
    });
    const cleanup = encodeFunctionData({
      abi: routerAbi,
      functionName: "cleanupErc20s",
      args: [[usdc], [RECIPIENT as EvmAddress], [0n]],
    });
    const txs = [
      { to: usdc, value: "0", data: approve(desk, 5_000_000n) },
      { to: usdc, value: "0", data: pull },
      { to: contracts.Router, value: "0", data: cleanup },
    ];
    const token = { destinationCurrency: "USDC", originCurrency: "USDC", amount: "5000000" };
    const { steps, details } = await ask(world, body({ ...token, txs }));
    expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
    expect(details.currencyOut.amount).to.equal("5000000");
    const tooMuch = [{ to: usdc, value: "0", data: transfer(RECIPIENT, 5_000_001n) }];
    expect(await refused(world, body({ ...token, txs: tooMuch }))).to.equal("400 DESTINATION_TX_FAILED");
  });

  it("native leftovers can be swept by a call of the router itself", async () => {
    const cleanup = encodeFunctionData({
      abi: routerAbi,
      functionName: "cleanupNative",
      args: [0n, RECIPIENT as EvmAddress],
    });
    const txs = [
      { to: RECIPIENT, value: "5", data: "0x" },
      { to: world.other.contracts.Router, value: "0", data: cleanup },
    ];
    expect(await refused(world, body({ txs, amount: "5" }))).to.equal("200 undefined");
  });

  it("more than the solver holds is a matter of liquidity, not of the call", async () => {
    const txs = [{ to: RECIPIENT, value: String(500n * ETHER), data: "0x" }];
    expect(await refused(world, body({ txs, amount: String(500n * ETHER) }))).to.equal(
      "400 INSUFFICIENT_LIQUIDITY",
    );
  });
});
