import { asc, eq, sql } from "drizzle-orm";
import { preparedRead } from "../db/prepared.ts";
import type { MerchantStore, Store } from "../gateway/storePort.ts";
import { one, type StoreContext } from "./context.ts";
import { toLogoFacts, toStore } from "./rows.ts";

type StoreQueries = Pick<Store, "createStore" | "changeStore" | "loadStore" | "listStores">;

/** Merchant stores. */
export function storeQueries({ database, db, t }: StoreContext): StoreQueries {
  const { stores, logos } = t;
  const { hash, width, height, hiddenIn } = logos;
  const stored = () =>
    db
      .select({ store: stores, logo: { hash, width, height, hiddenIn } }) // its pixels are asked for by its hash
      .from(stores)
      .leftJoin(logos, eq(logos.storeId, stores.id));
  const byId = preparedRead("store_by_id", () => stored().where(eq(stores.id, sql.placeholder("id"))));
  const toMerchant = ({ store, logo }: Awaited<ReturnType<typeof stored>>[number]): MerchantStore => ({
    ...toStore(store),
    ...(logo ? { logo: toLogoFacts(logo, store.id) } : {}),
  });
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
      return row && toMerchant(row);
    },

    async listStores() {
      return (await stored().orderBy(asc(stores.createdAt), asc(stores.id))).map(toMerchant);
    },
  };
}
