import { z } from "zod";

/** Text without control characters: a database may refuse them (PostgreSQL has no place for NUL), and no identifier has any. */
export function plainText(longest: number): z.ZodString {
  return z
    .string()
    .max(longest)
    .regex(/^\P{Cc}*$/u);
}
