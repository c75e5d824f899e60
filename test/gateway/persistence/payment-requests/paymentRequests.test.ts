import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import type { OutboxEntry } from "../../../../src/gateway/ports/outboxPort.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { PaymentRequest } from "../../../../src/gateway/domain/invoices/paymentRequest.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED, inBlock, success } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, issued, newInvoice, plain, saved } from "../storedThings.ts";

const NOTHING: OutboxEntry = { at: ISSUED, events: [], deliveries: [] };

function aRequest(id: string, change: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    ...{ id, storeId: "store-1", version: 1, status: "Pending", archivedAt: undefined, createdAt: ISSUED },
    settings: {
      ...{ amount: 10n ** 77n + 1n, currency: "USD", decimals: 2, title: "Ten lessons" },
      ...{ description: "<b>Hi</b>", email: undefined, referenceId: "INV-7", expiresAt: ISSUED + 1 },
      allowCustomAmounts: true,
    },
    ...change,
  };
}

describe("stored payment requests", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    before(async () => void (persistence = createPersistence(await open(), () => {})));

    it("come back as they were, newest first, archived ones when they are asked for", async () => {
      const requests = ["a", "b", "c"].map((id, index) => aRequest(id, { createdAt: ISSUED + index }));
      for (const request of requests) await persistence.paymentRequests.create(request, NOTHING);
      expect(plain(await persistence.paymentRequests.load("a"))).to.deep.equal(plain(requests[0]));
      expect(await persistence.paymentRequests.load("nobody")).to.equal(undefined);
      await persistence.paymentRequests.change(aRequest("b", { version: 2, archivedAt: ISSUED }), NOTHING);
      const ids = async (withArchived: boolean, skip = 0) =>
        (await persistence.paymentRequests.list("store-1", { withArchived, skip, limit: 9 })).map(
          ({ id }) => id,
        );
      expect(await ids(false)).to.deep.equal(["c", "a"]);
      expect(await ids(true)).to.deep.equal(["c", "b", "a"]);
      expect(await ids(true, 1)).to.have.length(2);
      expect(await persistence.paymentRequests.list("store-2", { withArchived: true, skip: 0, limit: 9 })).to.deep.equal([]); // prettier-ignore
    });

    it("are not written over when they have moved on, and are open until they are completed", async () => {
      await persistence.paymentRequests.create(aRequest("moves"), NOTHING);
      const open = async () => (await persistence.paymentRequests.open("c", 9)).map(({ id }) => id);
      expect(await open()).to.deep.equal(["moves"]);
      await persistence.paymentRequests.change(
        aRequest("moves", { version: 2, status: "Completed" }),
        NOTHING,
      );
      const stale = persistence.paymentRequests.change(aRequest("moves", { version: 2 }), NOTHING);
      expect(await stale.catch((error: unknown) => error)).to.be.instanceOf(ConflictError);
      expect(await open()).to.deep.equal([]);
    });

    it("tell of themselves in the same commit", async () => {
      const events = [{ event: { type: "PaymentRequestCreated" }, body: { a: 1 } }] as const;
      const deliveries = [{ id: "told-1", webhookId: "hook", ordinal: 0 }];
      await persistence.paymentRequests.create(aRequest("told"), { at: ISSUED, events, deliveries });
      await persistence.events.number(100, ISSUED);
      const [delivery] = await persistence.deliveries.claim("hook", ISSUED, 1, 9);
      expect(delivery).to.include({ id: "told-1", webhookId: "hook", invoiceId: "told" });
    });

    it("find their invoices", async () => {
      await issued(persistence, newInvoice("of-a", { paymentRequestId: "a" }));
      await issued(persistence, newInvoice("of-nobody"));
      const found = await persistence.paymentRequests.invoicesOf(["a", "b"]);
      expect(found.map(({ id }) => id)).to.deep.equal(["of-a"]);
      expect(await persistence.paymentRequests.invoicesOf([])).to.deep.equal([]);
    });

    it("leave alone what a merchant says of an invoice, and so does a decision that began before", async () => {
      const first = await issued(
        persistence,
        newInvoice("labelled", { topUp: true, metadata: { orderId: "old" } }),
      );
      await persistence.invoices.label("labelled", { metadata: { orderId: "new" }, archivedAt: ISSUED });
      const decision = decide(first, inBlock({ outpoint: "labelled:0" }));
      await persistence.invoices.save(first, decision, ALONE); // it still has the old metadata
      await saved(persistence, decision.invoice, success({ outpoint: "labelled:0" }));
      const { terms, archivedAt, version } = (await persistence.invoices.load("labelled")) ?? first;
      expect([terms.metadata, archivedAt, version, terms.topUp]).to.deep.equal([{ orderId: "new" }, ISSUED, 3, true]); // prettier-ignore
      const ids = async (filter: object) =>
        (await persistence.invoices.list("store-1", { limit: 9, ...filter })).map(({ id }) => id);
      expect(await ids({ orderIds: ["new"] })).to.deep.equal([]);
      expect(await ids({ orderIds: ["new"], withArchived: true })).to.deep.equal(["labelled"]);
      expect(await ids({ word: "label", withArchived: true })).to.deep.equal(["labelled"]);
      expect(await ids({ word: "LABELLED%", withArchived: true })).to.deep.equal([]);
      await persistence.invoices.label("labelled", { archivedAt: null });
      expect(await ids({ orderIds: ["new"] })).to.deep.equal(["labelled"]);
      expect(await persistence.invoices.label("nobody", { archivedAt: null }).catch((error: unknown) => error)).to.be.instanceOf(Error); // prettier-ignore
    });
  });
});
