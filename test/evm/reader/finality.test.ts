import { expect } from "chai";
import { createFinalityReader, finalityAt } from "../../../src/evm/reader/finality.ts";
import { finalityRule, isFinalAtOnce, readFinalityRule } from "../../../src/evm/reader/finalityRules.ts";
import type { BatchRpc } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";

const BASE = 8453;
const AT = 1_000; // the height of the payment's block

/** A node with these heights by tag; it refuses the tags that it has none of, or gives null for them. */
function node(heights: Readonly<Record<string, number>>, unknown: "refused" | "null" = "refused"): BatchRpc {
  return {
    async ask([call]) {
      const number = heights[String(call?.params[0])];
      if (number === undefined && unknown === "refused") throw new HttpFailure("broken", "unknown block tag");
      const hash = `0x${"ab".repeat(32)}`;
      return [
        number === undefined
          ? null
          : { number: `0x${number.toString(16)}`, hash, parentHash: hash, timestamp: "0x1" },
      ];
    },
  };
}

describe("when a block is final", () => {
  it("is with as many blocks as its depth asks for, its own among them, and not with one less", () => {
    const depth = { blocks: 10 };
    const heads = (tip: number) => ({ tip, tagged: undefined });
    expect(finalityAt(AT, heads(AT + 8), depth, 2_000)).to.deep.equal({ isFinal: false, leftMs: 2_000 });
    expect(finalityAt(AT, heads(AT + 9), depth, 2_000)).to.deep.equal({ isFinal: true, leftMs: 0 });
    expect(finalityAt(AT, heads(AT), depth, undefined)).to.deep.equal({ isFinal: false, leftMs: undefined });
  });

  it("is once the node's tag has reached it, however many blocks there are by then", () => {
    const depth = { blocks: 10, tag: "safe" } as const;
    expect(finalityAt(AT, { tip: AT + 500, tagged: AT - 1 }, depth, 2_000)).to.deep.equal({
      ...{ isFinal: false, leftMs: 2_000 },
    });
    expect(finalityAt(AT, { tip: AT + 1, tagged: AT }, depth, 2_000).isFinal).to.equal(true);
  });

  it("asks more of a large amount: on Base ten blocks do for a usual one, and a large one waits for the data to be on Ethereum", async () => {
    const read = createFinalityReader(node({ latest: AT + 9, safe: AT - 100 }), finalityRule(BASE));
    expect((await read(AT, false)).isFinal).to.equal(true);
    expect((await read(AT, true)).isFinal).to.equal(false);
    const later = createFinalityReader(node({ latest: AT + 90, safe: AT }), finalityRule(BASE));
    expect((await later(AT, true)).isFinal).to.equal(true);
  });

  for (const unknown of ["refused", "null"] as const)
    it(`goes by blocks where the node does not know the tag (${unknown})`, async () => {
      const read = (tip: number) =>
        createFinalityReader(node({ latest: tip }, unknown), finalityRule(BASE))(AT, true);
      expect((await read(AT + 298)).isFinal).to.equal(false);
      expect((await read(AT + 299)).isFinal).to.equal(true);
    });

  it("is not known while the node gives no answer", async () => {
    const silent = { ask: () => Promise.reject(new HttpFailure("unreachable", "no answer")) };
    const asked = createFinalityReader(silent, finalityRule(BASE))(AT, false);
    expect(await asked.catch((error: unknown) => error)).to.be.instanceOf(HttpFailure);
  });
});

describe("the rules of chains", () => {
  it("let the sandbox's chains be final in their first block, and no live chain but one that cannot be reorganised", () => {
    expect([31_337, 31_338, 43_114].map((id) => isFinalAtOnce(finalityRule(id)))).to.deep.equal([
      ...[true, true, true],
    ]);
    expect([1, 10, 56, 100, 137, 8_453, 42_161, 999_999].some((id) => isFinalAtOnce(finalityRule(id)))).to.equal(false);
  }); // prettier-ignore

  it("are never laxer for large amounts than for usual ones", () => {
    for (const id of [1, 10, 56, 100, 137, 8_453, 42_161, 43_114, 31_337, 999_999]) {
      const { usual, large } = finalityRule(id);
      expect(large.blocks, String(id)).to.be.at.least(usual.blocks);
    }
  });

  it("are set by blocks and by the words of nodes, one for all amounts or two", () => {
    const { blockMs } = finalityRule(BASE);
    expect(readFinalityRule(BASE, "20")).to.deep.equal({
      ...{ usual: { blocks: 20 }, large: { blocks: 20 }, blockMs },
    });
    expect(readFinalityRule(BASE, "5, finalized")).to.deep.equal({
      ...{ usual: { blocks: 5 }, large: { blocks: 300, tag: "finalized" }, blockMs },
    });
    for (const wrong of ["", "0", "ten", "1,2,3", "1000000", "latest"])
      expect(() => readFinalityRule(BASE, wrong), wrong).to.throw("safe or finalized");
  });
});
