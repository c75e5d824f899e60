import { expect } from "chai";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";

const one = { name: "sign-in ada", count: 1, endsAt: 100 };

describe("counters", () => {
  onBothDatabases("gateway", (open) => {
    let counters: Persistence["counters"];
    beforeEach(async () => void ({ counters } = createPersistence(await open(), () => {})));

    it("count every caller of many at once", async () => {
      const counted = await Promise.all(Array.from({ length: 20 }, () => counters.add([one], 1)));
      const counts = counted.flat().map(({ count }) => count);
      expect(counts.toSorted((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    });

    it("keep the end of the window that the first call began, and begin anew after it", async () => {
      await counters.add([one], 1);
      expect(await counters.add([{ ...one, count: 4, endsAt: 500 }], 99)).to.deep.equal([
        { ...one, count: 5 },
      ]);
      expect(await counters.add([{ ...one, endsAt: 500 }], 100)).to.deep.equal([{ ...one, endsAt: 500 }]);
    });

    it("add to several names in one statement, and nothing where nothing is given", async () => {
      const other = { name: "a", count: 7, endsAt: 100 };
      await counters.add([one], 1);
      expect(await counters.add([one, other], 2)).to.have.deep.members([{ ...one, count: 2 }, other]);
      expect(await counters.add([], 2)).to.deep.equal([]);
    });

    it("begin anew when they are forgotten, and are deleted after their end", async () => {
      await counters.add([one, { name: "b", count: 1, endsAt: 50 }], 1);
      await counters.forget(one.name);
      expect(await counters.add([one], 2)).to.deep.equal([one]);
      await counters.prune(50);
      expect(await counters.add([{ name: "b", count: 1, endsAt: 80 }], 1)).to.deep.equal([
        { name: "b", count: 1, endsAt: 80 },
      ]);
    });
  });
});
