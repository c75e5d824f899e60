import { expect } from "chai";
import type { BridgeRequest } from "../../src/network/request.ts";
import { statusFacts, statusWord, type StatusDetail } from "../../src/network/status.ts";
import type { NetworkStore } from "../../src/network/persistence/open.ts";
import { listRequests } from "../../src/network/persistence/requestList.ts";
import { insertDeposit } from "../../src/network/persistence/deposits.ts";
import { insertRequest } from "../../src/network/persistence/requests.ts";
import { keepStatus, newestStatus, statusChangesAfter } from "../../src/network/persistence/statusChanges.ts";
import { onBothDatabases } from "../support/databases.ts";
import { requestOf } from "./requestOf.ts";
import { storeIn } from "./storeIn.ts";

const WORDS = ["waiting", "depositing", "pending", "submitted", "success", "failure", "refund"];
const ORDER = { sortBy: "createdAt", descending: true, limit: 50, after: undefined } as const;
const FILL = { hash: "0xf1" };

describe("the list of requests and the changes of their status", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    const stored: BridgeRequest[] = [];
    before(async () => {
      store = storeIn(await open());
      const refund = { hash: "0xee", amount: 1n };
      await keep({ state: "waiting" });
      await keep({ state: "waiting", sighted: "0xaa" });
      await keep({ state: "waiting", sighted: "0xab", method: "permit" });
      await keep({ state: "waiting" }, true);
      await keep({ state: "pending" }, true);
      await keep({ state: "filling", fill: FILL }, true);
      await keep({ state: "success", fill: FILL }, true);
      await keep({ state: "refunding" }, true);
      await keep({ state: "refunding", refund }, true);
      await keep({ state: "refund", refund }, true);
      await keep({ state: "failure", failReason: "SLIPPAGE" }, true);
    });
    const keep = async (changes: Partial<BridgeRequest>, isPaid = false) => {
      const id = `0x${stored.length.toString(16).padStart(64, "0")}`;
      const deposit = {
        ...{ id: `tx${stored.length}:0`, txHash: `tx${stored.length}`, chainId: 8253038, currency: "bc1q" },
        ...{ amount: 5n, height: 1, blockHash: "b", sender: undefined },
      };
      const request = requestOf(id, { ...changes, ...(isPaid && { deposit }) });
      const row = { ...deposit, sender: null, address: "a", requestId: id, state: "confirmed", seenAt: 1 };
      await store.commit([
        insertRequest(store, request),
        ...(isPaid ? [insertDeposit(store, { ...row, custody: null, movedBy: null })] : []),
      ]);
      stored.push(request);
    };

    for (const detail of ["contract", "public"] as const) {
      it(`a status filter finds exactly the rows that show this word (${detail} words)`, async () => {
        for (const word of WORDS) {
          const wanted = stored.filter((request) => shows(request, word, detail)).map(({ id }) => id);
          const found = await listRequests(
            store,
            { includeChildren: false, status: { word, detail } },
            ORDER,
          );
          expect(found.map(({ id }) => id).sort(), word).to.deep.equal(wanted.sort());
        }
      });
    }

    it("deposit addresses are listed once each, by the key or the user of their quote", async () => {
      const own = { owner: "key", user: "payer" };
      const root = requestOf("0xd1", own);
      const child = requestOf("0xd2", { ...own, parent: "0xd1" });
      const wallet = requestOf("0xd3", { ...own, method: "depository", depositAddress: undefined });
      const toPayer = requestOf("0xd4", { owner: "another", recipient: "payer" });
      await store.commit([root, child, wallet, toPayer].map((request) => insertRequest(store, request)));
      const listed = async (filter: Readonly<{ owner?: string; quotedFor?: string }>) => {
        const found = await listRequests(
          store,
          { ...filter, withAddress: true, includeChildren: false },
          ORDER,
        );
        return found.map(({ id }) => id);
      };
      expect(await listed({ owner: "key" })).to.deep.equal(["0xd1"]);
      expect(await listed({ quotedFor: "payer" })).to.deep.equal(["0xd1"]);
      expect(await listed({ owner: "nobody" })).to.deep.equal([]);
    });

    it("changes of many requests are read in one go, each from where its reader is", async () => {
      const ids = Array.from({ length: 1_200 }, (_, index) => `0x${(index + 1_000).toString(16)}`);
      const writes = ids.flatMap((id) =>
        [1, 2, 3].map((ordinal) => keepStatus(store, requestOf(id), ordinal)),
      );
      await store.commit(writes);
      const seen = new Map(ids.map((id, index) => [id, index % 4]));
      const changes = await statusChangesAfter(store, seen);
      expect(changes).to.have.length(300 * (3 + 2 + 1));
      const [first = ""] = ids;
      const mine = changes.filter(({ requestId }) => requestId === first);
      expect(mine.map(({ ordinal }) => ordinal)).to.deep.equal([1, 2, 3]);
      expect(await newestStatus(store, first)).to.include({ requestId: first, ordinal: 3 });
      expect(await newestStatus(store, "0xnone")).to.equal(undefined);
      expect(await statusChangesAfter(store, new Map())).to.deep.equal([]);
    });
  });
});

function shows(request: BridgeRequest, word: string, detail: StatusDetail): boolean {
  return statusWord(statusFacts(request), detail) === word;
}
