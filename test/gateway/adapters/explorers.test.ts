import type { Block } from "bitcoinjs-lib";
import { expect } from "chai";
import fc from "fast-check";
import { ChainUncertain } from "../../../src/bitcoin/reader/bitcoinAgreement.ts";
import { bitcoinRules } from "../../../src/bitcoin/reader/bitcoinRules.ts";
import { chainNews, headersAfter, type BlockHeader } from "../../../src/bitcoin/reader/followBlocks.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { quorumExplorer } from "../../../src/bitcoin/reader/quorumExplorer.ts";
import type { Log } from "../../../src/runtime/log.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import {
  fakeExplorer,
  fork,
  mineBlock,
  mineChain,
  timeAt,
  type FakeExplorer,
} from "../../bitcoin/reader/fakeExplorer.ts";
import { testClock } from "../../support/clock.ts";
import { runs } from "../../support/sizes.ts";

const RULES = bitcoinRules("regtest");
const CHAIN = mineChain(12);
const FORK = fork(CHAIN, 5, 8, "fork"); // eight blocks with real work, one more than the true chain has from there on

const headersOf = (chain: readonly Block[]): BlockHeader[] =>
  chain.map((block, height) => ({ height, hash: block.getId(), previous: chain[height - 1]?.getId() ?? "" }));
const heights = (headers: readonly BlockHeader[]) => headers.map(({ height }) => height);

/** A follower over several explorers, with the log that it writes. */
function follow(explorers: readonly FakeExplorer[], options: { quorum?: number; tipMaxAgeMs?: number } = {}) {
  const { quorum = Math.floor(explorers.length / 2) + 1, tipMaxAgeMs } = options;
  const clock = testClock(timeAt(CHAIN.length - 1) * SECOND_MS);
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  const log: Log = { debug() {}, info: note, warn: note, error: note };
  const source = quorumExplorer(explorers, { quorum, rules: { tipMaxAgeMs }, clock, log });
  let known: readonly BlockHeader[] = headersOf(CHAIN.slice(0, 4));
  return {
    ...{ source, clock, logged },
    /** The heights of the blocks that joined, or "uncertain". */
    async look(): Promise<readonly number[] | "uncertain"> {
      try {
        const news = await chainNews(source, RULES, known);
        known = headersAfter(known, news);
        return heights(news.joined.map(({ header }) => header));
      } catch (error) {
        if (error instanceof ChainUncertain) return "uncertain";
        throw error;
      }
    },
    known: () => known,
  };
}

const three = (a: readonly Block[], b: readonly Block[], c: readonly Block[]) =>
  [fakeExplorer(a), fakeExplorer(b), fakeExplorer(c)] as const;
const two = (a: readonly Block[], b: readonly Block[]) => [fakeExplorer(a), fakeExplorer(b)] as const;
const callsOf = (explorers: readonly FakeExplorer[]) =>
  explorers.flatMap((explorer) => explorer.calls.splice(0)).sort();

describe("the best chain of several explorers that agree", () => {
  it("is followed, and costs each of them one question while nothing is new", async () => {
    const explorers = two(CHAIN, CHAIN);
    const follower = follow(explorers);
    expect(await follower.look()).to.deep.equal([4, 5, 6, 7, 8, 9, 10, 11]);
    callsOf(explorers);
    expect(await follower.look()).to.deep.equal([]);
    expect(callsOf(explorers)).to.deep.equal(["tipHash", "tipHash"]);
    expect(follower.source.doubt()).to.equal(undefined);
  });

  it("costs, for a new block, the tip and its height from each, and header and contents from one", async () => {
    const explorers = two(CHAIN, CHAIN);
    const follower = follow(explorers);
    await follower.look();
    callsOf(explorers);
    const longer = [...CHAIN, mineBlock(CHAIN.at(-1)?.getId() ?? "", CHAIN.length)];
    for (const explorer of explorers) explorer.chain = longer;
    expect(await follower.look()).to.deep.equal([12]);
    expect(callsOf(explorers)).to.deep.equal(
      ["header", "readBlock", "tipHash", "tipHash", "tipHeight", "tipHeight"], // prettier-ignore
    );
  });

  it("is taken as far as it goes while one of them is a block or two behind", async () => {
    for (const missing of [1, 2]) {
      const follower = follow(two(CHAIN, CHAIN.slice(0, -missing)));
      expect((await follower.look()).at(-1), `${missing} behind`).to.equal(11 - missing);
      expect(follower.source.doubt()).to.equal(undefined);
    }
  });

  it("is taken up to the block before two miners were equally quick", async () => {
    const follower = follow(two(CHAIN, fork(CHAIN, 11, 1, "race")));
    expect((await follower.look()).at(-1)).to.equal(10);
    expect(follower.source.doubt()).to.equal(undefined);
  });

  it("gives contents that do not check from another explorer", async () => {
    const [liar, honest] = two(CHAIN, CHAIN);
    for (const block of CHAIN) liar.raw.set(block.getId(), mineBlock("", 1, "other").toBuffer());
    expect(await follow([liar, honest]).look()).to.have.length(8);
  });
});

describe("a minority of the explorers", () => {
  const minorities: readonly (readonly [string, (explorer: FakeExplorer) => void])[] = [
    ["that follows a fork of eight blocks with real work", (explorer) => void (explorer.chain = FORK)],
    ["that is stuck", (explorer) => void (explorer.chain = CHAIN.slice(0, 5))],
    ["that is down", (explorer) => void (explorer.isDown = true)],
    ["that claims a tip a thousand million blocks away", (explorer) => void claimTip(explorer, 1e9)],
  ];
  for (const [which, spoil] of minorities) {
    it(`${which} is outvoted`, async () => {
      const explorers = three(CHAIN, CHAIN, CHAIN);
      const follower = follow(explorers);
      spoil(explorers[0]);
      expect(await follower.look()).to.deep.equal([4, 5, 6, 7, 8, 9, 10, 11]);
      expect(follower.known()).to.deep.equal(headersOf(CHAIN));
      expect(follower.source.doubt()).to.equal(undefined);
    });
  }
});

describe("the best chain is uncertain", () => {
  const uncertain = async (explorers: readonly FakeExplorer[], reason: RegExp) => {
    const follower = follow(explorers);
    expect(await follower.look()).to.equal("uncertain");
    expect(await follower.look()).to.equal("uncertain");
    expect(follower.source.doubt()?.reason).to.match(reason);
    expect(heights(follower.known())).to.deep.equal([0, 1, 2, 3]);
    return follower;
  };

  it("when one of two follows a fork of eight blocks with real work: none of them joins", async () => {
    await uncertain(two(CHAIN, FORK), /must have one chain up to less than 3 blocks below their tips/);
    await uncertain(two(FORK, CHAIN), /must have one chain/);
  });

  it("when one of two is down", async () => {
    const explorers = two(CHAIN, CHAIN);
    explorers[1].isDown = true;
    await uncertain(explorers, /^Only 1 of the explorers answered, and 2 must agree\.$/);
  });

  it("when one of two is three blocks behind", async () => {
    await uncertain(two(CHAIN, CHAIN.slice(0, -3)), /Their tips are at 11, 8/);
  });

  it("when one of two lies about its tip only", async () => {
    const explorers = two(CHAIN, CHAIN);
    claimTip(explorers[0], 1e9);
    await uncertain(explorers, /Their tips are at 1000000000, 11/);
  });

  it("when all three differ", async () => {
    await uncertain(three(CHAIN, FORK, fork(CHAIN, 2, 10, "third")), /must have one chain/);
  });

  it("when one explorer alone does not answer, and says so without naming it", async () => {
    const explorer = fakeExplorer(CHAIN);
    explorer.isDown = true;
    await uncertain([explorer], /^No explorer answers, and 1 must agree\.$/);
  });

  it("when they agree on the tip, but one of two names other blocks below: until it is honest again", async () => {
    const [honest, liar] = two(CHAIN, CHAIN);
    const truth = liar.blockHash;
    liar.blockHash = async (height) => (height < 8 ? FORK[height]?.getId() : truth(height));
    const follower = await uncertain([honest, liar], /agree on block 11, but not on block/);
    expect(follower.logged, "said once, though every look begins with an agreed tip").to.deep.equal([
      "chain.uncertain",
    ]);
    liar.blockHash = truth;
    expect(await follower.look()).to.have.length(8);
    expect(follower.logged).to.deep.equal(["chain.uncertain", "chain.certain"]);
  });

  it("when the newest block is older than the rules allow, and no longer when a new one comes", async () => {
    const explorer = fakeExplorer(CHAIN);
    const follower = follow([explorer], { tipMaxAgeMs: 90 * MINUTE_MS });
    follower.clock.advance(90 * MINUTE_MS);
    expect(await follower.look()).to.have.length(8);
    follower.clock.advance(1);
    expect(await follower.look()).to.equal("uncertain");
    expect(follower.source.doubt()?.reason).to.match(
      /^The newest block .* 11, is of 2023-11-15T00:03:20.000Z/,
    );
    const late = mineBlock(CHAIN.at(-1)?.getId() ?? "", 12, "", undefined, follower.clock() / SECOND_MS - 60);
    explorer.chain = [...CHAIN, late];
    expect(await follower.look()).to.deep.equal([12]);
    expect(follower.source.doubt()).to.equal(undefined);
  });

  it("never for the age of its newest block on regtest", async () => {
    const follower = follow([fakeExplorer(CHAIN)]);
    follower.clock.advance(1_000 * HOUR_MS);
    expect(await follower.look()).to.have.length(8);
  });

  it("since the first look that went wrong, with one line in the log when it begins and one when it ends", async () => {
    const explorers = two(CHAIN, CHAIN);
    const follower = follow(explorers);
    const began = follower.clock();
    explorers[0].isDown = true;
    for (let looks = 0; looks < 3; looks++) {
      await follower.look();
      follower.clock.advance(MINUTE_MS);
    }
    explorers[0].isDown = false;
    explorers[1].chain = FORK; // another reason, the same doubt
    await follower.look();
    expect(follower.source.doubt()).to.include({ since: began });
    explorers[1].chain = CHAIN;
    expect(await follower.look()).to.have.length(8);
    await follower.look();
    expect(follower.logged).to.deep.equal(["chain.uncertain", "chain.certain"]);
  });
});

describe("a quorum of one of two", () => {
  it("goes on with one while the other is down", async () => {
    const explorers = two(CHAIN, CHAIN);
    explorers[0].isDown = true;
    expect(await follow(explorers, { quorum: 1 }).look()).to.have.length(8);
  });

  it("takes no more than both have when both answer", async () => {
    expect((await follow(two(CHAIN, fork(CHAIN, 11, 1, "race")), { quorum: 1 }).look()).at(-1)).to.equal(10);
  });

  it("believes neither when both answer and differ", async () => {
    expect(await follow(two(CHAIN, FORK), { quorum: 1 }).look()).to.equal("uncertain");
  });
});

describe("a quorum of all three", () => {
  it("is uncertain when one is missing", async () => {
    const explorers = three(CHAIN, CHAIN, CHAIN);
    explorers[2].isDown = true;
    expect(await follow(explorers, { quorum: 3 }).look()).to.equal("uncertain");
  });
});

describe("one explorer alone", () => {
  it("is believed when its fork has real work: nobody is there to contradict it", async () => {
    const explorer = fakeExplorer(CHAIN);
    const follower = follow([explorer]);
    await follower.look();
    explorer.chain = FORK;
    await follower.look();
    expect(follower.known()).to.deep.equal(headersOf(FORK));
  });

  it("is refused when its blocks lack the work", async () => {
    const explorer = fakeExplorer([
      ...CHAIN.slice(0, 6),
      mineBlock(CHAIN[5]?.getId() ?? "", 6, "", 0x207ffffe),
    ]);
    const failure = await follow([explorer]).look().catch((error: unknown) => error); // prettier-ignore
    expect(failure)
      .to.be.instanceOf(HttpFailure)
      .with.property("message")
      .that.matches(/lacks the work/);
  });
});

describe("whatever one explorer says", () => {
  const other = fork(FORK, 3, 12, "deeper");
  const anyHash = fc.constantFrom(
    ...[...CHAIN, ...FORK, ...other].map((block) => block.getId()),
    "ab".repeat(32),
  );
  const anyHeight = fc.oneof(fc.integer({ min: 0, max: 16 }), fc.constant(1e9));
  const whim = fc.record({
    chain: fc.constantFrom(CHAIN, FORK, other, CHAIN.slice(0, 9), FORK.slice(0, 9), other.slice(0, 7)),
    tipHash: fc.option(anyHash, { nil: undefined }),
    tipHeight: fc.option(anyHeight, { nil: undefined }),
    hashes: fc.dictionary(fc.integer({ min: 0, max: 14 }).map(String), anyHash, { maxKeys: 4 }),
    isDown: fc.boolean(),
    raw: fc.boolean(),
    seen: fc.integer({ min: 4, max: CHAIN.length }), // how much of the true chain the honest one shows
  });

  type Whim = typeof whim extends fc.Arbitrary<infer T> ? T : never;
  const whims = fc.array(whim, { minLength: 1, maxLength: 8 });

  /** Gives the liar a mind of its own for one look. */
  const act = (
    liar: FakeExplorer,
    truth: FakeExplorer,
    { tipHash, tipHeight, hashes, raw, ...rest }: Whim,
  ) => {
    Object.assign(liar, truth, { chain: rest.chain, isDown: rest.isDown });
    if (tipHash !== undefined) liar.tipHash = async () => tipHash;
    if (tipHeight !== undefined) liar.tipHeight = async () => tipHeight;
    liar.blockHash = async (height) => hashes[height] ?? truth.blockHash(height);
    if (raw) liar.readBlock = async (_, read) => read(FORK[7]?.toBuffer() ?? Buffer.alloc(0));
  };

  it("of two: no block joins that the honest one does not have, and none of its blocks leaves", async () => {
    await fc.assert(
      fc.asyncProperty(whims, fc.boolean(), async (all, liarFirst) => {
        const [honest, liar] = two(CHAIN, CHAIN);
        const follower = follow(liarFirst ? [liar, honest] : [honest, liar]);
        const truth = { ...liar };
        for (const one of all) {
          honest.chain = CHAIN.slice(0, one.seen);
          act(liar, truth, one);
          await follower.look();
          expect(follower.known()).to.deep.equal(headersOf(CHAIN).slice(0, follower.known().length));
        }
        honest.chain = CHAIN;
        Object.assign(liar, truth);
        await follower.look();
        expect(follower.known(), "and all of them when the liar is honest again").to.deep.equal(
          headersOf(CHAIN),
        );
      }),
      { numRuns: runs(200) },
    );
  });

  it("of three: the blocks of the other two join at once, and nothing is ever in doubt", async () => {
    await fc.assert(
      fc.asyncProperty(whims, fc.nat(2), async (all, place) => {
        const [liar, ...honest] = three(CHAIN, CHAIN, CHAIN);
        const follower = follow(honest.toSpliced(place, 0, liar));
        const truth = { ...liar };
        let height = 3;
        for (const one of all) {
          for (const explorer of honest) explorer.chain = CHAIN.slice(0, one.seen);
          act(liar, truth, one);
          await follower.look();
          height = Math.max(height, one.seen - 1);
          expect(follower.known()).to.deep.equal(headersOf(CHAIN).slice(0, height + 1));
          expect(follower.source.doubt()).to.equal(undefined);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

function claimTip(explorer: FakeExplorer, height: number): void {
  explorer.tipHash = async () => "ab".repeat(32);
  explorer.tipHeight = async () => height;
}
