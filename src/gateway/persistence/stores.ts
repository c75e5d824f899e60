import type { Stores } from "../ports/persistencePort.ts";
import { isDeepStrictEqual } from "node:util";
import { aliasedTable, and, asc, eq, ne, notExists, sql } from "drizzle-orm";
import { ConflictError } from "../../database/driver.ts";
import { preparedRead } from "../../database/prepared.ts";
import type { MerchantStore } from "../usecases/stores/merchantStore.ts";
import { one, type PersistenceContext } from "./context.ts";
import { toLogoFacts, toStore } from "./rows.ts";

type StoreQueries = Omit<Stores, "changeLogo" | "loadLogo">;

/** Merchant stores. */
export function storeQueries({ database, db, t }: PersistenceContext): StoreQueries {
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
    create: (store) =>
      database.commit([
        one((tx) =>
          tx
            .insert(stores)
            .values({ ...store })
            .returning({ id: stores.id }),
        ),
      ]),

    async change({ logo: _logo, ...before }, { name, settings }) {
      const [row] = await db.select().from(stores).where(eq(stores.id, before.id));
      const what = `Store ${before.id} was changed by another call.`;
      if (!row || !isDeepStrictEqual(toStore(row), before)) throw new ConflictError(what);
      const isAsRead = and(
        eq(stores.id, row.id),
        eq(stores.name, row.name),
        eq(stores.settings, row.settings),
      );
      const change = { name, settings };
      await database.commit([
        one((tx) => tx.update(stores).set(change).where(isAsRead).returning({ id: stores.id }), what),
      ]);
    },

    async nameDomain(id, domain) {
      const others = aliasedTable(stores, "others");
      const taken = db
        .select({ id: others.id })
        .from(others)
        .where(and(eq(others.domain, domain ?? ""), ne(others.id, id)));
      const mine = and(eq(stores.id, id), notExists(taken));
      const what = `Another store has the domain ${domain}.`;
      await database.commit([
        one(
          (tx) =>
            tx
              .update(stores)
              .set({ domain: domain ?? null })
              .where(mine)
              .returning({ id: stores.id }),
          what,
        ),
      ]);
    },

    async load(id) {
      const [row] = await byId({ id });
      return row && toMerchant(row);
    },

    async list() {
      return (await stored().orderBy(asc(stores.createdAt), asc(stores.id))).map(toMerchant);
    },
  };
}
