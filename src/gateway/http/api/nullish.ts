import type { z } from "zod";

/** An optional field that clients may also send as null: plugins write every field that they leave out as null. */
export const nullish = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);
