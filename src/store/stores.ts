import { asc, eq, sql } from "drizzle-orm";
import { preparedRead } from "../db/prepared.ts";
import type { Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";
import { toStore } from "./rows.ts";

type StoreQueries = Pick<Store, "createStore" | "changeStore" | "loadStore" | "listStores">;

/** Merchant stores. */
export function storeQueries({ database, db, t }: StoreContext): StoreQueries {
  const { stores } = t;
  const byId = preparedRead("store_by_id", () =>
    db
      .select()
      .from(stores)
      .where(eq(stores.id, sql.placeholder("id"))),
  );
  return {
    createStore: (store) =>
      database.commit([one((tx) => tx.insert(stores).values({ ...store }).returning({ id: stores.id }))]), // prettier-ignore

    changeStore: (id, { name, settings }) =>
      database.commit([
        one((tx) =>
          tx.update(stores).set({ name, settings }).where(eq(stores.id, id)).returning({ id: stores.id }),
        ),
      ]),

    async loadStore(id) {
      const [row] = await byId({ id });
      return row && toStore(row);
    },

    async listStores() {
      return (await db.select().from(stores).orderBy(asc(stores.createdAt), asc(stores.id))).map(toStore);
    },
  };
}
