import { z } from "zod";
import type { Instant } from "../../values/time.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import { checkpoint } from "./checkpoint.ts";

const kept = checkpoint("last backup", z.object({ at: z.number() }), { at: 0 });

/** Remembers that the gateway's database was backed up, so that pages can say how long ago. */
export async function noteBackup(persistence: Pick<Persistence, "checkpoints">, at: Instant): Promise<void> {
  const { version } = await kept.read(persistence);
  await kept.writeUnlessNewer(persistence, { at }, at, version);
}

/** When the gateway's database was last backed up; undefined before the first time. */
export async function lastBackup(
  persistence: Pick<Persistence, "checkpoints">,
): Promise<Instant | undefined> {
  const { value } = await kept.read(persistence);
  return value.at === 0 ? undefined : value.at;
}
