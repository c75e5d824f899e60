import type { Block } from "bitcoinjs-lib";
import { expect } from "chai";
import { bitsOf, hashOfHeader, targetOf } from "../../../src/bitcoin/codec/proof.ts";
import {
  bitcoinRules,
  type BitcoinRules,
  type Epoch,
  type Retarget,
} from "../../../src/bitcoin/reader/bitcoinRules.ts";
import {
  epochsTo,
  isValidTarget,
  nextBits,
  type HeaderSource,
} from "../../../src/bitcoin/reader/bitcoinTargets.ts";
import { chainNews, headersAfter, type BlockHeader } from "../../../src/bitcoin/reader/followBlocks.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { fakeExplorer, mineBlock, timeAt } from "./fakeExplorer.ts";

const MAINNET = bitcoinRules("mainnet").targets as Retarget;

describe("the next target", () => {
  it("is the one that mainnet's blocks have had", () => {
    const published: readonly (readonly [string, number, number, number, number])[] = [
      // height, bits before, time of the first block and of the last, bits after
      ["2,016, which the limit kept easy", 0x1d00ffff, 1_231_006_505, 1_233_061_996, 0x1d00ffff],
      ["32,256, the first that was harder", 0x1d00ffff, 1_261_130_161, 1_262_152_739, 0x1d00d86a],
      ["68,544, four times harder at most", 0x1c05a3f4, 1_279_008_237, 1_279_297_671, 0x1c0168fd],
      ["931,392", 0x1701e605, 1_766_634_486, 1_767_858_836, 0x1701ebf2],
      ["967,680", 0x1702355e, 1_788_640_367, 1_789_801_627, 0x17021ec5],
      ["969,696, the checkpoint", 0x17021ec5, 1_789_801_745, 1_791_011_720, MAINNET.checkpoint.bits],
    ];
    for (const [height, bits, first, last, next] of published)
      expect(nextBits(MAINNET, bits, first, last), height).to.equal(next);
  });

  it("moves by a factor of four at most, whatever times the blocks claim", () => {
    const quarter = bitsOf((targetOf(0x17021ec5) ?? 0n) / 4n);
    const fourfold = bitsOf((targetOf(0x17021ec5) ?? 0n) * 4n);
    expect(nextBits(MAINNET, 0x17021ec5, 1_000, 1_001)).to.equal(quarter);
    expect(nextBits(MAINNET, 0x17021ec5, 1_000, 0)).to.equal(quarter);
    expect(nextBits(MAINNET, 0x17021ec5, 0, 2 ** 32)).to.equal(fourfold);
  });
});

describe("mainnet's checkpoint", () => {
  const { checkpoint, interval } = MAINNET;

  it("begins an epoch, and its hash has the work of its bits", () => {
    expect(checkpoint.start % interval).to.equal(0);
    expect(BigInt(`0x${checkpoint.hash}`) <= (targetOf(checkpoint.bits) ?? 0n)).to.equal(true);
  });

  it("is what follows from the epoch before it, by the real headers on both sides of the border", async () => {
    const earlier: Epoch = {
      start: 967_680,
      hash: "0000000000000000000161354016172f2a377610d52dd46d0f68a919333458cd",
      time: 1_789_801_745,
      bits: 0x17021ec5,
    };
    const headers = new Map(
      [
        "00000038c8423e19b206b534b9ddfb365c407b6b05cc85f6301b000000000000000000003234e2a63c1c7d747fb8076515d0f46a8f1403b6f292291fa30d9e66380ad07e88abc06ac51e0217183e320e",
        "00e00020ea7409145abed3693b6aa5e269dea055406e0962804301000000000000000000a8f40cc468f3aa4518fdc368e37fc7aff01eb12b293885f847517602a96e3a93d4abc06af01e021779d3a409",
      ].map((text, index) => {
        const bytes = Buffer.from(text, "hex");
        return [969_695 + index, { bytes, hash: hashOfHeader(bytes) }] as const;
      }),
    );
    const source: HeaderSource = {
      blockHash: async (height) => headers.get(height)?.hash,
      header: async (hash) =>
        [...headers.values()].find((one) => one.hash === hash)?.bytes ?? Buffer.alloc(0),
    };
    const rules: BitcoinRules = {
      ...bitcoinRules("mainnet"),
      targets: { kind: "retarget", ...MAINNET, checkpoint: earlier },
    };
    const epochs = await epochsTo(source, rules, [earlier], checkpoint.start);
    expect(epochs).to.deep.equal([earlier, checkpoint]);
  });
});

/** Epochs of five blocks that come a fifth too fast, so that each target is four fifths of the one before. */
const FIVE: Omit<Retarget, "checkpoint"> = {
  ...{ interval: 5, timespan: 3_000, limit: 0x207fffff, easiest: 0x207fffff },
};
const EASIEST = 0x207fffff;

/** Adds blocks as the rule wants them; `bitsAt` and `timeOf` let a miner break it. */
function mineOn(
  chain: readonly Block[],
  length: number,
  bitsAt: (height: number, right: number) => number = (_, right) => right,
  timeOf: (height: number) => number = timeAt,
): Block[] {
  const mined = [...chain];
  for (let height = chain.length; height < chain.length + length; height++) {
    const before = mined.at(-1);
    const first = mined[height - FIVE.interval];
    const right =
      height % FIVE.interval === 0 && before && first
        ? nextBits(FIVE, before.bits, first.timestamp, before.timestamp)
        : (before?.bits ?? EASIEST);
    mined.push(mineBlock(before?.getId() ?? "", height, "", bitsAt(height, right), timeOf(height)));
  }
  return mined;
}

function rulesFrom(chain: readonly Block[], start = 0): BitcoinRules {
  const first = chain[start] as Block; // was mined
  const checkpoint = { start, hash: first.getId(), time: first.timestamp, bits: first.bits };
  return { ...bitcoinRules("regtest"), targets: { kind: "retarget", ...FIVE, checkpoint } };
}

const headersOf = (chain: readonly Block[]): BlockHeader[] =>
  chain.map((block, height) => ({ height, hash: block.getId(), previous: chain[height - 1]?.getId() ?? "" }));
const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
  expect(error).to.be.instanceOf(HttpFailure).with.property("kind", "broken");
  return (error as Error).message; // proven by the line above
};

describe("following a chain whose target changes", () => {
  const chain = mineOn([], 18);
  const rules = rulesFrom(chain);

  it("takes every block that has the target that we expect", async () => {
    const news = await chainNews(fakeExplorer(chain), rules, headersOf(chain.slice(0, 1)));
    expect(news.joined).to.have.length(17);
    expect(news.epochs.map(({ start, hash }) => [start, hash])).to.deep.equal(
      [0, 5, 10, 15].map((start) => [start, chain[start]?.getId()]),
    );
    expect(new Set(news.epochs.map(({ bits }) => bits)).size).to.equal(4);
  });

  it("reads each epoch once, with four calls; whoever keeps epochs never again", async () => {
    const explorer = fakeExplorer(chain);
    const first = await chainNews(explorer, rules, headersOf(chain.slice(0, 17)));
    const headers = explorer.calls.filter((call) => call === "header");
    expect(headers, "the last and the first header of three borders").to.have.length(6);
    explorer.calls.length = 0;
    const { epochs } = await chainNews(explorer, rules, headersOf(chain.slice(0, 17)), first);
    expect(epochs).to.deep.equal(first.epochs);
    expect(explorer.calls).to.deep.equal([
      "tipHash",
      "tipHeight",
      "blockHash 16",
      "blockHash 17",
      "readBlock",
    ]);
  });

  it("refuses blocks with a target of their own: within an epoch, and where it changes", async () => {
    for (const liar of [17, 15]) {
      const eased = mineOn(chain.slice(0, liar), 3, (height, right) => (height === liar ? EASIEST : right));
      const message = await failureOf(chainNews(fakeExplorer(eased), rules, headersOf(chain.slice(0, 14))));
      expect(message, `block ${liar}`).to.match(/lacks the work that we expect/);
    }
  });

  it("computes an epoch anew that a reorganisation has given another beginning", async () => {
    const known = headersOf(chain.slice(0, 17));
    const before = await chainNews(fakeExplorer(chain.slice(0, 17)), rules, known.slice(0, 16));
    const slower = mineOn(chain.slice(0, 13), 6, undefined, (height) => timeAt(height) + 200);
    const news = await chainNews(fakeExplorer(slower), rules, known, { epochs: before.epochs });
    expect(headersAfter(known, news)).to.deep.equal(headersOf(slower));
    expect(news.epochs.at(-1)).to.deep.include({
      start: 15,
      hash: slower[15]?.getId(),
      bits: slower[15]?.bits,
    });
    expect(slower[15]?.bits).not.to.equal(chain[15]?.bits);
  });

  it("refuses an explorer whose block is another one where the checkpoint is", async () => {
    const other = mineOn([mineBlock("", 0, "other")], 7);
    expect(await failureOf(chainNews(fakeExplorer(other), rules, []))).to.match(/it shows another chain/);
  });

  it("refuses an epoch that was read from another branch than its blocks", async () => {
    const late = (height: number) => timeAt(height) + (height < 15 ? 0 : 100);
    const branch = fakeExplorer(mineOn(chain.slice(0, 15), 3, undefined, late));
    const onChain = fakeExplorer(chain);
    const before = ["last known", "first new"]; // the questions that are answered before the chain moves
    const moving = {
      ...onChain,
      blockHash: (height: number) => (before.pop() ? onChain : branch).blockHash(height),
      header: branch.header,
    };
    const message = await failureOf(
      chainNews(moving, rules, headersOf(chain.slice(0, 15)), {
        epochs: (await epochsTo(fakeExplorer(chain), rules, [], 14)).slice(0, 3),
        limit: 1,
      }),
    );
    expect(message).to.equal("Block 15 changed while it was read.");
  });

  it("refuses an epoch whose first block does not continue the last of the one before", async () => {
    const stranger = mineBlock("ab".repeat(32), 15, "", chain[15]?.bits);
    const explorer = fakeExplorer([...chain.slice(0, 15), stranger]);
    expect(await failureOf(epochsTo(explorer, rules, [], 15))).to.match(
      /^Block 15 does not begin an epoch after/,
    );
  });

  it("judges a block below the checkpoint by the easiest target alone", async () => {
    const later = rulesFrom(chain, 15);
    const explorer = fakeExplorer(chain);
    expect(await epochsTo(explorer, later, [], 14)).to.deep.equal([]);
    expect(explorer.calls).to.deep.equal([]);
    expect(isValidTarget(later, [], 14, EASIEST)).to.equal(true);
    const strict = { ...FIVE, easiest: 0x1f00ffff, checkpoint: { start: 15, hash: "", time: 0, bits: 0 } };
    expect(isValidTarget({ ...later, targets: { kind: "retarget", ...strict } }, [], 14, EASIEST)).to.equal(
      false,
    );
  });
});

describe("the rules of the other networks", () => {
  it("regtest has one target; on the testnets and signet, whose coins have no value, a block may claim any", () => {
    expect(isValidTarget(bitcoinRules("regtest"), [], 5, EASIEST)).to.equal(true);
    expect(isValidTarget(bitcoinRules("regtest"), [], 5, 0x1d00ffff)).to.equal(false);
    for (const network of ["testnet", "testnet4", "signet"] as const)
      expect(isValidTarget(bitcoinRules(network), [], 5, 0x1d00ffff)).to.equal(true);
  });

  it("a stalled tip is noticed everywhere but on regtest, where blocks come when somebody wants", () => {
    const ages = (["mainnet", "testnet", "testnet4", "signet", "regtest"] as const).map(
      (network) => bitcoinRules(network).tipMaxAgeMs,
    );
    expect(ages).to.deep.equal([5_400_000, 5_400_000, 5_400_000, 5_400_000, undefined]);
  });
});
