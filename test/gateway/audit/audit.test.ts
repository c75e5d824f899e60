import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { openDatabase, withSession } from "../../../src/database/open.ts";
import { auditBooks, type AuditReport } from "../../../src/gateway/usecases/audit/auditBooks.ts";
import type { Expected } from "../../../src/gateway/usecases/audit/auditInvoices.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { onUsualDatabase } from "../../support/databases.ts";
import { FIXTURES, breakCopy, makeHealthy } from "./fixtures.ts";
import { serverAudit } from "./serverAudit.ts";
import { decidingGateway, fillHealthy, issue, tellerOf } from "./healthy.ts";

const AUDITED = Date.UTC(2030, 0, 1);
/** A refund of unattributed funds that takes the very transfer that has settled the invoice "paid". */
const REFUNDED_TWICE = `
  insert into unattributed (key, chain_id, outpoint, address, currency, value, store_id, height, block_hash, block_time, seen_at, state, undone)
    select proof, 31337, 'x:1', '0x11', '0x22', '5', 'shop-1', 7, 'block-7', 1800000064000, 1800000064000, 'refunded', 0
    from settlements where invoice_id = 'paid';
  insert into ledger (id, store_id, from_account, to_account, currency, amount, at)
    select proof || ':unattributed.0:refunded', 'shop-1', 'unattributed', 'merchant', '31337:0x22', '5', 1800000064000
    from settlements where invoice_id = 'paid';
`;
const HERE = { mode: "sandbox", network: "regtest" } as const;

describe("the audit", () => {
  onUsualDatabase("gateway", (open) => {
    it("finds nothing wrong in a healthy database, and says how much it looked at", async () => {
      const database = await open();
      const handedOut = await fillHealthy(database);
      const isJournaled: Expected["isJournaled"] = async (id, { depositAddress, requestId }) => handedOut.has([id, depositAddress, requestId].join(" ")); // prettier-ignore
      const persistence = createPersistence(database, () => {});
      const report = await auditBooks(persistence, 5, { ...HERE, isJournaled });
      expect(report).to.deep.equal({
        ...{ at: 5, invoices: 10, older: 0, days: 2, unattributed: 3, pullPayments: 2, violations: [], counts: {} },
      });
    });

    it("finds nothing wrong while decisions are being written", async () => {
      const database = await open();
      const deciding = decidingGateway(database);
      const ids = Array.from({ length: 12 }, (_, index) => `busy-${index}`);
      for (const id of ids) await issue(deciding, id, "shop");
      let writing = true;
      const writer = Promise.all(
        ids.map(async (id) => {
          const { mempool, block, word, success } = tellerOf(deciding, id);
          for (const tell of [mempool, block, () => word("pending"), success]) {
            await tell();
            await setImmediate();
          }
        }),
      ).finally(() => (writing = false));
      do expect((await auditBooks(deciding.persistence, 5)).violations).to.deep.equal([]);
      while (writing);
      await writer;
      const { violations, invoices } = await auditBooks(deciding.persistence, 5);
      expect({ violations, invoices }).to.deep.equal({ violations: [], invoices: 12 });
    });
  });

  describe("on committed databases", () => {
    let folder: string;
    const file = (name: string) => path.join(folder, `${name}.db`);
    before(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-audit-"));
      await makeHealthy(file("healthy"));
    });
    after(() => fs.rmSync(folder, { recursive: true }));

    const withStore = async <T>(name: string, use: (persistence: Persistence) => Promise<T>): Promise<T> => {
      const database = await openDatabase(file(name), "gateway", true);
      try {
        return await use(createPersistence(database, () => {}));
      } finally {
        await database.close();
      }
    };
    const audit = (name: string): Promise<AuditReport> => withStore(name, (persistence) => auditBooks(persistence, 5, HERE));

    it("finds nothing wrong in the healthy one", async () => {
      const { violations, invoices } = await audit("healthy");
      expect(violations).to.deep.equal([]);
      expect(invoices).to.equal(10);
    });

    it("names I-14 where the transfer that settled an invoice was refunded as unattributed funds, too", async () => {
      fs.copyFileSync(file("healthy"), file("refunded twice"));
      await withSession(file("refunded twice"), "gateway", true, (session) => session.run(REFUNDED_TWICE));
      const { violations } = await audit("refunded twice");
      expect(violations.filter(({ id }) => id === "I-14").map(({ message }) => message)).to.deep.equal([
        "it has settled invoice paid, and a refund has booked it as well",
      ]);
    });

    for (const id of FIXTURES) {
      it(`names ${id}, and nothing else, where just that is broken`, async () => {
        await breakCopy(file("healthy"), file(id), id);
        const { counts, violations } = await audit(id);
        expect(Object.keys(counts), JSON.stringify(violations, null, 2)).to.deep.equal([id]);
        const kinds = await withStore(id, async (persistence) => {
          const auditor = serverAudit(persistence, () => AUDITED);
          await auditor.round();
          return auditor.known();
        });
        expect([...new Set(kinds.map((known) => known.split(" ")[0]))], "the server's own audit").to.deep.equal([id]);
      });
    }
  });
}); // prettier-ignore
