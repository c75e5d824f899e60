import { expect } from "chai";
import fc from "fast-check";
import type { EvmHeader } from "../../../src/evm/reader/evmBlocks.ts";
import {
  evmHeadersAfter,
  evmNews,
  KEPT_EVM_HEADERS,
  type EvmNewsOptions,
} from "../../../src/evm/reader/evmFollower.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { fakeNode, fork, headersOf, nextBlock, type FakeNode } from "./evmFakeNode.ts";

const look = (node: FakeNode, known: readonly EvmHeader[], options: Partial<EvmNewsOptions> = {}) =>
  evmNews(node, known, { isWatched: async () => new Set(), tokens: [], ...options });
const numbers = (headers: readonly EvmHeader[]) => headers.map(({ number }) => number);
const brokenBy = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(HttpFailure).with.property("kind", "broken");
  return (error as Error).message; // proven by the line above
};

describe("following an EVM chain", () => {
  const chain = fork([], 0, 8);
  const known = headersOf(chain);
  const tip = known[7];

  it("begins at the tip, without history", async () => {
    const news = await look(fakeNode(chain), []);
    expect(numbers(news.joined)).to.deep.equal([7]);
    expect(news).to.deep.include({ undone: [], tip });
    expect(evmHeadersAfter([], news)).to.deep.equal([tip]);
  });

  it("begins at the block that it is told, once the chain has it", async () => {
    expect(numbers((await look(fakeNode(chain), [], { startBlock: 5 })).joined)).to.deep.equal([5, 6, 7]);
    expect(await look(fakeNode(chain), [], { startBlock: 9 })).to.deep.equal({ undone: [], joined: [], tip });
  });

  it("asks one request when nothing is new", async () => {
    const node = fakeNode(chain);
    expect(await look(node, known)).to.deep.equal({ undone: [], joined: [], tip });
    expect(node.requests).to.equal(1);
  });

  it("takes three requests for new blocks in which nothing is ours", async () => {
    const node = fakeNode(chain);
    const news = await look(node, known.slice(0, 3));
    expect(numbers(news.joined)).to.deep.equal([3, 4, 5, 6, 7]);
    expect(news.joined[0]).to.include({ hash: chain[3]?.hash, parent: chain[2]?.hash });
    expect(news.joined[0]?.timestamp).to.equal(1_800_000_006);
    expect(node.requests).to.equal(3);
  });

  it("catches up after a gap a limited number of blocks a look, and says how far the chain is", async () => {
    const node = fakeNode(chain);
    let headers: readonly EvmHeader[] = known.slice(0, 1);
    const seen: number[][] = [];
    while (headers.at(-1)?.number !== 7) {
      const news = await look(node, headers, { limit: 3 });
      expect(news.tip).to.deep.equal(tip);
      seen.push(numbers(news.joined));
      headers = evmHeadersAfter(headers, news);
    }
    expect(seen).to.deep.equal([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it("keeps no more headers than it needs", async () => {
    const long = fork([], 0, KEPT_EVM_HEADERS + 2);
    const news = await look(fakeNode(long), headersOf(long.slice(0, -1)));
    expect(evmHeadersAfter(headersOf(long.slice(0, -1)), news)).to.deep.equal(
      headersOf(long).slice(-KEPT_EVM_HEADERS),
    );
  });

  it("undoes replaced blocks, tip first, together with the new ones, lowest first", async () => {
    for (const better of [
      fork(chain, 5, 4, "longer"),
      fork(chain, 5, 3, "as long"),
      fork(chain, 1, 7, "deep"),
    ]) {
      const news = await look(fakeNode(better), known);
      const kept = better.filter((block, index) => block === chain[index]).length;
      expect(news.undone).to.deep.equal(known.slice(kept).toReversed());
      expect(evmHeadersAfter(known, news)).to.deep.equal(headersOf(better));
    }
  });

  it("that has just begun reads below its first block when that one is replaced", async () => {
    const better = fork(chain, 2, 7, "better");
    const news = await look(fakeNode(better), known.slice(-1));
    expect(news.undone).to.deep.equal(known.slice(-1));
    expect(numbers(news.joined)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("asks for a person when every block that it knows is replaced", async () => {
    const long = fork([], 0, 300);
    const other = fakeNode(fork(long, 2, 300, "another chain"));
    expect(await brokenBy(look(other, headersOf(long).slice(-KEPT_EVM_HEADERS)))).to.match(
      /none of the last 256 blocks that we know, the lowest of them 44: check that the RPC URL/,
    );
  });

  it("ends with the node's chain, whatever chains it sees on the way", async () => {
    const moves = fc.array(
      fc.tuple(fc.nat(6), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 5 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const node = fakeNode(fork([], 0, 20));
        let headers = headersOf(node.chain);
        for (const [index, [depth, extra, limit]] of list.entries()) {
          node.chain = fork(node.chain, node.chain.length - depth, depth + extra, `move ${index}`);
          headers = [...evmHeadersAfter(headers, await look(node, headers, { limit }))];
        }
        while (headers.at(-1)?.hash !== node.chain.at(-1)?.hash) {
          const before = headers;
          headers = [...evmHeadersAfter(headers, await look(node, headers, { limit: 3 }))];
          expect(headers).to.not.deep.equal(before); // it gets somewhere
        }
        expect(headers).to.deep.equal(headersOf(node.chain));
      }),
      { numRuns: 50 },
    );
  });
});

describe("an EVM node that is confused", () => {
  const chain = fork([], 0, 8);
  const known = headersOf(chain).slice(0, 4);
  const blocks = (call: { method: string; params: readonly unknown[] }) =>
    call.method === "eth_getBlockByNumber";
  const lieAbout = (height: number | "latest", full: boolean, lie: (block: object) => unknown) => {
    const node = fakeNode(chain);
    const name = height === "latest" ? height : `0x${height}`;
    node.lie = (call, result) =>
      blocks(call) && call.params[0] === name && call.params[1] === full ? lie(result as object) : result;
    return look(node, known);
  };

  it("that goes backwards is not believed", async () => {
    expect(await brokenBy(look(fakeNode(chain.slice(0, 3)), known))).to.equal(
      "The node's chain ends at block 2, but we have seen block 3.",
    );
  });

  it("that has no newest block is not believed", async () => {
    expect(await brokenBy(lieAbout("latest", false, () => null))).to.match(/no newest block/);
  });

  it("that has lost a block that we know undoes nothing", async () => {
    expect(await brokenBy(lieAbout(3, false, () => null))).to.match(/has no block 3, though/);
    const node = fakeNode(fork(chain, 3, 6, "better"));
    node.lie = (call, result) => (blocks(call) && call.params[0] === "0x2" ? null : result);
    expect(await brokenBy(look(node, known))).to.match(/has no block 2, though/);
  });

  it("that has no block below its tip is asked again from the same place", async () => {
    expect(await brokenBy(lieAbout(5, true, () => null))).to.match(/has no block 5, though/);
  });

  it("that gives another block than the one asked for is not believed", async () => {
    const wrong = (block: object) => ({ ...block, number: "0x6" });
    expect(await brokenBy(lieAbout(5, true, wrong))).to.match(/gave block 6 when asked for 5/);
    expect(await brokenBy(lieAbout(3, false, wrong))).to.match(/gave block 6 when asked for 3/);
  });

  it("whose blocks do not continue one another is not believed", async () => {
    const torn = (block: object) => ({ ...block, parentHash: `0x${"ab".repeat(32)}` });
    expect(await brokenBy(lieAbout(6, true, torn))).to.match(/Block 6 does not continue/);
    expect(await brokenBy(lieAbout(4, true, torn))).to.match(/Block 4 does not continue/);
  });

  it("whose tip changes while it is read is asked again", async () => {
    const other = nextBlock(chain[6], [], [], "other");
    expect(await brokenBy(lieAbout("latest", false, (block) => ({ ...block, hash: other.hash })))).to.match(
      /Block 7 changed while it was read/,
    );
  });

  it("that answers in another shape is not believed", async () => {
    const lies: unknown[] = ["0x1", [], 7, {}, "<html>"];
    for (const lie of lies) expect(await brokenBy(lieAbout(5, true, () => lie))).to.match(/unexpected shape/);
    for (const field of ["number", "hash", "parentHash", "timestamp", "transactions"]) {
      const message = await brokenBy(lieAbout(5, true, (block) => ({ ...block, [field]: "0x" })));
      expect(message).to.include(`eth_getBlockByNumber answered in an unexpected shape: ${field}`);
    }
  });
});
