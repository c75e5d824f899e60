import { and, asc, eq, isNull } from "drizzle-orm";
import { insertRow } from "../../../database/insertRow.ts";
import { KEY_PURPOSES, type SealedKeys } from "../../ports/sealedKeyPort.ts";
import { checkpointWrite } from "../checkpoints.ts";
import { one, type PersistenceContext } from "../context.ts";

/** The gateway's own keys, sealed by the master key. */
export function sealedKeyQueries({ database, db, t }: PersistenceContext): SealedKeys {
  const { sealedKeys } = t;
  return {
    async list() {
      const rows = await db.select().from(sealedKeys).orderBy(asc(sealedKeys.createdAt), asc(sealedKeys.id));
      return rows.map(({ purpose, retiredAt, ...row }) => {
        const known = KEY_PURPOSES.find((one) => one === purpose);
        if (known === undefined)
          throw new Error(
            `The sealed key ${row.id} has the unknown purpose "${purpose}": it was changed, or it is from a newer version.`,
          );
        return { ...row, purpose: known, retiredAt: retiredAt ?? undefined };
      });
    },

    async add(keys, retired, notes) {
      const at = keys[0]?.createdAt ?? 0;
      await database.commit([
        ...retired.map((id) =>
          one((tx) =>
            tx
              .update(sealedKeys)
              .set({ retiredAt: at })
              .where(and(eq(sealedKeys.id, id), isNull(sealedKeys.retiredAt)))
              .returning({ id: sealedKeys.id }),
          ),
        ),
        ...keys.map((key) =>
          one((tx) => insertRow(tx, sealedKeys, { ...key, retiredAt: key.retiredAt ?? null }, "unlessThere")),
        ),
        ...notes.map((note) => checkpointWrite(t, note)),
      ]);
    },

    reseal: (keys, masterIdBefore) =>
      database.commit(
        keys.map(({ id, sealed, masterId }) =>
          one((tx) =>
            tx
              .update(sealedKeys)
              .set({ sealed, masterId })
              .where(and(eq(sealedKeys.id, id), eq(sealedKeys.masterId, masterIdBefore)))
              .returning({ id: sealedKeys.id }),
          ),
        ),
      ),
  };
}
