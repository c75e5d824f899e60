import { z } from "zod";

/** Control characters and those that change how text around them is shown, but for the joiners that scripts and emoji need. */
export const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u;

/** A name that people see: trimmed, not empty, and without characters that are not seen. */
export function shownName(longest: number, missing: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(longest)
    .refine((text) => !UNSEEN.test(text), "Expected a name without control and format characters");
}
