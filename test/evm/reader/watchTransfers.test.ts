import { expect } from "chai";
import { toEventSelector, type Hex } from "viem";
import type { BatchRpc } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { transferNews, type Checkpoint } from "../../../src/evm/reader/watchTransfers.ts";
import { account, fakeNode, nextBlock, topicOf, word, type FakeBlock, type FakeLog } from "./evmFakeNode.ts";

const TOKEN = account("a");
const SHOP = account("b");
const OTHER = account("c");
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const FILTER = { tokens: [TOKEN], recipients: [SHOP] };

/** A payment by the transaction of that number. */
const payment = (tx: number, to: Hex = SHOP, amount = BigInt(tx) * 100n): FakeLog => ({
  ...{ address: TOKEN, topics: [TRANSFER, topicOf(OTHER), topicOf(to)], data: word(amount) },
  hash: word(BigInt(tx)),
});

/** A chain that a test writes block by block. */
function writtenChain() {
  let forks = 0;
  const node = fakeNode([nextBlock(undefined)]);
  const chain = () => node.chain as FakeBlock[];
  return {
    node,
    mine: (...logs: FakeLog[]) => (node.chain = [...chain(), nextBlock(chain().at(-1), [], logs)]),
    /** Replaces the last blocks by others. */
    reorganise(depth: number, ...replacements: readonly (readonly FakeLog[])[]) {
      node.chain = chain().slice(0, -depth);
      for (const logs of replacements) {
        node.chain = [...chain(), nextBlock(chain().at(-1), [], [...logs], `fork ${++forks}`)];
      }
    },
    hideLogs: (hidden: boolean) =>
      (node.lie = ({ method }, result) => (hidden && method === "eth_getLogs" ? [] : result)),
    asked: (method: string) => node.asked.filter((call) => call.method === method).length,
  };
}

/** Follows a chain and remembers as the gateway does. */
function follower({ node }: ReturnType<typeof writtenChain>) {
  let known: readonly Checkpoint[] = [];
  const seen = new Map<string, number>(); // transaction and part to height
  return {
    async look() {
      const news = await transferNews(node, known, FILTER);
      const { undoneFrom } = news;
      if (undoneFrom !== undefined)
        for (const [key, height] of seen) if (height >= undoneFrom) seen.delete(key);
      for (const { txHash, part, height } of news.transfers) seen.set(`${txHash} ${part}`, height);
      known = news.checkpoints;
      return news;
    },
    names: () => [...seen.keys()],
    transactions: () => [...seen.keys()].map((key) => Number(key.split(" ")[0])).toSorted(),
  };
}

describe("transfers of a token to the shops' addresses", () => {
  it("are told once with amount, place and time, and those to others not at all", async () => {
    const chain = writtenChain();
    chain.mine(payment(7, OTHER), payment(8));
    const { transfers } = await follower(chain).look();
    expect(transfers).to.have.length(1);
    const { part, ...rest } = transfers[0]!;
    expect(rest).to.deep.equal({
      ...{ txHash: word(8n), logIndex: 1, currency: TOKEN, recipient: SHOP },
      ...{ amount: 800n, height: 1, at: 1_800_000_002_000 },
    });
    expect(part, "the first log of its transaction, and a digest").to.match(/^0:[0-9a-f]{32}$/);
  });

  it("keep their names when a reorganisation moves the transaction, and only then", async () => {
    const chain = writtenChain();
    const shop = follower(chain);
    chain.mine(payment(1, OTHER), payment(1));
    await shop.look();
    const before = shop.names();
    chain.reorganise(1, [payment(9, OTHER), payment(8, OTHER), payment(1, OTHER), payment(1)], []);
    const { transfers } = await shop.look();
    expect(transfers.map(({ logIndex }) => logIndex)).to.deep.equal([3]);
    expect(shop.names()).to.deep.equal(before);
    chain.reorganise(2, [payment(1, OTHER), payment(1, SHOP, 101n)], [], []);
    await shop.look();
    expect(shop.names(), "another transfer at the same place").to.have.length(1).and.not.to.deep.equal(before);
  });

  it("cost one receipt a transaction, however many of its logs pay", async () => {
    const chain = writtenChain();
    chain.mine(payment(1), payment(1, SHOP, 3n), payment(2));
    const { transfers } = await follower(chain).look();
    expect(transfers.map(({ part }) => part.split(":")[0])).to.deep.equal(["0", "1", "0"]);
    expect(chain.asked("eth_getTransactionReceipt")).to.equal(2);
  });

  it("of nothing, or from an address to itself, bring nothing", async () => {
    const chain = writtenChain();
    const toItself = { ...payment(1), topics: [TRANSFER, topicOf(SHOP), topicOf(SHOP)] };
    chain.mine(toItself, payment(2, SHOP, 0n));
    expect((await follower(chain).look()).transfers).to.deep.equal([]);
    expect(chain.asked("eth_getTransactionReceipt")).to.equal(0);
  });

  it("of new blocks are told at the next look, and nothing is asked twice while no block comes", async () => {
    const chain = writtenChain();
    const shop = follower(chain);
    await shop.look();
    chain.mine(payment(1));
    chain.mine(payment(2), payment(3));
    await shop.look();
    expect(shop.transactions()).to.deep.equal([1, 2, 3]);
    chain.node.asked.length = 0;
    await shop.look();
    expect(chain.node.asked.map(({ method }) => method)).to.deep.equal(["eth_getBlockByNumber"]);
  });

  it("of blocks that were replaced are taken back, and those of their replacements told", async () => {
    const chain = writtenChain();
    const shop = follower(chain);
    chain.mine();
    await shop.look();
    chain.mine(payment(1));
    await shop.look();
    chain.mine(payment(2));
    await shop.look();
    chain.reorganise(2, [payment(2)], [], [payment(3)]);
    await shop.look();
    expect(shop.transactions()).to.deep.equal([2, 3]);
  });

  it("are found although a node gave no logs for blocks that it did not have yet", async () => {
    const chain = writtenChain();
    const shop = follower(chain);
    await shop.look();
    chain.mine(payment(1));
    chain.hideLogs(true);
    await shop.look();
    expect(shop.transactions()).to.deep.equal([]);
    chain.hideLogs(false);
    chain.mine();
    await shop.look();
    expect(shop.transactions()).to.deep.equal([1]);
  });

  it("are read a range at a time after a long absence", async () => {
    const chain = writtenChain();
    const shop = follower(chain);
    await shop.look();
    for (let block = 1; block <= 1_200; block++) chain.mine(...(block % 400 === 0 ? [payment(block)] : []));
    const looks = [await shop.look(), await shop.look(), await shop.look()];
    expect(looks.map(({ caughtUp }) => caughtUp)).to.deep.equal([false, false, true]);
    expect(shop.transactions()).to.have.length(3);
  });

  it("are read in smaller ranges where there are too many for one, and none is left out", async () => {
    const chain = writtenChain();
    const shop = follower(chain);
    await shop.look();
    for (let block = 0; block < 8; block++) {
      chain.mine(...Array.from({ length: 200 }, (_, index) => payment(1 + block * 200 + index)));
    }
    let looks = 0;
    for (let caughtUp = false; !caughtUp; looks++) ({ caughtUp } = await shop.look());
    expect(looks).to.be.greaterThan(1);
    expect(shop.transactions()).to.have.length(1_600);
  });

  it("of a transaction whose receipt is too large are named, and hide no others", async () => {
    const chain = writtenChain();
    chain.mine(payment(1), payment(2));
    chain.node.lie = ({ method, params }, result) => {
      if (method === "eth_getTransactionReceipt" && params[0] === word(1n))
        throw new HttpFailure("broken", "more than we take", 413);
      return result;
    };
    const shop = follower(chain);
    expect((await shop.look()).unread).to.deep.equal([word(1n)]);
    expect(shop.transactions()).to.deep.equal([2]);
  });

  it("are not asked for while no store is paid there, because an empty filter means everything", async () => {
    const chain = writtenChain();
    chain.mine(payment(1));
    const { transfers } = await transferNews(chain.node, [], { tokens: [], recipients: [] });
    expect(transfers).to.deep.equal([]);
    expect(chain.asked("eth_getLogs")).to.equal(0);
  });

  it("are no news from a node that is behind, and a failure from one that gives no answer", async () => {
    const { node } = writtenChain();
    const ahead = [{ height: 9, hash: "0x9" }];
    expect(await transferNews(node, ahead, FILTER)).to.deep.include({ transfers: [], checkpoints: ahead });
    const dead: BatchRpc = { ask: () => Promise.reject(new HttpFailure("unreachable", "no route")) };
    const failure = await transferNews(dead, [], FILTER).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(HttpFailure).and.to.include({ kind: "unreachable" });
  });
}); // prettier-ignore
