import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Persistence, Transfer } from "../../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED, marked } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../storedThings.ts";

const PLACE = "8453:0xusdc:0xshop";

function transferOf(tx: string, change: Partial<Transfer> = {}): Transfer {
  const position = change.position ?? 0;
  const where = { key: `8453:${tx}:${position}`, chainId: 8453, place: PLACE, txHash: tx, position };
  return { ...where, amount: 25_000_000n, height: 100, at: ISSUED, seenAt: ISSUED, ...change };
}

describe("transfers to the stores' addresses", () => {
  onBothDatabases("gateway", (open) => {
    let persistence: Persistence;
    beforeEach(async () => {
      persistence = createPersistence(await open(), (error) => {
        throw error;
      });
    });

    const ANY = { least: 0n, most: 10n ** 78n };
    const freeKeys = async (seenFrom = 0) =>
      (await persistence.transfers.free(PLACE, seenFrom, ANY)).map(({ key }) => key);

    it("are kept as they were seen first, with amounts of any size", async () => {
      const huge = transferOf("0xa", { amount: 10n ** 77n });
      await persistence.transfers.keep([huge]);
      await persistence.transfers.keep([
        { ...huge, seenAt: ISSUED + 5 },
        transferOf("0xb", { seenAt: ISSUED + 9 }),
      ]);
      expect(await persistence.transfers.free(PLACE, ISSUED, ANY)).to.deep.equal([
        huge,
        transferOf("0xb", { seenAt: ISSUED + 9 }),
      ]);
    });

    it("are found by their place, from when they were seen on", async () => {
      await persistence.transfers.keep([
        transferOf("0xold", { seenAt: ISSUED - 1 }),
        transferOf("0xnew"),
        transferOf("0xother", { place: "8453:0xusdc:0xother" }),
      ]);
      expect(await freeKeys(ISSUED)).to.deep.equal(["8453:0xnew:0"]);
    });

    it("are found by their amount, so that a thousand grains of dust hide nothing", async () => {
      const dust = Array.from({ length: 1_100 }, (_, index) => transferOf(`0xdust${index}`, { amount: 1n }));
      await persistence.transfers.keep([...dust, transferOf("0xpaid", { seenAt: ISSUED + 1 })]);
      const found = await persistence.transfers.free(PLACE, ISSUED, {
        least: 25_000_000n,
        most: 25_000_000n,
      });
      expect(found.map(({ txHash }) => txHash)).to.deep.equal(["0xpaid"]);
    });

    it("of blocks that were undone are forgotten, on their own chain only", async () => {
      await persistence.transfers.keep([
        transferOf("0xlow", { height: 99 }),
        transferOf("0xhigh"),
        { ...transferOf("0xelse"), key: "1:0xelse:0", chainId: 1 },
      ]);
      await persistence.transfers.drop(8453, 100);
      expect(await freeKeys()).to.have.members(["8453:0xlow:0", "1:0xelse:0"]);
    });

    it("are free no more once they were used, and can be used once", async () => {
      await persistence.transfers.keep([transferOf("0xa"), transferOf("0xa", { position: 1 })]);
      const use = async (id: string) => {
        const invoice = newInvoice(id);
        await persistence.invoices.issue(invoice, ALONE);
        const seen = decide(invoice, marked("Settled", ISSUED));
        await persistence.invoices.save(invoice, seen, {
          ...ALONE,
          claim: { proof: "8453:0xa:0", outpoint: `${id}:0` },
        });
      };
      await use("first");
      expect(await freeKeys()).to.deep.equal(["8453:0xa:1"]);
      const error = await use("second").catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(ConflictError);
      expect((await persistence.invoices.load("second"))?.state).to.equal("New");
    });

    describe("that an earlier version remembered by the number of their log", () => {
      const former = transferOf("0xa", { position: 7 }); // key 8453:0xa:7
      const now = { ...former, key: "8453:0xa:0:digest" };

      it("are not remembered again under the name that lasts", async () => {
        await persistence.transfers.keep([former]);
        await persistence.transfers.keep([now, transferOf("0xb")]);
        expect(await freeKeys()).to.deep.equal(["8453:0xa:7", "8453:0xb:0"]);
      });

      it("are not free again when that number has settled something", async () => {
        const invoice = newInvoice("formerly");
        await persistence.invoices.issue(invoice, ALONE);
        const seen = decide(invoice, marked("Settled", ISSUED));
        await persistence.invoices.save(invoice, seen, {
          ...ALONE,
          claim: { proof: former.key, outpoint: "formerly:0" },
        });
        await persistence.transfers.keep([now, { ...now, key: "8453:0xa:1:digest", position: 8 }]);
        expect(await freeKeys()).to.deep.equal(["8453:0xa:1:digest"]);
        expect(await persistence.transfers.orphanProofs(8453, "0xa")).to.deep.equal([]);
      });
    });

    it("that were used and have left the chain are remembered as such by their transaction", async () => {
      await persistence.transfers.keep([transferOf("0xa")]);
      const invoice = newInvoice("one");
      await persistence.invoices.issue(invoice, ALONE);
      const seen = decide(invoice, marked("Settled", ISSUED));
      await persistence.invoices.save(invoice, seen, {
        ...ALONE,
        claim: { proof: "8453:0xa:0", outpoint: "one:0" },
      });
      expect(await persistence.transfers.orphanProofs(8453, "0xa")).to.deep.equal([]);
      await persistence.transfers.drop(8453, 100);
      await persistence.transfers.keep([transferOf("0xa", { position: 4 })]);
      expect(await persistence.transfers.orphanProofs(8453, "0xa")).to.deep.equal(["8453:0xa:0"]);
      expect(await persistence.transfers.orphanProofs(8453, "0xab")).to.deep.equal([]);
    });
  });
});
