import { asc, eq } from "drizzle-orm";
import type { Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";
import { toKey, toStore } from "./rows.ts";

type StoreQueries = Pick<
  Store,
  "createStore" | "changeStore" | "loadStore" | "listStores" | "createKey" | "findKey" | "revokeKey"
>;

/** Merchant stores and the API keys to them. */
export function storeQueries({ database, db, t }: StoreContext): StoreQueries {
  const { stores, apiKeys } = t;
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

    createKey: ({ key, digest, at }) =>
      database.commit([
        one((tx) =>
          tx
            .insert(apiKeys)
            .values({ ...key, digest, createdAt: at, revokedAt: key.revokedAt ?? null })
            .returning({ id: apiKeys.id }),
        ),
      ]),

    async findKey(digest) {
      const [row] = await db.select().from(apiKeys).where(eq(apiKeys.digest, digest));
      return row && toKey(row);
    },

    revokeKey: (id, at) =>
      database.commit([
        one((tx) =>
          tx.update(apiKeys).set({ revokedAt: at }).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id }),
        ),
      ]),
  };
}
