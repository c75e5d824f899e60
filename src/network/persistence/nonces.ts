import { and, eq } from "drizzle-orm";
import type { Write } from "../../database/driver.ts";
import type { NetworkStore } from "./open.ts";

/** The stored next nonce of the solver on a chain; undefined before its first transaction there. */
export async function storedNonce(store: NetworkStore, chainId: number): Promise<number | undefined> {
  const { nonces } = store.tables;
  const [row] = await store.db.select().from(nonces).where(eq(nonces.chainId, chainId)).limit(1);
  return row?.next;
}

/** Moves the stored nonce from what was read to `next`; on a conflict the whole batch fails. */
export function moveNonce(
  store: NetworkStore,
  chainId: number,
  read: number | undefined,
  next: number,
): Write {
  const { nonces } = store.tables;
  return {
    rows: 1,
    build: (db) =>
      read === undefined
        ? db.insert(nonces).values({ chainId, next }).onConflictDoNothing().returning({ next: nonces.next })
        : db
            .update(nonces)
            .set({ next })
            .where(and(eq(nonces.chainId, chainId), eq(nonces.next, read)))
            .returning({ next: nonces.next }),
  };
}
