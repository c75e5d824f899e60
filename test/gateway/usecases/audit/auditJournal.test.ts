import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { auditBooks } from "../../../../src/gateway/usecases/audit/auditBooks.ts";
import { openJournal, readJournal } from "../../../../src/gateway/persistence/journal.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { onUsualDatabase } from "../../../support/databases.ts";
import { aLease, ALONE, anAddress, issued, newInvoice } from "../../persistence/storedThings.ts";

const NOW = Date.UTC(2026, 10, 23, 12);

describe("a database that lacks what the journal says it had", () => {
  onUsualDatabase("gateway", (open) => {
    let folder: string;
    beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-lost-"))));
    afterEach(() => fs.rmSync(folder, { recursive: true }));

    it("fails the audit, invoice by invoice, for a day", async () => {
      const file = path.join(folder, "journal.jsonl");
      const journal = openJournal(file);
      const persistence = createPersistence(await open(), () => {});
      const lease = aLease("here", "bcrt1-here");
      await issued(persistence, newInvoice("here"), { ...ALONE, addresses: [anAddress("bcrt1-here", false)], lease });
      journal.noteAcknowledged({ invoiceId: "here", requestId: lease.requestId, at: NOW - HOUR_MS });
      journal.noteAcknowledged({ invoiceId: "lost", requestId: "0xlost", at: NOW - HOUR_MS });
      journal.noteAcknowledged({ invoiceId: "young", requestId: "0xyoung", at: NOW - MINUTE_MS / 2 }); // it may be on its way
      journal.noteAcknowledged({ invoiceId: "old", requestId: "0xold", at: NOW - 2 * DAY_MS });
      await journal.close();
      const audited = async (at: number) => {
        const { violations } = await auditBooks(persistence, at, { acknowledgedSince: journal.acknowledgedSince });
        return violations.filter(({ id }) => id === "I-50").map(({ subject }) => subject);
      };
      expect(await audited(NOW)).to.deep.equal(["invoice lost"]);
      expect(await audited(NOW + HOUR_MS)).to.deep.equal(["invoice lost", "invoice young"]);
      expect(await audited(NOW + 3 * DAY_MS)).to.deep.equal([]);
      for await (const entry of readJournal(file, () => expect.fail("no line is broken"))) expect.fail(`${entry.invoiceId} was handed out`);
    }); // prettier-ignore
  });
});
