import { expect } from "chai";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { confirmChange, proposeChange } from "../../../src/gateway/usecases/stores/guardedChanges.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { anInvoice } from "../domain/invoices/given.ts";
import { testClock } from "../../support/clock.ts";
import { onBothDatabases } from "../../support/databases.ts";

describe("a stored limit of payouts", () => {
  onBothDatabases("gateway", (open) => {
    it("waits for its second person, with and without an amount, and then holds", async () => {
      const persistence = createPersistence(await open(), () => {});
      const gateway = {
        persistence,
        clock: testClock(),
        random: (length: number) => Buffer.alloc(length, 1),
      };
      const { settlement } = anInvoice().terms;
      const store = await createMerchant(persistence, gateway, "Tea house", {
        ...STORE_DEFAULTS,
        settlement,
        refunds: {},
      });
      for (const id of ["ada", "grace"])
        await persistence.users.create({
          id,
          name: id,
          email: undefined,
          isAdmin: true,
          createdAt: 0,
          password: { hash: "h", at: 0 },
        });
      const [ada, grace] = [
        { userId: "ada", userName: "ada" },
        { userId: "grace", userName: "grace" },
      ];
      const load = async () => (await persistence.stores.load(store.id))!;
      const settings = async () => (await load()).settings;
      await proposeChange(gateway, await load(), "payoutLimit", { amount: "10", currency: "USD" }, ada);
      for (const limit of [{ amount: "20.50", currency: "USD" }, undefined]) {
        const change = await proposeChange(gateway, await load(), "payoutLimit", limit, ada);
        expect(change.isPending).to.equal(true);
        const pending = (await settings()).pending?.payoutLimit;
        expect([pending?.after, pending?.userId]).to.deep.equal([limit, "ada"]);
        await confirmChange(gateway, await load(), "payoutLimit", pending?.at ?? 0, grace);
        expect((await settings()).payoutLimit).to.deep.equal(limit);
        expect((await settings()).pending?.payoutLimit).to.equal(undefined);
      }
    });
  });
});
