import { expect } from "chai";
import { toEventSelector, type Hex } from "viem";
import { arrivalsOf, onChain } from "../../../src/evm/reader/evmRpc.ts";
import type { RpcCall } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure, type FailureKind } from "../../../src/http-client/http.ts";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { anvilAtHand, CHAIN_ID, type AnvilAtHand } from "./anvilAtHand.ts";
import { account, fakeNode, nextBlock, topicOf, word, type FakeBlock, type FakeLog } from "./evmFakeNode.ts";

const SHOP = account("b");
const OTHER = account("c");
const TOKEN = account("a");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const HASH = word(7n);

const transfer = (to: Hex, amount: bigint, from: Hex = OTHER): FakeLog => ({
  ...{ address: TOKEN, topics: [TRANSFER, topicOf(from), topicOf(to)], data: word(amount), hash: HASH },
});
const nodeWith = (...logs: FakeLog[]) => {
  const genesis = nextBlock(undefined);
  return fakeNode([genesis, nextBlock(genesis, [], logs)]);
};

describe("what a transaction paid, on a real EVM node", function () {
  this.timeout(30_000);
  let chain: AnvilAtHand;
  before(async () => (chain = await anvilAtHand()));
  after(() => chain.stop());
  const paid = (hash: string, currency: string) => arrivalsOf(chain.rpc, hash, currency, SHOP);

  it("is the value of a plain transaction, whatever the case in which its hash is written", async () => {
    const hash = await chain.coins(SHOP, 5n);
    expect(await paid(hash, ZERO_ADDRESS), "in no block yet").to.deep.equal([]);
    await chain.mine();
    const { number, timestamp } = await chain.wallet.getBlock();
    const where = { height: Number(number), at: Number(timestamp) * 1_000 };
    const arrival = { txHash: hash, part: "value", logIndex: -1, amount: 5n, ...where };
    expect(await paid(`0x${hash.slice(2).toUpperCase()}`, ZERO_ADDRESS)).to.deep.equal([arrival]);
    expect(await paid(hash, chain.usdc)).to.deep.equal([]);
  });

  it("is the coins that a contract sent on in the middle of its call", async () => {
    const hash = await chain.coinsInside(SHOP, 6n);
    await chain.mine();
    const [arrival, ...more] = await paid(hash, ZERO_ADDRESS);
    expect(more).to.deep.equal([]);
    expect(arrival).to.include({ txHash: hash, amount: 6n });
    expect(arrival?.part).to.match(/^call\.0:[0-9a-f]{32}$/);
    expect(await arrivalsOf(chain.rpc, hash, ZERO_ADDRESS, OTHER)).to.deep.equal([]);
  });

  it("is nothing when the call that sent the coins on failed, or the whole transaction", async () => {
    const failedInside = await chain.coinsInside(chain.usdc, 6n); // the token takes no coins
    const failed = await chain.coins(chain.usdc, 6n);
    await chain.mine();
    for (const hash of [failedInside, failed]) {
      expect(await arrivalsOf(chain.rpc, hash, ZERO_ADDRESS, chain.usdc)).to.deep.equal([]);
    }
  });

  it("is what the token's logs say", async () => {
    const hash = await chain.tokens(SHOP, 7n);
    await chain.mine();
    const [arrival] = await paid(hash, chain.usdc);
    expect(arrival).to.include({ txHash: hash, amount: 7n, logIndex: 0 });
    expect(arrival?.part).to.match(/^0:[0-9a-f]{32}$/);
    expect(await paid(hash, chain.other)).to.deep.equal([]);
  });

  it("is asked only of the chain that it should be", async () => {
    const right = onChain(chain.rpc, CHAIN_ID);
    expect(await arrivalsOf(right, word(1n), ZERO_ADDRESS, SHOP)).to.deep.equal([]);
    const error = await arrivalsOf(onChain(chain.rpc, 8453), word(1n), ZERO_ADDRESS, SHOP).catch(
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(HttpFailure);
    expect((error as Error).message).to.equal(
      "Expected chain 8453, got 31337: set RPC_8453 to a node of chain 8453.",
    );
  });
});

describe("what a transaction paid", () => {
  it("has a name for each transfer that stays when the transaction moves to another block", async () => {
    const node = nodeWith(transfer(SHOP, 5n), transfer(OTHER, 6n), transfer(SHOP, 5n), transfer(SHOP, 7n));
    const before = await arrivalsOf(node, HASH, TOKEN, SHOP);
    expect(before.map(({ amount, logIndex }) => [amount, logIndex])).to.deep.equal([
      [5n, 0],
      [5n, 2],
      [7n, 3],
    ]);
    expect(new Set(before.map(({ part }) => part)).size).to.equal(3);
    const [genesis, block] = node.chain as FakeBlock[];
    const stranger = { ...transfer(OTHER, 1n), hash: word(1n) };
    node.chain = [genesis!, nextBlock(genesis, [], [stranger, stranger, ...block!.logs], "fork")];
    const after = await arrivalsOf(node, HASH, TOKEN, SHOP);
    expect(after.map(({ part }) => part)).to.deep.equal(before.map(({ part }) => part));
    expect(after.map(({ logIndex }) => logIndex)).to.deep.equal([2, 4, 5]);
  });

  it("is nothing for transfers of nothing and from the recipient to itself", async () => {
    const node = nodeWith(transfer(SHOP, 0n), transfer(SHOP, 5n, SHOP));
    expect(await arrivalsOf(node, HASH, TOKEN, SHOP)).to.deep.equal([]);
  });

  it("is nothing while its block is not on the best chain", async () => {
    const node = nodeWith(transfer(SHOP, 5n));
    node.lie = ({ method }, result) =>
      method === "eth_getBlockByNumber" ? { ...(result as object), hash: word(1n) } : result;
    expect(await arrivalsOf(node, HASH, TOKEN, SHOP)).to.deep.equal([]);
  });

  it("is unknown for coins that a contract may have sent on, where the node does not trace", async () => {
    const genesis = nextBlock(undefined);
    const node = fakeNode([genesis, nextBlock(genesis, [{ from: SHOP, to: OTHER, value: 5n }])]);
    const { hash } = (node.chain[1] as FakeBlock).txs[0]!;
    const refuse = (kind: FailureKind) => (call: RpcCall, result: unknown) => {
      if (call.method === "debug_traceTransaction") throw new HttpFailure(kind, "the method does not exist");
      return result;
    };
    node.lie = refuse("broken");
    const [arrival] = await arrivalsOf(node, hash, ZERO_ADDRESS, SHOP);
    expect(arrival).to.include({ txHash: hash, amount: undefined, at: 1_800_000_002_000 });
    node.lie = refuse("busy");
    const error = await arrivalsOf(node, hash, ZERO_ADDRESS, SHOP).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(HttpFailure).and.to.include({ kind: "busy" });
  });

  it("counts only calls that move coins: what a delegate call shows as its value is its caller's", async () => {
    const genesis = nextBlock(undefined);
    const node = fakeNode([genesis, nextBlock(genesis, [{ from: OTHER, to: TOKEN, value: 9n }])]);
    const { hash } = (node.chain[1] as FakeBlock).txs[0]!;
    const call = (type: string, to: Hex, value: string, calls: readonly object[] = [], error?: string) => ({
      ...{ type, from: TOKEN, to, value, calls, ...(error ? { error } : {}) },
    });
    const trace = call("CALL", TOKEN, "0x9", [
      call("DELEGATECALL", SHOP, "0x9", [call("CALL", SHOP, "0x3")]),
      call("CALL", OTHER, "0x4", [call("CALL", SHOP, "0x4")], "execution reverted"),
      call("SELFDESTRUCT", SHOP, "0x2"),
      call("STATICCALL", SHOP, "0x0"),
    ]);
    node.lie = ({ method }, result) => (method === "debug_traceTransaction" ? trace : result);
    const arrivals = await arrivalsOf(node, hash, ZERO_ADDRESS, SHOP);
    expect(arrivals.map(({ part, amount }) => [part.split(":")[0], amount])).to.deep.equal([
      ["call.2", 2n],
      ["call.0.0", 3n],
    ]);
  });
});
