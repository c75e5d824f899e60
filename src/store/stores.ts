import { asc, eq } from "drizzle-orm";
import type { Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";
import { toStore } from "./rows.ts";

type StoreQueries = Pick<Store, "createStore" | "changeStore" | "loadStore" | "listStores">;

/** Merchant stores. */
export function storeQueries({ database, db, t }: StoreContext): StoreQueries {
  const { stores } = t;
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
      const [row] = await db.select().from(stores).where(eq(stores.id, id));
      return row && toStore(row);
    },

    async listStores() {
      return (await db.select().from(stores).orderBy(asc(stores.createdAt), asc(stores.id))).map(toStore);
    },
  };
}
