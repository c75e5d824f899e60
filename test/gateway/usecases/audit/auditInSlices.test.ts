import { expect } from "chai";
import { ConflictError, type Database } from "../../../../src/database/driver.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import { decidingGateway, issue, tellerOf } from "../../audit/healthy.ts";
import { serverAudit } from "../../audit/serverAudit.ts";
import { onUsualDatabase } from "../../../support/databases.ts";

const INVOICES = 30;
const SLOW_MS = 200; // each look at the stopwatch: a run has two or three steps
const idOf = (index: number) => `invoice-${String(index).padStart(3, "0")}`;

/** Breaks I-43 of an invoice, and mends it. */
function attentionOf(database: Database, invoiceId: string, attention: string | null): Promise<void> {
  const text = `update invoices set attention = ${attention === null ? "null" : `'${attention}'`} where id = '${invoiceId}' returning id`;
  return database.commit([{ rows: 1, build: () => ({ sql: text, params: [] }) }]);
} // prettier-ignore

describe("the audit in the server", () => {
  onUsualDatabase("gateway", (open) => {
    async function opened(stepMs?: number) {
      const database = await open();
      const deciding = decidingGateway(database);
      const { persistence, clock } = deciding;
      for (let index = 0; index < INVOICES; index++) await issue(deciding, idOf(index), "shop");
      clock.advance(HOUR_MS);
      return { database, deciding, persistence, clock, auditor: serverAudit(persistence, clock, stepMs) };
    }

    it("takes no database without an answer for rows that cannot be read", async () => {
      const { database } = await opened();
      let isAway = false;
      const db = new Proxy(database.db, {
        get(target, name) {
          if (!isAway || name !== "select") return Reflect.get(target, name) as unknown;
          throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
        },
      });
      const { persistence } = decidingGateway({ ...database, db });
      isAway = true;
      const said = await persistence.audit.records([idOf(0)]).catch(String);
      expect(said).to.equal("Error: connect ECONNREFUSED");
    });

    it("works in short slices, rests nine times as long, and ends its run before all is done", async () => {
      const { auditor } = await opened(3);
      await auditor.run();
      expect(auditor.rests.length).to.be.within(20, 200);
      expect(Math.max(...auditor.rests)).to.equal(2 * 3 * 9);
      const slow = await opened(SLOW_MS);
      await slow.auditor.run();
      expect(slow.auditor.rests.length).to.be.within(1, 3);
      expect((await slow.auditor.note())?.wholeSince, "it is under way").to.equal(undefined);
      await slow.auditor.round();
      expect(await slow.auditor.note()).to.include({ violations: 0, wholeSince: slow.clock() });
    });

    it("begins a round once an hour", async () => {
      const { auditor, clock, database } = await opened();
      await auditor.round();
      await attentionOf(database, idOf(3), "money");
      clock.advance(HOUR_MS - 1);
      await auditor.run();
      expect(await auditor.known()).to.deep.equal([]);
      clock.advance(1);
      await auditor.round();
      expect(await auditor.known()).to.deep.equal([`I-43 invoice ${idOf(3)}`]);
      expect(auditor.told).to.deep.equal(["audit.violation"]);
    });

    it("looks first at what has changed, and then at everything else", async () => {
      const { auditor, clock, database, deciding } = await opened(SLOW_MS);
      await auditor.round();
      await tellerOf(deciding, idOf(20)).mempool();
      for (const index of [2, 20]) await attentionOf(database, idOf(index), "money");
      clock.advance(HOUR_MS);
      await auditor.untilNoted();
      expect(await auditor.known()).to.deep.equal([`I-43 invoice ${idOf(20)}`]);
      await auditor.round();
      expect(await auditor.known()).to.deep.equal([idOf(20), idOf(2)].map((id) => `I-43 invoice ${id}`));
    });

    it("tells of a difference until it is gone, also after a restart", async () => {
      const { auditor, clock, database } = await opened(SLOW_MS);
      await attentionOf(database, idOf(7), "money");
      await auditor.round();
      for (let hour = 0; hour < 3; hour++) {
        clock.advance(HOUR_MS);
        auditor.restart();
        await auditor.untilNoted(); // it has not come to the old invoices again
        expect(await auditor.known()).to.deep.equal([`I-43 invoice ${idOf(7)}`]);
      }
      await attentionOf(database, idOf(7), null);
      auditor.restart();
      await auditor.untilNoted();
      expect(await auditor.note()).to.include({ violations: 0 });
    });

    it("forgets no difference of an invoice that is decided upon again", async () => {
      const { auditor, clock, database, deciding } = await opened(SLOW_MS);
      await auditor.round();
      const { mempool, block } = tellerOf(deciding, idOf(7));
      await mempool();
      await attentionOf(database, idOf(7), "money");
      clock.advance(HOUR_MS);
      await auditor.round();
      await block();
      await attentionOf(database, idOf(7), "money");
      auditor.restart(); // at once: the decision is too young to be looked at for its own sake
      await auditor.untilNoted();
      expect(await auditor.known()).to.deep.equal([`I-43 invoice ${idOf(7)}`]);
    });

    it("goes on after a restart where it was, and says since when everything has been audited", async () => {
      const { clock, persistence } = await opened();
      const read = { unattributed: 0, days: 0 };
      const watched: typeof persistence = {
        ...persistence,
        audit: {
          ...persistence.audit,
          unattributedPage: (...args) => (read.unattributed++, persistence.audit.unattributedPage(...args)),
          bookDayAfter: (...args) => (read.days++, persistence.audit.bookDayAfter(...args)),
        },
      };
      const auditor = serverAudit(watched, clock, SLOW_MS);
      const began = clock();
      for (let runs = 0; runs < 100 && read.days === 0; runs++) await auditor.run();
      clock.advance(MINUTE_MS);
      await auditor.untilNoted();
      auditor.restart();
      await auditor.round();
      expect(read.unattributed).to.equal(1);
      expect(await auditor.note()).to.include({ violations: 0, wholeSince: began });
    });

    it("loses no difference when two processes audit at once: the second to write begins again from the first's progress", async () => {
      const { database, persistence, clock } = await opened();
      const [one, other] = [
        serverAudit(persistence, clock, SLOW_MS),
        serverAudit(persistence, clock, SLOW_MS),
      ];
      await other.untilNoted();
      await attentionOf(database, idOf(7), "money");
      await one.round();
      const refused = await other.round().catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(ConflictError);
      clock.advance(MINUTE_MS);
      await other.round();
      expect(await other.known()).to.deep.equal([`I-43 invoice ${idOf(7)}`]);
    });

    it("audits decisions after one that a wrong clock has dated into the future", async () => {
      const { auditor, clock, database, deciding } = await opened(SLOW_MS);
      await auditor.round();
      const { mempool } = tellerOf(deciding, idOf(20));
      await mempool();
      await attentionOf(database, idOf(20), "money");
      const text = `update observations set at = ${clock() + 1_000 * HOUR_MS} where version is not null and invoice_id = '${idOf(20)}' returning id`;
      await database.commit([{ rows: 2, build: () => ({ sql: text, params: [] }) }]);
      clock.advance(HOUR_MS);
      await auditor.untilNoted();
      expect(await auditor.known()).to.deep.equal([`I-43 invoice ${idOf(20)}`]);
    });

    it("begins again a minute after it has failed", async () => {
      const { persistence, clock } = await opened();
      let fails = true;
      const readCheckpoint: typeof persistence.checkpoints.read = (name) => (fails ? Promise.reject(new Error("no answer")) : persistence.checkpoints.read(name));
      const auditor = serverAudit({ ...persistence, checkpoints: { ...persistence.checkpoints, read: readCheckpoint } }, clock);
      expect(await auditor.run().catch(String)).to.equal("Error: no answer");
      fails = false;
      await auditor.round();
      expect(await auditor.note()).to.equal(undefined);
      clock.advance(MINUTE_MS);
      await auditor.round();
      expect(await auditor.note()).to.include({ violations: 0 });
    }); // prettier-ignore
  });
});
