import { expect } from "chai";
import { encodeFunctionData, keccak256, toHex, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { depositoryAbi } from "../../src/evm/codec/contracts.ts";
import {
  balance,
  createPayees,
  evmQuote,
  family,
  sweepOf,
  transferOf,
  walk,
  type Row,
  listOfCalls,
} from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const COIN = 10n ** 17n;

describe("finding deposits on EVM chains", () => {
  let world: World;
  let user: Wallet;
  let stranger: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    stranger = await world.evm.wallet(11);
  });
  after(() => world.close());
  beforeEach(() => {
    world.failures.length = 0;
    world.rpcDown = false;
    world.tamper = undefined;
  });
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });

  const quoted = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      useDepositAddress: true,
      refundTo: user.address,
      recipient: payee(),
      ...changes,
    });
  const walletQuote = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, { recipient: payee(), ...changes });
  const wordOf = async ({ requestId }: { requestId: string }) => (await world.status(requestId)).status;
  const children = async ({ requestId }: { requestId: string }): Promise<readonly Row[]> => {
    const { body } = await world.get(`/requests/v2?id=${requestId}&includeChildRequests=true`);
    return (body.requests as Row[]).filter(({ id }) => id !== requestId);
  };
  /** A deposit at the depository in anybody's name, for any request. */
  const depositFor = (id: string, depositor: string, value: bigint) => ({
    ...{ to: world.evm.contracts.Depository, value },
    data: encodeFunctionData({
      ...{ abi: depositoryAbi, functionName: "depositNative" },
      args: [depositor as Hex, id as Hex],
    }),
  });

  it("a deposit made while the service was stopped is found after the restart", async () => {
    const quote = await quoted();
    await world.network.close();
    await walk(user, quote.steps);
    await world.evm.client.mine({ blocks: 3 });
    await world.restart();
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("success");
  });

  it("a deposit is found behind a gap of 200 blocks, and one more at its end", async () => {
    const [early, late] = [await quoted(), await walletQuote()];
    world.rpcDown = true;
    await world.tick(2);
    await walk(user, early.steps);
    await world.evm.client.mine({ blocks: 200 });
    await walk(user, late.steps);
    world.rpcDown = false;
    await world.tick(7);
    expect(await wordOf(early)).to.equal("success");
    expect(await wordOf(late)).to.equal("success");
    expect(await family(world, early.address)).to.have.length(1);
  });

  it("a deposit that a reorganisation removes takes the request back to waiting; in another block it counts once", async () => {
    const { client } = world.evm;
    const [byAddress, byWallet] = [
      await quoted({ originCurrency: world.evm.usdc, amount: "200000000" }),
      await walletQuote(),
    ];
    const [supplied] = [await world.other.client.getBalance({ address: world.network.solver.evm })];
    await world.other.client.setBalance({ address: world.network.solver.evm, value: 0n }); // confirmed, but not filled yet
    world.now += 10_000;
    const fork = await client.snapshot();
    await walk(user, byAddress.steps);
    await walk(user, byWallet.steps);
    await world.tick();
    for (const quote of [byAddress, byWallet]) expect(await wordOf(quote)).to.equal("pending");
    await client.revert({ id: fork });
    await client.mine({ blocks: 3 }); // the deposits are in none of them
    await world.tick();
    for (const quote of [byAddress, byWallet]) expect(await wordOf(quote)).to.equal("waiting");
    await walk(user, byAddress.steps);
    await walk(user, byWallet.steps);
    await world.other.client.setBalance({ address: world.network.solver.evm, value: supplied });
    world.now += 10_000;
    await world.tick(3);
    for (const quote of [byAddress, byWallet]) {
      expect(await wordOf(quote)).to.equal("success");
      expect(await children(quote)).to.have.length(0);
    }
  });

  it("a filled deposit that moves to another place in another block is not filled again", async () => {
    const { client, usdc, unknown } = world.evm;
    const recipient = payee();
    const quote = await quoted({ originCurrency: usdc, amount: "200000000", recipient });
    const fork = await client.snapshot();
    const nonce = await client.getTransactionCount({ address: user.address });
    const raw = await signedTransfer(user, usdc, quote.address, 200_000_000n, nonce);
    await client.sendRawTransaction({ serializedTransaction: raw });
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("success");
    const paid = await balance(world.other, ZERO_ADDRESS, recipient);
    await client.revert({ id: fork });
    await client.setAutomine(false);
    await client.sendRawTransaction({ serializedTransaction: await signedTransfer(stranger, unknown, payee(), 1n, await client.getTransactionCount({ address: stranger.address }), 50n) }); // prettier-ignore
    await client.sendRawTransaction({ serializedTransaction: raw });
    await client.mine({ blocks: 2 });
    await client.setAutomine(true);
    const receipt = await client.getTransactionReceipt({ hash: keccak256(raw) });
    expect(receipt.logs[0]?.logIndex).to.equal(1); // it was 0
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("success");
    expect(await children(quote)).to.have.length(0);
    expect(await balance(world.other, ZERO_ADDRESS, recipient)).to.equal(paid);
  });

  it("a chain that is silent, stuck or lying about its height delays and changes nothing else", async () => {
    const quote = await quoted();
    await walk(user, quote.steps);
    world.rpcDown = true;
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("waiting");
    world.rpcDown = false;
    world.tamper = (_, answer) => withHeight(answer, 1); // far behind what was seen
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("waiting");
    world.tamper = (_, answer) => withHeight(answer, 10_000_000); // blocks that it does not have
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("waiting");
    world.tamper = undefined;
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("success");
    expect(await family(world, quote.address)).to.have.length(1);
  });

  it("a chain that does not answer holds up itself alone", async () => {
    const quote = await world.quote(); // Bitcoin to the other chain
    await world.pay(quote.address, 100_000);
    await world.mine();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    world.tamper = async (_, answer) => (await held, answer);
    const looking = world.tick();
    expect(await wordOf(quote)).to.equal("waiting"); // callers are answered meanwhile
    release();
    await looking;
    world.tamper = undefined;
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("success");
  });

  it("a sweep by a stranger who names another request credits nothing, and the money is still ours", async () => {
    const [paid, named] = [await quoted(), await walletQuote()];
    await user.send({ to: paid.address, value: COIN });
    await stranger.send(sweepOf(world, paid.address, named.requestId));
    await world.tick(3);
    expect(await wordOf(paid)).to.equal("success");
    expect(await wordOf(named)).to.equal("waiting");
    expect(await children(named)).to.have.length(0);
    await walk(user, named.steps);
    await world.tick(2);
    expect(await wordOf(named)).to.equal("success");
  });

  it("who pays into somebody else's request cannot take its place, and gets back what cannot be bridged", async () => {
    const quote = await walletQuote();
    await stranger.send(depositFor(quote.requestId, stranger.address, COIN)); // as quoted, but from somebody else
    await user.send(depositFor(quote.requestId, user.address, COIN / 50n)); // from the user, but too little
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("waiting");
    expect((await children(quote)).map(({ status, user: payer }) => [status, payer])).to.have.deep.members([
      ["success", stranger.address],
      ["success", user.address],
    ]);
    await walk(user, quote.steps);
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("success");

    const exact = await walletQuote({ tradeType: "EXACT_OUTPUT" });
    const before = await balance(world.evm, ZERO_ADDRESS, stranger.address);
    await stranger.send(depositFor(exact.requestId, stranger.address, COIN));
    await world.tick(4);
    const [child] = await children(exact);
    expect(child).to.include({ status: "refund" });
    const lost = before - (await balance(world.evm, ZERO_ADDRESS, stranger.address));
    expect(lost < COIN / 100n, `${lost} was lost on gas`).to.equal(true);
  });

  it("money in the depository for a request that nobody made is kept apart and credits nothing", async () => {
    const held = await world.evm.client.getBalance({ address: world.evm.contracts.Depository });
    await stranger.send(depositFor(keccak256(toHex("nobody's")), stranger.address, COIN));
    await world.tick(2);
    expect(world.failures).to.deep.equal([]);
    expect(
      (await world.evm.client.getBalance({ address: world.evm.contracts.Depository })) >= held + COIN,
    ).to.equal(true);
  });

  it("many transfers of one transaction to one address are as many deposits", async () => {
    const quote = await quoted({ originCurrency: world.evm.usdc, amount: "200000000" });
    const { contracts, usdc } = world.evm;
    await user.send(transferOf(usdc, contracts.Router, 300_000_000n));
    const hundred = transferOf(usdc, quote.address, 100_000_000n);
    await user.send(listOfCalls(world.evm, user, [hundred, hundred, hundred]));
    await world.tick(2);
    expect((await family(world, quote.address)).map(({ status }) => status)).to.deep.equal(
      Array(3).fill("success"),
    );
  });

  it("a large deposit waits for more blocks than a usual one, and its quote says so", async () => {
    const { evm, other } = world;
    await world.restart({
      largeUsd: 1_000,
      evmChains: [{ ...evm.config(evm.url), confirmations: 1, largeConfirmations: 4 }, other.config(other.url)],
    });
    const of = (dollars: bigint) => quoted({ originCurrency: evm.usdc, amount: String(dollars * 1_000_000n) });
    const [usual, large] = [await of(999n), await of(1_001n)];
    for (const [{ address }, dollars] of [[usual, 999n], [large, 1_001n]] as const)
      await user.send(transferOf(evm.usdc, address, dollars * 1_000_000n));
    await world.tick(2);
    const wordOfAddress = async (address: string) => (await family(world, address)).map(({ status }) => status);
    expect(await wordOfAddress(usual.address)).to.deep.equal(["success"]);
    expect(await wordOfAddress(large.address)).to.deep.equal(["waiting"]);
    await evm.client.mine({ blocks: 3 });
    await world.tick(2);
    expect(await wordOfAddress(large.address)).to.deep.equal(["success"]);
    await world.restart();
  }); // prettier-ignore

  it("a swap counts once its block is as deep as the chain asks", async () => {
    const { evm, other } = world;
    await world.tick(3); // the solver allows the desk to pay
    await world.restart({
      evmChains: [{ ...evm.config(evm.url), confirmations: 3 }, other.config(other.url)],
    });
    const route = { destinationChainId: evm.id, originCurrency: evm.usdc, destinationCurrency: evm.usdt };
    const quote = await walletQuote({ ...route, amount: "200000000" });
    await walk(user, quote.steps);
    await world.tick();
    expect(await wordOf(quote)).to.equal("waiting");
    await evm.client.mine({ blocks: 2 });
    await world.tick();
    expect(await wordOf(quote)).to.equal("success");
    await world.restart();
  });
});

/** A transfer of a token, signed and not sent. */
async function signedTransfer(
  wallet: Wallet,
  token: string,
  to: string,
  amount: bigint,
  nonce: number,
  tip = 1n,
): Promise<Hex> {
  const { data } = transferOf(token, to, amount);
  const fees = { maxFeePerGas: 100n * 10n ** 9n, maxPriorityFeePerGas: tip * 10n ** 8n };
  const call = { to: token as Hex, data: data as Hex, value: 0n, gas: 200_000n };
  return wallet.account.signTransaction({ type: "eip1559", chainId: 31337, nonce, ...call, ...fees });
}

/** The answer with another number in the newest block. */
function withHeight(answer: unknown, height: number): unknown {
  const answers = Array.isArray(answer) ? answer : [answer];
  const [first, ...rest] = answers as { result?: { number?: string } }[];
  if (typeof first?.result !== "object" || !first.result?.number) return answer;
  const lie = { ...first, result: { ...first.result, number: `0x${height.toString(16)}` } };
  return Array.isArray(answer) ? [lie, ...rest] : lie;
}
