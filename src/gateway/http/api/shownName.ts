import { z } from "zod";
import { hasUnseen } from "../../../values/shownText.ts";
import { english } from "../../../languages/merchantWords.ts";

export const WITHOUT_UNSEEN = english("Expected a name without control and format characters");

/** A name that people see: trimmed, not empty, and without characters that are not seen. */
export function shownName(longest: number, missing: string) {
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(longest)
    .refine((text) => !hasUnseen(text), WITHOUT_UNSEEN);
}

/** A name that may be empty, at most so long, and without characters that are not seen. */
export function optionalName(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((text) => !hasUnseen(text), WITHOUT_UNSEEN);
}
