import { expect } from "chai";
import type { Hex } from "viem";
import type { EvmHeader } from "../../../src/evm/reader/evmBlocks.ts";
import { depositNews, type DepositNews } from "../../../src/evm/reader/evmDeposits.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../../src/evm/codec/address.ts";
import { anvilAtHand, type AnvilAtHand } from "./anvilAtHand.ts";
import { account, fakeNode, nextBlock, type FakeBlock } from "./evmFakeNode.ts";

const OURS = account("d");

describe("deposits on a real EVM chain", function () {
  this.timeout(30_000);
  let chain: AnvilAtHand;
  let known: readonly EvmHeader[] = [];
  before(async () => {
    chain = await anvilAtHand();
    await look();
  });
  after(() => chain.stop());
  async function look(): Promise<DepositNews> {
    const tokens = [chain.usdc];
    const news = await depositNews(chain.rpc, known, { tokens, isWatched: async () => new Set([OURS]) });
    known = news.headers;
    return news;
  }
  const brought = ({ arrivals }: DepositNews) => arrivals.map(({ currency, amount }) => [currency, amount]);

  it("are native coins and catalogue tokens, each with its coin, its block and a name", async () => {
    const coins = await chain.coins(OURS, 5n);
    const tokens = await chain.tokens(OURS, 7n);
    await chain.tokens(account("e"), 8n);
    await chain.tokens(OURS, 9n, chain.other); // the service does not take it
    await chain.mine();
    const news = await look();
    expect(brought(news)).to.deep.equal([[ZERO_ADDRESS, 5n], [chain.usdc, 7n]]); // prettier-ignore
    expect(news.arrivals[0]?.id).to.equal(`${coins}:value`);
    expect(news.arrivals[1]?.id).to.match(new RegExp(`^${tokens}:0:[0-9a-f]{32}$`));
    const block = await chain.wallet.getBlock();
    for (const arrival of news.arrivals) {
      expect(arrival).to.include({ address: OURS, height: Number(block.number), blockHash: block.hash });
      expect(arrival.at).to.equal(Number(block.timestamp) * 1_000);
    }
    expect(news).to.include({ joined: 1, caughtUp: true });
  });

  it("have the same names in the block that replaces theirs", async () => {
    await chain.mine();
    await look();
    const raw = await chain.signedTokens(OURS, 12n);
    await chain.send(raw);
    await chain.mine();
    const first = await look();
    await chain.reorganise(1);
    const second = await look();
    expect(second.undone.map(({ hash }) => hash)).to.deep.equal([first.headers.at(-1)?.hash]);
    expect(second.arrivals, "taken out of the chain").to.deep.equal([]);
    await chain.logBefore(); // so that the number of the log differs
    await chain.send(raw);
    await chain.mine();
    const third = await look();
    expect(brought(third)).to.deep.equal([[chain.usdc, 12n]]);
    expect(third.arrivals[0]?.id).to.equal(first.arrivals[0]?.id);
    expect(third.arrivals[0]?.blockHash).to.not.equal(first.arrivals[0]?.blockHash);
    const hash = third.arrivals[0]?.id.slice(0, 66) as Hex; // an id begins with it
    expect((await chain.wallet.getTransactionReceipt({ hash })).logs[0]?.logIndex).to.equal(1);
  });
});

describe("deposits on an EVM chain", () => {
  const chainOf = (blocks: number): FakeBlock[] => {
    const chain = [nextBlock(undefined)];
    for (let made = 0; made < blocks; made++) {
      const to = made % 5 === 0 ? OURS : account("e");
      chain.push(nextBlock(chain.at(-1), [{ from: account("a"), to, value: 5n }]));
    }
    return chain;
  };

  it("cost the same questions for ten leased addresses and for 100,000", async () => {
    const costs: number[] = [];
    for (const leases of [10, 100_000]) {
      const leased = new Set<string>([OURS]);
      for (let made = 1; made < leases; made++) leased.add(`0x${made.toString(16).padStart(40, "0")}`);
      const chain = chainOf(40);
      const node = fakeNode(chain.slice(0, 1));
      const isWatched = async (addresses: readonly EvmAddress[]) =>
        new Set(addresses.filter((address) => leased.has(address)));
      const { headers } = await depositNews(node, [], { tokens: [account("1")], isWatched });
      node.chain = chain;
      node.asked.length = 0;
      const news = await depositNews(node, headers, { tokens: [account("1")], isWatched });
      expect(news.arrivals).to.have.length(8);
      costs.push(node.asked.length);
    }
    expect(costs[0]).to.equal(costs[1]);
  });

  it("are said to be incomplete while there are more blocks to read", async () => {
    const chain = chainOf(70);
    const node = fakeNode(chain.slice(0, 1));
    const watch = { tokens: [], isWatched: async () => new Set([OURS]) };
    let { headers } = await depositNews(node, [], watch);
    node.chain = chain;
    const found: boolean[] = [];
    for (let look = 0; look < 2; look++) {
      const news = await depositNews(node, headers, watch);
      ({ headers } = news);
      found.push(news.caughtUp);
    }
    expect(found).to.deep.equal([false, true]);
  });
});
