import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { DAY_MS, HOUR_MS } from "../../../src/values/time.ts";
import { createCatalog, type Currency } from "../../../src/network/catalog.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { insertRequest } from "../../../src/network/persistence/requests.ts";
import type { Spending } from "../../../src/network/persistence/spendings.ts";
import { PriceUnavailable } from "../../../src/network/prices/priceSource.ts";
import { createSpendingLimits, findRoom, type DailyLimits } from "../../../src/network/solver/limits.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { requestOf } from "../requestOf.ts";
import { storeIn } from "../storeIn.ts";

const USD = 10n ** 8n;
const NOW = 1_800_000_000_000;

describe("the room in a daily limit", () => {
  const paid = (requestId: string, dollars: bigint, ago: number): Spending => {
    return { requestId, usd: dollars * USD, at: NOW - ago };
  };
  const asked = (dollars: bigint, requestId = "new"): Spending => paid(requestId, dollars, 0);

  it("[money:daily-limit] is what the payments of the last 24 hours have left, to the last unit", () => {
    const spent = [paid("a", 30n, HOUR_MS), paid("b", 50n, 2 * HOUR_MS)];
    expect(findRoom(spent, asked(20n), 100n * USD)).to.equal(undefined);
    const noRoom = findRoom(spent, { ...asked(20n), usd: 20n * USD + 1n }, 100n * USD);
    expect(noRoom).to.include({ usd: 20n * USD + 1n, used: 80n * USD, limit: 100n * USD });
  });

  it("returns when a payment becomes 24 hours old, and not a millisecond sooner", () => {
    const spent = [paid("a", 100n, DAY_MS - 1)];
    expect(findRoom(spent, asked(1n), 100n * USD)?.roomAt).to.equal(NOW + 1);
    expect(findRoom([paid("a", 100n, DAY_MS)], asked(100n), 100n * USD)).to.equal(undefined);
  });

  it("returns once enough of the oldest payments are old, in whatever order they are known", () => {
    const spent = [paid("c", 40n, HOUR_MS), paid("a", 20n, 20 * HOUR_MS), paid("b", 40n, 10 * HOUR_MS)];
    const roomAt = (dollars: bigint) => findRoom(spent, asked(dollars), 100n * USD)?.roomAt;
    expect(roomAt(20n)).to.equal(NOW + 4 * HOUR_MS);
    expect(roomAt(21n)).to.equal(NOW + 14 * HOUR_MS);
    expect(roomAt(100n)).to.equal(NOW + 23 * HOUR_MS);
  });

  it("never comes for a payment above the whole limit", () => {
    const noRoom = findRoom([], { ...asked(100n), usd: 100n * USD + 1n }, 100n * USD);
    expect(noRoom).to.deep.include({ used: 0n, roomAt: undefined });
  });

  it("does not count what the payment takes the place of, and counts what was signed by a clock that was ahead", () => {
    const spent = [paid("same", 90n, HOUR_MS), paid("ahead", 10n, -HOUR_MS)];
    expect(findRoom(spent, asked(90n, "same"), 100n * USD)).to.equal(undefined);
    expect(findRoom(spent, asked(91n, "same"), 100n * USD)?.used).to.equal(10n * USD);
  });
});

describe("the daily limits of the intent service", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    let now: number;
    let log: string[];
    const chain = {
      id: 31337,
      slug: "x",
      name: "X",
      rpcUrl: "http://x",
      native: { symbol: "ETH", decimals: 18 },
    };
    const usdc = { symbol: "USDC", address: `0x${"22".repeat(20)}`, decimals: 6 };
    const [ether, dollar] = createCatalog([{ ...chain, tokens: [usdc] }]).currencies(31337) as [
      Currency,
      Currency,
    ];
    const usd: Record<string, bigint> = { USDC: USD, ETH: 3_000n * USD };

    beforeEach(async () => {
      store = storeIn(await open());
      now = NOW;
      log = [];
    });

    const limitsOf = (limits: Partial<DailyLimits>) =>
      createSpendingLimits({
        store,
        clock: () => now,
        prices: {
          price: async (symbol) => {
            const price = usd[symbol];
            if (price === undefined) throw new PriceUnavailable(symbol, []);
            return price;
          },
        },
        log: {
          ...silentLog,
          error: (event) => void log.push(event),
          info: (event) => void log.push(event),
        },
        limits: { filler: undefined, refunder: undefined, ...limits },
      });
    const payment = (requestId: string, dollars: bigint) => {
      return { requestId, currency: dollar, amount: dollars * 10n ** 6n };
    };
    const commit = (writes: Parameters<NetworkStore["commit"]>[0]) => store.commit(writes);

    it("keep payments of all chains and coins together within it, and each role has its own", async () => {
      const limits = limitsOf({ filler: 10_000n * USD, refunder: 1_000n * USD });
      const coins = { requestId: "a", currency: ether, amount: 10n ** 18n };
      expect(await limits.within("filler", coins, commit)).to.equal(undefined);
      expect(await limits.within("filler", payment("b", 7_000n), commit)).to.equal(undefined);
      expect(await limits.within("filler", payment("c", 1n), commit)).to.deep.include({
        used: 10_000n * USD,
      });
      expect(await limits.within("refunder", payment("c", 1_000n), commit)).to.equal(undefined);
      expect(await limits.use()).to.deep.equal([
        { role: "filler", limit: 10_000n * USD, used: 10_000n * USD, waiting: 0 },
        { role: "refunder", limit: 1_000n * USD, used: 1_000n * USD, waiting: 0 },
      ]);
    });

    it("are not counted where none is set, nor where a payment was not signed", async () => {
      const signed: unknown[] = [];
      const free = limitsOf({});
      await free.within("filler", payment("a", 10n ** 9n), async (writes) => void signed.push(...writes));
      expect(signed, "nothing is written").to.deep.equal([]);
      const limits = limitsOf({ filler: 100n * USD });
      const failure = new Error("the chain gave no answer");
      const failed = limits.within("filler", payment("a", 100n), () => Promise.reject(failure));
      expect(await failed.catch((error: unknown) => error)).to.equal(failure);
      expect(await limits.within("filler", payment("b", 100n), commit)).to.equal(undefined);
    });

    it("value a payment to the unit, rounded up, and sign nothing without a price", async () => {
      const limits = limitsOf({ filler: 3_000n * USD });
      expect(await limits.most("filler", ether)).to.equal(10n ** 18n);
      expect(await limits.most("refunder", ether)).to.equal(undefined);
      const more = { requestId: "a", currency: ether, amount: 10n ** 18n + 1n };
      expect(await limits.within("filler", more, commit)).to.deep.include({ usd: 3_000n * USD + 1n });
      const unknown = { ...more, currency: { ...ether, symbol: "XYZ" } };
      const failed = await limits.within("filler", unknown, commit).catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(PriceUnavailable);
    });

    it("[money:daily-limit-restart] are not forgotten by a restart, and not shared between days", async () => {
      await limitsOf({ filler: 100n * USD }).within("filler", payment("a", 60n), commit);
      const again = limitsOf({ filler: 100n * USD });
      expect(await again.within("filler", payment("b", 41n), commit)).to.deep.include({
        roomAt: NOW + DAY_MS,
      });
      now += DAY_MS - 1;
      expect(await again.within("filler", payment("b", 41n), commit)).to.not.equal(undefined);
      now += 1;
      expect(await again.within("filler", payment("b", 41n), commit)).to.equal(undefined);
      expect(await limitsOf({ filler: 100n * USD }).use()).to.deep.include({
        ...{ role: "filler", limit: 100n * USD, used: 41n * USD, waiting: 0 },
      });
    });

    it("count a refund that is signed again once, by its latest signature", async () => {
      const limits = limitsOf({ refunder: 100n * USD });
      await limits.within("refunder", payment("a", 60n), commit);
      now += HOUR_MS;
      expect(await limits.within("refunder", payment("a", 60n), commit)).to.equal(undefined);
      expect(await limits.within("refunder", payment("b", 41n), commit)).to.deep.include({
        ...{ used: 60n * USD, roomAt: NOW + HOUR_MS + DAY_MS },
      });
    });

    it("are kept by two services that sign at once", async () => {
      const [one, other] = [limitsOf({ filler: 100n * USD }), limitsOf({ filler: 100n * USD })];
      const results = new Map<string, string>();
      for (let turn = 0; turn < 8; turn++) {
        const both = [one, other].map(async (limits, index) => {
          const id = `${turn}-${index}`;
          const signed = limits.within("filler", payment(id, 15n), commit).then(
            (noRoom) => (noRoom ? "no room" : "signed"),
            (error: unknown) => (error instanceof ConflictError ? "conflict" : String(error)),
          );
          results.set(id, await signed);
        });
        await Promise.all(both);
      }
      const seen = [...results.values()];
      expect(seen.filter((result) => result === "signed")).to.have.length(6);
      expect(new Set(seen)).to.include("no room").and.not.include("undefined");
      const [use] = await limitsOf({ filler: 100n * USD }).use();
      expect(use?.used, "six of 15 dollars").to.equal(90n * USD);
    });

    it("[money:daily-limit-race] are kept where two have read the same payments before either has signed", async () => {
      const [one, other] = [limitsOf({ filler: 100n * USD }), limitsOf({ filler: 100n * USD })];
      let late: Promise<unknown> = Promise.resolve();
      await one
        .within("filler", payment("a", 60n), async (writes) => {
          late = other.within("filler", payment("b", 60n), commit); // reads nothing of the first
          await late;
          await commit(writes);
        })
        .then(
          () => expect.fail("both were signed"),
          (error: unknown) => expect(error).to.be.instanceOf(ConflictError),
        );
      expect((await limitsOf({ filler: 100n * USD }).use())[0]?.used).to.equal(60n * USD);
    });

    it("do not make payments of one process conflict with each other", async () => {
      const limits = limitsOf({ filler: 100n * USD });
      const all = Array.from({ length: 12 }, (_, index) =>
        limits.within("filler", payment(`${index}`, 10n), commit),
      );
      const answers = await Promise.all(all);
      expect(answers.filter((noRoom) => noRoom === undefined)).to.have.length(10);
    });

    it("call for a person once, and tell when nothing waits any more", async () => {
      const limits = limitsOf({ filler: 100n * USD, refunder: 100n * USD });
      await limits.within("filler", payment("a", 100n), commit);
      await limits.within("filler", payment("b", 10n), commit);
      await limits.within("filler", payment("c", 10n), commit);
      expect(log).to.deep.equal(["network.limit_reached"]);
      const waits = { state: "pending", held: "limit", deposit: depositOf("c") } as const;
      await store.commit([insertRequest(store, requestOf("c", waits))]);
      expect((await limits.use())[0]?.waiting).to.equal(1);
      now += DAY_MS;
      await limits.within("filler", payment("b", 10n), commit);
      expect(log, "another one waits still").to.deep.equal(["network.limit_reached"]);
      await store.db.delete(store.tables.requests);
      await limits.within("filler", payment("c", 10n), commit);
      expect(log).to.deep.equal(["network.limit_reached", "network.limit_reached_over"]);
      await limits.within("refunder", payment("d", 101n), commit);
      await limits.within("refunder", payment("d", 101n), commit);
      await limits.within("refunder", payment("e", 101n), commit);
      expect(log.slice(2), "each one above the whole limit").to.deep.equal([
        ...["network.limit_reached", "network.limit_reached"],
      ]);
    });
  });
});

function depositOf(id: string) {
  const place = { chainId: 31337, currency: `0x${"22".repeat(20)}`, height: 1, blockHash: "0x01" };
  return { id, txHash: "0x02", sender: undefined, amount: 1n, ...place };
}
