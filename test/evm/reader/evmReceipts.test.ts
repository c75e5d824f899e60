import { expect } from "chai";
import { toEventSelector } from "viem";
import { evmNews } from "../../../src/evm/reader/evmFollower.ts";
import type { RpcCall } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { account, fakeNode, nextBlock, topicOf, word, type FakeLog, type FakeNode } from "./evmFakeNode.ts";

const OURS = account("d");
const OTHER = account("e");
const DESK = account("f");
const TOKEN = account("1");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const SWAPPED = toEventSelector("Swapped(bytes32,uint256)");

const transfer = (tx: string, to = OURS): FakeLog => ({
  ...{ address: TOKEN, topics: [TRANSFER, topicOf(account("a")), topicOf(to)], data: word(7n), tx },
});
const swapped = (tx: string): FakeLog => ({ address: DESK, topics: [SWAPPED], data: "0x", tx });
const noise = (tx: string): FakeLog => ({ address: OTHER, topics: [SWAPPED], data: "0x", tx });
const nodeWith = (...logs: FakeLog[]): FakeNode => {
  const genesis = nextBlock(undefined);
  return fakeNode([genesis, nextBlock(genesis, [], logs)]);
};
const look = async (node: FakeNode, ours: readonly string[] = [OURS]) => {
  const events = { addresses: [DESK], topics: [SWAPPED] };
  const { joined } = await evmNews(node, [], {
    ...{ isWatched: async () => new Set(ours), tokens: [TOKEN], events },
  });
  return joined[0];
};
const placesIn = async (node: FakeNode, ours?: readonly string[]) =>
  (await look(node, ours))?.transfers.map((one) => ("place" in one ? [one.to, one.place] : []));
const tooLarge = () => {
  throw new HttpFailure("broken", "more than we take", 413);
};

describe("the place of a log in its transaction", () => {
  it("counts all its logs, whoever is watched and wherever the transaction stands in the block", async () => {
    const logs = [noise("a"), transfer("a", OTHER), transfer("a")];
    expect(await placesIn(nodeWith(...logs))).to.deep.equal([[OURS, 2]]);
    expect(await placesIn(nodeWith(...logs), [OURS, OTHER])).to.deep.equal([[OTHER, 1], [OURS, 2]]); // prettier-ignore
    expect(await placesIn(nodeWith(noise("b"), noise("b"), ...logs))).to.deep.equal([[OURS, 2]]);
  });

  it("costs one receipt a transaction with something of ours, in the request that asks for them all", async () => {
    const node = nodeWith(transfer("a"), transfer("a"), transfer("b"), transfer("c", OTHER), noise("d"));
    expect(await placesIn(node)).to.have.length(3);
    expect(node.asked.filter(({ method }) => method === "eth_getTransactionReceipt")).to.have.length(2);
    expect(node.requests).to.equal(4);
  });

  it("is not believed from a receipt of another block, or one that lacks the log", async () => {
    for (const lie of [
      () => null,
      (receipt: object) => ({ ...receipt, blockHash: word(1n) }),
      (receipt: object) => ({ ...receipt, logs: [] }),
      (receipt: object) => ({ ...receipt, logs: [{ logIndex: "0x7" }] }),
    ]) {
      const node = nodeWith(transfer("a"));
      node.lie = ({ method }, result) =>
        method === "eth_getTransactionReceipt" ? lie(result as object) : result;
      const error = await look(node).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(HttpFailure).and.to.have.property("kind", "broken");
    }
  });

  it("is unknown in a transaction whose receipt is too large, which hides that transaction alone", async () => {
    const node = nodeWith(transfer("huge"), transfer("b"));
    const huge = (await look(nodeWith(transfer("huge"), transfer("b"))))?.transfers[0]?.hash;
    node.lie = ({ method, params }, result) =>
      method === "eth_getTransactionReceipt" && params[0] === huge ? tooLarge() : result;
    const block = await look(node);
    expect(block?.unread).to.deep.equal([huge]);
    expect(block?.transfers).to.have.length(1);
  });

  const withHuge = (): FakeNode => nodeWith(noise("b"), noise("huge"), transfer("huge"), swapped("huge"));
  const isReceipt = ({ method }: RpcCall) => method === "eth_getTransactionReceipt";

  it("is found in a large receipt where the transaction has an event of our contracts", async () => {
    const node = withHuge();
    node.lie = (call, result, size) => (isReceipt(call) && size === "usual" ? tooLarge() : result);
    const block = await look(node);
    expect(block?.unread).to.deep.equal([]);
    expect(block?.transfers.map((one) => "place" in one && one.place)).to.deep.equal([1]);
    expect(block?.events.map(({ place }) => place)).to.deep.equal([2]);
  });

  it("holds up the block while nobody gives the receipt of a transaction with an event of our contracts", async () => {
    const node = withHuge();
    const huge = (await look(withHuge()))?.events[0]?.hash;
    node.lie = (call, result) => (isReceipt(call) && call.params[0] === huge ? tooLarge() : result);
    const error = (await look(node).catch((caught: unknown) => caught)) as HttpFailure;
    expect(error).to.be.instanceOf(HttpFailure).and.to.have.property("kind", "broken");
    expect(error.message)
      .to.include(huge)
      .and.to.include("set an RPC URL of a node that gives large answers");
    node.lie = (_, result) => result;
    expect((await look(node))?.events).to.have.length(1);
  });
});
