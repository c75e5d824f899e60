import { expect } from "chai";
import { encodeFunctionData, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { balance, evmQuote, family, walk, type Walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import { startWorld, type World } from "./world.ts";

const MINUTE = 60_000;
const REFUSING = "0x6005600c60003960056000f360006000fd"; // a contract that reverts whatever comes

describe("refunds on EVM chains", () => {
  const { log, events } = alarmLog();
  let world: World;
  let user: Wallet;
  let payees = 0;
  const nobody = () => `0xee${(++payees).toString(16).padStart(38, "0")}`;

  before(async () => {
    world = await startWorld({ twoChains: true, log });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => void (events.length = 0));

  const token = () => ({
    originCurrency: world.evm.usdc,
    destinationCurrency: world.other.usdc,
    amount: "200000000",
  });
  const toAddress = (refundTo: string | undefined) => ({ useDepositAddress: true, refundTo, ttl: 60 });
  /** Pays a quote after its time to live, so that it is not filled. */
  const payLate = async (quote: Walk) => {
    world.now += 2 * MINUTE;
    await walk(user, quote.steps);
    await world.tick(3);
    return world.status(quote.requestId);
  };
  const within = (amount: bigint, of: bigint, percent: bigint) =>
    expect(amount < of && amount * 100n >= of * (100n - percent), `${amount} of ${of}`).to.equal(true);

  it("tokens at a deposit address are swept and come back to refundTo, less the gas", async () => {
    const refundTo = nobody();
    const quote = await evmQuote(world, user, { ...token(), ...toAddress(refundTo) });
    expect(await payLate(quote)).to.include({ status: "refund", failReason: "TTL_EXPIRED" });
    within(await balance(world.evm, world.evm.usdc, refundTo), 200_000_000n, 5n);
    expect(await balance(world.evm, world.evm.usdc, quote.address)).to.equal(0n);
  });

  it("coins at a deposit address are swept and come back to refundTo, less the gas", async () => {
    const refundTo = nobody();
    const quote = await evmQuote(world, user, toAddress(refundTo));
    expect(await payLate(quote)).to.include({ status: "refund" });
    within(await balance(world.evm, ZERO_ADDRESS, refundTo), 10n ** 17n, 1n);
    const { txHashes } = await world.status(quote.requestId);
    expect(txHashes).to.have.length(1);
  });

  it("a wallet's tokens come back from the depository to the wallet", async () => {
    const quote = await evmQuote(world, user, { ...token(), ttl: 60 });
    const before = await balance(world.evm, world.evm.usdc, user.address);
    expect(await payLate(quote)).to.include({ status: "refund" });
    const after = await balance(world.evm, world.evm.usdc, user.address);
    within(200_000_000n - (before - after), 200_000_000n, 5n);
  });

  it("a token that needs its allowance reset is refunded like any other", async () => {
    const refundTo = nobody();
    const quote = await evmQuote(world, user, {
      ...token(),
      originCurrency: world.evm.usdt,
      ...toAddress(refundTo),
    });
    expect(await payLate(quote)).to.include({ status: "refund" });
    within(await balance(world.evm, world.evm.usdt, refundTo), 200_000_000n, 5n);
  });

  it("fills a deposit of the smallest amount that is quoted, although fees eat nearly all of it", async () => {
    const asked = { ...token(), ...toAddress(nobody()) };
    const refusal = await evmQuote(world, user, { ...asked, amount: "1" }).then(() => "", String);
    const [, least = ""] = /at least (\d+) smallest units/.exec(refusal) ?? [];
    const quote = await evmQuote(world, user, { ...asked, amount: least });
    await walk(user, quote.steps);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  it("what the gas of the refund would eat is not refunded, says so, and stays where it is", async () => {
    const refundTo = nobody();
    const quote = await evmQuote(world, user, { ...token(), ...toAddress(refundTo) });
    await user.send({ to: world.evm.usdc, data: transferData(quote.address, 1_000n) });
    await world.tick(4);
    const child = (await family(world, quote.address)).find(({ parentRequestId }) => parentRequestId);
    expect(await world.status(child?.id ?? "")).to.include({
      status: "failure",
      failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL",
      refundFailReason: "AMOUNT_TOO_LOW_TO_REFUND",
    });
    expect(await balance(world.evm, world.evm.usdc, quote.address)).to.equal(1_000n);
  });

  it("without refundTo the money stays at its address until a person decides", async () => {
    const quote = await evmQuote(world, user, { ...token(), ...toAddress(undefined) });
    expect(await payLate(quote)).to.include({
      status: "failure",
      refundFailReason: "MANUAL_REFUND_REQUIRED",
    });
    world.now += 30 * 60 * MINUTE;
    await world.tick(3);
    expect(await balance(world.evm, world.evm.usdc, quote.address)).to.equal(200_000_000n);
  });

  it("a receiver that refuses coins raises one alarm; nothing is lost, and it gets them once it takes them", async () => {
    const refundTo = await deploy(REFUSING);
    const quote = await evmQuote(world, user, toAddress(refundTo));
    expect(await payLate(quote)).to.include({ status: "pending" });
    world.now += 5 * MINUTE;
    await world.tick(3);
    expect(events.filter((event) => event === "network.refund_refused")).to.have.length(1);
    await setCode(refundTo, "0x00");
    world.now += 2 * MINUTE;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    within(await balance(world.evm, ZERO_ADDRESS, refundTo), 10n ** 17n, 1n);
  });

  it("somebody who hands in the refund's order first changes nothing: it is paid once, and counts", async () => {
    const { quote, refundTo, order } = await signedRefund();
    await user.send(order);
    const refunded = await balance(world.evm, world.evm.usdc, refundTo);
    within(refunded, 200_000_000n, 5n);
    await turns(4);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(await balance(world.evm, world.evm.usdc, refundTo)).to.equal(refunded);
  });

  it("what somebody handed in and a reorganisation took back does not count: the refund is paid by ours", async () => {
    const { quote, refundTo, order } = await signedRefund();
    const { client } = world.evm;
    const snapshot = await client.snapshot();
    await user.send(order);
    await turns(2); // ours reverted, and the chain has said so for a while
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 4 });
    expect(await balance(world.evm, world.evm.usdc, refundTo)).to.equal(0n);
    await turns(3);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    within(await balance(world.evm, world.evm.usdc, refundTo), 200_000_000n, 5n);
  });

  /** A refund whose transaction is signed and in no block, and the order in it, which anybody may hand in. */
  async function signedRefund() {
    const refundTo = nobody();
    const quote = await evmQuote(world, user, { ...token(), ...toAddress(refundTo) });
    world.now += 2 * MINUTE;
    await walk(user, quote.steps);
    while ((await balance(world.evm, world.evm.usdc, quote.address)) > 0n) await world.tick(); // until it is swept
    const { client } = world.evm;
    await client.setAutomine(false);
    await world.tick(2);
    const [hash] = (await world.status(quote.requestId)).txHashes as Hex[];
    const { input, to } = await client.getTransaction({ hash: hash ?? "0x" });
    await anvil("anvil_dropAllTransactions", []);
    await client.setAutomine(true);
    return { quote, refundTo, order: { to: to ?? "0x", data: input } };
  }

  /** Turns of the jobs, six minutes apart: longer than a chain has to say something expensive. */
  async function turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn++) {
      world.now += 6 * MINUTE;
      await world.tick();
    }
  }

  async function deploy(bytecode: Hex): Promise<Hex> {
    const hash = await world.evm.client.deployContract({ abi: [], bytecode, args: [] });
    const { contractAddress } = await world.evm.client.waitForTransactionReceipt({ hash });
    return (contractAddress ?? "0x").toLowerCase() as Hex;
  }

  function setCode(address: Hex, code: Hex): Promise<void> {
    return anvil("anvil_setCode", [address, code]);
  }

  async function anvil(method: string, params: readonly unknown[]): Promise<void> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(world.evm.url, { method: "POST", headers, body });
    const said = (await answer.json()) as object;
    if ("error" in said) throw new Error(`${method}: ${JSON.stringify(said)}`);
  }
});

function transferData(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, amount] });
}
