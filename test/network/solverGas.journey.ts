import { expect } from "chai";
import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { PAYEE, held } from "./bitcoinSpending.ts";
import { balance, createPayees, evmQuote, walk, type Walk } from "./evmRoutes.ts";
import type { EvmWorld, Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import { OTHER_CHAIN_ID, startWorld, type World } from "./world.ts";

const MINUTE = 60_000;
const GWEI = 10n ** 9n;
const TENTH = 10n ** 17n;
const ACCEPTS = "0x00"; // does nothing and takes coins
const BURNS = "0xfe"; // the invalid opcode: uses up all the gas
const BURNS_WHEN_PAID = "0x3a15600657fe5b00"; // where the gas price is not zero
/** Writes so many slots of its storage, 22,100 gas each, the first time. */
const writes = (slots: number): Hex =>
  `0x${[...Array(slots).keys()].map((slot) => `600160${slot.toString(16).padStart(2, "0")}55`).join("")}00`;

describe("who pays for the gas of the solver's transactions", () => {
  const { log, events } = alarmLog();
  const payees = createPayees();
  let world: World;
  let user: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true, log });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => void (events.length = 0));
  afterEach(() => world.other.client.setAutomine(true));

  const solverCoins = () => balance(world.other, ZERO_ADDRESS, world.network.solver.evm);
  const setCode = (chain: EvmWorld, address: string, code: Hex) =>
    anvil(chain, "anvil_setCode", [address, code]);
  const settle = async (quote: Walk) => {
    await walk(user, quote.steps);
    await world.tick(4);
    return world.status(quote.requestId);
  };
  /** The fill is signed and sent; before it is in a block, its recipient burns whatever it gets. */
  const burnTheFill = async (recipient: string, requestId: string): Promise<bigint> => {
    await world.other.client.setAutomine(false);
    await world.tick(2);
    const [hash] = (await world.status(requestId)).txHashes as Hex[];
    await setCode(world.other, recipient, BURNS);
    await world.other.client.mine({ blocks: 1 });
    await world.other.client.setAutomine(true);
    const { status, gasUsed, effectiveGasPrice } = await world.other.client.getTransactionReceipt({
      hash: hash ?? "0x",
    });
    expect(status).to.equal("reverted");
    return gasUsed * effectiveGasPrice;
  };
  const certain = async () => {
    await world.tick();
    world.now += 6 * MINUTE;
    await world.tick(4);
  };

  it("a contract that burns gas only where gas has a price is found out before anything is sent", async () => {
    const contract = payees();
    await setCode(world.other, contract, ACCEPTS);
    const calls = { txs: [{ to: contract, value: String(TENTH), data: "0x" }], amount: String(TENTH) };
    const quote = await evmQuote(world, user, { ...calls, tradeType: "EXACT_OUTPUT" });
    await setCode(world.other, contract, BURNS_WHEN_PAID);
    const before = await solverCoins();
    expect(await settle(quote)).to.include({ status: "refund", failReason: "EXECUTION_REVERTED" });
    expect(await solverCoins()).to.equal(before);
    const refused = await evmQuote(world, user, { ...calls, tradeType: "EXACT_OUTPUT" }).catch(String);
    expect(refused).to.include("DESTINATION_TX_FAILED");
  });

  it("the fee of a fill that reverted comes out of the refund", async () => {
    const contract = payees();
    await setCode(world.other, contract, ACCEPTS);
    const quote = await evmQuote(world, user, { recipient: contract, slippageTolerance: "5000" });
    await dearer(world.other, 50n * GWEI);
    const before = await balance(world.evm, ZERO_ADDRESS, user.address);
    await walk(user, quote.steps);
    const fee = await burnTheFill(contract, quote.requestId);
    await certain();
    expect(await world.status(quote.requestId)).to.include({
      status: "refund",
      failReason: "TRANSACTION_REVERTED",
    });
    const lost = before - (await balance(world.evm, ZERO_ADDRESS, user.address));
    expect(lost > fee && lost < 2n * fee, `${lost} of ${fee} wei`).to.equal(true);
  });

  it("and out of a refund on Bitcoin, where the solver keeps it", async () => {
    const contract = payees();
    await setCode(world.other, contract, ACCEPTS);
    const route = { destinationChainId: OTHER_CHAIN_ID, destinationCurrency: ZERO_ADDRESS };
    const quote = await world.quote({ ...route, recipient: contract, refundTo: PAYEE });
    await dearer(world.other, 50n * GWEI);
    const before = held(world, world.network.solver.bitcoin);
    await world.pay(quote.address, 100_000);
    await world.mine();
    await burnTheFill(contract, quote.requestId);
    await certain();
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    const kept = held(world, world.network.solver.bitcoin) - before;
    expect(kept > 500n, `${kept} sats were kept`).to.equal(true);
    const minersFee = 100_000n - held(world, PAYEE) - kept;
    expect(minersFee > 0n && minersFee < 5_000n, `${minersFee} sats`).to.equal(true);
  });

  it("what a recipient's contract uses is in its price, when it is quoted and when it is filled", async () => {
    const [contract, changed] = [payees(), payees()];
    await setCode(world.other, contract, writes(4));
    await dearer(world.other, 50n * GWEI);
    world.now += 10_000; // a price of gas is good for some seconds
    const plain = await evmQuote(world, user, { recipient: payees(), slippageTolerance: "0" });
    const quote = await evmQuote(world, user, { recipient: contract, slippageTolerance: "0" });
    const gas = 4n * 20_000n * 50n * GWEI;
    expect(plain.minimum - quote.minimum > gas, `${plain.minimum} and ${quote.minimum}`).to.equal(true);
    const grown = await evmQuote(world, user, { recipient: changed, slippageTolerance: "5000" });
    await setCode(world.other, changed, writes(4));
    await dearer(world.other, 50n * GWEI);
    const before = await solverCoins();
    expect(await settle(grown)).to.include({ status: "success" });
    expect(before - (await solverCoins()) < TENTH, "the solver paid more than it got").to.equal(true);
  });

  it("what the receiver of a refund uses comes out of the refund", async () => {
    const contract = payees();
    const late = { useDepositAddress: true, refundTo: contract, ttl: 60 };
    const quote = await evmQuote(world, user, late);
    const plain = payees();
    const other = await evmQuote(world, user, { ...late, refundTo: plain });
    await setCode(world.evm, contract, writes(5));
    await dearer(world.evm, 50n * GWEI);
    world.now += 2 * MINUTE;
    await walk(user, quote.steps);
    await walk(user, other.steps);
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(await world.status(other.requestId)).to.include({ status: "refund" });
    const [less, more] = await Promise.all(
      [contract, plain].map((owner) => balance(world.evm, ZERO_ADDRESS, owner)),
    );
    expect((less ?? 0n) < (more ?? 0n)).to.equal(true);
    expect(events).to.deep.equal([]);
  });

  it("a receiver that needs more than the limit is refused with an alarm, and gets its money once it needs less", async () => {
    const contract = payees();
    const quote = await evmQuote(world, user, { useDepositAddress: true, refundTo: contract, ttl: 60 });
    await setCode(world.evm, contract, writes(15));
    world.now += 2 * MINUTE;
    await walk(user, quote.steps);
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    expect(events).to.deep.equal(["network.refund_refused"]);
    await setCode(world.evm, contract, ACCEPTS);
    world.now += 2 * MINUTE;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
  });
});

/** The base fee of the next blocks, about. */
async function dearer(chain: EvmWorld, wei: bigint): Promise<void> {
  await anvil(chain, "anvil_setNextBlockBaseFeePerGas", [`0x${wei.toString(16)}`]);
  await chain.client.mine({ blocks: 1 });
}

async function anvil(chain: EvmWorld, method: string, params: readonly unknown[]): Promise<void> {
  await chain.client.request({ method, params } as never); // not among the methods that the client knows
}
