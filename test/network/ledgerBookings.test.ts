import { expect } from "chai";
import { ConflictError } from "../../src/database/driver.ts";
import { OWED, type Line } from "../../src/network/ledger/accounts.ts";
import { bookDeposit, unbookDeposit } from "../../src/network/ledger/book.ts";
import { merge } from "../../src/network/ledger/lines.ts";
import { allLines, bookedAbout, countLines } from "../../src/network/persistence/ledger.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import type { DepositRow } from "../../src/network/persistence/rows.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { onBothDatabases } from "../support/databases.ts";
import { requestOf } from "./requestOf.ts";
import { storeIn } from "./storeIn.ts";

const HUGE = 2n ** 255n;

describe("bookings in the database", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    before(async () => {
      store = storeIn(await open());
    });

    const request = requestOf("0x01");
    const rowOf = (id: string, amount = 1_000n): DepositRow => ({
      ...{ id, requestId: "0x01", chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, address: "bcrt1q" },
      ...{ txHash: "a", sender: null, amount, height: 1, blockHash: "b", state: "confirmed", seenAt: 0 },
      ...{ custody: "address", movedBy: null },
    });
    const book = (row: DepositRow) => bookDeposit(store, request, row, 1);
    const owed = async (id: string) => {
      const { lines } = await bookedAbout(store, `deposit/${id}`);
      return merge(lines).find(({ account }) => account === OWED)?.amount ?? 0n;
    };

    it("a deposit is booked once, however often it is told, and amounts of any size come back", async () => {
      await store.commit(await book(rowOf("big", HUGE)));
      expect(await book(rowOf("big", HUGE))).to.deep.equal([]);
      expect(await owed("big")).to.equal(-HUGE);
    });

    it("two processes that book the same at once: one of them finds that it was too late, and nothing is booked twice", async () => {
      const [first, second] = [await book(rowOf("race")), await book(rowOf("race"))];
      await store.commit(first);
      const failure = await store.commit(second).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(ConflictError);
      expect(await owed("race")).to.equal(-1_000n);
    });

    it("a deposit that comes and goes with its blocks is owed when it is there, and only then", async () => {
      for (let turn = 0; turn < 12; turn++) {
        await store.commit(await book(rowOf("flicker")));
        expect(await owed("flicker")).to.equal(-1_000n);
        await store.commit(await unbookDeposit(store, "flicker", 2));
        expect(await owed("flicker")).to.equal(0n);
        expect(await unbookDeposit(store, "flicker", 2)).to.deep.equal([]);
      }
    });

    it("what a deposit was is not confused with one whose id begins in the same way", async () => {
      await store.commit(await book(rowOf("tx:1")));
      await store.commit(await book(rowOf("tx:10", 7n)));
      await store.commit(await book(rowOf("tx:1#excess", 5n)));
      expect([await owed("tx:1"), await owed("tx:10"), await owed("tx:1#excess")]).to.deep.equal([
        -1_000n,
        -7n,
        -5n,
      ]);
    });

    it("a long ledger is read in pages, every line once", async () => {
      const bookings = await Promise.all(
        Array.from({ length: 1_100 }, (_, made) => book(rowOf(`page:${made}`, 1n))),
      );
      await store.commit(bookings.flat());
      const read: Line[] = [];
      for await (const page of allLines(store)) read.push(...page);
      expect(read).to.have.length(await countLines(store));
      expect(read.length).to.be.greaterThan(2_000);
      const pages = read.filter(({ account, amount }) => account === OWED && amount === -1n);
      expect(pages).to.have.length(1_100);
    });
  });
});
