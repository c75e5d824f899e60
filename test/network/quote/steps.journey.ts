import { expect } from "chai";
import { decodeEventLog, encodeFunctionData } from "viem";
import { depositoryAbi, swapDeskAbi } from "../../../src/evm/codec/contracts.ts";
import { erc20Abi } from "../../../src/evm/codec/erc20.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import type { Wallet } from "../evmWorld.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, refused, walk, walletQuote } from "./quoted.ts";
import { readySolver } from "./solverAccount.ts";

const ETHER = 10n ** 18n;

describe("the steps of wallet quotes, carried out on a real chain", () => {
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(10);
    await readySolver(world.evm, world.network.solver.evm);
  });
  after(() => world.close());

  const quote = (changes: Record<string, unknown> = {}) =>
    ask(world, walletQuote(world, wallet.address, changes));
  const depositsOf = async (id: string) => {
    const logs = await world.evm.client.getLogs({ address: world.evm.contracts.Depository, fromBlock: 0n });
    return logs
      .map((log) => decodeEventLog({ abi: depositoryAbi, ...log }))
      .filter((event) => "id" in event.args && event.args.id === id);
  };

  it("a native bridge is one deposit, with the gas that it takes", async () => {
    const { steps, details } = await quote({
      ...{ originCurrency: "ETH", destinationCurrency: "ETH", amount: String(ETHER / 10n) },
    });
    expect(steps.map(({ id, kind, depositAddress }) => ({ id, kind, depositAddress }))).to.deep.equal([
      { id: "deposit", kind: "transaction", depositAddress: "" },
    ]);
    const [{ items, requestId }] = steps as [(typeof steps)[0]];
    const [{ status, data, check }] = items;
    expect(status).to.equal("incomplete");
    expect(check).to.deep.equal({ endpoint: `/intents/status?requestId=${requestId}`, method: "GET" });
    expect(data).to.include({ to: world.evm.contracts.Depository, value: String(ETHER / 10n) });
    expect(data.data.slice(0, 10)).to.equal("0x49290c1c"); // depositNative
    expect(data.maxFeePerGas).to.match(/^\d+$/);
    expect(data.maxPriorityFeePerGas).to.match(/^\d+$/);
    const hash = await wallet.send({ to: data.to, data: data.data, value: BigInt(data.value) });
    const { gasUsed } = await world.evm.client.getTransactionReceipt({ hash });
    expect(Number(data.gas)).to.be.within(Number(gasUsed), Number(gasUsed) * 1.5);
    const [deposited] = await depositsOf(requestId);
    expect(deposited?.args).to.include({ amount: ETHER / 10n });
    expect(details.operation).to.equal("bridge");
  });

  it("a token bridge approves exactly the amount, then deposits; behind an approval the prices of gas are told and no limit is guessed", async () => {
    const { steps } = await quote();
    expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
    const [approve, deposit] = steps.map(({ items }) => items[0]);
    expect(approve?.check, "an approval bridges nothing").to.equal(undefined);
    expect(approve?.data.gas).to.match(/^\d+$/);
    expect(Object.keys(deposit?.data ?? {})).to.have.members([
      ...["from", "to", "data", "value", "chainId", "maxFeePerGas", "maxPriorityFeePerGas"],
    ]);
    await walk(world.evm, wallet, steps);
    const [deposited] = await depositsOf(steps[0]!.requestId);
    expect(deposited?.args).to.include({ amount: 25_000_000n });
    const left = await world.evm.client.readContract({
      ...{ address: world.usdc, abi: erc20Abi, functionName: "allowance" },
      args: [wallet.address, world.evm.contracts.Depository],
    });
    expect(left).to.equal(0n);
  });

  it("an allowance of exactly the amount is used as it stands, and then the gas is known", async () => {
    const { steps } = await quote({ amount: "3000000" });
    await walk(world.evm, wallet, steps.slice(0, 1));
    const again = await quote({ amount: "3000000" });
    expect(again.steps.map(({ id }) => id)).to.deep.equal(["deposit"]);
    expect(again.steps[0]?.items[0].data.gas).to.match(/^\d+$/);
    await walk(world.evm, wallet, again.steps);
  });

  it("a token that refuses to change an allowance is reset first", async () => {
    const data = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "approve" },
      args: [world.evm.contracts.Depository, 7n],
    });
    await wallet.send({ to: world.evm.usdt, data });
    const { steps } = await quote({ originCurrency: "USDT", destinationCurrency: "USDT" });
    expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "approve", "deposit"]);
    expect(BigInt(`0x${steps[0]!.items[0].data.data.slice(-64)}`)).to.equal(0n);
    for (const { items } of steps) expect(items[0].data.maxFeePerGas).to.match(/^\d+$/);
    await walk(world.evm, wallet, steps);
    expect(await depositsOf(steps[0]!.requestId)).to.have.length(1);
  });

  it("a wallet that has not enough gets the prices of gas without a limit", async () => {
    const { steps } = await quote({ originCurrency: "ETH", amount: String(200n * ETHER) });
    expect(steps[0]?.items[0].data.gas).to.equal(undefined);
    expect(steps[0]?.items[0].data.maxFeePerGas).to.match(/^\d+$/);
  });

  it("a same-chain swap is approve and swap, and pays exactly what was quoted in the same transaction", async () => {
    const swap = { destinationChainId: world.evm.id, destinationCurrency: "WETH", recipient: RECIPIENT };
    const { steps, details } = await quote(swap);
    expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "swap"]);
    expect(details.operation).to.equal("swap");
    expect(details.currencyOut.minimumAmount).to.equal(details.currencyOut.amount);
    await walk(world.evm, wallet, steps);
    expect(await world.evm.balanceOf(world.evm.weth, RECIPIENT)).to.equal(BigInt(details.currencyOut.amount));
    const logs = await world.evm.client.getLogs({ address: world.evm.contracts.SwapDesk, fromBlock: 0n });
    const swapped = decodeEventLog({ abi: swapDeskAbi, ...logs.at(-1)! });
    expect(swapped.args).to.include({ id: steps[0]?.requestId, amountIn: 25_000_000n });
  });

  it("the native coin is swapped in one step, and out of the desk's own coins", async () => {
    const inwards = await quote({
      ...{ destinationChainId: world.evm.id, originCurrency: "ETH", destinationCurrency: "USDC" },
      amount: String(ETHER / 100n),
    });
    expect(inwards.steps.map(({ id }) => id)).to.deep.equal(["swap"]);
    expect(inwards.steps[0]?.items[0].data.gas).to.match(/^\d+$/);
    const before = await world.evm.balanceOf(world.usdc, wallet.address);
    await walk(world.evm, wallet, inwards.steps);
    const gained = (await world.evm.balanceOf(world.usdc, wallet.address)) - before;
    expect(gained).to.equal(BigInt(inwards.details.currencyOut.amount));

    const heir = "0x00000000000000000000000000000000000000aa";
    const outwards = await quote({
      ...{ destinationChainId: world.evm.id, destinationCurrency: "ETH", recipient: heir },
    });
    await walk(world.evm, wallet, outwards.steps);
    expect(await world.evm.client.getBalance({ address: heir })).to.equal(
      BigInt(outwards.details.currencyOut.amount),
    );
  });

  it("the desk promises no more of the native coin than it holds", async () => {
    const all = {
      ...{ destinationChainId: world.evm.id, destinationCurrency: "ETH", tradeType: "EXACT_OUTPUT" },
      amount: String(20n * ETHER), // the solver has it, the desk has not
    };
    expect(await refused(world, walletQuote(world, wallet.address, all))).to.equal(
      "400 INSUFFICIENT_LIQUIDITY",
    );
  });

  it("a send is one transfer to the recipient, of a token or of the coin, for nothing", async () => {
    const heir = "0x00000000000000000000000000000000000000bb";
    for (const [currency, amount] of [
      ["USDC", "1000000"],
      ["ETH", "12345"],
    ]) {
      const { steps, details, fees } = await quote({
        ...{ destinationChainId: world.evm.id, originCurrency: currency, destinationCurrency: currency },
        ...{ amount, recipient: heir },
      });
      expect(steps.map(({ id }) => id)).to.deep.equal(["send"]);
      expect(details.operation).to.equal("send");
      expect(details.currencyOut).to.include({ amount, minimumAmount: amount });
      expect(fees.relayer.amount).to.equal("0");
      await walk(world.evm, wallet, steps);
    }
    expect(await world.evm.balanceOf(world.usdc, heir)).to.equal(1_000_000n);
    expect(await world.evm.client.getBalance({ address: heir })).to.equal(12_345n);
  });

  it("wrap and unwrap change the form of the coin, one for one", async () => {
    const amount = String(ETHER / 4n);
    const same = { destinationChainId: world.evm.id, amount };
    const wrap = await quote({ ...same, originCurrency: "ETH", destinationCurrency: "weth" });
    expect([wrap.details.operation, wrap.steps.length, wrap.steps[0]?.id]).to.deep.equal(["wrap", 1, "swap"]);
    await walk(world.evm, wallet, wrap.steps);
    expect(await world.evm.balanceOf(world.evm.weth, wallet.address)).to.equal(ETHER / 4n);
    const unwrap = await quote({ ...same, originCurrency: "WETH", destinationCurrency: "eth" });
    expect([unwrap.details.operation, unwrap.steps.length]).to.deep.equal(["unwrap", 1]);
    await walk(world.evm, wallet, unwrap.steps);
    expect(await world.evm.balanceOf(world.evm.weth, wallet.address)).to.equal(0n);
  });

  it("to Bitcoin: the recipient is a Bitcoin address, the money goes to the depository", async () => {
    await world.pay(world.network.solver.bitcoin, 50_000_000);
    await world.mine();
    await world.tick(2);
    const body = walletQuote(world, wallet.address, {
      ...{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: "btc", recipient: world.refundTo },
      amount: "250000000",
    });
    const { steps, details } = await ask(world, body);
    expect(steps.map(({ id }) => id)).to.deep.equal(["approve", "deposit"]);
    expect(Number(details.currencyOut.amount)).to.be.within(200_000, 500_000);
    expect(details.timeEstimate).to.equal(600);
  });

  it("an EVM deposit address begins and ends with d, and its token is transferred to it", async () => {
    const native = await quote({
      ...{ useDepositAddress: true, originCurrency: "ETH", amount: String(ETHER) },
    });
    const [{ depositAddress, items }] = native.steps as [(typeof native.steps)[0]];
    expect(depositAddress).to.match(/^0xd[0-9a-f]{38}d$/);
    expect(items[0].data).to.deep.include({ to: depositAddress, data: "0x", value: String(ETHER) });
    expect(items[0].data.gas, "anybody may pay").to.equal(undefined);

    const token = await quote({ useDepositAddress: true });
    const [step] = token.steps as [(typeof token.steps)[0]];
    expect(step.items[0].data).to.include({ to: world.usdc, value: "0" });
    await walk(world.evm, wallet, token.steps);
    expect(await world.evm.balanceOf(world.usdc, step.depositAddress)).to.equal(25_000_000n);
  });
});
