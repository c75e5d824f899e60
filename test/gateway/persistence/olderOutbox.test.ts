import { expect } from "chai";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { applyMigrations } from "../../../src/database/migrations.ts";
import { openDatabase, withSession } from "../../../src/database/open.ts";
import { attemptBody } from "../../../src/gateway/usecases/webhooks/webhookMessage.ts";
import { createPersistence } from "../../../src/gateway/persistence/persistence.ts";
import { ISSUED } from "../domain/invoices/given.ts";
import { onBothDatabases } from "../../support/databases.ts";

/** How many migrations there were while a delivery still had the words of its event. */
function migrationsBefore(migrationsFolder: string): number {
  const all = readMigrationFiles({ migrationsFolder });
  return all.findIndex(({ sql }) => sql.some((text) => /deliveries.*drop column.*body/i.test(text)));
}

describe("an outbox that an older version wrote", () => {
  onBothDatabases(
    async (url) => {
      await withSession(url, "gateway", false, async (session, options) => {
        await applyMigrations(session, options, migrationsBefore(options.migrations));
        for (const row of OLD) await session.run(row);
      });
      return openDatabase(url, "gateway");
    },
    (open) => {
      it("goes on: what is due is sent in the same words, and the log keeps what was said", async () => {
        const persistence = createPersistence(await open(), () => {});
        const [due] = await persistence.deliveries.claim("hook", ISSUED, 1, 9);
        if (!due) throw new Error("It is due.");
        const current = { version: 2, status: "Settled", additionalStatus: "None" };
        expect(attemptBody(due, "next", current)).to.equal(
          '{"deliveryId":"next","webhookId":"hook","originalDeliveryId":"first","isRedelivery":true,"type":"InvoiceCreated","invoiceId":"i",' +
            '"crosstill":{"sequence":7,"version":1,"current":{"version":2,"status":"Settled","additionalStatus":"None"}}}',
        );
        expect(await persistence.attempts.load("first")).to.include({ request: '{"old":1}', answer: "busy" });
      });
    },
  );
});

const BODY = '"type":"InvoiceCreated","invoiceId":"i","crosstill":{"version":1}}';
const OLD = [
  `insert into events (id, invoice_id, store_id, version, ordinal, type, body, at, sequence) values ('i-1-0', 'i', 's', 1, 0, 'InvoiceCreated', '{${BODY}', ${ISSUED}, 7)`,
  `insert into deliveries (id, webhook_id, store_id, invoice_id, event_id, body, state, attempts, due_at, lease_until, outcome, created_at)
   values ('first', 'hook', 's', 'i', 'i-1-0', '{"deliveryId":"first","webhookId":"hook","originalDeliveryId":"first","isRedelivery":false,${BODY}', 'due', 1, ${ISSUED}, 0, '{}', ${ISSUED})`,
  `insert into attempts (id, delivery_id, webhook_id, due_at, at, http_code, error, request, answer) values ('first', 'first', 'hook', ${ISSUED}, ${ISSUED}, 503, 'no', '{"old":1}', 'busy')`,
];
