import { expect } from "chai";
import { createWalletClient, keccak256, parseTransaction, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { SOLVER_DEFAULTS } from "../../src/network/solver/settings.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { miningTransport } from "../support/anvilState.ts";
import { balance, evmQuote, NOBODY, walk, type Walk } from "./evmRoutes.ts";
import type { EvmWorld, Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import { OTHER_CHAIN_ID, startWorld, type World } from "./world.ts";

const MINUTE = 60_000;

describe("the solver when something goes wrong", () => {
  const { log, events } = alarmLog();
  let world: World;
  let user: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true, log });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => {
    events.length = world.failures.length = world.sent.length = 0;
  });
  afterEach(async () => {
    world.swallowSends = false;
    await world.other.client.setAutomine(true);
  });

  const paidQuote = async (): Promise<Walk> => {
    const quote = await evmQuote(world, user);
    await walk(user, quote.steps);
    return quote;
  };
  const received = () => balance(world.other, ZERO_ADDRESS, NOBODY);
  /** What left for the destination chain, each transaction once. */
  const sentThere = () =>
    [...new Set(world.sent)]
      .map((raw) => parseTransaction(raw))
      .filter(({ chainId }) => chainId === OTHER_CHAIN_ID);
  const expectPaidOnce = async (quote: Walk, before: bigint) => {
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const paid = (await received()) - before;
    expect(paid >= quote.minimum && paid < 2n * quote.minimum, `${paid} was paid`).to.equal(true);
  };

  it("a process that dies between commit and sending sends the stored transaction after its restart, once", async () => {
    const before = await received();
    const quote = await paidQuote();
    world.swallowSends = true;
    await world.tick(3);
    const { txHashes } = await world.status(quote.requestId);
    expect(txHashes).to.have.length(1);
    await world.restart();
    world.swallowSends = false;
    await world.tick(2);
    await expectPaidOnce(quote, before);
    expect((await world.status(quote.requestId)).txHashes).to.deep.equal(txHashes);
  });

  it("a chain that swallows what it is sent delays, and calls nobody for ten minutes", async () => {
    const before = await received();
    const quote = await paidQuote();
    world.swallowSends = true;
    for (let minute = 0; minute < 9; minute++) {
      world.now += MINUTE;
      await world.tick();
    }
    expect(events).to.deep.equal([]);
    world.now += 2 * MINUTE;
    await world.tick(3);
    expect(events.filter((event) => event === "network.payment_late")).to.have.length(1);
    world.swallowSends = false;
    await world.tick(2);
    await expectPaidOnce(quote, before);
  });

  it("a stuck transaction is replaced by one that costs at least an eighth more and pays the same, and one of them lands", async () => {
    const before = await received();
    const quote = await paidQuote();
    await dropEverything(world.other, () => world.tick(2));
    world.now += 2 * MINUTE;
    await world.tick();
    expect(sentThere(), "no newer block came, so it is not stuck").to.have.length(1);
    await emptyBlock(world.other);
    world.now += 2 * MINUTE;
    await world.tick();
    const [first, second] = sentThere();
    expect(second).to.include({ nonce: first?.nonce, to: first?.to, value: first?.value });
    expect((second?.maxFeePerGas ?? 0n) * 8n >= (first?.maxFeePerGas ?? 0n) * 9n).to.equal(true);
    expect((second?.maxPriorityFeePerGas ?? 0n) * 8n >= (first?.maxPriorityFeePerGas ?? 0n) * 9n).to.equal(
      true,
    );
    await world.other.client.mine({ blocks: 1 });
    await world.other.client.setAutomine(true);
    await world.tick(2);
    await expectPaidOnce(quote, before);
  });

  it("when the older of two attempts lands, it settles the request", async () => {
    const before = await received();
    const quote = await paidQuote();
    await dropEverything(world.other, () => world.tick(2));
    const [older] = world.sent.slice(-1);
    await emptyBlock(world.other);
    world.now += 2 * MINUTE;
    await world.tick();
    expect(sentThere()).to.have.length(2);
    await dropPool(world.other);
    await world.other.client.setAutomine(true);
    await world.other.client.request({ method: "eth_sendRawTransaction", params: [older as Hex] });
    await world.tick(2);
    await expectPaidOnce(quote, before);
    expect((await world.status(quote.requestId)).txHashes).to.deep.equal([keccak256(older as Hex)]);
  });

  it("a nonce that somebody else used up raises an alarm; only when blocks stand on it the fill is signed again, once", async () => {
    const before = await received();
    const quote = await paidQuote();
    world.swallowSends = true;
    await world.tick(2);
    await sendAsSolver(world);
    world.swallowSends = false;
    await world.tick();
    world.now += 2 * MINUTE;
    await world.tick(2);
    expect(events, "not deep enough yet").to.not.include("network.nonce_taken");
    await world.other.client.mine({ blocks: 12 });
    await world.tick(3);
    expect(events.filter((event) => event === "network.nonce_taken")).to.have.length(1);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    world.now += 6 * MINUTE;
    await world.tick(3);
    await expectPaidOnce(quote, before);
    const other = await paidQuote();
    const again = await received();
    await world.tick(2);
    await expectPaidOnce(other, again);
  });

  it("a settled fill that a deep reorganisation forgot is handed over again, and the fills behind it follow", async () => {
    const client = world.other.client;
    const start = await received();
    const snapshot = await client.snapshot();
    const first = await paidQuote();
    await world.tick(2);
    await expectPaidOnce(first, start);
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 3 });
    expect(await received()).to.equal(start);
    const second = await paidQuote();
    await world.tick(2);
    await client.mine({ blocks: 1 });
    world.now += 2 * MINUTE;
    await world.tick(3);
    expect(await world.status(second.requestId)).to.include({ status: "success" });
    expect((await received()) - start >= first.minimum + second.minimum).to.equal(true);
    expect(sentThere(), "each as it was stored").to.have.length(2);
  });

  it("a settled fill that a reorganisation took back is handed over again although nothing else is paid", async () => {
    const client = world.other.client;
    const before = await received();
    const snapshot = await client.snapshot();
    const quote = await paidQuote();
    await world.tick(2);
    await expectPaidOnce(quote, before);
    world.now += MINUTE;
    await world.tick(2);
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 3 });
    expect(await received()).to.equal(before);
    world.now += MINUTE;
    await world.tick(2);
    await expectPaidOnce(quote, before);
    expect(sentThere(), "the stored transaction and no other").to.have.length(1);
    expect(events).to.deep.equal([]);
  });

  it("while gas costs more than the setting allows nothing is signed, and everything goes on when it is cheaper", async () => {
    await world.restart({ solver: { ...SOLVER_DEFAULTS, maxGasPrice: 1_000n } });
    const before = await received();
    const quote = await paidQuote();
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.deep.include({ status: "pending", txHashes: [] });
    expect(world.sent).to.deep.equal([]);
    await world.restart();
    await world.tick(2);
    await expectPaidOnce(quote, before);
  });

  it("a fill that vanishes in a reorganisation before it is deep enough is simply sent again", async () => {
    const evmChains = chainsOf(world).map((chain) => ({
      ...chain,
      ...(chain.id === OTHER_CHAIN_ID && { confirmations: 3 }),
    }));
    await world.restart({ evmChains });
    const before = await received();
    const quote = await paidQuote();
    const client = world.other.client;
    const snapshot = await client.snapshot();
    await world.tick(2);
    expect(await world.status(quote.requestId), "one block is not enough").to.include({ status: "pending" });
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 1 });
    expect(await received()).to.equal(before);
    world.now += MINUTE;
    await world.tick();
    await client.mine({ blocks: 3 });
    await world.tick(2);
    await expectPaidOnce(quote, before);
    expect(sentThere(), "the stored transaction, twice").to.have.length(1);
    await world.restart();
  });
});

/** The chain takes transactions and forgets them: nothing is mined, and the pool is emptied. */
async function dropEverything(chain: EvmWorld, work: () => Promise<void>): Promise<void> {
  await chain.client.setAutomine(false);
  await work();
  await dropPool(chain);
}

async function dropPool({ url }: EvmWorld): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_dropAllTransactions", params: [] });
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok || "error" in ((await answer.json()) as object))
    throw new Error("The pool was not emptied.");
}

async function emptyBlock(chain: EvmWorld): Promise<void> {
  await dropPool(chain);
  await chain.client.mine({ blocks: 1 });
}

/** Somebody has the solver's key too, and uses its next nonce for nothing. */
async function sendAsSolver({ other }: World): Promise<void> {
  const { solverEvm } = createKeys(SANDBOX_MNEMONIC, "regtest", [OTHER_CHAIN_ID], contractsOf);
  const client = createWalletClient({
    account: solverEvm,
    chain: other.client.chain,
    transport: miningTransport(other.url),
  });
  const hash = await client.sendTransaction({ to: solverEvm.address, value: 0n });
  await other.client.waitForTransactionReceipt({ hash });
}

function chainsOf(world: World) {
  return [world.evm, world.other].map((chain) =>
    chain.config(world.url.replace("/base/path", `/rpc/${chain.id}`)),
  );
}
