import type { Stores } from "../ports/persistencePort.ts";
import { eq, sql } from "drizzle-orm";
import { preparedRead } from "../../database/prepared.ts";
import { one, type PersistenceContext } from "./context.ts";

/** The logos of stores. A PNG is kept as Base64, so that archives hold it as they hold everything else. */
export function logoQueries({
  database,
  db,
  t: { logos },
}: PersistenceContext): Pick<Stores, "changeLogo" | "loadLogo"> {
  const byHash = preparedRead("logo_by_hash", () =>
    db
      .select({ png: logos.png })
      .from(logos)
      .where(eq(logos.hash, sql.placeholder("hash")))
      .limit(1),
  );
  return {
    async changeLogo(storeId, logo) {
      if (!logo) return void (await db.delete(logos).where(eq(logos.storeId, storeId)));
      const { hash, width, height, hiddenIn = null } = logo;
      const set = { hash, width, height, hiddenIn, png: logo.png.toString("base64") };
      await database.commit([
        one((tx) =>
          tx
            .insert(logos)
            .values({ storeId, ...set })
            .onConflictDoUpdate({ target: logos.storeId, set })
            .returning({ storeId: logos.storeId }),
        ),
      ]);
    },

    async loadLogo(hash) {
      const [row] = await byHash({ hash });
      return row && Buffer.from(row.png, "base64");
    },
  };
}
