import { expect } from "chai";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import {
  changeSettlement,
  confirmSettlement,
  withdrawSettlement,
} from "../../../src/gateway/usecases/stores/changeSettlement.ts";
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
      const now = async () => (await persistence.stores.load(id))!.settings;
      const to = { ...settlement, symbol: "DAI", decimals: 18, recipient: `0x${"77".repeat(20)}` };
      const change = { from: settlementText(settlement), to };

      expect((await changeSettlement(gateway, id, change, ada)).isPending).to.equal(true);
      const { pendingSettlement: first } = await now();
      expect(first).to.deep.equal({ settlement: to, ...ada, at: clock() });
      expect(await withdrawSettlement(gateway, id, first!.at)).to.deep.equal(to);
      expect(await refusal(confirmSettlement(gateway, id, first!.at, grace))).to.equal(
        "settlement_not_pending",
      );
      clock.advance(1);
      await changeSettlement(gateway, id, change, ada);
      const at = (await now()).pendingSettlement!.at;
      expect(await refusal(confirmSettlement(gateway, id, at, ada))).to.equal("second_person_needed");
      expect((await now()).settlement).to.deep.equal(settlement);
      await confirmSettlement(gateway, id, at, grace);
      const after = await now();
      expect(after.settlement).to.deep.equal(to);
      expect(after.formerSettlements).to.deep.equal([{ settlement, until: clock() }]);
      expect([after.pendingSettlement, after.payoutLimit]).to.deep.equal([undefined, payoutLimit]);
      expect(after.policy).to.deep.include({ confirmations: [{ from: 0n, need: 2 }] });
      expect(after.policy.toleranceFloor).to.equal(undefined);
      expect(await refusal(changeSettlement(gateway, id, change, ada)), "a form from before").to.equal(
        "settlement_changed",
      );
    });
  });
});
