import { expect } from "chai";
import { eq } from "drizzle-orm";
import type { Database } from "../../../../src/database/driver.ts";
import { fillBookLines, requireFilled } from "../../../../src/gateway/usecases/books/fillBookLines.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { download, LATER, liveThrough, storeOn } from "../../domain/exports/bookedWorld.ts";
import { readTable, sumSettled } from "../../domain/exports/sumExports.ts";
import { onUsualDatabase } from "../../../support/databases.ts";

/** What a file says in the end: its lines that nothing takes back, without where and when they stand. */
function standing(text: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind, ...cells } of readTable(text)) {
    const units = (name: string) => cells[name]?.replace("-", "") ?? "";
    const key = [cells["invoice_id"], cells["state"], cells["outcome"], cells["paid_txid"], cells["subject"], cells["settled_txid"], cells["evidence"], units("paid_units"), units("settled_units"), units("price")].join("|");
    counts.set(key, (counts.get(key) ?? 0) + (kind === "reversed" ? -1 : 1));
  }
  return [...counts].flatMap(([key, count]) => Array.from({ length: count }, () => key)).sort();
} // prettier-ignore

describe("a database of before there were lines", function () {
  this.timeout(180_000);
  onUsualDatabase("gateway", (open) => {
    let database: Database;
    let persistence: Persistence;
    beforeEach(async () => {
      database = await open();
      persistence = storeOn(database);
      await liveThrough(persistence, 20, 3);
    });
    const tables = () => persistenceContext(database, () => {}).t;
    const run = (cursor = { invoice: "", done: false }) =>
      fillBookLines({ persistence, clock: () => LATER, log: silentLog }, cursor);
    const files = () => Promise.all(["payments.csv", "refunds.csv", "invoices.csv"].map((name) => download(persistence, name, name === "invoices.csv" ? { include: "expired,invalid" } : {}))); // prettier-ignore

    it("gets the lines of what has ended, once, as of its entries", async () => {
      const before = await files();
      await database.db.delete(tables().bookLines);
      await database.db.delete(tables().assets);
      expect((await files()).map((text) => readTable(text).length)).to.deep.equal([0, 0, 0]);
      await run();
      const after = await files();
      expect(after.map(standing)).to.deep.equal(before.map(standing));
      expect(standing(after[0] ?? "").length).to.be.greaterThan(10);
      const { inLedger, inPayments } = sumSettled(await download(persistence, "ledger.csv"), after[0] ?? "");
      expect(inPayments).to.deep.equal(inLedger);
      const ledger = readTable(await download(persistence, "ledger.csv"));
      const times = new Set(ledger.map(({ booked_at }) => booked_at));
      expect(readTable(after[0] ?? "").filter(({ booked_at }) => !times.has(booked_at))).to.deep.equal([]);
      expect(
        ledger.filter(({ symbol, chain_id }) => chain_id === "31337" && symbol !== "USDC"),
      ).to.deep.equal([]);
      await run();
      expect(await files()).to.deep.equal(after);
    });

    it("gets the first word about what was taken back before anybody had said it", async () => {
      const { bookLines } = tables();
      const before = await files();
      await database.db.delete(bookLines).where(eq(bookLines.kind, "booked"));
      expect(standing((await files())[0] ?? "")).not.to.deep.equal(standing(before[0] ?? ""));
      await run();
      expect((await files()).map(standing)).to.deep.equal(before.map(standing));
    });

    it("exports nothing until that is done, and remembers that it is", async () => {
      const refusal = await requireFilled(persistence.checkpoints).then(() => "", ({ code }: { code: string }) => code); // prettier-ignore
      expect(refusal).to.equal("books_not_ready");
      await run();
      await requireFilled(persistence.checkpoints);
      await database.db.delete(tables().bookLines);
      await run();
      expect((await files()).map((text) => readTable(text).length)).to.deep.equal([0, 0, 0]);
    });
  });
});
