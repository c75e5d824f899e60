import { expect } from "chai";
import { blockBefore } from "../../../src/evm/reader/blockBefore.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";
import type { BatchRpc } from "../../../src/evm/reader/evmFollowerRpc.ts";

const SECOND = 1_000;
const hashOf = (height: number) => `0x${height.toString(16).padStart(64, "0")}`;

/** A chain whose blocks have these times (unix seconds), and how often it was asked. */
function chainOf(times: readonly number[]): Readonly<{ rpc: BatchRpc; asked: () => number }> {
  let asked = 0;
  const header = (height: number) => ({
    ...{
      number: `0x${height.toString(16)}`,
      hash: hashOf(height),
      parentHash: hashOf(Math.max(0, height - 1)),
    },
    timestamp: `0x${times[height]!.toString(16)}`,
  });
  const ask: BatchRpc["ask"] = async (calls) => {
    asked += calls.length;
    return calls.map(({ params: [name] }) => header(name === "latest" ? times.length - 1 : Number(name)));
  };
  return { rpc: { ask }, asked: () => asked };
}

describe("the last block before a time", () => {
  const times = Array.from({ length: 10_000 }, (_, height) => 1_000 + height * 2 + (height > 5_000 ? 86_400 : 0));

  it("is found between blocks, at the time of a block, and in a gap, by few questions", async () => {
    for (const height of [1, 2, 4_999, 5_000, 5_001, 9_998]) {
      const { rpc, asked } = chainOf(times);
      expect((await blockBefore(rpc, times[height]! * SECOND)).height).to.equal(height - 1);
      expect((await blockBefore(rpc, times[height]! * SECOND + 1)).height).to.equal(height);
      expect(asked()).to.be.below(40);
    }
    const { rpc } = chainOf(times);
    expect(await blockBefore(rpc, (times[5_000]! + 3_600) * SECOND)).to.include({ height: 5_000, hash: hashOf(5_000) });
  });

  it("is the tip for the future, and the first block for the time before there was one", async () => {
    const { rpc } = chainOf(times);
    expect((await blockBefore(rpc, Number.MAX_SAFE_INTEGER)).height).to.equal(9_999);
    expect((await blockBefore(rpc, 0)).height).to.equal(0);
    expect((await blockBefore(chainOf([1_000]).rpc, 5)).height).to.equal(0);
  });

  it("is nobody's to tell who gives another block than was asked for, and is not looked for without end", async () => {
    const { rpc } = chainOf(times);
    const lying: BatchRpc = {
      ask: (calls) => rpc.ask(calls.map((call) => (call.params[0] === "latest" ? call : { ...call, params: ["0x5"] }))),
    };
    const refused = await blockBefore(lying, times[9_000]! * SECOND).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(HttpFailure);
    expect(String(refused)).to.include("gave block 5 when asked for 0");
  });
}); // prettier-ignore
