import { expect } from "chai";
import { createSemaphore } from "../../../src/runtime/concurrency/boundedSemaphore.ts";

describe("work in turns", () => {
  it("is done one at a time, so many may wait, and a failure holds nobody up", async () => {
    const turn = createSemaphore(2);
    let atOnce = 0;
    const order: number[] = [];
    const work = (index: number) => async () => {
      expect(++atOnce).to.equal(1);
      await new Promise(setImmediate);
      atOnce -= 1;
      order.push(index);
      if (index === 1) throw new Error("failed");
      return index;
    };
    const asked = await Promise.allSettled([0, 1, 2, 3].map((index) => turn(work(index))));
    expect(asked.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(asked.map((end) => (end.status === "fulfilled" ? end.value : "failed"))).to.deep.equal([0, "failed", 2, undefined]);
    expect(order).to.deep.equal([0, 1, 2]);
    expect(await turn(work(4)), "once they have gone").to.equal(4);
  });
}); // prettier-ignore
