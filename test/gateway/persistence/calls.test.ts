import { expect } from "chai";
import type { IdempotencyRecord, Store } from "../../../src/gateway/ports/storePort.ts";
import { createStore } from "../../../src/gateway/persistence/store.ts";
import { onBothDatabases } from "../../support/databases.ts";

const CALL: IdempotencyRecord = { key: "shop:1", digest: "d", resourceId: "r", leaseUntil: 60, at: 1 };

describe("calls that may be said again", () => {
  onBothDatabases("gateway", (open) => {
    let store: Store;
    beforeEach(async () => void (store = createStore(await open(), () => {})));

    it("are one's who says them first, also of many at once", async () => {
      const tries = Array.from({ length: 20 }, (_, index) => store.beginIdempotentCall({ ...CALL, resourceId: `r${index}` }));
      const known = await Promise.all(tries);
      expect(known.filter((one) => one === undefined)).to.have.length(1);
      const first = `r${known.indexOf(undefined)}`;
      expect(new Set(known.map((one) => one?.resourceId ?? first))).to.deep.equal(new Set([first]));
    }); // prettier-ignore

    it("are taken over by one, and not once there is an answer", async () => {
      await store.beginIdempotentCall(CALL);
      const taken = await Promise.all(
        [1, 2, 3].map((index) => store.takeOverIdempotentCall(CALL, 100 + index)),
      );
      expect(taken.filter(Boolean)).to.have.length(1);
      await store.endIdempotentCall(CALL.key, { status: 200, body: '{"id": "1"}' });
      const known = await store.beginIdempotentCall(CALL);
      expect(known).to.deep.include({ status: 200, body: '{"id": "1"}', resourceId: "r", digest: "d" });
      expect(await store.takeOverIdempotentCall(known ?? CALL, 500)).to.equal(false);
    });

    it("are forgotten by whoever made nothing, unless another works at them, or an answer is kept", async () => {
      await store.beginIdempotentCall(CALL);
      await store.dropIdempotentCall(CALL);
      expect(await store.beginIdempotentCall(CALL), "the key is free").to.equal(undefined);
      await store.takeOverIdempotentCall(CALL, 120);
      await store.dropIdempotentCall(CALL);
      expect(await store.beginIdempotentCall(CALL)).to.include({ leaseUntil: 120 });
      await store.endIdempotentCall(CALL.key, { status: 200, body: "{}" });
      await store.dropIdempotentCall({ ...CALL, leaseUntil: 120 });
      expect(await store.beginIdempotentCall(CALL)).to.include({ status: 200 });
    });

    it("are open again at once when there was no answer to keep, and forgotten after their time", async () => {
      await store.beginIdempotentCall(CALL);
      await store.endIdempotentCall(CALL.key, undefined);
      expect(await store.beginIdempotentCall(CALL)).to.include({ leaseUntil: 0, status: undefined });
      await store.pruneIdempotencyRecords(CALL.at);
      expect(await store.beginIdempotentCall(CALL)).to.include({ key: CALL.key });
      await store.pruneIdempotencyRecords(CALL.at + 1);
      expect(await store.beginIdempotentCall(CALL)).to.equal(undefined);
    });
  });
});
