import { expect } from "chai";
import { archivePullPayment } from "../../../../src/gateway/usecases/payouts/createPullPayment.ts";
import { createPullPaymentOf } from "../../../../src/gateway/usecases/payouts/refundOrder.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { paidInvoice } from "../../domain/payouts/given.ts";
import { ALONE } from "../../persistence/storedThings.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { refusal, shop } from "../payoutShop.ts";

const MONEY = { currency: "USD", decimals: 2, autoApprove: false, startsAt: undefined, expiresAt: undefined, methods: [], description: "", metadata: undefined }; // prettier-ignore
const HALF = { credit: 12_500_000n, floor: 12_500_000n };

describe("a refund of an order that a shop's plugin makes", () => {
  onBothDatabases("gateway", (open) => {
    let gateway: Gateway;
    let persistence: Persistence;
    let storeId: string;
    before(async () => {
      const world = await shop();
      persistence = createPersistence(await open(), () => {});
      await persistence.stores.create((await world.persistence.stores.load(world.pull.storeId))!);
      gateway = { ...world.gateway, persistence };
      storeId = world.pull.storeId;
    });
    /** An invoice of 25 USD for the order, to which these payments have settled. */
    const paid = async (id: string, orderId: string, deposits = [HALF, HALF]) => {
      const made = paidInvoice(deposits.map((one, at) => ({ ...one, outpoint: `${id}:${at}` })));
      const invoice = { ...made, id, storeId, terms: { ...made.terms, metadata: { orderId } } };
      await persistence.invoices.issue(invoice, ALONE);
    };
    const refund = (order: string, amount: bigint) =>
      createPullPaymentOf(gateway, storeId, { ...MONEY, name: `Refund of order ${order}; reason`, amount });

    it("holds no more than the order brought, however many are asked for at once", async () => {
      await paid("at-once", "11");
      const asked = await Promise.all(Array.from({ length: 6 }, () => refusal(refund("11", 10_00n))));
      expect(asked.filter((code) => code === undefined)).to.have.length(2);
      expect(asked.filter((code) => code === "refund_too_large")).to.have.length(4);
      const [first] = await persistence.payouts.refundsOf("at-once");
      expect(await refusal(refund("11", 5_01n)), "more than is left").to.equal("refund_too_large");
      await archivePullPayment(gateway, first!.id);
      expect(await refusal(refund("11", 15_00n)), "closing one frees it").to.equal(undefined);
    });

    it("is of the invoice of which most is left, when the order was paid twice", async () => {
      await paid("part", "12", [HALF]);
      await paid("whole", "12");
      const made = [await refund("12", 25_00n), await refund("12", 12_50n)];
      expect(made.map((one) => one.refund?.invoiceId)).to.deep.equal(["whole", "part"]);
      expect(await refusal(refund("12", 1n))).to.equal("refund_too_large");
    });

    it("is no refund when the store has no such order, and is refused when nobody has paid it", async () => {
      await paid("unpaid", "13", []);
      expect((await refund("14", 900_00n)).refund).to.equal(undefined);
      expect(await refusal(refund("13", 1n))).to.equal("non-refundable");
    });
  });
});
