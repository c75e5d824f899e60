import { expect } from "chai";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { changeSettlement } from "../../../src/gateway/usecases/stores/changeSettlement.ts";
import { confirmChange, withdrawChange } from "../../../src/gateway/usecases/stores/guardedChanges.ts";
import { settlementText } from "../../../src/gateway/usecases/stores/settlements.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { anInvoice } from "../domain/invoices/given.ts";
import { refusal } from "../usecases/payoutShop.ts";
import { testClock } from "../../support/clock.ts";
import { onBothDatabases } from "../../support/databases.ts";

describe("a stored change of a settlement", () => {
  onBothDatabases("gateway", (open) => {
    it("waits for its second person with everything that it had, is withdrawn, and then holds", async () => {
      const persistence = createPersistence(await open(), () => {});
      const clock = testClock();
      const gateway = { persistence, clock, random: (length: number) => Buffer.alloc(length, 1) };
      const { settlement } = anInvoice().terms;
      const payoutLimit = { amount: "10", currency: "USD" };
      const policy = { toleranceFloor: 5n, confirmations: [{ from: 7n, need: 2 }] };
      const settings = { ...STORE_DEFAULTS, settlement, refunds: {}, payoutLimit, policy };
      const { id } = await createMerchant(persistence, gateway, "Tea house", settings);
      for (const user of ["ada", "grace"]) {
        const password = { hash: "h", at: 0 };
        await persistence.users.create({
          id: user,
          name: user,
          email: undefined,
          isAdmin: true,
          createdAt: 0,
          password,
        });
      }
      const ada = { userId: "ada", userName: "ada" };
      const grace = { userId: "grace", userName: "grace" };
      const load = async () => (await persistence.stores.load(id))!;
      const now = async () => (await load()).settings;
      const confirm = async (at: number, by: typeof ada) =>
        confirmChange(gateway, await load(), "settlement", at, by);
      const to = { ...settlement, symbol: "DAI", decimals: 18, recipient: `0x${"77".repeat(20)}` };
      const change = { from: settlementText(settlement), to };

      expect((await changeSettlement(gateway, await load(), change, ada)).isPending).to.equal(true);
      const first = (await now()).pending?.settlement;
      expect(first).to.deep.equal({ after: to, ...ada, at: clock() });
      expect(await withdrawChange(gateway, await load(), "settlement", first!.at)).to.deep.equal(to);
      expect(await refusal(confirm(first!.at, grace))).to.equal("change_not_pending");
      clock.advance(1);
      await changeSettlement(gateway, await load(), change, ada);
      const at = (await now()).pending!.settlement!.at;
      expect(await refusal(confirm(at, ada))).to.equal("second_person_needed");
      expect((await now()).settlement).to.deep.equal(settlement);
      await confirm(at, grace);
      const after = await now();
      expect(after.settlement).to.deep.equal(to);
      expect(after.formerSettlements).to.deep.equal([{ settlement, until: clock() }]);
      expect([after.pending?.settlement, after.payoutLimit]).to.deep.equal([undefined, payoutLimit]);
      expect(after.policy).to.deep.include({ confirmations: [{ from: 0n, need: 2 }] });
      expect(after.policy.toleranceFloor).to.equal(undefined);
      expect(
        await refusal(changeSettlement(gateway, await load(), change, ada)),
        "a form from before",
      ).to.equal("settlement_changed");
    });
  });
});
