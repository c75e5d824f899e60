import type { Store } from "../ports/storePort.ts";
import type { Instant } from "../../values/time.ts";

const NOTE = "mode";

/** A database belongs to the mode that made it: keys, stores and addresses of a sandbox must never be valid in live mode. */
export async function claimMode(store: Store, mode: "sandbox" | "live", at: Instant): Promise<void> {
  const note = await store.readCheckpoint(NOTE);
  if (!note) return store.writeCheckpoint(NOTE, mode, at, 0);
  if (note.body === mode) return;
  throw new Error(
    `This database was made in ${String(note.body)} mode and CROSSTILL_MODE is ${mode}. Give each mode its own DATA_DIR and DATABASE_URL.`,
  );
}
