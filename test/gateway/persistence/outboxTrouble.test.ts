import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { ISSUED } from "../domain/invoices/given.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { announced, issued, newInvoice } from "./storedThings.ts";

const LEASE = 60_000;
const taken = (at: number) => ({ state: "delivered", dueAt: at, outcome: { status: 200 } }) as const;

describe("webhooks that several processes deliver", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    beforeEach(async () => {
      persistence = createPersistence(await open(), () => {});
    });
    const claim = async (at: number) => {
      await persistence.events.number(100, at);
      const [delivery, ...more] = await persistence.deliveries.claim("hook-1", at, LEASE, 100);
      expect(more).to.deep.equal([]);
      return delivery;
    };

    it("go out although a later one was quicker: whoever was slow to commit is not passed over [bug:id-above-last]", async () => {
      await issued(persistence, newInvoice("quick"), announced(["InvoiceCreated"], "z"));
      const quick = (await claim(ISSUED)) ?? expect.fail("It is due.");
      await persistence.deliveries.finish(quick, taken(ISSUED));
      await issued(persistence, newInvoice("slow"), announced(["InvoiceCreated"], "a")); // its id is the lower one
      expect(await claim(ISSUED + 1)).to.include({ invoiceId: "slow" });
    });

    it("are not sent again after they were taken, although a clock jumped ahead meanwhile [bug:lease-on-wall-clock]", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      const slow = (await claim(ISSUED)) ?? expect.fail("It is due.");
      // The other process' clock is an hour ahead, so to it the lease is over.
      const quick = (await claim(ISSUED + HOUR_MS)) ?? expect.fail("It is due there.");
      await persistence.deliveries.finish(quick, taken(ISSUED + HOUR_MS));
      const late = persistence.deliveries.finish(slow, { state: "due", dueAt: ISSUED + 1, outcome: { reason: "timeout" } });
      expect(await late.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
      expect(await claim(ISSUED + 2 * HOUR_MS), "it was taken").to.equal(undefined);
    }); // prettier-ignore

    it("are owed as whoever tried last has written, although somebody slower ends after him [bug:lease-on-wall-clock]", async () => {
      await issued(persistence, newInvoice("i1"), announced(["InvoiceCreated"], "d"));
      const slow = (await claim(ISSUED)) ?? expect.fail("It is due.");
      const quick = (await claim(ISSUED + HOUR_MS)) ?? expect.fail("It is due to the other clock.");
      const again = { state: "due", dueAt: ISSUED + 2 * HOUR_MS, outcome: { reason: "timeout" } } as const;
      await persistence.deliveries.finish(quick, again);
      const givenUp = { state: "exhausted", dueAt: ISSUED, outcome: { reason: "timeout" } } as const;
      const late = persistence.deliveries.finish(slow, givenUp);
      expect(await late.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
      expect(await claim(ISSUED + 2 * HOUR_MS), "it is still owed").to.include({ invoiceId: "i1" });
    });
  });
});
