import { expect } from "chai";
import type { IdempotencyRecord, Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onBothDatabases } from "../../support/databases.ts";

const CALL: IdempotencyRecord = { key: "shop:1", digest: "d", resourceId: "r", leaseUntil: 60, at: 1 };

describe("calls that may be said again", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    beforeEach(async () => void (persistence = createPersistence(await open(), () => {})));

    it("are one's who says them first, also of many at once", async () => {
      const tries = Array.from({ length: 20 }, (_, index) => persistence.idempotency.begin({ ...CALL, resourceId: `r${index}` }));
      const known = await Promise.all(tries);
      expect(known.filter((one) => one === undefined)).to.have.length(1);
      const first = `r${known.indexOf(undefined)}`;
      expect(new Set(known.map((one) => one?.resourceId ?? first))).to.deep.equal(new Set([first]));
    }); // prettier-ignore

    it("are taken over by one, and not once there is an answer", async () => {
      await persistence.idempotency.begin(CALL);
      const taken = await Promise.all(
        [1, 2, 3].map((index) => persistence.idempotency.takeOver(CALL, 100 + index)),
      );
      expect(taken.filter(Boolean)).to.have.length(1);
      await persistence.idempotency.end(CALL.key, { status: 200, body: '{"id": "1"}' });
      const known = await persistence.idempotency.begin(CALL);
      expect(known).to.deep.include({ status: 200, body: '{"id": "1"}', resourceId: "r", digest: "d" });
      expect(await persistence.idempotency.takeOver(known ?? CALL, 500)).to.equal(false);
    });

    it("are forgotten by whoever made nothing, unless another works at them, or an answer is kept", async () => {
      await persistence.idempotency.begin(CALL);
      await persistence.idempotency.drop(CALL);
      expect(await persistence.idempotency.begin(CALL), "the key is free").to.equal(undefined);
      await persistence.idempotency.takeOver(CALL, 120);
      await persistence.idempotency.drop(CALL);
      expect(await persistence.idempotency.begin(CALL)).to.include({ leaseUntil: 120 });
      await persistence.idempotency.end(CALL.key, { status: 200, body: "{}" });
      await persistence.idempotency.drop({ ...CALL, leaseUntil: 120 });
      expect(await persistence.idempotency.begin(CALL)).to.include({ status: 200 });
    });

    it("are open again at once when there was no answer to keep, and forgotten after their time", async () => {
      await persistence.idempotency.begin(CALL);
      await persistence.idempotency.end(CALL.key, undefined);
      expect(await persistence.idempotency.begin(CALL)).to.include({ leaseUntil: 0, status: undefined });
      await persistence.idempotency.prune(CALL.at);
      expect(await persistence.idempotency.begin(CALL)).to.include({ key: CALL.key });
      await persistence.idempotency.prune(CALL.at + 1);
      expect(await persistence.idempotency.begin(CALL)).to.equal(undefined);
    });
  });
});
