import { expect } from "chai";
import { Refusal } from "../../../src/network/api/refusals.ts";
import { insertOutbound, type Outbound } from "../../../src/network/persistence/outbound.ts";
import { insertRequest } from "../../../src/network/persistence/requests.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { MOST_FAILED, requirePermitsLeft } from "../../../src/network/permits/permitLimits.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { requestOf } from "../requestOf.ts";
import { storeIn } from "../storeIn.ts";

const NOW = 1_800_000_000_000;

describe("how many signatures that revert the service bears", () => {
  onBothDatabases("network", (open) => {
    let store: NetworkStore;
    let made = 0;
    before(async () => {
      store = storeIn(await open());
    });

    const permits = async (
      times: number,
      of: Readonly<{ user?: string; owner?: string | undefined }>,
      { state = "reverted", createdAt = NOW }: Partial<Pick<Outbound, "state" | "createdAt">> = {},
    ) => {
      for (let done = 0; done < times; done++) {
        const id = `request ${++made}`;
        const request = requestOf(id, { method: "permit", user: `user ${made}`, depositAddress: id, ...of });
        await store.commit([
          insertRequest(store, request),
          insertOutbound(store, {
            ...{ id: `${id}/permit`, requestId: id, kind: "permit", chainId: 1, currency: "0x", amount: 1n },
            ...{ slot: `evm:1:${made}`, order: {}, state, hash: null, fee: 5n, createdAt, closedAt: null },
          }),
        ]);
      }
    };
    const refused = (user: string, owner?: string, now = NOW) =>
      requirePermitsLeft({ store, clock: () => now }, { user, owner }).then(
        () => "taken",
        (error: unknown) => (error instanceof Refusal ? `${error.code}: ${error.message}` : String(error)),
      );

    it("of one account, whoever its quotes were for", async () => {
      await permits(MOST_FAILED.user - 1, { user: "a" });
      await permits(1, { user: "a", owner: "key 1" }, { createdAt: NOW - HOUR_MS - 1 });
      await permits(5, { user: "a" }, { state: "included" });
      expect(await refused("a")).to.equal("taken");
      await permits(1, { user: "a", owner: "key 1" });
      expect(await refused("a", "key 2")).to.contain("PERMIT_LIMIT_REACHED: 3 permits of a have reverted");
      expect(await refused("b", "key 1")).to.equal("taken");
      expect(await refused("a", "key 2", NOW + HOUR_MS + 1)).to.equal("taken");
    });

    it("of an API key's users together, and of everybody without a key, since accounts cost nothing", async () => {
      await permits(MOST_FAILED.caller, { owner: "key 3" });
      expect(await refused("new", "key 3")).to.contain("20 permits of this API key's users");
      expect(await refused("new", "key 4")).to.equal("taken");
      expect(await refused("new")).to.equal("taken");
      await permits(MOST_FAILED.caller, {});
      expect(await refused("new")).to.contain("permits of callers without an API key");
      expect(await refused("new", "key 4")).to.equal("taken");
    });

    it("of an account with many in no block yet, each of which may revert", async () => {
      await permits(9, { user: "c", owner: "key 5" }, { state: "open" });
      expect(await refused("c", "key 5")).to.equal("taken");
      await permits(1, { user: "c", owner: "key 5" }, { state: "open" });
      expect(await refused("c", "key 5")).to.contain("10 permits of c are in no block yet");
    });
  });
});
