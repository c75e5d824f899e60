import { expect } from "chai";
import { pooledRandom } from "../../src/values/ids.ts";

describe("randomness in larger pieces", () => {
  /** Bytes that count on, so that each can be told from the others (three bytes a number). */
  function counting() {
    let asked = 0;
    let next = 0;
    const random = (length: number) => {
      asked++;
      const bytes = Buffer.alloc(length);
      for (let at = 0; at + 3 <= length; at += 3) bytes.writeUIntBE(next++, at, 3);
      return bytes;
    };
    return { random, asked: () => asked };
  }

  it("never gives the same bytes twice, and asks seldom", () => {
    const { random, asked } = counting();
    const draw = pooledRandom(random);
    const drawn = Array.from({ length: 2_000 }, () => Buffer.from(draw(12)).toString("hex"));
    expect(new Set(drawn).size).to.equal(2_000);
    expect(asked()).to.be.below(10);
  });

  it("gives what was asked for, whatever its length, and leaves it alone afterwards", () => {
    const draw = pooledRandom(counting().random);
    const first = draw(30);
    const before = Buffer.from(first).toString("hex");
    for (const length of [0, 1, 4_000, 4_096, 10_000]) expect(draw(length)).to.have.length(length);
    expect(Buffer.from(first).toString("hex")).to.equal(before);
  });
});
