import { expect } from "chai";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { applyMigrations } from "../../../src/database/migrations.ts";
import { openDatabase, withSession } from "../../../src/database/open.ts";
import { nextOwnOrder, ownOrdersOf } from "../../../src/network/persistence/ownOrders.ts";
import { onBothDatabases } from "../../support/databases.ts";
import { storeIn } from "../storeIn.ts";

/** How many migrations there were while swaps and transfers had a table each. */
function migrationsBefore(migrationsFolder: string): number {
  const all = readMigrationFiles({ migrationsFolder });
  return all.findIndex(({ sql }) => sql.some((text) => /create table .network_own_orders/i.test(text)));
}

describe("orders for own coins that an older version wrote", () => {
  onBothDatabases(
    async (url) => {
      await withSession(url, "network", false, async (session, options) => {
        await applyMigrations(session, options, migrationsBefore(options.migrations));
        for (const row of OLD) await session.run(row);
      });
      return openDatabase(url, "network");
    },
    (open) => {
      it("are kept: the next ones are carried out, and the list tells what became of the others", async () => {
        const store = storeIn(await open());
        const swap = {
          ...{ id: "0x02", kind: "rebalance", chainId: 1, currency: "0xaa", target: "0xbb", amount: HUGE },
          ...{ state: "requested", reason: null, createdAt: 2 },
        };
        const refused = { ...swap, id: "0x01", state: "refused", reason: "too old", createdAt: 1 };
        const transfer = { ...swap, id: "0x03", kind: "treasury", currency: "0xcc", target: "0xdd" };
        expect(await nextOwnOrder(store, 1, "rebalance")).to.deep.equal(swap);
        expect(await nextOwnOrder(store, 1, "treasury")).to.deep.equal(transfer);
        const listed = await ownOrdersOf(store, 1, "rebalance", 5);
        expect(listed.map(({ order }) => order)).to.deep.equal([swap, refused]);
      });
    },
  );
});

const HUGE = 2n ** 255n;
const OLD = [
  `insert into network_rebalances (id, chain_id, from_currency, to_currency, amount, state, reason, created_at)
   values ('0x01', 1, '0xaa', '0xbb', '${HUGE}', 'refused', 'too old', 1), ('0x02', 1, '0xaa', '0xbb', '${HUGE}', 'requested', null, 2)`,
  `insert into network_treasury_orders (id, chain_id, currency, amount, treasury, state, reason, created_at)
   values ('0x03', 1, '0xcc', '${HUGE}', '0xdd', 'requested', null, 2)`,
];
