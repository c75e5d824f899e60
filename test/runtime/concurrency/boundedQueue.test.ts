import { expect } from "chai";
import { createBoundedQueue } from "../../../src/runtime/concurrency/boundedQueue.ts";

describe("a bounded queue", () => {
  /** Work that ends when it is told, and what has begun so far. */
  const start = (turns: ReturnType<typeof createBoundedQueue>, begun: string[]) => (name: string) => {
    let end = { well: () => {}, badly: () => {} };
    const ended = new Promise<void>((resolve, reject) => {
      end = { well: resolve, badly: () => reject(new Error(name)) };
    });
    const outcome = turns(async () => {
      begun.push(name);
      await ended;
      return name;
    });
    return { ...end, outcome: outcome?.catch((error: Error) => `failed: ${error.message}`) };
  };

  it("runs so many at once, and the next one in order when one has ended, well or badly", async () => {
    const begun: string[] = [];
    const run = start(createBoundedQueue(2, 10), begun);
    const [a, b, c, d] = ["a", "b", "c", "d"].map(run);
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(["a", "b"]);
    b?.badly();
    expect(await b?.outcome).to.equal("failed: b");
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(["a", "b", "c"]);
    a?.well();
    expect(await a?.outcome).to.equal("a");
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(["a", "b", "c", "d"]);
    for (const work of [c, d]) work?.well();
    expect(await Promise.all([c?.outcome, d?.outcome])).to.deep.equal(["c", "d"]);
    run("e");
    run("f");
    await new Promise(setImmediate);
    expect(begun.slice(4), "both places are free again").to.deep.equal(["e", "f"]);
  });

  it("refuses work when it is full, and runs nothing of it", async () => {
    const begun: string[] = [];
    const run = start(createBoundedQueue(1, 1), begun);
    expect(run("a").outcome).to.not.equal(undefined);
    expect(run("b").outcome).to.not.equal(undefined);
    expect(run("c").outcome).to.equal(undefined);
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(["a"]);
  });
});
