import { expect } from "chai";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { inMempool } from "../domain/invoices/given.ts";
import { createInvoice } from "../../model/commands.ts";
import { createWorld } from "../../model/world.ts";
import { onUsualDatabase } from "../../support/databases.ts";

describe("what a shop's server hears", () => {
  onUsualDatabase("gateway", (open) => {
    it("is what was written down: nothing of a payment that was another invoice's already [bug:event-before-commit]", async () => {
      // given: two unpaid invoices, and a payment that is told to both, as two processes at once may do
      const world = await createWorld({ seed: 1, persistence: createPersistence(await open(), () => {}) });
      await world.tick();
      const [paid, other] = [await createInvoice(world, 2_500), await createInvoice(world, 2_500)];
      const { gateway } = world.process();
      const tell = ({ id, facts: { offers } }: Invoice) => {
        const { depositAddress: address, input: value } = offers[0] ?? expect.fail("It was priced.");
        const at = world.clock();
        return advanceInvoice(gateway, id, inMempool({ outpoint: `${"ab".repeat(32)}:0`, at, address, value }));
      }; // prettier-ignore
      // when
      await tell(paid);
      expect(await tell(other).catch(() => "refused")).to.equal("refused");
      await world.tick(0);
      // then
      const heard = (id: string) => {
        return world.receiver.taken.filter(({ event }) => event.invoiceId === id).map(({ event }) => event.type); // prettier-ignore
      };
      expect(heard(paid.id)).to.include("InvoiceReceivedPayment");
      expect(heard(other.id)).to.deep.equal(["InvoiceCreated"]);
      expect((await world.persistence.invoices.load(other.id))?.state).to.equal("New");
    });
  });
});
