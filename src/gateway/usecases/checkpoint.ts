import type { z } from "zod";
import { ConflictError } from "../../database/driver.ts";
import type { Instant } from "../../values/time.ts";
import type { Persistence } from "../ports/persistencePort.ts";

type Keeping = Pick<Persistence, "checkpoints">;

/** The position of a job, kept between runs: one value of one shape under one name. */
export type Checkpoint<T> = Readonly<{
  name: string;
  /** The value that was written last, or the first one with version 0. Throws ZodError when the stored text has another shape. */
  read(persistence: Keeping): Promise<Readonly<{ value: T; version: number; at: Instant }>>;
  /** Writes the value after the version that was read. Throws ConflictError when another process wrote since. */
  write(persistence: Keeping, value: T, at: Instant, version: number): Promise<void>;
  /** The same, but keeps what another process wrote since: it followed the same source, so its position is equally valid. */
  writeUnlessNewer(persistence: Keeping, value: T, at: Instant, version: number): Promise<void>;
}>;

/** Declares a checkpoint. `first` is its value until one is written. */
export function checkpoint<T>(name: string, schema: z.ZodType<T, unknown>, first: T): Checkpoint<T> {
  const write: Checkpoint<T>["write"] = ({ checkpoints }, value, at, version) =>
    checkpoints.write(name, value, at, version);
  return {
    name,
    async read({ checkpoints }) {
      const stored = await checkpoints.read(name);
      if (!stored) return { value: first, version: 0, at: 0 };
      return { value: schema.parse(stored.body), version: stored.version, at: stored.at };
    },
    write,
    async writeUnlessNewer(persistence, value, at, version) {
      try {
        await write(persistence, value, at, version);
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  };
}
