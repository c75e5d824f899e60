import { scryptSync } from "node:crypto";
import { Block } from "bitcoinjs-lib";
import { expect } from "chai";
import fc from "fast-check";
import type { BitcoinNetwork } from "../../../src/bitcoin/codec/address.ts";
import { hasWork, readHeader, verifyBranch } from "../../../src/bitcoin/codec/proof.ts";
import { bitcoinRules } from "../../../src/bitcoin/reader/bitcoinRules.ts";
import {
  blockOf,
  chainNews,
  headersAfter,
  KEPT_HEADERS,
  type BlockHeader,
} from "../../../src/bitcoin/reader/followBlocks.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { fakeExplorer, fork, mineBlock, mineChain, seal, type FakeExplorer } from "./fakeExplorer.ts";

const REGTEST = bitcoinRules("regtest");
const NOTHING = { undone: [], joined: [], epochs: [] };
const headersOf = (chain: readonly Block[]): BlockHeader[] =>
  chain.map((block, height) => ({
    height,
    hash: block.getId(),
    previous: chain[height - 1]?.getId() ?? "0".repeat(64),
  }));
const look = (explorer: FakeExplorer, known: readonly BlockHeader[], limit?: number) =>
  chainNews(explorer, REGTEST, known, limit === undefined ? {} : { limit });
const heights = (blocks: readonly { header: BlockHeader }[]) => blocks.map(({ header }) => header.height);
const brokenBy = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(HttpFailure).with.property("kind", "broken");
  return (error as Error).message; // proven by the line above
};

describe("following blocks", () => {
  const chain = mineChain(6);

  it("begins at the tip", async () => {
    const news = await look(fakeExplorer(chain), []);
    expect(news.undone).to.deep.equal([]);
    expect(news.joined.map(({ header }) => header)).to.deep.equal(headersOf(chain).slice(-1));
  });

  it("asks one question when nothing is new", async () => {
    const explorer = fakeExplorer(chain);
    expect(await look(explorer, headersOf(chain))).to.deep.equal(NOTHING);
    expect(explorer.calls).to.deep.equal(["tipHash"]);
  });

  it("fetches each new block once and gives its outputs with outpoint, script and value", async () => {
    const explorer = fakeExplorer(chain);
    const news = await look(explorer, headersOf(chain.slice(0, 4)));
    expect(heights(news.joined)).to.deep.equal([4, 5]);
    expect(explorer.calls.filter((call) => call === "readBlock")).to.have.length(2);
    const [, tx] = chain[4]?.transactions ?? [];
    expect(news.joined[0]?.outputs.slice(1)).to.deep.equal([
      { txid: tx?.getId(), vout: 0, script: "0014751e76e8199196d454941c45d1b3a323f1433bd6", value: 1_004n },
      { txid: tx?.getId(), vout: 1, script: "6a00", value: 0n },
    ]);
    const spent = tx?.ins.map(({ hash, index }) => `${Buffer.from(hash).reverse().toString("hex")}:${index}`);
    expect(news.joined[0]?.spent.slice(1)).to.deep.equal(spent);
    expect(news.joined[0]?.time).to.equal(chain[4]?.timestamp);
  });

  it("gives the proof that a transaction is in its block, for those that are", async () => {
    const [block] = (await look(fakeExplorer(chain), headersOf(chain.slice(0, 5)))).joined;
    for (const [index, tx] of (chain[5]?.transactions ?? []).entries()) {
      const proof = block?.branchOf(tx.getId());
      expect(proof).to.include({ index, header: chain[5]?.toHex(true) });
      const { merkleRoot } = readHeader(Buffer.from(proof?.header ?? "", "hex"));
      expect(verifyBranch(tx.getId(), index, proof?.branch ?? [], merkleRoot)).to.equal(true);
    }
    expect(block?.branchOf("ab".repeat(32))).to.equal(undefined);
  });

  it("finds the block of a single transaction, and nothing for one that is in none", async () => {
    const explorer = fakeExplorer(chain);
    const txid = chain[3]?.transactions?.[1]?.getId() ?? "";
    expect((await blockOf(explorer, REGTEST, txid))?.header).to.deep.equal(headersOf(chain)[3]);
    expect(await blockOf(explorer, REGTEST, "ab".repeat(32))).to.equal(undefined);
  });

  it("gives no more blocks a call than asked for, and the rest the next time", async () => {
    const explorer = fakeExplorer(chain);
    const first = await look(explorer, headersOf(chain.slice(0, 1)), 3);
    expect(heights(first.joined)).to.deep.equal([1, 2, 3]);
    const known = headersAfter(headersOf(chain.slice(0, 1)), first);
    expect(heights((await look(explorer, known, 3)).joined)).to.deep.equal([4, 5]);
  });

  it("undoes replaced blocks, tip first, together with the better ones, lowest first", async () => {
    const known = headersOf(chain);
    const better = fork(chain, 4, 3, "better");
    const news = await look(fakeExplorer(better), known);
    expect(news.undone).to.deep.equal([known[5], known[4]]);
    expect(heights(news.joined)).to.deep.equal([4, 5, 6]);
    expect(headersAfter(known, news)).to.deep.equal(headersOf(better));
  });

  it("takes nothing from an explorer that is behind", async () => {
    expect(await look(fakeExplorer(chain.slice(0, 4)), headersOf(chain))).to.deep.equal(NOTHING);
    expect(await look(fakeExplorer(fork(chain, 3, 1, "stale")), headersOf(chain))).to.deep.equal(NOTHING);
  });

  it("undoes nothing while the replacing blocks cannot be read", async () => {
    const explorer = fakeExplorer(fork(chain, 4, 3, "better"));
    const moving = {
      ...explorer,
      blockHash: async (height: number) => (height < 4 ? explorer.blockHash(height) : undefined),
    };
    expect(await look(moving, headersOf(chain))).to.deep.equal(NOTHING);
  });

  it("stops at a block that does not continue the one before it", async () => {
    const explorer = fakeExplorer([...chain.slice(0, 5), mineBlock("ab".repeat(32), 5)]);
    expect(heights((await look(explorer, headersOf(chain.slice(0, 3)))).joined)).to.deep.equal([3, 4]);
  });

  it("that has just begun reads below its first block when that one is replaced", async () => {
    const known = headersOf(chain).slice(-1);
    const better = fork(chain, 2, 5, "better"); // three blocks below the only one we know
    const news = await look(fakeExplorer(better), known);
    expect(news.undone).to.deep.equal(known);
    expect(heights(news.joined)).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
    expect(headersAfter(known, news)).to.deep.equal(headersOf(better));
  });

  it("asks for a person when more is replaced than it remembers", async function () {
    this.timeout(20_000);
    const long = mineChain(KEPT_HEADERS + 1);
    const known = headersOf(long).slice(-KEPT_HEADERS);
    const message = await brokenBy(look(fakeExplorer(fork(long, 0, KEPT_HEADERS + 2, "other")), known));
    expect(message).to.match(/reorganised below the last 100 known blocks/);
  });

  it("ends with the explorer's chain, whatever chains it sees on the way", async () => {
    const moves = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const explorer = fakeExplorer(chain);
        let known: readonly BlockHeader[] = headersOf(chain);
        for (const [index, [depth, extra]] of list.entries()) {
          explorer.chain = fork(
            explorer.chain,
            explorer.chain.length - depth,
            depth + extra,
            `move ${index}`,
          );
          known = headersAfter(known, await look(explorer, known));
        }
        expect(known).to.deep.equal(headersOf(explorer.chain).slice(-KEPT_HEADERS));
      }),
      { numRuns: 25 },
    );
  });
});

describe("a chain whose work is another hash", () => {
  const scrypt = (header: Uint8Array) => scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 });
  const scryptRules = { ...REGTEST, workHash: scrypt };
  /** A block whose header has work by scrypt and none by double SHA-256. */
  const mineScrypt = (previous: string, height: number) => {
    const block = mineBlock(previous, height);
    const isWanted = () => hasWork(scrypt(block.toBuffer(true)), block.bits) && !block.checkProofOfWork();
    while (!isWanted()) block.nonce++;
    return block;
  };

  it("is followed by the rules of that chain, and by no others", async () => {
    const chain: Block[] = [];
    for (let height = 0; height < 4; height++) chain.push(mineScrypt(chain.at(-1)?.getId() ?? "", height));
    const known = headersOf(chain.slice(0, 1));
    const news = await chainNews(fakeExplorer(chain), scryptRules, known);
    expect(headersAfter(known, news)).to.deep.equal(headersOf(chain));
    expect(await brokenBy(chainNews(fakeExplorer(chain), REGTEST, known))).to.match(/lacks the work/);
  });
});

describe("a block that an explorer gives", () => {
  const chain = mineChain(3);
  const known = headersOf(chain.slice(0, 2));
  const third = chain[2] as Block; // three were mined
  const lookAtLie = (raw: Uint8Array, network: BitcoinNetwork = "regtest") => {
    const explorer = fakeExplorer(chain);
    explorer.raw.set(third.getId(), raw);
    return chainNews(explorer, bitcoinRules(network), known);
  };
  const changed = (change: (block: Block) => void) => {
    const copy = Block.fromBuffer(third.toBuffer());
    change(copy);
    return copy;
  };

  it("is refused when it is another block", async () => {
    expect(await brokenBy(lookAtLie(mineBlock(chain[1]?.getId() ?? "", 2, "other").toBuffer()))).to.match(
      /came back as/,
    );
  });

  it("is refused when it cannot be read", async () => {
    for (const raw of [new Uint8Array(), third.toBuffer().subarray(0, 200), Buffer.from("<html>")]) {
      expect(await brokenBy(lookAtLie(raw))).to.match(/cannot be read|came back as|merkle/);
    }
  });

  it("is refused when it lacks the work [money:work]", async () => {
    const lazy = changed((block) => {
      do block.nonce++;
      while (block.checkProofOfWork());
    });
    const explorer = fakeExplorer([...chain.slice(0, 2), lazy]);
    expect(await brokenBy(look(explorer, known))).to.match(/lacks the work/);
  });

  it("is refused when it claims a target that the network does not have", async () => {
    const easy = mineBlock(chain[1]?.getId() ?? "", 2, "", 0x207ffffe);
    expect(await brokenBy(look(fakeExplorer([...chain.slice(0, 2), easy]), known))).to.match(
      /lacks the work/,
    );
  });

  it("is refused on mainnet when it was mined on a laptop", async () => {
    expect(await brokenBy(lookAtLie(third.toBuffer(), "mainnet"))).to.match(/lacks the work/);
  });

  it("is refused when a payment in it was changed [money:merkle-root]", async () => {
    const forged = changed((block) => {
      const [, payment] = block.transactions ?? [];
      if (payment?.outs[0]) payment.outs[0].value = 1_000_000n;
    });
    expect(await brokenBy(lookAtLie(forged.toBuffer()))).to.match(/merkle root/);
  });

  it("is refused when it has no transactions", async () => {
    const empty = changed((block) => (block.transactions = []));
    expect(await brokenBy(lookAtLie(empty.toBuffer()))).to.match(/merkle root/);
  });

  it("is refused when its first transaction makes no coins: then it may be inner nodes of the true tree", async () => {
    const headless = changed((block) => (block.transactions = (block.transactions ?? []).slice(1)));
    const explorer = fakeExplorer([...chain.slice(0, 2), seal(headless)]);
    expect(await brokenBy(look(explorer, known))).to.match(/merkle root/);
  });

  it("is taken with an odd number of transactions, too", async () => {
    const odd = changed((block) =>
      block.transactions?.push(...(mineBlock("", 9).transactions ?? []).slice(1)),
    );
    const news = await look(fakeExplorer([...chain.slice(0, 2), seal(odd)]), known);
    expect(new Set(news.joined[0]?.outputs.map(({ txid }) => txid)).size).to.equal(3);
  });
});
