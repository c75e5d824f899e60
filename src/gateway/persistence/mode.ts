import type { Persistence } from "../ports/persistencePort.ts";
import type { Instant } from "../../values/time.ts";

const NOTE = "mode";

/** True for a database that a gateway has started on before. */
export async function isClaimed({ checkpoints }: Pick<Persistence, "checkpoints">): Promise<boolean> {
  return (await checkpoints.read(NOTE)) !== undefined;
}

/** A database belongs to the mode that made it: keys, stores and addresses of a sandbox must never be valid in live mode. */
export async function claimMode(
  persistence: Persistence,
  mode: "sandbox" | "live",
  at: Instant,
): Promise<void> {
  const note = await persistence.checkpoints.read(NOTE);
  if (!note) return persistence.checkpoints.write(NOTE, mode, at, 0);
  if (note.body === mode) return;
  throw new Error(
    `This database was made in ${String(note.body)} mode and CROSSTILL_MODE is ${mode}. Give each mode its own DATA_DIR and DATABASE_URL.`,
  );
}
