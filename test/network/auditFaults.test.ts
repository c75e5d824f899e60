import { expect } from "chai";
import { readBooks } from "../../src/network/audit/books.ts";
import { findFaults, findOwed } from "../../src/network/audit/faults.ts";
import { line } from "../../src/network/ledger/postings.ts";
import { latestStrays, straysAtContract } from "../../src/network/persistence/audit.ts";
import { insertDeposit } from "../../src/network/persistence/deposits.ts";
import { insertBooking } from "../../src/network/persistence/ledger.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { insertOutbound, type OutboundKind } from "../../src/network/persistence/outbound.ts";
import { insertRequest } from "../../src/network/persistence/requests.ts";
import type { BridgeRequest } from "../../src/network/request.ts";
import { noteStray } from "../../src/network/persistence/strays.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { onUsualDatabase } from "../support/databases.ts";
import { requestOf } from "./requestOf.ts";
import { storeIn } from "./storeIn.ts";

const BTC = { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY };
const DEPOSIT = {
  ...{ ...BTC, txHash: "t", sender: undefined, amount: 1_000n, height: 1, blockHash: "b" },
} as const;

describe("requests and payments that contradict each other", () => {
  onUsualDatabase("network", (open) => {
    let store: NetworkStore;
    let made = 0;
    before(async () => {
      store = storeIn(await open());
    });

    /** A request in a state, with payments that are in a block, and the books as they should be. */
    const make = async (
      state: BridgeRequest["state"],
      kinds: readonly OutboundKind[],
      income = -1_000n,
    ): Promise<string> => {
      const id = `0x${++made}`;
      const deposit = { ...DEPOSIT, id: `t:${made}` };
      const request = requestOf(id, {
        ...{ state, deposit },
        fill: { hash: "f" },
        refund: { hash: "r", amount: 1n },
      });
      const money = { ...BTC, amount: 1_000n };
      const payments = kinds.map((kind, index) => `${id}/${kind}/${index}`);
      await store.commit([
        insertRequest(store, request),
        insertDeposit(store, {
          ...{ ...deposit, requestId: id, sender: null, address: "a", state: "confirmed", seenAt: 0 },
          ...{ custody: "address", movedBy: null },
        }),
        ...kinds.map((kind, index) =>
          insertOutbound(store, {
            ...{ ...BTC, id: payments[index] ?? "", requestId: id, kind, slot: `${id}:${index}`, amount: 1n },
            ...{ order: {}, state: "included", hash: "h", fee: 1n, createdAt: 0, closedAt: 0 },
          }),
        ),
        ...payments.map((payment) =>
          insertBooking(
            store,
            `payment/${payment}@1`,
            [
              line("income", { ...money, amount: income }, id),
              line("equity", { ...money, amount: -income }, null),
            ],
            0,
          ),
        ),
      ]);
      return id;
    };
    const faultsOf = async (id: string) =>
      (await findFaults(store, await readBooks(store)))
        .filter((fault) => fault.id === id || fault.id.startsWith(`${id}/`))
        .map(({ what }) => what);

    it("nothing is said about requests that are as they should be", async () => {
      for (const [state, kinds] of [
        ["success", ["fill"]],
        ["refund", ["refund"]],
        ["pending", []],
      ] as const)
        expect(await faultsOf(await make(state, kinds))).to.deep.equal([]);
    });

    const cases = [
      { state: "success", kinds: [], says: "succeeded, but no payment of it is in a block" },
      { state: "refund", kinds: [], says: "was refunded, but no refund of it is in a block" },
      { state: "success", kinds: ["fill", "refund"], says: "was filled and refunded" },
      { state: "success", kinds: ["fill", "fill"], says: "was paid twice" },
      { state: "pending", kinds: ["fill"], says: "was paid, but its state says that it was not" },
    ] as const;
    for (const { state, kinds, says } of cases) {
      it(`a request in ${state} with payments [${kinds.join(", ")}] ${says}`, async () => {
        expect(await faultsOf(await make(state, kinds))).to.include(says);
      });
    }

    it("a refund of more than the deposit is found", async () => {
      expect(await faultsOf(await make("refund", ["refund"], 5n))).to.deep.equal([
        "got back more than was owed",
      ]);
    });

    it("a payment that is not in the books is found", async () => {
      const id = await make("success", ["fill"]);
      const { ledger, outbound } = store.tables;
      await store.db.delete(ledger);
      const all = await store.db.select().from(outbound);
      expect(await faultsOf(id)).to.deep.equal(["is in a block, but not in the books"]);
      expect(all.length).to.be.greaterThan(1);
    });

    it("what is still owed is listed where a person has to decide, and a fault where the request is over", async () => {
      const [failed, over] = [await make("failure", []), await make("success", ["fill"])];
      const owed = (id: string) => [
        line("custody:a", { ...BTC, amount: 1_000n }, id),
        line("owed", { ...BTC, amount: -1_000n }, id),
      ];
      await store.commit([
        insertBooking(store, "deposit/failed@1", owed(failed), 0),
        insertBooking(store, "deposit/over@1", owed(over), 0),
      ]);
      const { refunds, losses } = await findOwed(store, await readBooks(store));
      expect(refunds).to.deep.equal([{ ...BTC, requestId: failed, amount: 1_000n }]);
      expect(losses).to.deep.equal([]);
      expect(await faultsOf(over)).to.deep.equal(["is over, but its payer is still owed something"]);
      expect(await faultsOf(failed)).to.deep.equal([]);
    });

    it("a request that was paid although its deposit is gone is a loss", async () => {
      const id = await make("success", ["fill"]);
      const lines = [
        line("owed", { ...BTC, amount: 1_000n }, id),
        line("income", { ...BTC, amount: -1_000n }, id),
      ];
      await store.commit([insertBooking(store, "payment/lost@1", lines, 0)]);
      const { losses } = await findOwed(store, await readBooks(store));
      expect(losses).to.deep.equal([{ ...BTC, requestId: id, amount: 1_000n }]);
      expect(await faultsOf(id)).to.deep.equal([]);
    });

    it("a place that gave out more than it got is found", async () => {
      const lines = [
        line("custody:b", { ...BTC, amount: -1n }, null),
        line("income", { ...BTC, amount: 1n }, null),
      ];
      await store.commit([insertBooking(store, "made-up@1", lines, 0)]);
      const faults = await findFaults(store, await readBooks(store));
      expect(faults.map(({ id }) => id)).to.include("custody:b");
    });

    it("a ledger that somebody changed does not sum to zero, and says where", async () => {
      expect((await readBooks(store)).imbalances).to.deep.equal([]);
      await store.commit([insertBooking(store, "half@1", [line("equity", { ...BTC, amount: 3n }, null)], 0)]);
      expect((await readBooks(store)).imbalances).to.deep.equal([{ ...BTC, amount: 3n }]);
    });

    it("strays are listed", async () => {
      const stray = {
        ...{ id: "s", chainId: 31337, address: "0xdep", requestId: "0x1", standard: "erc20", token: "0xt" },
        ...{ tokenId: null, amount: 5n, txHash: "t", blockHash: "b", seenAt: 0 },
      };
      await store.commit([noteStray(store, stray)]);
      expect(await latestStrays(store)).to.deep.equal([stray]);
      expect(await straysAtContract(store, "0xdep")).to.deep.equal([stray]);
      expect(await straysAtContract(store, "0xother")).to.deep.equal([]);
    });
  });
});
