import { expect } from "chai";
import { createPublicClient, custom, numberToHex, padHex, type PublicClient } from "viem";
import { HttpFailure } from "../../src/chain/http.ts";
import { transferNews, type Checkpoint } from "../../src/chain/watchTransfers.ts";

const TOKEN = `0x${"aa".repeat(20)}` as const;
const SHOP = `0x${"bb".repeat(20)}` as const;
const OTHER = `0x${"cc".repeat(20)}` as const;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const FILTER = { tokens: [TOKEN], recipients: [SHOP] };

type Payment = Readonly<{ tx: number; to: `0x${string}`; amount: bigint }>;
type Block = Readonly<{ fork: number; payments: readonly Payment[] }>;
type LogQuery = Readonly<{
  fromBlock: string;
  toBlock: string;
  topics: readonly (string | readonly string[] | null)[];
}>;

/** A chain that a test writes block by block; a block's hash says its height and its fork. */
function fakeChain() {
  const blocks: Block[] = [{ fork: 0, payments: [] }];
  const asked: string[] = [];
  let answersLogs = true;
  const hashOf = (height: number) => numberToHex(height * 1_000 + blocks[height]!.fork, { size: 32 });
  const logsIn = ({ fromBlock, toBlock, topics }: LogQuery) => {
    const found = [];
    for (let height = Number(fromBlock); height <= Math.min(Number(toBlock), blocks.length - 1); height++) {
      for (const [logIndex, { tx, to, amount }] of blocks[height]!.payments.entries()) {
        if (!topics[2]?.includes(padHex(to))) continue;
        found.push({
          ...{
            address: TOKEN,
            topics: [TRANSFER, padHex(OTHER), padHex(to)],
            data: padHex(numberToHex(amount)),
          },
          ...{ blockNumber: numberToHex(height), blockHash: hashOf(height), removed: false },
          ...{
            transactionHash: numberToHex(tx, { size: 32 }),
            transactionIndex: "0x0",
            logIndex: numberToHex(logIndex),
          },
        });
      }
    }
    return found;
  };
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method);
    const [first] = params as readonly unknown[];
    if (method === "eth_getLogs") return answersLogs ? logsIn(first as LogQuery) : [];
    const height = first === "latest" ? blocks.length - 1 : Number(first);
    const timestamp = numberToHex(1_000 + height);
    return blocks[height]
      ? { number: numberToHex(height), hash: hashOf(height), timestamp, transactions: [] }
      : null;
  };
  const rpc = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  return {
    rpc: rpc as PublicClient,
    asked,
    mine: (...payments: readonly Payment[]) => blocks.push({ fork: 0, payments }),
    /** Replaces the last blocks by others. */
    reorganise(depth: number, ...replacements: readonly (readonly Payment[])[]) {
      blocks.splice(-depth, depth, ...replacements.map((payments) => ({ fork: 1, payments })));
    },
    hideLogs: (hidden: boolean) => (answersLogs = !hidden),
  };
}

/** Follows a fake chain and remembers as the gateway does. */
function follower(chain: ReturnType<typeof fakeChain>) {
  let known: readonly Checkpoint[] = [];
  const seen = new Map<string, number>(); // key to height
  return {
    async look() {
      const news = await transferNews(chain.rpc, known, FILTER);
      const { undoneFrom } = news;
      if (undoneFrom !== undefined)
        for (const [key, height] of seen) if (height >= undoneFrom) seen.delete(key);
      for (const { txHash, logIndex, height } of news.transfers)
        seen.set(`${Number(txHash)}:${logIndex}`, height);
      known = news.checkpoints;
      return news;
    },
    seen: () => [...seen.keys()].toSorted(),
  };
}

const payment = (tx: number, to: `0x${string}` = SHOP): Payment => ({ tx, to, amount: BigInt(tx) * 100n });

describe("transfers of a token to the shops' addresses", () => {
  it("are told once with amount, place and time, and those to others not at all", async () => {
    const chain = fakeChain();
    chain.mine(payment(7, OTHER), payment(8));
    const { transfers } = await follower(chain).look();
    expect(transfers).to.deep.equal([
      {
        ...{ txHash: numberToHex(8, { size: 32 }), logIndex: 1, currency: TOKEN, recipient: SHOP },
        ...{ amount: 800n, height: 1, at: 1_001_000 },
      },
    ]);
  });

  it("of new blocks are told at the next look, and nothing is asked twice while no block comes", async () => {
    const chain = fakeChain();
    const shop = follower(chain);
    await shop.look();
    chain.mine(payment(1));
    chain.mine(payment(2), payment(3));
    await shop.look();
    expect(shop.seen()).to.deep.equal(["1:0", "2:0", "3:1"]);
    chain.asked.length = 0;
    await shop.look();
    expect(chain.asked).to.deep.equal(["eth_getBlockByNumber"]);
  });

  it("of blocks that were replaced are taken back, and those of their replacements told", async () => {
    const chain = fakeChain();
    const shop = follower(chain);
    chain.mine();
    await shop.look();
    chain.mine(payment(1));
    await shop.look();
    chain.mine(payment(2));
    await shop.look();
    chain.reorganise(2, [payment(2)], [], [payment(3)]);
    await shop.look();
    expect(shop.seen()).to.deep.equal(["2:0", "3:0"]);
  });

  it("are found although a node gave no logs for blocks that it did not have yet", async () => {
    const chain = fakeChain();
    const shop = follower(chain);
    await shop.look();
    chain.mine(payment(1));
    chain.hideLogs(true);
    await shop.look();
    expect(shop.seen()).to.deep.equal([]);
    chain.hideLogs(false);
    chain.mine();
    await shop.look();
    expect(shop.seen()).to.deep.equal(["1:0"]);
  });

  it("are read a range at a time after a long absence", async () => {
    const chain = fakeChain();
    const shop = follower(chain);
    await shop.look();
    for (let block = 1; block <= 1_200; block++) chain.mine(...(block % 400 === 0 ? [payment(block)] : []));
    const looks = [await shop.look(), await shop.look(), await shop.look()];
    expect(looks.map(({ caughtUp }) => caughtUp)).to.deep.equal([false, false, true]);
    expect(shop.seen()).to.have.length(3);
  });

  it("are not asked for while no store is paid there, because an empty filter means everything", async () => {
    const chain = fakeChain();
    chain.mine(payment(1));
    const { transfers } = await transferNews(chain.rpc, [], { tokens: [], recipients: [] });
    expect(transfers).to.deep.equal([]);
    expect(chain.asked).to.not.include("eth_getLogs");
  });

  it("are no news from a node that is behind, and a failure from one that gives no answer", async () => {
    const chain = fakeChain();
    const ahead = [{ height: 9, hash: "0x9" }];
    expect(await transferNews(chain.rpc, ahead, FILTER)).to.deep.include({ transfers: [], checkpoints: ahead });
    const request = () => Promise.reject(new Error("no route"));
    const dead = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }) as PublicClient;
    const failure = await transferNews(dead, [], FILTER).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(HttpFailure).and.to.include({ kind: "unreachable" });
  });
}); // prettier-ignore
