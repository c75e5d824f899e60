import { and, eq, sql } from "drizzle-orm";
import { expect } from "chai";
import { onBothDatabases } from "../support/databases.ts";
import { storeIn } from "./storeIn.ts";

describe("the payments of a request", () => {
  onBothDatabases("network", (open) => {
    // SQLite keeps no statistics: without the kind in the index it reads every payment of that kind for each request.
    it("of one kind are found by both, however many there are of that kind", async () => {
      const database = await open();
      const { db, tables } = storeIn(database);
      const { outbound } = tables;
      const query = db
        .select({ id: outbound.id })
        .from(outbound)
        .where(and(eq(outbound.requestId, "a"), eq(outbound.kind, "fill"), eq(outbound.state, "included")));
      const plan =
        database.dialect === "sqlite"
          ? db.all(sql`explain query plan ${query.getSQL()}`)
          : await (db as unknown as { execute(of: unknown): Promise<unknown> }).execute(
              sql`explain ${query.getSQL()}`,
            );
      expect(JSON.stringify(plan)).to.match(/network_outbound_request.*request_id.*kind/);
    });
  });
});
