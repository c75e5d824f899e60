import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import type { Store } from "../../../src/gateway/ports/storePort.ts";
import { createStore } from "../../../src/gateway/persistence/store.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { ISSUED } from "../domain/invoices/given.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { announced, issued, newInvoice } from "./storedThings.ts";

const LEASE = 60_000;
const taken = (at: number) => ({ state: "delivered", dueAt: at, outcome: { status: 200 } }) as const;

describe("webhooks that several processes deliver", () => {
  onBothDatabases("gateway", (open) => {
    let store: Store;
    beforeEach(async () => {
      store = createStore(await open(), () => {});
    });
    const claim = async (at: number) => {
      await store.numberEvents(100, at);
      const [delivery, ...more] = await store.claimDeliveries("hook-1", at, LEASE, 100);
      expect(more).to.deep.equal([]);
      return delivery;
    };

    it("go out although a later one was quicker: whoever was slow to commit is not passed over [bug:id-above-last]", async () => {
      await issued(store, newInvoice("quick"), announced(["InvoiceCreated"], "z"));
      const quick = (await claim(ISSUED)) ?? expect.fail("It is due.");
      await store.finishDelivery(quick, taken(ISSUED));
      await issued(store, newInvoice("slow"), announced(["InvoiceCreated"], "a")); // its id is the lower one
      expect(await claim(ISSUED + 1)).to.include({ invoiceId: "slow" });
    });

    it("are not sent again after they were taken, although a clock jumped ahead meanwhile [bug:lease-on-wall-clock]", async () => {
      await issued(store, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      const slow = (await claim(ISSUED)) ?? expect.fail("It is due.");
      // The other process' clock is an hour ahead, so to it the lease is over.
      const quick = (await claim(ISSUED + HOUR_MS)) ?? expect.fail("It is due there.");
      await store.finishDelivery(quick, taken(ISSUED + HOUR_MS));
      const late = store.finishDelivery(slow, { state: "due", dueAt: ISSUED + 1, outcome: { reason: "timeout" } });
      expect(await late.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
      expect(await claim(ISSUED + 2 * HOUR_MS), "it was taken").to.equal(undefined);
    }); // prettier-ignore

    it("are owed as whoever tried last has written, although somebody slower ends after him [bug:lease-on-wall-clock]", async () => {
      await issued(store, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      const slow = (await claim(ISSUED)) ?? expect.fail("It is due.");
      const quick = (await claim(ISSUED + HOUR_MS)) ?? expect.fail("It is due to the other clock.");
      const again = { state: "due", dueAt: ISSUED + 2 * HOUR_MS, outcome: { reason: "timeout" } } as const;
      await store.finishDelivery(quick, again);
      const givenUp = { state: "exhausted", dueAt: ISSUED, outcome: { reason: "timeout" } } as const;
      const late = store.finishDelivery(slow, givenUp);
      expect(await late.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
      expect(await claim(ISSUED + 2 * HOUR_MS), "it is still owed").to.include({ invoiceId: "i1" });
    });
  });
});
