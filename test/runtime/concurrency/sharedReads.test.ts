import { expect } from "chai";
import { createSharedReads } from "../../../src/runtime/concurrency/sharedReads.ts";

describe("shared reads", () => {
  /** Reads that end when the test says so; an answer is the number of the read. */
  function slowReads() {
    const ends: ((fails?: boolean) => void)[] = [];
    const read = () => {
      const number = ends.length + 1;
      return new Promise<number>((resolve, reject) => {
        ends.push((fails) => (fails ? reject(new Error(`read ${number}`)) : resolve(number)));
      });
    };
    return { ends, read };
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("makes one read for all who ask while another is under way, and none of them gets the earlier answer", async () => {
    const { ends, read } = slowReads();
    const share = createSharedReads<number>();
    const asked = [share("a", read), share("a", read), share("a", read)];
    expect(ends).to.have.lengthOf(1);
    ends[0]?.();
    await turn();
    expect(ends).to.have.lengthOf(2);
    ends[1]?.();
    expect(await Promise.all(asked)).to.deep.equal([1, 2, 2]);
  });

  it("reads again for callers that ask after the last read has ended", async () => {
    const { ends, read } = slowReads();
    const share = createSharedReads<number>();
    for (const number of [1, 2]) {
      const asked = share("a", read);
      ends.at(-1)?.();
      expect(await asked).to.equal(number);
      await turn();
    }
  });

  it("keeps keys apart", async () => {
    const { ends, read } = slowReads();
    const share = createSharedReads<number>();
    const asked = [share("a", read), share("b", read)];
    for (const end of ends) end();
    expect(await Promise.all(asked)).to.deep.equal([1, 2]);
  });

  it("gives a failure to those who share the read, and reads again for the next ones", async () => {
    const { ends, read } = slowReads();
    const share = createSharedReads<number>();
    const first = share("a", read).catch(String);
    const second = share("a", read);
    ends[0]?.(true);
    expect(await first).to.equal("Error: read 1");
    await turn();
    ends[1]?.();
    expect(await second).to.equal(2);
  });
});
