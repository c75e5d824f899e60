import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import { amountKey, type AmountLease } from "../../../../src/gateway/ports/directPort.ts";
import type { Store } from "../../../../src/gateway/ports/storePort.ts";
import { createStore } from "../../../../src/gateway/persistence/store.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { createMemoryStore } from "../../../support/memoryStore.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../storedThings.ts";

const HUGE = 10n ** 77n;

function leaseOf(invoiceId: string, change: Partial<AmountLease> = {}): AmountLease {
  const place = { chainId: 8453, currency: "0xUSDC", address: "0xShop", amount: 25_000_017n };
  return { id: `lease-${invoiceId}`, ...place, invoiceId, requestId: `direct:${invoiceId}`, fromAt: ISSUED, ...change };
} // prettier-ignore

describe("amounts that are leased to invoices", () => {
  onBothDatabases("gateway", (open) => {
    keepTheContract(async () =>
      createStore(await open(), (error) => {
        throw error;
      }),
    );
  });
  describe("in memory", () => keepTheContract(async () => createMemoryStore()));

  function keepTheContract(newStore: () => Promise<Store>): void {
    let store: Store;
    beforeEach(async () => {
      store = await newStore();
    });
    const issue = (amount: AmountLease) => store.issue(newInvoice(amount.invoiceId), { ...ALONE, amount });
    const at = (...leases: readonly AmountLease[]) => store.amountLeasesAt(leases.map(amountKey));

    it("are found by amount and place, however the addresses are spelled", async () => {
      const [one, huge] = [leaseOf("a"), leaseOf("b", { amount: HUGE })];
      await issue(one);
      await issue(huge);
      expect(await at({ ...one, currency: "0xusdc", address: "0xSHOP" })).to.deep.equal([one]);
      expect(await at({ ...one, amount: one.amount + 1n }, { ...one, chainId: 1 })).to.deep.equal([]);
      expect(await at(one, huge)).to.have.deep.members([one, huge]);
      expect(await store.addressesOfAmounts(8453)).to.deep.equal(["0xshop"]);
      expect(await store.addressesOfAmounts(1)).to.deep.equal([]);
    });

    it("are one invoice's at a time: a second is refused with everything that was to be written", async () => {
      await issue(leaseOf("a"));
      const refused = await issue({ ...leaseOf("b"), address: "0xSHOP" }).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(ConflictError);
      expect(await store.load("b")).to.equal(undefined);
    });

    it("are free again once they have ended, and then no payment of them is noticed", async () => {
      const lease = leaseOf("a");
      await issue(lease);
      expect(await store.openAmountLeases("", 10)).to.deep.equal([lease]);
      await store.endAmountLease(lease, ISSUED + 1);
      expect([await at(lease), await store.openAmountLeases("", 10), await store.addressesOfAmounts(8453)]).to.deep.equal([[], [], []]); // prettier-ignore
      await issue(leaseOf("b"));
      expect((await at(lease)).map(({ invoiceId }) => invoiceId)).to.deep.equal(["b"]);
    });
  }
});
