import { expect } from "chai";
import { encodeFunctionData, parseTransaction, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { SOLVER_DEFAULTS } from "../../src/network/solver/settings.ts";
import { balance, evmQuote, walk } from "./evmRoutes.ts";
import type { EvmWorld, Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import { startWorld, type World } from "./world.ts";

const MINUTE = 60_000;
const HUNDRED = 100_000_000n; // dollars of 6 decimals

describe("what the solver looks after on EVM chains", () => {
  const { log, events } = alarmLog();
  let world: World;
  let user: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true, log });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => void (events.length = 0));

  const dollars = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc },
      ...{ amount: String(HUNDRED), ...changes },
    });
  const inDepository = () => balance(world.evm, world.evm.usdc, world.evm.contracts.Depository);
  const atSolver = () => balance(world.evm, world.evm.usdc, world.network.solver.evm);
  const housekeeping = async () => {
    world.now += 2 * MINUTE;
    await world.tick(3);
  };

  it("the desk and the approval proxy have allowances and the desk its float from the start, given once", async () => {
    const { usdc, usdt, weth, contracts, client } = world.evm;
    for (const token of [usdc, usdt, weth]) {
      for (const spender of [contracts.SwapDesk, contracts.ApprovalProxy])
        expect((await allowance(world.evm, token, world.network.solver.evm, spender)) > 10n ** 30n).to.equal(
          true,
        );
    }
    expect(await client.getBalance({ address: contracts.SwapDesk })).to.equal(SOLVER_DEFAULTS.deskFloat);
    world.sent.length = 0;
    await world.restart();
    await housekeeping();
    expect(world.sent).to.deep.equal([]);
  });

  it("asks each node twelve times at most in a minute in which nothing happens", async () => {
    await housekeeping();
    world.rpcRequests = 0;
    world.now += MINUTE;
    await world.tick();
    expect(world.rpcRequests, "of two chains").to.be.within(2, 24);
  });

  it("settled deposits are swept in one transaction and come home to the solver once they are worth it, to the unit", async () => {
    const quotes = [];
    for (let made = 0; made < 3; made++) quotes.push(await dollars({ useDepositAddress: true }));
    for (const { steps } of quotes) await walk(user, steps);
    await world.tick(3);
    world.sent.length = 0;
    const before = await inDepository();
    await housekeeping();
    expect((await inDepository()) - before).to.equal(3n * HUNDRED);
    expect(world.sent, "one list of sweeps").to.have.length(1);
    expect(parseTransaction(world.sent[0] as Hex).to?.toLowerCase()).to.equal(world.evm.contracts.Router);
    await housekeeping();
    expect((await inDepository()) - before, "300 dollars are below the threshold").to.equal(3n * HUNDRED);
    const held = await atSolver();
    await walk(user, (await dollars({ amount: String(3n * HUNDRED) })).steps);
    await world.tick(3);
    await housekeeping();
    expect(await inDepository()).to.equal(before);
    expect((await atSolver()) - held).to.equal(6n * HUNDRED);
  });

  it("with NETWORK_SWEEP_ADDRESSES=1 each address is swept in a transaction of its own, also after a restart in the middle", async () => {
    const alone = { solver: { ...SOLVER_DEFAULTS, sweepAddresses: 1 } };
    await world.restart(alone);
    for (let made = 0; made < 3; made++) await walk(user, (await dollars({ useDepositAddress: true })).steps);
    await world.tick(3);
    const before = await inDepository();
    world.sent.length = 0;
    world.swallowSends = true; // signed, and not sent
    await housekeeping();
    await world.restart(alone);
    world.swallowSends = false;
    await housekeeping();
    expect((await inDepository()) - before).to.equal(3n * HUNDRED);
    const targets = world.sent.map((raw) => parseTransaction(raw).to?.toLowerCase());
    expect(targets).to.deep.equal(Array(3).fill(world.evm.contracts.DepositAddressFactory));
    await world.restart();
    await walk(user, (await dollars({ amount: String(3n * HUNDRED) })).steps);
    await world.tick(3);
    await housekeeping();
    expect(await inDepository(), "all of it is brought home").to.equal(before);
  });

  it("money that may still have to be refunded is never brought home", async () => {
    await world.restart({ solver: { ...SOLVER_DEFAULTS, withdrawAbove: 0n } });
    const before = await inDepository();
    const owed = await dollars({ destinationCurrency: ZERO_ADDRESS });
    await walk(user, owed.steps);
    const settled = await dollars();
    await walk(user, settled.steps);
    await world.other.client.setBalance({ address: world.network.solver.evm, value: 10n ** 20n });
    world.swallowSends = true; // both fills are signed, neither is in a block
    await world.tick(3);
    await housekeeping();
    expect((await inDepository()) - before).to.equal(2n * HUNDRED);
    world.swallowSends = false;
    await world.tick(2);
    await housekeeping();
    expect(await inDepository()).to.equal(before);
    await world.restart();
  });

  it("low gas and low inventory call somebody once each, and once more when it happens again", async () => {
    const { other, network } = world;
    await other.client.setBalance({ address: network.solver.evm, value: 10n ** 15n });
    await other.setUsdc(network.solver.evm, 0n);
    await housekeeping();
    await housekeeping();
    expect(events.toSorted()).to.deep.equal(["network.low_gas", "network.low_inventory"]);
    await other.client.setBalance({ address: network.solver.evm, value: 10n ** 20n });
    await other.mint(other.usdc, network.solver.evm, 10n ** 12n);
    await housekeeping();
    await other.client.setBalance({ address: network.solver.evm, value: 10n ** 15n });
    await housekeeping();
    expect(events.filter((event) => event === "network.low_gas")).to.have.length(2);
    await other.client.setBalance({ address: network.solver.evm, value: 10n ** 20n });
  });

  it("a permit moves the user's tokens with the user's signature alone, once, and is filled", async () => {
    const poor = await world.evm.wallet(12);
    const quote = await evmQuote(world, poor, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc },
      ...{ amount: String(HUNDRED), usePermit: true },
    });
    const { sign, post } = quote.steps[0]!.items[0]!.data as unknown as Permit;
    const nonce = await world.evm.client.getTransactionCount({ address: poor.address });
    const held = await balance(world.evm, world.evm.usdc, poor.address);
    const { domain, types, primaryType, value } = sign;
    const signature = await poor.account.signTypedData({ domain, types, primaryType, message: value });
    const where = `${post.endpoint}?signature=${signature}`;
    expect((await world.post(where, post.body)).status).to.equal(200);
    expect((await world.post(where, post.body)).status).to.equal(200);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect(held - (await balance(world.evm, world.evm.usdc, poor.address))).to.equal(HUNDRED);
    expect(await world.evm.client.getTransactionCount({ address: poor.address })).to.equal(nonce);
  });

  it("a permit whose tokens are gone is refused, and nothing is sent", async () => {
    const poor = await world.evm.wallet(13);
    const quote = await evmQuote(world, poor, {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.usdc },
      ...{ amount: String(HUNDRED), usePermit: true },
    });
    const { sign, post } = quote.steps[0]!.items[0]!.data as unknown as Permit;
    const { domain, types, primaryType, value } = sign;
    const signature = await poor.account.signTypedData({ domain, types, primaryType, message: value });
    await poor.send({
      to: world.evm.usdc,
      data: transferData(user.address, await balance(world.evm, world.evm.usdc, poor.address)),
    });
    world.sent.length = 0;
    const answer = await world.post(`${post.endpoint}?signature=${signature}`, post.body);
    expect(answer.status).to.equal(400);
    expect(answer.body).to.include({ errorCode: "PERMIT_FAILED" });
    await world.tick(2);
    expect(world.sent).to.deep.equal([]);
  });
});

type Permit = Readonly<{
  sign: Readonly<{
    domain: Record<string, unknown>;
    types: Record<string, { name: string; type: string }[]>;
    primaryType: string;
    value: Record<string, unknown>;
  }>;
  post: Readonly<{ endpoint: string; body: unknown }>;
}>;

function allowance({ client }: EvmWorld, token: Hex, owner: Hex, spender: Hex): Promise<bigint> {
  return client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, spender],
  });
}

function transferData(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, amount] });
}
